import { inTurns } from '../../shared/lib/async/fairLoop.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { notKnownIn, readSmallTalk } from '../../shared/lib/text/smalltalk.ts'
import type { Breakers } from '../../shared/models/circuitBreaker.ts'
import { type CitedReply, takingCitations } from '../citations/citations.ts'
import { checkClaims, type Problem } from '../grounding/checkClaims.ts'
import { makeEntailment } from '../grounding/entailment.ts'
import type { CallModel, ModelReply } from '../models/model.ts'
import type { PromptMessage } from '../prompt/prompt.ts'
import type { Reservations } from './reserve.ts'
import { addUsage, givenOf, type ReplyConfig, type ReplyRun } from './run.ts'

interface CiteDeps {
  callModel: CallModel
  breakers: Breakers
  hasRoom: Reservations['hasRoom']
  config: ReplyConfig
  log: Log
}

export type SourcedReply = Omit<CitedReply, 'claims'> & Pick<ModelReply, 'finish_reason'>

/**
 * Calls the model with its own answer and what is wrong with it. @returns undefined: the call
 * failed
 */
type AskAgain = (correction: readonly PromptMessage[]) => Promise<ModelReply | undefined>

/**
 * The step that turns the model's text into a reply with citations, and checks that its sources say
 * what it claims. If the agent requires that, the model gets one more try, then the fallback
 * message stands in.
 */
export function makeCite(deps: CiteDeps) {
  const findUnsupported = makeEntailment(deps)

  /** @throws AppError model_bad_output */
  async function read(run: ReplyRun, { text, finish_reason }: ModelReply): Promise<SourcedReply> {
    const { inputs, prompt, usage, signal, claim } = run
    const asked = { question: inputs.question, given: givenOf(run) }
    const work = takingCitations(text, prompt.sources, asked)
    const { claims, ...told } = await inTurns(work, run.yieldLoop)
    if (!told.content)
      throw new AppError('model_bad_output', 'The model answered with an empty text.')
    run.problems = await checkClaims(claims, run.yieldLoop)
    if (run.problems.length === 0) {
      const { request_id } = claim
      run.problems = await findUnsupported({
        claims,
        signal,
        request_id,
        addCost: (call, cost) => addUsage(usage, call, cost),
        hasRoom: (call) => deps.hasRoom(run, call),
      })
    }
    return { ...told, grounded: told.grounded && run.problems.length === 0, finish_reason }
  }

  return async function cite(
    run: ReplyRun,
    answer: ModelReply,
    askAgain: AskAgain,
  ): Promise<SourcedReply> {
    const first = await read(run, answer)
    if (!run.inputs.agent.require_grounding || first.grounded || run.problems.length === 0)
      return enforceGrounding(first, run)
    const again = await askAgain(correctionOf(answer.text, run.problems))
    return enforceGrounding(again ? await read(run, again) : first, run)
  }
}

const correctionOf = (answer: string, problems: readonly Problem[]): PromptMessage[] => [
  { role: 'assistant', content: answer },
  {
    role: 'user',
    content: [
      'This answer was not sent to the user, because its sources do not support it:',
      ...problems.map(({ sentence, reason }) => `- ${JSON.stringify(sentence)}: ${reason}`),
      'Answer my last question again, in its language, as if for the first time. State only what the sources say, and mark each source. If they do not say it, say that you do not know.',
    ].join('\n'),
  },
]

/**
 * Replaces a reply that is not grounded, if the agent requires grounding: with the agent's fallback
 * message, else with a sentence in the question's language that says nothing is known. Small talk
 * states no facts and stays.
 */
function enforceGrounding(reply: SourcedReply, { inputs, problems }: ReplyRun): SourcedReply {
  const { agent, locale, question } = inputs
  const expected = agent.language ?? locale
  if (!agent.require_grounding || reply.grounded) return reply
  if (problems.length === 0 && readSmallTalk(question, agent.name, expected).answer) return reply
  const content = agent.fallback_message ?? notKnownIn(languageOf(question, expected))
  return { ...reply, content, citations: [], cited: [] }
}
