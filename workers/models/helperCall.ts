import type { Config } from '../../shared/lib/config/config.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { type Breakers, breakerKeyOf } from '../../shared/models/circuitBreaker.ts'
import { costOfCall, type ModelCall, outcomeOf, type PlannedCall } from './calls.ts'
import type { CallModel, Spent } from './model.ts'
import type { Pace } from './pace.ts'

export interface HelperDeps {
  callModel: CallModel
  breakers: Breakers
  config: Pick<Config, 'times'>
  log: Log
}

/** A task of a helper: a model that is called for a reply, but does not write it. */
interface HelperTask {
  /** Also names the model's breaker, so that a helper that is down or slow stops no replies. */
  purpose: 'grounding' | 'queries'
  /** `provider:name` or `connection:name` */
  model: string
  instructions: string
  /** The longest time, in milliseconds, that a reply waits for the answer. */
  maxMs: number
  max_output_tokens: number
  /** Leaves the model alone while it is too slow. Undefined: its speed does not matter. */
  pace?: Pace
  /** Logged if there is no answer: says what the reply lacks. */
  warning: string
}

export interface HelperCall {
  /** The text that the model reads after its instructions. */
  input: string
  /** The calls of the reply. This call is added to them if it is made. */
  calls: ModelCall[]
  /** The fencing token of the reply. */
  attempt: number
  /** Whether budgets have room for a call. */
  hasRoom: (call: PlannedCall) => Promise<boolean>
  signal: AbortSignal
  /** The organization whose connections `model` may name. */
  organization_id: string
  request_id: string
}

/**
 * Why a helper gave no answer: it is left alone, because its breaker is open or it is too slow; its
 * time is over, its call failed, or a budget has no room for it.
 */
export type HelperFailure = 'model_down' | 'too_slow' | 'timeout' | 'call_failed' | 'budget_reached'

type HelperAnswer = { text: string; failure: null } | { text: null; failure: HelperFailure }

/**
 * Makes a short call of a helper, with a timeout and a breaker of its own. Returns failures instead
 * of throwing them, because a reply can do without a helper.
 * @throws only the signal's reason, if it was aborted
 */
export type AskHelper = (call: HelperCall) => Promise<HelperAnswer>

export function makeAskHelper(
  { callModel, breakers, config, log }: HelperDeps,
  task: HelperTask,
): AskHelper {
  const { purpose, model, instructions, maxMs, max_output_tokens, pace, warning } = task
  return async function askHelper(helperCall) {
    const { input, calls, attempt, hasRoom, signal, organization_id, request_id } = helperCall
    const begun = performance.now()
    const messages = [
      { role: 'system', content: instructions },
      { role: 'user', content: input },
    ] as const
    const paced = pace?.begin()
    if (pace && !paced) return { text: null, failure: 'too_slow' }
    if (!(await hasRoom({ model, messages, max_output_tokens }))) {
      paced?.notMade()
      return { text: null, failure: 'budget_reached' }
    }
    const late = AbortSignal.timeout(maxMs)
    const spent: Spent[] = []
    const ended = (asked: number, outcome: ModelCall['outcome']) => {
      const call = {
        purpose,
        attempt,
        model,
        begun,
        asked,
        firstText: null,
        ...costOfCall(spent),
        outcome,
      }
      calls.push({ ...call, ended: performance.now() })
    }
    let asked: number | undefined
    let failure: HelperFailure = 'model_down'
    try {
      // Throws at once while the model is down, so that replies do not wait for it.
      const watch = breakers.admit(
        `${purpose} ${breakerKeyOf(organization_id, model)}`,
        config.times.breakerHelperMaxOpenMs,
      )
      failure = 'call_failed'
      asked = performance.now()
      const call = callModel({
        organization_id,
        model,
        temperature: 0,
        max_output_tokens,
        messages,
        request_id,
        onSpent: (failed) => spent.push(failed),
        signal: AbortSignal.any([signal, late]),
      })
      const answer = await watch(call.catch(timed))
      spent.push(answer)
      ended(asked, 'answered')
      paced?.ended(performance.now() - asked)
      return { text: answer.text, failure: null }
    } catch (error) {
      if (asked === undefined) paced?.notMade()
      else ended(asked, outcomeOf(error, signal))
      signal.throwIfAborted()
      if (late.aborted) failure = 'timeout'
      if (failure === 'timeout') paced?.ended(maxMs)
      if (failure !== 'model_down') log.warn({ request_id, model, failure, err: error }, warning)
      return { text: null, failure }
    }

    /** A model that takes too long counts as down to its breaker. */
    function timed(cause: unknown): never {
      if (!late.aborted || signal.aborted) throw cause
      throw new AppError('model_unavailable', `The model took longer than ${maxMs} ms.`, { cause })
    }
  }
}
