import { parseArgs } from 'node:util'
import type { Scenario } from './measure.ts'
import type { SystemName } from './subjects.ts'

export type Backend = 'redis' | 'postgres'

export interface Options {
  scenarios: Scenario[]
  rounds: number
  systems: SystemName[]
  entries: number
  apis: number
  workers: number
  /** A folder for CPU profiles. With it, PostgreSQL also counts its statements. */
  profile: string | undefined
  /** Whether the figures are stored in `bench/results`. */
  stored: boolean
  /** Whether a missed target makes the run fail. */
  checked: boolean
}

export interface ShortOptions {
  rounds: number
  /** Whether later runs are compared with the ratio of processor time that this one finds. */
  recorded: boolean
}

/** With this number of clients or more, the model takes a second. */
const SLOW_FROM = 200
export const CLIENTS = [1, 10, 50, 200]
const ROUNDS = 3
/** The number of clients with which Parley is also measured with its queue in PostgreSQL. */
export const POSTGRES_CLIENTS = 50
/** Milliseconds until all clients have posted, by whether the model takes time. */
const WARM_UP_MS = { fast: 300, slow: 1_500 }

/**
 * Conversations to which the clients post in turn. They never repeat a question, so that no cache
 * has the rows of a message already.
 */
const THREADS = 10_000
/** Pairs of the knowledge. */
export const ENTRIES = 1_000

const USAGE = `usage: npm run bench -- load [OPTIONS]

  --clients N,N…      of ${CLIENTS.join(', ')}; with 200 or more, the model takes 1 s, else no time
  --delay MS          milliseconds that the model takes instead
  --threads N         conversations to which the clients post in turn, with a new question each time (${THREADS})
  --rounds N          (${ROUNDS}); figures are medians
  --seconds S         how long each measurement takes, after its warm-up (8)
  --backend NAME      redis, postgres or both (both: postgres with ${POSTGRES_CLIENTS} clients alone)
  --apis N, --workers N   processes of each kind (1)
  --entries N         of the organization's knowledge (${ENTRIES})
  --alone             measures only Parley, without the bare queue and the plain program
  --profile FOLDER    writes CPU profiles of API and worker there, and prints the slowest statements
  --print             stores nothing, like any run that is not complete
  --check             ends with 1 if a target is missed

       npm run bench -- load --short [--rounds N] [--record]

measures fewer conversations in half the time, and ends with 1 if Parley's processor time a message, as a multiple of the plain program's,
is more than 5 % above the recorded one. --record stores the new one for later runs.`

/** Reads the options of the command line. Ends the process with 2 if they are invalid. */
export function readOptions(
  args = process.argv.slice(2),
): { short: ShortOptions } | { whole: Options } {
  if (args.includes('--help')) {
    console.log(USAGE)
    process.exit()
  }
  try {
    return args.includes('--short') ? { short: shortOptionsOf(args) } : { whole: optionsOf(args) }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

function number(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) === 0)
    throw new Error(`${text} is no whole number from 1.`)
  return Number(text)
}

function shortOptionsOf(args: string[]): ShortOptions {
  const { values } = parseArgs({
    args,
    options: {
      short: { type: 'boolean' },
      rounds: { type: 'string', default: String(ROUNDS) },
      record: { type: 'boolean', default: false },
    },
  })
  return { rounds: number(values.rounds), recorded: values.record }
}

function optionsOf(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: CLIENTS.join(',') },
      delay: { type: 'string' },
      threads: { type: 'string', default: String(THREADS) },
      rounds: { type: 'string', default: String(ROUNDS) },
      seconds: { type: 'string', default: '8' },
      backend: { type: 'string', default: 'both' },
      apis: { type: 'string', default: '1' },
      workers: { type: 'string', default: '1' },
      entries: { type: 'string', default: String(ENTRIES) },
      alone: { type: 'boolean', default: false },
      profile: { type: 'string' },
      print: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  if (values.delay !== undefined && !/^\d+$/.test(values.delay))
    throw new Error(`${values.delay} is no number of milliseconds.`)
  const clients = values.clients.split(',').map(number)
  const rounds = number(values.rounds)
  const backends = values.backend === 'both' ? ['redis', 'postgres'] : [values.backend]
  if (!backends.every((name): name is Backend => name === 'redis' || name === 'postgres'))
    throw new Error(`There is no backend ${values.backend}.`)
  const delayOf = (count: number) =>
    values.delay === undefined ? (count >= SLOW_FROM ? 1000 : 0) : Number(values.delay)
  const whole =
    CLIENTS.every((count) => clients.includes(count)) &&
    rounds >= ROUNDS &&
    values.backend === 'both'
  const threads = number(values.threads)
  const scenarioOf = (count: number): Scenario => ({
    clients: count,
    threads,
    delay_ms: delayOf(count),
    warm_up: {
      ms: delayOf(count) > 0 ? WARM_UP_MS.slow : WARM_UP_MS.fast,
      messages: 0,
      clients: count,
      most_ms: 0,
    },
    measure_ms: number(values.seconds) * 1000,
  })
  const isPlain = !values.alone && !values.profile && values.apis === '1' && values.workers === '1'
  return {
    scenarios: clients.map(scenarioOf),
    rounds,
    systems: [...(values.alone ? [] : (['baseline', 'plain'] as const)), ...backends],
    entries: number(values.entries),
    apis: number(values.apis),
    workers: number(values.workers),
    profile: values.profile,
    stored: whole && isPlain && values.delay === undefined && threads === THREADS && !values.print,
    checked: values.check,
  }
}
