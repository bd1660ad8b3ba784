import { useQuery } from '@tanstack/preact-query'
import { CircleCheck, CircleDashed } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { answerOf, api, dataOf } from '../../api.ts'

const ONE = { params: { query: { limit: 1 } } }

/** Reads which of the first steps are done. */
async function readSteps() {
  const [agents, knowledge, conversations, sessions] = await Promise.all([
    answerOf(api.GET('/api/v1/agents', ONE)),
    dataOf(api.GET('/api/v1/knowledge/status')),
    answerOf(api.GET('/api/v1/conversations', ONE)),
    answerOf(api.GET('/api/v1/sessions', ONE)),
  ])
  const { processing, ready, failed } = knowledge.entries
  return {
    agent: agents.data.length > 0,
    knowledge: processing + ready + failed > 0,
    tried: conversations.data.length + sessions.data.length > 0,
    embedded: sessions.data.length > 0,
  }
}

const STEPS = [
  ['agent', '/agents', 'Create an agent', 'Give it a name, a tone and a purpose.'],
  [
    'knowledge',
    '/knowledge',
    'Add knowledge',
    'Upload files, add web pages, or write questions and answers.',
  ],
  ['tried', '/agents', 'Try it', 'Ask a question in the playground, and see the sources of the reply.'],
  [
    'embedded',
    '/applications',
    'Put it on your site',
    'Copy the script tag into a page, or call the API from your server.',
  ],
] as const

/** Tells a new organization what to do first. Not everybody needs the last step. */
export function FirstSteps() {
  const { data: done } = useQuery({ queryKey: ['first steps'], queryFn: readSteps, staleTime: 30_000 })
  if (!done || (done.agent && done.knowledge && done.tried)) return null
  const next = STEPS.find(([step]) => !done[step])?.[0]
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ol>
        {STEPS.map(([step, to, name, about], n) => (
          <li key={step} aria-current={step === next ? 'step' : undefined}>
            {done[step] ? (
              <CircleCheck size={22} class="done" aria-hidden="true" />
            ) : (
              <CircleDashed size={22} aria-hidden="true" />
            )}
            <div>
              <h3>
                {done[step] ? (
                  <>
                    {name} <span class="small muted">Done</span>
                  </>
                ) : (
                  <Link href={to}>
                    {n + 1}. {name}
                  </Link>
                )}
              </h3>
              <p class="small muted">{about}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
