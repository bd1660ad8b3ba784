import { useQuery } from '@tanstack/preact-query'
import { CircleCheck, CircleDashed } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { useApplications } from '../../components/records/widgets.ts'
import { useRights, useUser } from '../../components/session.tsx'
import { useAgents } from '../../lib/agents.ts'
import { api, dataOf, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

type Done = Schemas['FirstSteps']

interface FirstStep {
  isDone: (done: Done) => boolean
  name: string
  about: string
  /** The button's text, and where it leads. */
  action: string
  to: string
  /** Where the button leads if there is only one record to choose from. */
  toOnly?: (ids: OnlyIds) => string | undefined
}

/** The ids of records of which the organization has only one. */
interface OnlyIds {
  agent: string | undefined
  application: string | undefined
}

const STEPS: readonly FirstStep[] = [
  {
    isDone: ({ has_agent }) => has_agent,
    name: t('Create an agent'),
    about: t('It answers in your voice. Give it a name, a tone and a purpose.'),
    action: t('Create an agent'),
    to: '/agents/new',
  },
  {
    isDone: ({ has_knowledge }) => has_knowledge,
    name: t('Add knowledge'),
    about: t(
      'Upload files, add web pages, or write questions and answers. Agents answer from them.',
    ),
    action: t('Add knowledge'),
    to: '/knowledge',
  },
  {
    isDone: ({ has_question }) => has_question,
    name: t('Try it'),
    about: t('Ask a question in the playground, and see the sources of the reply.'),
    action: t('Open the playground'),
    to: '/agents',
    toOnly: ({ agent }) => agent && `/agents/${agent}/playground`,
  },
  {
    isDone: ({ page_origin }) => page_origin !== null,
    name: t('Put it on your site'),
    about: t(
      'Allow your site, and paste one script tag into its pages. Done when the widget has answered there.',
    ),
    action: t('Get the script tag'),
    to: '/applications',
    toOnly: ({ application }) => application && `/applications/${application}`,
  },
]

/** Reads what a new organization has done. */
export const useFirstSteps = () =>
  useQuery({
    queryKey: ['first steps'],
    queryFn: () => dataOf(api.GET('/api/v1/organization/first-steps')),
    staleTime: 30_000,
  })

/** Says what to do next, until the widget has answered on a page of the owner. */
export function FirstSteps({ done }: { done: Done }) {
  const { mayChange } = useRights()
  const key = `parley-no-first-steps-${useUser().id}`
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) !== null)
  const open = STEPS.filter(({ isDone }) => !isDone(done))
  const [next] = open
  if (!next || isHidden) return null
  const hide = () => {
    localStorage.setItem(key, 'yes')
    setHidden(true)
  }
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t('First steps')}</h2>
        <span class="small muted">
          {t('{done} of {all} done', { done: STEPS.length - open.length, all: STEPS.length })}
        </span>
      </header>
      <Steps done={done} next={next} />
      {mayChange && open.length === 1 && (
        <p class="small muted row">
          {t('Your server calls the API, and you need no widget?')}
          <Button kind="quiet" onClick={hide}>
            {t('Hide the first steps')}
          </Button>
        </p>
      )}
    </section>
  )
}

function Steps({ done, next }: { done: Done; next: FirstStep }) {
  const only = useOnly()
  return (
    <ol>
      {STEPS.map((step) => (
        <Step
          key={step.to + step.name}
          step={step}
          to={step.toOnly?.(only) ?? step.to}
          isDone={step.isDone(done)}
          isNext={step === next}
        />
      ))}
    </ol>
  )
}

function useOnly(): OnlyIds {
  const onlyOf = (rows: readonly { id: string }[] = []) =>
    rows.length === 1 ? rows[0]!.id : undefined
  const { data: agents } = useAgents()
  const { data: applications } = useApplications()
  return { agent: onlyOf(agents), application: onlyOf(applications) }
}

interface StepProps {
  step: FirstStep
  /** Where its button leads. */
  to: string
  isDone: boolean
  isNext: boolean
}

function Step({ step, to, isDone, isNext }: StepProps) {
  const { mayChange } = useRights()
  const { name, about, action } = step
  return (
    <li aria-current={isNext ? 'step' : undefined}>
      {isDone ? (
        <CircleCheck size={22} class="done" aria-hidden="true" />
      ) : (
        <CircleDashed size={22} aria-hidden="true" />
      )}
      <div class="stack">
        <div>
          <h3>
            {name} {isDone && <span class="small muted">{t('Done')}</span>}
          </h3>
          {!isDone && <p class="small muted">{about}</p>}
        </div>
        {!isDone && mayChange && (
          <div>
            <ButtonLink to={to} {...(isNext && { kind: 'primary' as const })}>
              {action}
            </ButtonLink>
          </div>
        )}
      </div>
    </li>
  )
}
