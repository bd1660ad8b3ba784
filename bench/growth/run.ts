import { startBaseline } from '../load/baseline.ts'
import { type Measurement, measure, type Scenario } from '../load/measure.ts'
import { startParley } from '../load/parley.ts'
import { combine, median } from '../load/report/figures.ts'
import type { Stack } from '../load/stack.ts'
import { type Costs, costsBetween, readCosts } from './costs.ts'
import type { Target } from './scenarios.ts'

export type Figures = Measurement & { costs: Costs }

/** A configuration that is measured once per round. */
export interface Subject {
  title: string
  clients: number
  apis?: number
  workers?: number
  /**
   * The backend of the queue, by default Redis; or `baseline`, to measure the bare queue of
   * `bench/baseline`.
   */
  backend?: 'redis' | 'postgres' | 'baseline'
  /** The title of the subject that its figures are compared with. */
  against?: string
  /** undefined: the subject gets a copy of the stack's database for itself. */
  database?: { name: string; url: string }
  target(address: string): Promise<Target>
}

export interface Result {
  title: string
  against?: string
  clients: number
  apis: number
  workers: number
  rounds: Figures[]
  medians: Figures
  /**
   * Each figure as a multiple of the compared subject's in the same round; the median of the
   * rounds.
   */
  ratios?: Figures
}

/**
 * Measures each subject in each round, with its own processes. The order is reversed in every other
 * round, so that a slow spell of the machine slows both sides of a comparison.
 */
export async function runSubjects(
  stack: Stack,
  subjects: readonly Subject[],
  { rounds, ...timing }: { rounds: number } & Pick<Scenario, 'warm_up' | 'measure_ms'>,
  log: (line: string) => void,
): Promise<Result[]> {
  const figures = new Map(subjects.map(({ title }) => [title, [] as Figures[]]))
  for (let round = 1; round <= rounds; round++)
    for (const subject of round % 2 ? subjects : subjects.toReversed()) {
      const { workers = 1, clients } = subject
      const warm_up = warmUpOf(timing.warm_up, workers)
      const own = await runOnce(stack, subject, { ...timing, warm_up, clients, delay_ms: 0 })
      figures.get(subject.title)!.push(own)
      const { messages_per_second, cpu_ms } = own
      log(
        `round ${round}, ${subject.title}: ${messages_per_second.toFixed(0)}/s, ${cpu_ms.total.toFixed(2)} ms of CPU a message`,
      )
    }
  return subjects.map(({ title, against, clients, apis = 1, workers = 1 }) => {
    const own = figures.get(title)!
    const base = against ? figures.get(against) : undefined
    const ratios = base && {
      against: against!,
      ratios: combine(
        own.map((figures, at) =>
          combine([figures, base[at]!], ([mine, theirs]) => (theirs ? mine! / theirs : 0)),
        ),
        median,
      ),
    }
    return { title, clients, apis, workers, rounds: own, medians: combine(own, median), ...ratios }
  })
}

/**
 * Each process compiles its own code and gets only its share of the messages, so several need a
 * longer warm-up.
 */
const warmUpOf = (warmUp: Scenario['warm_up'], processes: number): Scenario['warm_up'] => ({
  ...warmUp,
  messages: warmUp.messages * processes,
  most_ms: warmUp.most_ms * processes,
})

async function runOnce(
  stack: Stack,
  { database, apis = 1, workers = 1, backend, target }: Subject,
  scenario: Scenario,
): Promise<Figures> {
  await stack.emptyRedis()
  const model = await stack.startModel(0)
  const copy = database ? undefined : await stack.makeDatabase()
  const { name, url } = database ?? copy!
  const system = await (backend === 'baseline'
    ? startBaseline(stack.folder, model.url, stack.redisUrl, apis)
    : startParley({
        folder: stack.folder,
        model: model.url,
        databaseUrl: url,
        apis,
        workers,
        ...(backend !== 'postgres' && { redisUrl: stack.redisUrl }),
      }))
  let before: Costs
  let measured: Measurement
  try {
    const posts = await target(system.addresses[0]!)
    await stack.query(name, 'checkpoint')
    before = await readCosts(stack, name)
    measured = await measure(scenario, { stack, system, model, ...posts })
  } finally {
    // After the stop, everything that is stored in batches is stored, and errors are in the logs.
    await system.stop()
  }
  const costs = costsBetween(before, await readCosts(stack, name), measured.answers)
  await model.stop()
  await copy?.drop()
  return { ...measured, costs }
}
