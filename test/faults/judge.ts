import type { Backend } from '../support/product/parley.ts'
import type { Audit } from './audit.ts'
import type { Scenario } from './scenarios.ts'
import type { Outcome } from './world/clients.ts'
import type { World } from './world/world.ts'

const MAX_PROBLEMS = 10

/** One line of a run's output. Times are in milliseconds, unless a name says otherwise. */
export interface Figures extends Omit<Audit, 'problems'> {
  name: string
  backend: Backend
  n: number
  seed: number
  verdict: 'passed' | 'failed'
  faults: number
  model_calls: number
  calls_per_message: number
  hung: number
  p50_ms: number
  p95_ms: number
  max_ms: number
  /** The longest POST that was answered. */
  accept_max_ms: number
  seconds: number
  /** Further figures of the scenario. */
  [more: string]: unknown
  problems: string[]
}

/** The result of a play: the outcome of each message, and further figures. */
export interface Played {
  outcomes: Outcome[]
  [figure: string]: unknown
}

/** Judges a run by the expectations of its scenario and those that all scenarios share. */
export function judge(
  scenario: Scenario,
  world: World,
  { problems: found, n, seconds, ...more }: Audit & { n: number; seconds: number },
  outcomes: Outcome[],
): Figures {
  const calls = world.model.requests.length
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b)
  const hung = outcomes.reduce((sum, outcome) => sum + outcome.hung, 0)
  const figures: Figures = {
    name: scenario.name,
    backend: world.backend,
    n,
    seed: world.seed,
    ...more,
    faults: world.faults,
    model_calls: calls,
    calls_per_message: Math.round((calls / n) * 1000) / 1000,
    hung,
    p50_ms: quantile(times, 0.5),
    p95_ms: quantile(times, 0.95),
    max_ms: quantile(times, 1),
    accept_max_ms: Math.max(0, ...outcomes.map(({ longestPostMs }) => longestPostMs)),
    seconds: Math.round(seconds * 10) / 10,
    verdict: 'passed',
    problems: [],
  }
  // Removed from the list, because another scenario may follow in this world.
  const problems = [
    ...world.problems.splice(0),
    ...found,
    ...(scenario.expect?.(figures, outcomes, world) ?? []),
  ]
  if (figures.unfinished > 0) problems.push(`${figures.unfinished} replies are unfinished`)
  if (figures.failed > 0 && !scenario.mayFail) problems.push(...failures(outcomes))
  if (scenario.faults && world.faults === 0) problems.push('there was no fault')
  if (hung > 0) problems.push(`${hung} requests were not answered in time`)
  const verdict = problems.length === 0 ? 'passed' : 'failed'
  return { ...figures, verdict, problems: problems.slice(0, MAX_PROBLEMS) }
}

const failures = (outcomes: Outcome[]) =>
  outcomes
    .filter(({ status }) => status !== 'completed')
    .map((one) => `${one.content} ${one.status}: ${one.errorCode}`)

/** A quantile of values in ascending order, rounded. */
export const quantile = (sorted: number[], share: number) =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
