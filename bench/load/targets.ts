import type { Measurement } from './measure.ts'
import { median } from './report/figures.ts'
import type { Result } from './rounds.ts'

export interface Target {
  title: string
  aim: string
  figure: string
  met: boolean
}

type Compare = 'at least' | 'at most' | 'below'

const IS_MET: Record<Compare, (figure: number, aim: number) => boolean> = {
  'at least': (figure, aim) => figure >= aim,
  'at most': (figure, aim) => figure <= aim,
  below: (figure, aim) => figure < aim,
}

function targetOf(title: string, figure: number, compare: Compare, aim: number, unit = ''): Target {
  const digits = figure < 10 ? 2 : figure < 100 ? 1 : 0
  return {
    title,
    aim: `${compare} ${aim}${unit}`,
    figure: `${figure.toFixed(digits)}${unit}`,
    met: IS_MET[compare](figure, aim),
  }
}

/** The aims of each scenario, by clients and the model's time in milliseconds. */
const AIMS: Record<string, (result: Result) => Target[]> = {
  '1 × 0': ({ rounds }) =>
    withBoth(rounds.redis, rounds.plain, (own, plain) => [
      targetOf(
        "1 client: median over the plain program's",
        median(own.map(({ p50_ms }, at) => p50_ms - plain[at]!.p50_ms)),
        'at most',
        1,
        ' ms',
      ),
    ]),
  '50 × 0': ({ rounds, ratios }) => [
    ...withBoth(ratios.redis?.plain, rounds.plain, ({ messages_per_second, cpu_ms }) => [
      targetOf(
        "50 clients: throughput by the plain program's",
        messages_per_second,
        'at least',
        1.2,
      ),
      targetOf(
        "50 clients: processor time a message by the plain program's",
        cpu_ms.total,
        'at most',
        1,
      ),
    ]),
    ...withBoth(rounds.redis, rounds.postgres, (redis, postgres) => [
      targetOf(
        '50 clients: throughput with the queue in PostgreSQL, by that with Redis',
        median(postgres.map((figures, at) => figures.messages_per_second / rateOf(redis[at]!))),
        'at least',
        0.7,
      ),
    ]),
  ],
  '200 × 1000': ({ medians: { redis, plain }, ratios }) => [
    ...(redis
      ? [targetOf('200 clients, model 1 s: throughput', rateOf(redis), 'at least', 195, '/s')]
      : []),
    ...withBoth(ratios.redis?.plain, plain, ({ p99_ms }) => [
      targetOf("200 clients, model 1 s: p99 by the plain program's", p99_ms, 'at most', 1),
    ]),
  ],
}

/** Compares the scenarios that were run with Parley's aims. */
export const targetsOf = (results: readonly Result[]): Target[] =>
  results.flatMap((result) => {
    const { clients, delay_ms } = result.scenario
    return AIMS[`${clients} × ${delay_ms}`]?.(result) ?? []
  })

/** Returns the targets that need both figures; none if a system was not measured. */
const withBoth = <A, B>(
  a: A | undefined,
  b: B | undefined,
  make: (a: A, b: B) => Target[],
): Target[] => (a && b ? make(a, b) : [])

const rateOf = ({ messages_per_second }: Measurement) => messages_per_second
