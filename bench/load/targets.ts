import type { Measurement } from './measure.ts'
import { median } from './report/figures.ts'
import type { Result } from './rounds.ts'

export interface Target {
  title: string
  aim: string
  figure: string
  met: boolean
}

/**
 * Five times the rate of Flowise in queue mode with memory, compared with a baseline of 2,800: see
 * bench/README.md.
 */
const FIVE_TIMES_FLOWISE = 5 * 138
const BASELINE_BESIDE_FLOWISE = 2_800
/**
 * The baseline's rate with one client when the aims were set. Milliseconds depend on the speed of
 * the machine, which varies by a factor of two.
 */
const BASELINE_ALONE = 860

/** Compares the scenarios that were run with Parley's aims. */
export function targetsOf(results: readonly Result[]): Target[] {
  const targets: Target[] = []
  const check = (
    title: string,
    figure: number,
    compare: 'at least' | 'at most' | 'below',
    aim: number,
    unit = '',
  ) => {
    const met =
      compare === 'at least' ? figure >= aim : compare === 'at most' ? figure <= aim : figure < aim
    const digits = figure < 10 ? 2 : figure < 100 ? 1 : 0
    targets.push({
      title,
      aim: `${compare} ${aim}${unit}`,
      figure: `${figure.toFixed(digits)}${unit}`,
      met,
    })
  }
  for (const { scenario, rounds, medians, ratios } of results) {
    const { clients, threads, delay_ms } = scenario
    const { redis, postgres } = medians
    if (
      clients === 50 &&
      threads &&
      delay_ms === 0 &&
      ratios.redis &&
      rounds.redis &&
      rounds.baseline
    ) {
      const share = ratios.redis.messages_per_second
      check(
        "50 clients, 10,000 conversations: throughput by the baseline's",
        share,
        'at least',
        0.3,
      )
      const { baseline } = rounds
      const cpu = rounds.redis.map(
        ({ cpu_ms }, at) =>
          (cpu_ms.total * baseline[at]!.messages_per_second) / BASELINE_BESIDE_FLOWISE,
      )
      check(
        '50 clients, 10,000 conversations: processor time a message, where the baseline is 2,800/s',
        median(cpu),
        'at most',
        3.2,
        ' ms',
      )
    }
    if (clients === 50 && !threads && delay_ms === 0 && redis) {
      if (ratios.redis) {
        const share = ratios.redis.messages_per_second
        check("50 clients: throughput by the baseline's", share, 'at least', 0.25)
        const there = share * BASELINE_BESIDE_FLOWISE
        check(
          '50 clients: throughput, where the baseline is 2,800/s',
          there,
          'at least',
          FIVE_TIMES_FLOWISE,
          '/s',
        )
      }
    }
    if (clients === 1 && delay_ms === 0 && rounds.redis && rounds.baseline) {
      const { baseline } = rounds
      const more = rounds.redis.map(({ p50_ms }, at) => p50_ms - baseline[at]!.p50_ms)
      check("1 client: median over the baseline's", median(more), 'at most', 5, ' ms')
      const there = more.map((ms, at) => (ms * baseline[at]!.messages_per_second) / BASELINE_ALONE)
      check('1 client: the same, where the baseline is 860/s', median(there), 'at most', 5, ' ms')
    }
    if (clients === 200 && delay_ms === 1000 && redis) {
      check('200 clients, model 1 s: throughput', redis.messages_per_second, 'at least', 198, '/s')
      check('200 clients, model 1 s: p99', redis.p99_ms, 'below', 1100, ' ms')
    }
    if (clients === 2000 && delay_ms === 1000 && redis) {
      check(
        "2,000 clients: the API's memory at its peak",
        redis.memory_mb.api_peak,
        'below',
        400,
        ' MB',
      )
      check(
        "2,000 clients: the API's event-loop delay, p99",
        redis.api_event_loop.p99_ms,
        'below',
        50,
        ' ms',
      )
    }
    if (clients === 50 && !threads && delay_ms === 0 && redis && postgres)
      check(
        '50 clients: throughput with the queue in PostgreSQL, by that with Redis',
        shareOf(rounds.postgres!, rounds.redis!),
        'at least',
        0.4,
      )
  }
  return targets
}

const shareOf = (some: Measurement[], others: Measurement[]) =>
  median(
    some.map(
      ({ messages_per_second }, at) => messages_per_second / others[at]!.messages_per_second,
    ),
  )
