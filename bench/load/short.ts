import type { Scenario } from './measure.ts'
import type { RoundsOptions } from './rounds.ts'

/** Fewer than in the whole form, because making 10,000 would take longer than a round. */
export const SHORT_THREADS = 2_000
const NO_WARM_UP = { ms: 0, messages: 0, clients: 1, most_ms: 0 }

/**
 * What the short form measures. The first is the one whose processor time is compared with the
 * recorded one. Its length is a number of messages, so that it says as much on a slow machine.
 */
const SCENARIOS: readonly Scenario[] = [
  {
    clients: 50,
    threads: SHORT_THREADS,
    delay_ms: 0,
    warm_up: { ...NO_WARM_UP, ms: 300 },
    measure_ms: 1_000,
    measure_messages: 1_500,
  },
  {
    clients: 1,
    threads: SHORT_THREADS,
    delay_ms: 0,
    warm_up: { ...NO_WARM_UP, ms: 300 },
    measure_ms: 3_000,
  },
  {
    clients: 200,
    threads: SHORT_THREADS,
    delay_ms: 1_000,
    warm_up: { ...NO_WARM_UP, ms: 1_500 },
    measure_ms: 4_000,
  },
]

export const shortRounds = (rounds: number): RoundsOptions => ({
  scenarios: SCENARIOS,
  systems: ['baseline', 'plain', 'redis'],
  rounds,
})
