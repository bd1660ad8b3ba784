import { isCalled } from '../../shared/chat/replies.ts'
import { textsIn } from '../../shared/languages/languages.ts'
import { inTurns } from '../../shared/lib/async/fairLoop.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { takingCitations } from '../citations/citations.ts'
import type { ReplyEnding } from '../handoffs/endAndHandOff.ts'
import type { ModelPrompt } from '../prompt/promptFor.ts'
import { isCall } from '../tools/acting.ts'
import { lastRound } from '../tools/runRound.ts'
import { attemptOf } from './reserve.ts'
import type { ReplyConfig, ReplyRun } from './run.ts'
import { type StepResults, traceOf } from './trace.ts'

/**
 * Returns the end of a reply that waits for a decision. Its text is what the model said beside its
 * calls, without sources: the reply that continues it answers. An agent that requires grounding
 * says nothing that was not checked: then, and without a text, it says whose word it waits for.
 * @param prompt the one that the model answered; undefined: another worker asked it
 */
export async function waitingReply(
  run: ReplyRun,
  results: StepResults,
  config: ReplyConfig,
  prompt?: ModelPrompt,
): Promise<ReplyEnding> {
  const { claim, inputs, acting } = run
  const { model, said } = lastRound(acting!)!
  const text = inputs.agent.require_grounding ? '' : said.text
  const asked = { question: inputs.question, given: prompt?.given ?? inputs.question }
  const { content } = await inTurns(
    takingCitations(text, prompt?.sources ?? [], {
      ...asked,
      earlier: prompt?.earlier ?? new Map(),
    }),
    run.yieldLoop,
  )
  const { usage, ...attempt } = attemptOf(run, 'completed')
  return {
    claim,
    status: 'requires_action',
    reply: {
      content: content || wordsFor(run),
      citations: [],
      grounded: null,
      finish_reason: 'tool_calls',
      model,
      fallback_for: model === run.models[0] ? null : run.models[0]!,
    },
    // The call of the model was stored with what it asked for.
    ...(isCalled(usage) && { ...attempt, usage }),
    trace: inputs.traced ? traceOf(run, results, config) : undefined,
  }
}

/** Says in the question's language who must agree. */
function wordsFor({ inputs, acting }: ReplyRun): string {
  const { agent, locale, question } = inputs
  const waiting = acting!.steps.filter(isCall).filter(({ state }) => state === 'waiting')
  const decides = waiting.some((call) => call.decides === 'person') ? 'person' : 'customer'
  return textsIn(languageOf(question, agent.language ?? locale)).actions[decides]
}
