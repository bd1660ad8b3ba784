import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError, ModelTimedOut } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import type { Watch } from '../../shared/models/circuitBreaker.ts'
import { costOfCall, type ModelCall, outcomeOf } from '../models/calls.ts'
import type { CallModel, Spent } from '../models/model.ts'
import type { PromptMessage } from '../prompt/prompt.ts'
import type { ModelPrompt } from '../prompt/promptFor.ts'
import type { ModelTurn } from './chooseModel.ts'
import { makePartialReply, type PartialReply } from './partialReply.ts'
import type { Reservations } from './reserve.ts'
import type { ReplyConfig, ReplyRun } from './run.ts'
import { stablePrefix } from './stablePrefix.ts'
import { heldBack, type Tentative } from './tentative.ts'

interface CallDeps {
  db: Db
  callModel: CallModel
  reserve: Reservations['reserve']
  notifications: NotificationSender
  log: Log
  config: ReplyConfig
}

interface Asking extends Pick<ModelCall, 'purpose'> {
  prompt: ModelPrompt
  /** Messages after the prompt: the model's own answer, and what to correct in it. */
  correction?: readonly PromptMessage[]
  /** Set if the answer may not be wanted. The call then ends once that is known. */
  tentative?: Tentative
}

/**
 * Calls the model that answers: reserves what the call may cost, calls, and streams the text if a
 * client follows. Adds the call to the run's calls, also if it fails.
 * @returns the call, which has an `answer`, an `error`, or the budgets that are `reached`, or whose
 *   answer was not wanted (`replaced`)
 * @throws the signal's reason if it was aborted, and any error that is no `AppError`
 */
export type CallOnce = (run: ReplyRun, turn: ModelTurn, asking: Asking) => Promise<ModelCall>

export function makeCallOnce(deps: CallDeps): CallOnce {
  const { callModel, config, reserve } = deps
  const fairMs = (config.REPLY_DEADLINE_SECONDS * 1000) / 3
  return async function callOnce(
    run,
    { model, watch, hasNext },
    { purpose, prompt, correction = [], tentative },
  ) {
    const { claim, inputs } = run
    const signal = tentative ? AbortSignal.any([run.signal, tentative.signal]) : run.signal
    const { attempt, organization_id, request_id } = claim
    const { temperature, max_output_tokens } = inputs.agent
    // A correction is written without tools, which the model might otherwise call.
    const isCorrection = purpose === 'correction'
    const messages = [...prompt.messages, ...correction]
    const tools = isCorrection ? undefined : prompt.tools
    const begun = performance.now()
    const spent: Spent[] = []
    let asked: number | null = null
    let firstText: number | null = null
    let over: number | undefined
    const ended = (how: Pick<ModelCall, 'outcome' | 'error' | 'reached' | 'answer'>): ModelCall => {
      const times = { begun, asked, firstText, ended: over ?? performance.now() }
      const call = { purpose, attempt, model, prompt, ...times, ...costOfCall(spent), ...how }
      run.calls.push(call)
      return call
    }
    try {
      const reached = await reserve(run, {
        model,
        messages,
        tools,
        max_output_tokens: max_output_tokens ?? 0,
        beside: tentative?.beside,
      })
      signal.throwIfAborted()
      if (reached?.refusal) throw reached.refusal
      if (reached) return ended({ outcome: 'budget_reached', reached })
      const partial = partialReplyOf(run, prompt, deps)
      run.partial = partial
      const show = partial && (tentative ? heldBack(partial.show, tentative.isKept) : partial.show)
      const onText =
        show &&
        ((text: string) => {
          firstText ??= performance.now()
          show(text)
        })
      const limitMs = hasNext && !isCorrection ? halfOfRest(run) : undefined
      asked = performance.now()
      if (claim.asked) claim.asked.calledAt = asked
      const request = {
        organization_id,
        request_id,
        model,
        temperature,
        max_output_tokens,
        messages,
        tools,
        onText,
      }
      const onSpent = (failed: Spent) => spent.push(failed)
      const { facts } = prompt
      const seconds = secondsOf(claim, config)
      const call = (signal: AbortSignal) =>
        callModel({ ...request, facts, seconds, signal, onSpent })
      const answer = await inTime(limitMs, fairMs, signal, watch, call)
      spent.push(answer)
      over = performance.now()
      const isWanted = (await tentative?.isKept) ?? true
      return ended(isWanted ? { outcome: 'answered', answer } : { outcome: 'replaced' })
    } catch (thrown) {
      // A text that is held back is not shown when its call is kept after it has failed.
      run.partial?.end()
      if (signal.aborted && !run.signal.aborted) return ended({ outcome: 'replaced' })
      const error = thrown instanceof ModelTimedOut ? withHint(thrown, config) : thrown
      const call = ended({
        outcome: outcomeOf(error, run.signal),
        error: error instanceof AppError && !run.signal.aborted ? error : undefined,
      })
      run.signal.throwIfAborted()
      if (!call.error) throw error
      return call
    } finally {
      delete claim.asked?.calledAt
    }
  }
}

/** Returns half of the milliseconds that are left, so that a model that hangs leaves the rest. */
function halfOfRest({ claim, moments }: ReplyRun): number {
  const leftMs = claim.deadline_ms - (performance.now() - moments.begun)
  return Math.max(1, Math.floor(leftMs / 2))
}

/**
 * Returns the seconds that a call may take, which double after each failure of the reply. A model
 * that is only slow must get enough time once, and a model that hung once will answer soon.
 */
export const secondsOf = (
  { failures }: Pick<LeasedJob, 'failures'>,
  { MODEL_TIMEOUT_SECONDS }: Pick<ReplyConfig, 'MODEL_TIMEOUT_SECONDS'>,
) => MODEL_TIMEOUT_SECONDS * 2 ** failures

/** Adds to a timeout what to set if the model is always that slow. */
const withHint = (
  { seconds, cause }: ModelTimedOut,
  { MODEL_TIMEOUT_SECONDS, REPLY_DEADLINE_SECONDS }: ReplyConfig,
) =>
  new ModelTimedOut(seconds, {
    cause,
    hint: ` If it always takes that long, raise MODEL_TIMEOUT_SECONDS (${MODEL_TIMEOUT_SECONDS}), and REPLY_DEADLINE_SECONDS (${REPLY_DEADLINE_SECONDS}) with it.`,
  })

/**
 * Ends a call after `limitMs` milliseconds; undefined: only the caller's signal ends it. The
 * breaker counts a timeout only if the limit was `fairMs` or more, because a reply near its
 * deadline leaves the model little time.
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
  const failLate = (cause: unknown): never => {
    if (!late.aborted || signal.aborted) throw cause
    throw new ModelTimedOut(Math.round(limitMs / 100) / 10, { cause })
  }
  return limitMs >= fairMs ? watch(limited.catch(failLate)) : watch(limited).catch(failLate)
}

/**
 * Makes the streamed reply; undefined: no client follows, or the agent requires grounding, so that
 * the text may still be replaced.
 */
function partialReplyOf(
  { claim, inputs }: ReplyRun,
  prompt: ModelPrompt,
  { db, notifications, log, config }: CallDeps,
): PartialReply | undefined {
  if (!claim.streamed || inputs.agent.require_grounding) return undefined
  const deps = { db, notifications, log, saveMs: config.times.draftMs }
  return makePartialReply(deps, claim, (text) => stablePrefix(text, prompt.sources, prompt))
}
