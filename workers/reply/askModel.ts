import type { Db } from '../../shared/db/db.ts'
import type { Log } from '../../shared/observability/log.ts'
import type { Watch } from '../../shared/providers/circuitBreaker.ts'
import type { NotificationSender } from '../../shared/queue/notifications.ts'
import type { CallModel, ModelReply } from '../models/model.ts'
import type { PromptMessage } from '../prompt/prompt.ts'
import { makePartialReply, type PartialReply } from './partialReply.ts'
import { addUsage, givenOf, type ReplyConfig, type ReplyRun } from './run.ts'
import { stablePrefix } from './stablePrefix.ts'

interface AskDeps {
  db: Db
  callModel: CallModel
  notifications: NotificationSender
  log: Log
  config: ReplyConfig
}

/**
 * The step that calls the model, and streams its text if a client follows.
 * @param correction messages after the prompt: the model's own answer, and what is wrong with it
 */
type AskModel = (run: ReplyRun, watch: Watch, correction?: readonly PromptMessage[]) => Promise<ModelReply>

export function makeAskModel(deps: AskDeps): AskModel {
  const { callModel } = deps
  return async function askModel(run, watch, correction = []) {
    const { claim, signal, inputs, model, prompt, usage, moments } = run
    const { temperature, max_output_tokens } = inputs.agent
    run.partial = partialReplyOf(run, deps)
    const onText = run.partial && showing(run.partial, run)
    const asked = performance.now()
    if (correction.length === 0) moments.asked = asked
    const messages = [...prompt.messages, ...correction]
    try {
      const { facts } = prompt
      const { organization_id } = claim
      const call = { organization_id, model, temperature, max_output_tokens, messages, facts, signal, onText }
      const answer = await watch(callModel({ ...call, request_id: claim.request_id }))
      addUsage(usage, answer, answer.cost_usd)
      run.answer = answer
      return answer
    } finally {
      usage.model_ms += performance.now() - asked
    }
  }
}

function showing(partial: PartialReply, { moments }: ReplyRun) {
  return (text: string) => {
    moments.firstText ??= performance.now()
    partial.show(text)
  }
}

/** undefined: no client follows, or the agent requires grounding, so that the text may yet be replaced. */
function partialReplyOf(
  run: ReplyRun,
  { db, notifications, log, config }: AskDeps,
): PartialReply | undefined {
  const { claim, inputs, prompt } = run
  if (!claim.streamed || inputs.agent.require_grounding) return undefined
  const deps = { db, notifications, log, saveMs: config.times.draftMs }
  return makePartialReply(deps, claim, (text) => stablePrefix(text, prompt.sources, givenOf(run)))
}
