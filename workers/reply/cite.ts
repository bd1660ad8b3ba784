import type { FinishedReply } from '../../shared/chat/endReplies.ts'
import type { Supported } from '../../shared/chat/messages.ts'
import { notKnownIn, readSmallTalk } from '../../shared/languages/smallTalk.ts'
import { inTurns } from '../../shared/lib/async/fairLoop.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import type { Breakers } from '../../shared/models/circuitBreaker.ts'
import type { Passage } from '../../shared/search/retrieval.ts'
import { type CitedReply, takingCitations } from '../citations/citations.ts'
import { storedMarks } from '../citations/storedMarks.ts'
import { checkClaims, type Problem } from '../grounding/checkClaims.ts'
import { makeEntailment } from '../grounding/entailment.ts'
import { givenTexts } from '../grounding/givenTexts.ts'
import { saysNotKnown } from '../grounding/refusals.ts'
import type { CallModel, ModelReply } from '../models/model.ts'
import type { PromptMessage } from '../prompt/prompt.ts'
import type { Correct, GeneratedAnswer } from './generate.ts'
import { forHelper, type Reservations } from './reserve.ts'
import type { ReplyConfig, ReplyRun } from './run.ts'

interface CiteDeps {
  callModel: CallModel
  breakers: Breakers
  hasRoom: Reservations['hasRoom']
  correct: Correct
  config: ReplyConfig
  log: Log
}

/** A reply in the form that is stored. */
export interface SourcedReply
  extends Pick<CitedReply, 'content' | 'citations' | 'grounded'>,
    Pick<ModelReply, 'finish_reason'>,
    Pick<FinishedReply, 'marks'> {
  supported: Supported | null
}

/** A reply, and the result of its check. */
export interface Cited {
  reply: SourcedReply
  /** The passages that it cites. */
  cited: readonly Passage[]
  /** How many sentences of the model's last answer its sources support; null: none was checked. */
  supported: Supported | null
  /** Sentences of the model's last answer that their sources do not support. */
  problems: readonly Problem[]
}

/**
 * The step that turns the model's text into a reply with citations, and checks its claims against
 * their sources. If the agent requires grounding and a check fails, the model is asked once more.
 * If that fails too, the fallback message replaces the answer.
 * @throws AppError model_bad_output
 */
export type Cite = (run: ReplyRun, answer: GeneratedAnswer) => Promise<Cited>

export function makeCite(deps: CiteDeps): Cite {
  const { correct, hasRoom, log } = deps
  const findUnsupported = makeEntailment(deps)

  async function read(
    run: ReplyRun,
    { text, finish_reason, prompt }: GeneratedAnswer,
  ): Promise<Cited> {
    const { inputs, yieldLoop } = run
    const { given, earlier } = prompt
    const asked = { question: inputs.question, given, earlier }
    const work = takingCitations(text, prompt.sources, asked)
    const { content, citations, grounded, claims, cited, statements } = await inTurns(
      work,
      yieldLoop,
    )
    if (!content) throw new AppError('model_bad_output', 'The model answered with an empty text.')
    const checked = await checkClaims(
      { statements, sources: prompt.sources, given: givenTexts(inputs.question, prompt.parts) },
      yieldLoop,
    )
    const problems = checked.problems.length
      ? checked.problems
      : await findUnsupported({
          claims,
          model: inputs.agent.grounding_model,
          ...forHelper(run, hasRoom),
        })
    const isSupported = grounded && problems.length === 0
    const supported = supportedOf(checked.supported.of, problems)
    const reply: SourcedReply = {
      content,
      citations,
      marks: storedMarks(content, claims),
      grounded: isSupported && !saysNotKnown(content, inputs.agent.fallback_message),
      supported,
      finish_reason,
    }
    return { reply, cited, supported, problems }
  }

  /** Asks the model to correct its answer. If the call fails, the first answer stays. */
  async function askAgain(run: ReplyRun, answer: GeneratedAnswer, problems: readonly Problem[]) {
    const { id, request_id } = run.claim
    try {
      return await correct(run, answer, correctionOf(answer.text, problems))
    } catch (error) {
      run.signal.throwIfAborted()
      log.warn({ id, request_id, err: error }, 'could not ask a model once more')
      return undefined
    }
  }

  return async function cite(run, answer) {
    const first = await read(run, answer)
    const { reply, problems } = first
    if (!run.inputs.agent.require_grounding || reply.grounded || problems.length === 0)
      return enforceGrounding(first, run)
    const again = await askAgain(run, answer, problems)
    return enforceGrounding(again ? await read(run, again) : first, run)
  }
}

function supportedOf(of: number, problems: readonly Problem[]): Supported | null {
  const wrong = new Set(problems.map(({ sentence }) => sentence)).size
  return of > 0 ? { sentences: of - wrong, of } : null
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
 * Replaces a reply that is not grounded, if the agent requires grounding, by the agent's fallback
 * message, or else by a sentence in the question's language that it does not know. What states
 * nothing unsupported stays: small talk, and a cited answer that says what it does not know.
 */
function enforceGrounding(read: Cited, { inputs }: ReplyRun): Cited {
  const { agent, locale, question } = inputs
  const { reply, problems } = read
  const expected = agent.language ?? locale
  if (!agent.require_grounding || reply.grounded) return read
  const isCited = reply.citations.length > 0
  if (problems.length === 0 && (isCited || readSmallTalk(question, agent.name, expected).answer))
    return read
  const content = agent.fallback_message ?? notKnownIn(languageOf(question, expected))
  const emptied = { content, citations: [], marks: [], supported: null }
  return { ...read, reply: { ...reply, ...emptied }, cited: [] }
}
