import type { Db } from '../../shared/db/db.ts'
import type { Log } from '../../shared/observability/log.ts'
import { costOf } from '../../shared/providers/catalog/catalog.ts'
import type { Watch } from '../../shared/providers/circuitBreaker.ts'
import type { NotificationSender } from '../../shared/queue/notifications.ts'
import type { CallModel, ModelReply } from '../models/model.ts'
import { makePartialReply, type PartialReply } from './partialReply.ts'
import { givenOf, type ReplyConfig, type ReplyRun } from './run.ts'
import { stablePrefix } from './stablePrefix.ts'

interface AskDeps {
  db: Db
  callModel: CallModel
  notifications: NotificationSender
  log: Log
  config: ReplyConfig
}

/** The step that calls the model, and streams its text if a client follows. */
export function makeAskModel(deps: AskDeps): (run: ReplyRun, watch: Watch) => Promise<ModelReply> {
  const { callModel, config } = deps
  return async function askModel(run, watch) {
    const { claim, signal, inputs, model, prompt, usage, moments } = run
    const { temperature, max_output_tokens } = inputs.agent
    run.partial = partialReplyOf(run, deps)
    const onText = run.partial && showing(run.partial, run)
    moments.asked = performance.now()
    const { messages, facts } = prompt
    try {
      const call = { model, temperature, max_output_tokens, messages, facts, signal, onText }
      const answer = await watch(callModel({ ...call, request_id: claim.request_id }))
      usage.input_tokens = answer.input_tokens
      usage.output_tokens = answer.output_tokens
      usage.cost_usd = costOf(model, answer, config.LLM_PRICES)
      run.answer = answer
      return answer
    } finally {
      usage.model_ms = performance.now() - moments.asked
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
