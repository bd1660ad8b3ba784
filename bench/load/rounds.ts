import { type Measurement, measure, type Scenario } from './measure.ts'
import { type Backend, type Options, POSTGRES_CLIENTS } from './options.ts'
import { combine, median } from './report/figures.ts'
import {
  profileTable,
  readStatements,
  resetStatements,
  type Statement,
  statementsTable,
} from './report/profile.ts'
import { scenarioTitle } from './report/report.ts'
import { type Prepared, type SystemName, startSubject } from './subjects.ts'

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

/**
 * Runs each scenario in each round with each system in turn. The order changes from round to round,
 * so that a slow spell of the machine slows all systems. Each run begins with new processes, an
 * empty queue and the same database.
 */
export async function runRounds(
  prepared: Prepared,
  options: Options,
  log: (text: string) => void,
): Promise<Result[]> {
  const results = options.scenarios.map(
    (scenario): Result => ({ scenario, rounds: {}, medians: {}, ratios: {} }),
  )
  for (let round = 1; round <= options.rounds; round++)
    for (const result of results) {
      const systems = systemsOf(result.scenario, options)
      if (round % 2 === 0) systems.reverse()
      for (const name of systems) {
        const { figures, spent } = await runOne(prepared, result.scenario, name, options)
        result.rounds[name] = [...(result.rounds[name] ?? []), figures]
        const rate = `${figures.messages_per_second.toFixed(0)}/s, p50 ${figures.p50_ms.toFixed(1)} ms`
        log(`round ${round}, ${scenarioTitle(result.scenario)}, ${name}: ${rate}`)
        if (spent) log(spent)
      }
    }
  for (const result of results) summarize(result)
  return results
}

function systemsOf({ clients }: Scenario, { backends, alone }: Options): SystemName[] {
  const isMeasured = (backend: Backend) =>
    backend === 'redis' || backends.length === 1 || clients === POSTGRES_CLIENTS
  return [...(alone ? [] : OTHERS), ...backends.filter(isMeasured)]
}

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

interface One {
  figures: Measurement
  /** Where the time went, if the options ask for a profile. */
  spent?: string
}

async function runOne(
  prepared: Prepared,
  scenario: Scenario,
  name: SystemName,
  { apis, workers, profile }: Options,
): Promise<One> {
  const { stack } = prepared
  const { clients, delay_ms } = scenario
  const folder = profile && name !== 'baseline' ? `${profile}/${clients}-${name}` : undefined
  await stack.emptyRedis()
  const subject = await startSubject(prepared, name, {
    delay_ms,
    clients,
    apis,
    workers,
    profile: folder,
  })
  const { system, model, database } = subject
  let statements: Statement[] = []
  const figures = await measure(scenario, {
    stack,
    system,
    model,
    ...subject.target,
    onBegin: async () => folder && database && resetStatements(stack, database),
    onEnd: async (messages) => {
      if (folder && database) statements = await readStatements(stack, database, messages)
    },
  })
  await subject.end(figures.answers)
  if (!folder) return { figures }
  const processes = Object.values(system.processes).flat()
  const profiles = processes.map(({ name }) => profileTable(`${folder}/${name}.cpuprofile`))
  return { figures, spent: [statementsTable(statements), ...profiles].join('\n\n') }
}
