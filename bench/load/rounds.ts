import { mkdirSync } from 'node:fs'
import { startBaseline } from './baseline.ts'
import { type Measurement, measure, type Scenario } from './measure.ts'
import { type Backend, type Options, POSTGRES_CLIENTS } from './options.ts'
import { startParley } from './parley.ts'
import type { Process } from './processes.ts'
import { combine, median } from './report/figures.ts'
import {
  profileTable,
  readStatements,
  resetStatements,
  type Statement,
  statementsTable,
} from './report/profile.ts'
import { scenarioTitle } from './report/report.ts'
import type { Stack } from './stack.ts'
import { checkRows } from './verify.ts'

/** `baseline`, or Parley by the backend of its queue. */
export type SystemName = 'baseline' | Backend

export interface Result {
  scenario: Scenario
  /** The figures of each system, round by round. */
  rounds: Partial<Record<SystemName, Measurement[]>>
  medians: Partial<Record<SystemName, Measurement>>
  /**
   * Each figure of Parley as a multiple of the baseline's in the same round; the median of the
   * rounds.
   */
  ratios: Partial<Record<Backend, Measurement>>
}

/**
 * Runs each scenario in each round with each system in turn. The order changes from round to round,
 * so that a slow spell of the machine slows all systems. Each run begins with new processes, an
 * empty queue and the same database.
 */
export async function runRounds(
  stack: Stack,
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
        const { figures, spent } = await runOne(stack, result.scenario, name, options)
        result.rounds[name] = [...(result.rounds[name] ?? []), figures]
        const rate = `${figures.messages_per_second.toFixed(0)}/s, p50 ${figures.p50_ms.toFixed(1)} ms`
        log(`round ${round}, ${scenarioTitle(result.scenario)}, ${name}: ${rate}`)
        if (spent) log(spent)
      }
    }
  for (const result of results) summarize(result)
  return results
}

function systemsOf({ clients, threads }: Scenario, { backends, baseline }: Options): SystemName[] {
  const isMeasured = (backend: Backend) =>
    backend === 'redis' || backends.length === 1 || (clients === POSTGRES_CLIENTS && !threads)
  return [...(baseline ? ['baseline' as const] : []), ...backends.filter(isMeasured)]
}

function summarize(result: Result): void {
  const { rounds, medians, ratios } = result
  for (const name of Object.keys(rounds) as SystemName[]) {
    medians[name] = combine(rounds[name]!, median)
    if (name === 'baseline' || !rounds.baseline) continue
    const ofRounds = rounds[name]!.map((own, at) =>
      combine([own, rounds.baseline![at]!], ([mine, theirs]) => (theirs ? mine! / theirs : 0)),
    )
    ratios[name] = combine(ofRounds, median)
  }
}

interface One {
  figures: Measurement
  /** Where the time went, if the options ask for a profile. */
  spent?: string
}

async function runOne(
  stack: Stack,
  scenario: Scenario,
  name: SystemName,
  options: Options,
): Promise<One> {
  await stack.emptyRedis()
  const model = await stack.startModel(scenario.delay_ms)
  const measured = await (name === 'baseline'
    ? runBaseline(stack, scenario, model)
    : runParley(stack, scenario, model, name, options))
  const { calls } = await model.ask<{ calls: number }>('calls')
  if (calls !== measured.figures.answers)
    throw new Error(`${name}: ${measured.figures.answers} answers, but ${calls} calls of the model`)
  await model.stop()
  return measured
}

async function runBaseline(
  stack: Stack,
  scenario: Scenario,
  model: Process & { url: string },
): Promise<One> {
  const system = await startBaseline(stack.folder, model.url, stack.redisUrl)
  const figures = await measure(scenario, { stack, system, model, paths: ['/'], headers: {} })
  await system.stop()
  return { figures }
}

async function runParley(
  stack: Stack,
  scenario: Scenario,
  model: Process & { url: string },
  backend: Backend,
  { apis, workers, profile }: Options,
): Promise<One> {
  const database = await stack.makeDatabase()
  const folder = profile && `${profile}/${scenario.clients}-${backend}`
  if (folder) mkdirSync(folder, { recursive: true })
  const system = await startParley({
    folder: stack.folder,
    model: model.url,
    databaseUrl: database.url,
    apis,
    workers,
    profile: folder,
    waiters: scenario.clients,
    ...(backend === 'redis' && { redisUrl: stack.redisUrl }),
  })
  let statements: Statement[] = []
  const figures = await measure(scenario, {
    stack,
    system,
    model,
    ...stack.seeded,
    onBegin: async () => folder && resetStatements(stack, database.name),
    onEnd: async (messages) => {
      if (folder) statements = await readStatements(stack, database.name, messages)
    },
  })
  const processes = Object.values(system.processes).flat()
  // Stopped before the rows are counted, so that everything that is stored in batches is stored.
  await system.stop()
  await checkRows(stack, database.name, figures.answers)
  await database.drop()
  if (!folder) return { figures }
  const profiles = processes.map(({ name }) => profileTable(`${folder}/${name}.cpuprofile`))
  return { figures, spent: [statementsTable(statements), ...profiles].join('\n\n') }
}
