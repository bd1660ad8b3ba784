import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { BUILTIN_MODEL } from '../../shared/lib/catalog/builtin.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { ModelTimedOut } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import { type Breakers, breakerKeyOf, type Watch } from '../../shared/models/circuitBreaker.ts'
import type { CallModel, ModelReply, Spent } from '../models/model.ts'
import type { PromptMessage } from '../prompt/prompt.ts'
import { makePartialReply, type PartialReply } from './partialReply.ts'
import type { Reservations } from './reserve.ts'
import { addUsage, givenOf, type ReplyConfig, type ReplyRun, setModel } from './run.ts'
import { stablePrefix } from './stablePrefix.ts'

interface AskDeps {
  db: Db
  callModel: CallModel
  breakers: Breakers
  reserve: Reservations['reserve']
  notifications: NotificationSender
  log: Log
  config: ReplyConfig
}

interface Asking {
  /** Messages after the prompt: the model's own answer, and what is wrong with it. */
  correction?: readonly PromptMessage[]
  /** The longest time for the call, in milliseconds; undefined: that of every call. */
  limitMs?: number | undefined
}

/** The step that calls the run's model, and streams its text if a client follows. */
export type AskModel = (run: ReplyRun, watch: Watch, asking?: Asking) => Promise<ModelReply>

export function makeAskModel(deps: AskDeps): AskModel {
  const { callModel, breakers, config, reserve } = deps
  const fairMs = (config.REPLY_DEADLINE_SECONDS * 1000) / 3
  return async function askModel(run, watch, { correction = [], limitMs } = {}) {
    const { claim, inputs, prompt, usage, moments } = run
    const { temperature, max_output_tokens } = inputs.agent
    const messages = [...prompt.messages, ...correction]
    const model = await reserve(run, {
      model: run.model,
      messages,
      max_output_tokens: max_output_tokens ?? 0,
    })
    const isOther = model !== run.model || run.budgeted.forced.size > 0
    const watching = isOther ? breakers.admit(breakerKeyOf(claim.organization_id, model)) : watch
    setModel(run, model, config)
    run.partial = partialReplyOf(run, deps)
    const onText = run.partial && showing(run.partial, run)
    const asked = performance.now()
    if (correction.length === 0) moments.asked = asked
    const { facts } = prompt
    const { organization_id, request_id } = claim
    const onSpent = (spent: Spent) => addUsage(usage, spent, spent.cost_usd)
    const seconds = secondsOf(claim, config)
    const call = { organization_id, request_id, onSpent, seconds }
    if (claim.asked) claim.asked.calledAt = asked
    try {
      const answer = await inTime(limitMs, fairMs, run.signal, watching, (signal) =>
        callModel({
          ...call,
          model,
          temperature,
          max_output_tokens,
          messages,
          facts,
          signal,
          onText,
        }),
      )
      addUsage(usage, answer, answer.cost_usd)
      if (model === BUILTIN_MODEL)
        usage.free_tokens = (usage.free_tokens ?? 0) + answer.input_tokens + answer.output_tokens
      run.answer = answer
      return answer
    } catch (error) {
      throw error instanceof ModelTimedOut ? withHint(error, config) : error
    } finally {
      delete claim.asked?.calledAt
      usage.model_ms += performance.now() - asked
    }
  }
}

/**
 * Seconds that a call may take. After each failure twice as long: a model that is only slow must
 * not have all its calls thrown away, and one that hung once answers soon.
 */
export const secondsOf = (
  { failures }: Pick<LeasedJob, 'failures'>,
  { MODEL_TIMEOUT_SECONDS }: Pick<ReplyConfig, 'MODEL_TIMEOUT_SECONDS'>,
) => MODEL_TIMEOUT_SECONDS * 2 ** failures

/** Says what to do about a model that is slow at all times. */
const withHint = (
  { seconds, cause }: ModelTimedOut,
  { MODEL_TIMEOUT_SECONDS, REPLY_DEADLINE_SECONDS }: ReplyConfig,
) =>
  new ModelTimedOut(seconds, {
    cause,
    hint: ` If it always takes that long, raise MODEL_TIMEOUT_SECONDS (${MODEL_TIMEOUT_SECONDS}), and REPLY_DEADLINE_SECONDS (${REPLY_DEADLINE_SECONDS}) with it.`,
  })

/**
 * Ends a call after `limitMs` milliseconds; undefined: the caller's signal alone ends it. That is
 * the model's failure to its breaker only if the limit was `fairMs` or more: a reply that is near
 * its deadline leaves little time.
 * @throws AppError model_unavailable
 */
async function inTime<T>(
  limitMs: number | undefined,
  fairMs: number,
  signal: AbortSignal,
  watch: Watch,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (limitMs === undefined) return watch(call(signal))
  const late = AbortSignal.timeout(limitMs)
  const limited = call(AbortSignal.any([signal, late]))
  const told = (cause: unknown): never => {
    if (!late.aborted || signal.aborted) throw cause
    throw new ModelTimedOut(Math.round(limitMs / 100) / 10, { cause })
  }
  return limitMs >= fairMs ? watch(limited.catch(told)) : watch(limited).catch(told)
}

function showing(partial: PartialReply, { moments }: ReplyRun) {
  return (text: string) => {
    moments.firstText ??= performance.now()
    partial.show(text)
  }
}

/**
 * undefined: no client follows, or the agent requires grounding, so that the text may yet be
 * replaced.
 */
function partialReplyOf(
  run: ReplyRun,
  { db, notifications, log, config }: AskDeps,
): PartialReply | undefined {
  const { claim, inputs, prompt } = run
  if (!claim.streamed || inputs.agent.require_grounding) return undefined
  const deps = { db, notifications, log, saveMs: config.times.draftMs }
  return makePartialReply(deps, claim, (text) => stablePrefix(text, prompt.sources, givenOf(run)))
}
