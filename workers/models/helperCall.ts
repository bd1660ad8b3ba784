import type { Config } from '../../shared/lib/config/config.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { Breakers } from '../../shared/models/circuitBreaker.ts'
import { costOfCall, type ModelCall, outcomeOf } from './calls.ts'
import type { CallModel, ModelRequest, Spent } from './model.ts'

export interface HelperDeps {
  callModel: CallModel
  breakers: Breakers
  config: Pick<Config, 'times'>
  log: Log
}

/** What a model is called for beside the reply itself. */
interface HelperTask {
  /** Names the model's breaker, too: a helper that is down or slow stops no replies. */
  purpose: 'grounding' | 'queries'
  /** `provider:name` */
  model: string
  instructions: string
  /** The longest time, in milliseconds, that a reply waits for the answer. */
  maxMs: number
  max_output_tokens: number
  /** Logged when there is no answer: what the reply does without. */
  warning: string
}

export interface HelperCall {
  /** What the model reads after its instructions. */
  input: string
  /** The calls of the reply. This call is added to them if it is made. */
  calls: ModelCall[]
  /** The fencing token of the reply. */
  attempt: number
  /** Whether budgets have room for a call. */
  hasRoom: (call: Planned) => Promise<boolean>
  signal: AbortSignal
  request_id: string
}

/** A call that is about to be made. */
type Planned = Pick<ModelRequest, 'model' | 'messages'> & { max_output_tokens: number }

/**
 * Why there is no answer: the breaker is open, the time is over, the call failed, or a budget has
 * no room for it.
 */
export type HelperFailure = 'model_down' | 'timeout' | 'call_failed' | 'budget_reached'

type HelperAnswer = { text: string; failure: null } | { text: null; failure: HelperFailure }

/**
 * Makes one short call of a model that replies can do without. It has its own timeout and breaker,
 * and a failure is an outcome.
 * @throws the signal's reason when it was aborted, and nothing else
 */
export type AskHelper = (call: HelperCall) => Promise<HelperAnswer>

export function makeAskHelper(
  { callModel, breakers, config, log }: HelperDeps,
  task: HelperTask,
): AskHelper {
  const { purpose, model, instructions, maxMs, max_output_tokens, warning } = task
  return async function askHelper({ input, calls, attempt, hasRoom, signal, request_id }) {
    const begun = performance.now()
    const messages = [
      { role: 'system', content: instructions },
      { role: 'user', content: input },
    ] as const
    if (!(await hasRoom({ model, messages, max_output_tokens })))
      return { text: null, failure: 'budget_reached' }
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
      // While the model is down, replies do not wait for it.
      const watch = breakers.admit(`${purpose} ${model}`, config.times.breakerHelperMaxOpenMs)
      failure = 'call_failed'
      asked = performance.now()
      const call = callModel({
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
      return { text: answer.text, failure: null }
    } catch (error) {
      if (asked !== undefined) ended(asked, outcomeOf(error, signal))
      signal.throwIfAborted()
      if (late.aborted) failure = 'timeout'
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
