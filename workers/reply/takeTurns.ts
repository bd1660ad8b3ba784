import { AppError, type ErrorCode, RetryLater } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { type Breakers, breakerKeyOf, type Watch } from '../../shared/models/circuitBreaker.ts'
import type { ModelReply } from '../models/model.ts'
import { buildPrompt, type PromptMessage } from '../prompt/prompt.ts'
import type { AskModel } from './askModel.ts'
import type { Probe } from './probe.ts'
import { type ReplyConfig, type ReplyRun, setModel } from './run.ts'

/**
 * The failures after which the next model is asked. Whatever else a model says is about the
 * request, or its set-up.
 */
const PASSED_ON: readonly ErrorCode[] = [
  'model_unavailable',
  'model_rate_limited',
  'context_length_exceeded',
]

interface TurnsDeps {
  breakers: Breakers
  askModel: AskModel
  config: ReplyConfig
  log: Log
  /**
   * Called before a run that has called a model goes on with another one.
   * @throws LEASE_LOST if another worker has the job now
   */
  passOn: (run: ReplyRun, to: string) => Promise<void>
  /** Finds out beside the run whether a model that was down is back. */
  probe: Probe
}

/** The models of one reply, asked in turn until one answers. */
export interface Turns {
  /** @throws AppError of the failure that decides what becomes of the reply, see `decisive` */
  ask(): Promise<ModelReply>
  /** Asks the model that answered once more. @param correction see `AskModel` */
  askAgain(correction: readonly PromptMessage[]): Promise<ModelReply>
}

/** A model of a run, at its place. */
interface RunModel {
  at: number
  model: string
  /** Of its breaker. */
  key: string
}

/** A model's turn. */
type ModelTurn = RunModel & { watch: Watch }

/**
 * Chooses the first model that is not down, and makes it the run's.
 * @throws RetryLater if all are down
 */
export type TakeTurns = (run: ReplyRun) => Turns

export function makeTakeTurns({
  breakers,
  askModel,
  probe,
  config,
  log,
  passOn,
}: TurnsDeps): TakeTurns {
  /**
   * Finds the next model that may be called, from the place `first` on. Whether one that is down is
   * back is found out by a probe, so that nobody waits for it; if all are down, the reply itself
   * tries.
   */
  function admit(run: ReplyRun, first: number, failures: AppError[]): ModelTurn | undefined {
    const { organization_id } = run.claim
    const places = run.models
      .map((model, at): RunModel => ({ at, model, key: breakerKeyOf(organization_id, model) }))
      .slice(first)
    const works = places.find(({ key }) => breakers.capacity(key) === Infinity)
    const chosen = works ?? places.find(({ key }) => breakers.capacity(key) > 0)
    for (const place of places) {
      if (place === chosen) break
      const { key, model } = place
      if (breakers.capacity(key) > 0) probe(run, model, breakers.admit(key))
      passOver(run, place, failures)
    }
    return chosen && { ...chosen, watch: breakers.admit(chosen.key) }
  }

  function passOver(run: ReplyRun, { model, key }: RunModel, failures: AppError[]): void {
    try {
      breakers.admit(key)
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error
      failures.push(error)
      run.tried.push({ model, code: error.code, ms: null })
    }
  }

  /**
   * The longest time for a call, in milliseconds, so that a model that hangs leaves as much for the
   * next one; undefined: there is none.
   */
  function limitOf({ claim, models, moments }: ReplyRun, { at }: ModelTurn): number | undefined {
    if (at === models.length - 1) return undefined
    const leftMs = claim.deadline_ms - (performance.now() - moments.begun)
    return Math.max(1, Math.floor(leftMs / 2))
  }

  return function takeTurns(run) {
    const { claim, models, signal } = run
    const failures: AppError[] = []
    let calls = 0
    claim.asked = { models: models.length, passedOn: 0 }
    const first = admit(run, 0, failures)
    if (!first) throw decisive(failures)
    let turn = first
    setModel(run, turn.model, config)

    async function passOnFrom(error: AppError, begun: number): Promise<void> {
      const { model } = run
      failures.push(error)
      run.tried.push({ model, code: error.code, ms: performance.now() - begun })
      run.partial?.end()
      // The model that an owner chose for a reached budget was asked: the agent's others would cost
      // more than is left.
      const mayPassOn = PASSED_ON.includes(error.code) && run.budgeted.forced.size === 0
      const next = mayPassOn ? admit(run, turn.at + 1, failures) : undefined
      if (!next) throw decisive(failures)
      const { id, request_id } = claim
      log.info(
        { id, request_id, model, code: error.code, next: next.model },
        'another model is asked',
      )
      claim.asked!.passedOn = calls
      await passOn(run, next.model)
      setModel(run, next.model, config)
      run.prompt = buildPrompt(run.inputs, run.passages, run.budget, run.files)
      run.given = undefined
      turn = next
    }

    return {
      async ask() {
        for (;;) {
          const begun = performance.now()
          try {
            calls++
            return await askModel(run, turn.watch, { limitMs: limitOf(run, turn) })
          } catch (error) {
            signal.throwIfAborted()
            if (!(error instanceof AppError)) throw error
            await passOnFrom(error, begun)
          }
        }
      },
      askAgain: (correction) => askModel(run, turn.watch, { correction }),
    }
  }
}

/**
 * The failure that decides what becomes of a reply that no model has answered. If one of them may
 * answer later, the reply is tried again, which counts as a failure unless all models are down.
 */
function decisive(failures: readonly AppError[]): AppError {
  const down = failures.filter((error) => error instanceof RetryLater).sort(soonest)
  const own = failures.filter((error) => !(error instanceof RetryLater))
  if (own.length === 0) return down[0]!
  const again =
    own.find(({ code }) => code === 'model_unavailable') ??
    own.filter(({ code }) => code === 'model_rate_limited').sort(soonest)[0]
  if (again) return again
  // The others refused; one that is down may yet answer.
  if (down[0]) {
    const { code, message, retryAfter } = down[0]
    return new AppError(code, message, {
      cause: down[0],
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
  return own.at(-1)!
}

const soonest = (one: AppError, other: AppError) => (one.retryAfter ?? 0) - (other.retryAfter ?? 0)
