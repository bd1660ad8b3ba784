import { type Measurement, measure, type Scenario } from './measure.ts'
import { type Backend, POSTGRES_CLIENTS } from './options.ts'
import { combine, median } from './report/figures.ts'
import { profileTable, readStatements, resetStatements, statementsTable } from './report/profile.ts'
import { scenarioTitle } from './report/report.ts'
import { type Prepared, type Subject, type SystemName, startSubject } from './subjects.ts'

/** What Parley is compared with. */
export type Other = 'baseline' | 'plain'
export const OTHERS: readonly Other[] = ['baseline', 'plain']

export interface Result {
  scenario: Scenario
  /** The figures of each system, round by round. */
  rounds: Partial<Record<SystemName, Measurement[]>>
  medians: Partial<Record<SystemName, Measurement>>
  /**
   * Each figure of Parley as a multiple of another system's in the same round; the median of the
   * rounds.
   */
  ratios: Partial<Record<Backend, Partial<Record<Other, Measurement>>>>
}

/** Messages after which V8 has compiled the code of a message; a path may run once in a message. */
export const WARM: Scenario['warm_up'] = { ms: 300, messages: 5_000, clients: 50, most_ms: 120_000 }

export interface RoundsOptions {
  scenarios: readonly Scenario[]
  systems: readonly SystemName[]
  rounds: number
  /** The messages of each system before the first round. */
  warm_up?: Scenario['warm_up']
  apis?: number
  workers?: number
  /** A folder for CPU profiles of the last scenario. With it, statements are listed, too. */
  profile?: string | undefined
}

/**
 * Runs each scenario in each round with each system in turn, in a changing order, so that a slow
 * spell of the machine slows all systems. All run from the beginning to the end, so that they warm
 * up only once and the turns follow each other closely. An idle one does little: Parley looks for
 * lost rows twice a second.
 */
export async function runRounds(
  prepared: Prepared,
  { scenarios, systems, rounds, warm_up = WARM, apis, workers, profile }: RoundsOptions,
  log: (text: string) => void,
): Promise<Result[]> {
  const { stack } = prepared
  const results = scenarios.map(
    (scenario): Result => ({ scenario, rounds: {}, medians: {}, ratios: {} }),
  )
  await stack.emptyRedis()
  const clients = Math.max(...scenarios.map((scenario) => scenario.clients))
  const subjects: Subject[] = []
  for (const name of systems) {
    const folder = profile && name !== 'baseline' ? `${profile}/${name}` : undefined
    const how = { delay_ms: 0, clients, apis, workers, profile: folder }
    subjects.push(await startSubject(prepared, name, how))
  }
  const answers = new Map(subjects.map(({ name }) => [name, 0]))

  async function turn(subject: Subject, scenario: Scenario): Promise<Measurement> {
    const { name, system, model, database, target } = subject
    await model.ask({ delay_ms: scenario.delay_ms })
    await stack.query('', 'checkpoint')
    if (profile && database) await resetStatements(stack, database)
    const begun = answers.get(name)!
    const figures = await measure({ ...scenario, begun }, { stack, system, model, ...target })
    answers.set(name, begun + figures.answers)
    if (profile && database)
      log(statementsTable(await readStatements(stack, database, figures.answers)))
    return figures
  }

  for (const subject of subjects) await turn(subject, { ...scenarios[0]!, warm_up })
  for (let round = 1; round <= rounds; round++)
    for (const { scenario, rounds: figures } of results)
      for (const subject of round % 2 ? subjects : subjects.toReversed()) {
        const { name } = subject
        if (!isMeasured(name, scenario, systems)) continue
        const own = await turn(subject, scenario)
        figures[name] = [...(figures[name] ?? []), own]
        log(`round ${round}, ${scenarioTitle(scenario)}, ${name}: ${sentenceOf(own)}`)
      }
  for (const subject of subjects) {
    await subject.end(answers.get(subject.name)!)
    if (!profile || subject.name === 'baseline') continue
    for (const { name } of Object.values(subject.system.processes).flat())
      log(profileTable(`${profile}/${subject.name}/${name}.cpuprofile`))
  }
  for (const result of results) summarize(result)
  return results
}

/** The queue in PostgreSQL is measured with one number of clients, unless it runs alone. */
const isMeasured = (name: SystemName, { clients }: Scenario, systems: readonly SystemName[]) =>
  name !== 'postgres' || clients === POSTGRES_CLIENTS || !systems.includes('redis')

const sentenceOf = ({ messages_per_second, p50_ms, cpu_ms }: Measurement) =>
  `${messages_per_second.toFixed(0)}/s, p50 ${p50_ms.toFixed(1)} ms, ${cpu_ms.total.toFixed(2)} ms of processor time a message`

/** Fills in medians and ratios. */
export function summarize({ rounds, medians, ratios }: Result): void {
  for (const name of Object.keys(rounds) as SystemName[]) {
    medians[name] = combine(rounds[name]!, median)
    if (name === 'baseline' || name === 'plain') continue
    ratios[name] = {}
    for (const other of OTHERS) {
      const theirs = rounds[other]
      if (theirs) ratios[name][other] = ratioOf(rounds[name]!, theirs)
    }
  }
}

/** Returns the median ratio of each figure; 0 where the other system has no such figure. */
function ratioOf(own: readonly Measurement[], others: readonly Measurement[]): Measurement {
  const ofRounds = own.map((figures, at) =>
    combine([figures, others[at]!], ([mine, theirs]) => (theirs ? mine! / theirs : 0)),
  )
  return combine(ofRounds, median)
}
