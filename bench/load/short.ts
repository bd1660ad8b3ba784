import { type Measurement, measure, type Scenario } from './measure.ts'
import { scenarioTitle } from './report/report.ts'
import { type Result, summarize } from './rounds.ts'
import { type Prepared, type Subject, startSubject } from './subjects.ts'

/** Fewer than in the whole form, because making 10,000 would take longer than a round. */
export const SHORT_THREADS = 2_000
/** Messages after which V8 has compiled the code of a message. */
const WARM = { ms: 0, messages: 5_000, clients: 50, most_ms: 120_000 }
const NO_WARM_UP = { ms: 0, messages: 0, clients: 1, most_ms: 0 }

/**
 * What the short form measures. The first is the one whose processor time is compared with the
 * recorded one. Its length is a number of messages, so that it says as much on a slow machine.
 */
export const SHORT_SCENARIOS: readonly Scenario[] = [
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

interface ShortOptions {
  scenarios: readonly Scenario[]
  rounds: number
  /** The messages of each system before the first round. */
  warm_up?: Scenario['warm_up']
}

/**
 * Measures bare queue, plain program and Parley in turn, in a changing order. All run from the
 * beginning to the end, so that they warm up only once and the turns follow each other closely. An
 * idle one does little: Parley looks for lost rows twice a second.
 */
export async function runShort(
  prepared: Prepared,
  { scenarios, rounds, warm_up = WARM }: ShortOptions,
  log: (text: string) => void,
): Promise<Result[]> {
  const { stack } = prepared
  const results = scenarios.map(
    (scenario): Result => ({ scenario, rounds: {}, medians: {}, ratios: {} }),
  )
  await stack.emptyRedis()
  const clients = Math.max(...scenarios.map((scenario) => scenario.clients))
  const subjects: Subject[] = []
  for (const name of ['baseline', 'plain', 'redis'] as const)
    subjects.push(await startSubject(prepared, name, { delay_ms: 0, clients }))
  const answers = new Map(subjects.map(({ name }) => [name, 0]))

  async function turn(subject: Subject, scenario: Scenario): Promise<Measurement> {
    const { name, system, model, target } = subject
    await model.ask({ delay_ms: scenario.delay_ms })
    await stack.query('', 'checkpoint')
    const begun = answers.get(name)!
    const figures = await measure({ ...scenario, begun }, { stack, system, model, ...target })
    answers.set(name, begun + figures.answers)
    return figures
  }

  for (const subject of subjects) await turn(subject, { ...scenarios[0]!, warm_up })
  for (let round = 1; round <= rounds; round++)
    for (const { scenario, rounds: figures } of results)
      for (const subject of round % 2 ? subjects : subjects.toReversed()) {
        const own = await turn(subject, scenario)
        figures[subject.name] = [...(figures[subject.name] ?? []), own]
        const cost = `${own.cpu_ms.total.toFixed(2)} ms of processor time a message`
        log(`round ${round}, ${scenarioTitle(scenario)}, ${subject.name}: ${cost}`)
      }
  for (const subject of subjects) await subject.end(answers.get(subject.name)!)
  for (const result of results) summarize(result)
  return results
}
