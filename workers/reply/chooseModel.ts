import { AppError, RetryLater } from '../../shared/lib/errors.ts'
import { type Breakers, breakerKeyOf, type Watch } from '../../shared/models/circuitBreaker.ts'
import {
  type CallOutcome,
  type ModelCall,
  notMade,
  ownCalls,
  reachedBudgets,
} from '../models/calls.ts'
import type { Probe } from './probe.ts'
import { purposeOf, type ReplyRun } from './run.ts'

/**
 * The failures after which the next model is asked. Other failures are caused by the request or the
 * set-up.
 */
const PASSED_ON: readonly CallOutcome[] = [
  'model_unavailable',
  'model_rate_limited',
  'context_length_exceeded',
]

interface Choice {
  /** `provider:model` or `connection:model` */
  model: string
  /** Whether another model is asked if this model cannot answer. */
  hasNext: boolean
}

/** The model of the next call. */
export interface ModelTurn extends Choice {
  /** Reports the call's outcome to the breaker that has admitted it. */
  watch: Watch
}

/**
 * Chooses the model of a run's next call by its earlier calls: the agent's first model that is not
 * down; after a failure, its next model; at a reached budget, the model that the budget names.
 * @throws AppError if no model is left: the failure that decides what happens to the reply, see
 *   `decisive`
 */
export type ChooseModel = (run: ReplyRun) => ModelTurn

interface ChooseDeps {
  breakers: Breakers
  /** Tests, in parallel with the run, whether a model that was down is back. */
  probe: Probe
}

export function makeChooseModel({ breakers, probe }: ChooseDeps): ChooseModel {
  const keyOf = ({ claim }: ReplyRun, model: string) => breakerKeyOf(claim.organization_id, model)

  /**
   * Finds the agent's next model that may be called. Models that are down are tested by probes, so
   * that the reply need not wait for them. If all models are down, the reply itself is the trial.
   */
  function nextOf(run: ReplyRun): Choice | undefined {
    const { calls, models } = run
    const isTried = (model: string) =>
      ownCalls(calls).some((call) => call.model === model && call.outcome !== 'answered')
    const places = models
      .slice(models.findLastIndex(isTried) + 1)
      .map((model) => ({ model, key: keyOf(run, model) }))
    const works = places.find(({ key }) => breakers.capacity(key) === Infinity)
    const chosen = works ?? places.find(({ key }) => breakers.capacity(key) > 0)
    for (const place of places) {
      if (place === chosen) break
      const { key, model } = place
      if (breakers.capacity(key) > 0) probe(run, model, breakers.admit(key))
      admit(run, model, 'reply')
    }
    return chosen && { model: chosen.model, hasNext: chosen !== places.at(-1) }
  }

  /** @returns undefined: the model is down, and the run's calls say so */
  function admit(run: ReplyRun, model: string, purpose: ModelCall['purpose']): Watch | undefined {
    try {
      return breakers.admit(keyOf(run, model))
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error
      run.calls.push(notMade({ purpose, attempt: run.claim.attempt, model, error }))
      return undefined
    }
  }

  /** @param last undefined: no model was asked yet */
  function choiceAfter(run: ReplyRun, last: ModelCall | undefined): Choice | undefined {
    if (last?.outcome === 'answered') return again(run, last.model)
    if (last?.reached) return { model: last.reached.instead, hasNext: false }
    return mayGoOn(run.calls, last) ? nextOf(run) : undefined
  }

  /** Lets a model that has asked for tools go on, with their results. */
  function again({ models, calls }: ReplyRun, model: string): Choice {
    const isOwn = reachedBudgets(calls).length === 0
    return { model, hasNext: isOwn && models.indexOf(model) < models.length - 1 }
  }

  return function chooseModel(run) {
    const { calls, claim, models } = run
    const last = ownCalls(calls).at(-1)
    if (!last) claim.asked = { models: models.length, passedOn: 0 }
    const choice = choiceAfter(run, last)
    const watch = choice && admit(run, choice.model, purposeAfter(run, last))
    // The model has gone down since it asked for tools.
    if (choice && !watch && last?.outcome === 'answered') return chooseModel(run)
    if (!choice || !watch) throw decisive(ownCalls(calls).flatMap(({ error }) => error ?? []))
    return { ...choice, watch }
  }
}

/** Returns what a call is for. A correction is one also of another model. */
const purposeAfter = (run: ReplyRun, last: ModelCall | undefined): ModelCall['purpose'] =>
  last?.purpose === 'correction' ? 'correction' : purposeOf(run)

/** No model is asked after the model of a reached budget: too little of the budget is left. */
const mayGoOn = (calls: readonly ModelCall[], last: ModelCall | undefined) =>
  !last || (PASSED_ON.includes(last.outcome) && reachedBudgets(calls).length === 0)

/**
 * Returns the failure that decides what happens to a reply that no model has answered. If a model
 * may answer later, the reply is tried again. This counts as a failure unless all models are down.
 */
function decisive(failures: readonly AppError[]): AppError {
  const down = failures.filter((error) => error instanceof RetryLater).sort(soonest)
  const own = failures.filter((error) => !(error instanceof RetryLater))
  if (own.length === 0) return down[0]!
  const again =
    own.find(({ code }) => code === 'model_unavailable') ??
    own.filter(({ code }) => code === 'model_rate_limited').sort(soonest)[0]
  if (again) return again
  // The other models refused. A model that is down may answer later.
  if (down[0]) {
    const { code, message, retryAfter } = down[0]
    return new AppError(code, message, {
      cause: down[0],
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
  return own.at(-1)!
}

const soonest = (left: AppError, right: AppError) =>
  (left.retryAfter ?? 0) - (right.retryAfter ?? 0)
