import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { writeTables } from '../../docs/tables/make.ts'
import { ENTRIES, type Options, readOptions, type ShortOptions } from './options.ts'
import { measureParts } from './parts.ts'
import { seedPlain } from './plain.ts'
import { killAll } from './processes.ts'
import { judge, ratioIn, readRatio, recordRatio } from './ratio.ts'
import { picturesOf } from './report/pictures.ts'
import { markdown, type Report, speedTable, targetLines } from './report/report.ts'
import { type Result, runRounds, WARM } from './rounds.ts'
import { SHORT_THREADS, shortRounds } from './short.ts'
import { startStack } from './stack.ts'
import type { Prepared } from './subjects.ts'
import { targetsOf } from './targets.ts'

/**
 * Measures how many messages per second are answered, with what latency, and at what cost: see
 * bench/README.md.
 */
const FOLDER = 'bench/results'
const log = (text: string) => console.log(text)

interface Amounts {
  entries: number
  conversations: number
  /** Whether PostgreSQL counts its statements. */
  statements: boolean
}

/** Starts the servers with seeded databases for the work, and stops them after it. */
async function withServers<T>(
  amounts: Amounts,
  work: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const { conversations, entries } = amounts
  log(
    `Starting PostgreSQL and Redis, and making ${conversations} conversations and ${entries} entries …`,
  )
  const stack = await startStack(amounts)
  try {
    const result = await work({ stack, plain: await seedPlain(stack, amounts) })
    await stack.stop()
    return result
  } catch (error) {
    await killAll()
    await stack.stop({ keepLogs: true })
    console.error(`It failed; what the processes logged last is in ${stack.folder}.`)
    throw error
  }
}

async function measureShort({ rounds, recorded }: ShortOptions): Promise<void> {
  const results = await withServers(
    { entries: ENTRIES, conversations: SHORT_THREADS, statements: false },
    (prepared) => runRounds(prepared, shortRounds(rounds), log),
  )
  const ratio = ratioIn(results[0]!)
  const { isWorse, sentence } = judge(ratio, readRatio())
  log(`\n${speedTable(results)}\n\n${targetLines(targetsOf(results)).join('\n')}\n\n${sentence}`)
  if (recorded) recordRatio(ratio)
  else if (isWorse) process.exitCode = 1
}

async function measureWhole(options: Options): Promise<void> {
  const { scenarios, rounds, profile, entries, apis, workers } = options
  const load_before = loadavg()[0]!
  const conversations = Math.max(
    WARM.clients,
    ...scenarios.flatMap(({ clients, threads = 0 }) => [clients, threads]),
  )
  const report = await withServers(
    { entries, conversations, statements: Boolean(profile) },
    async (prepared): Promise<Report> => {
      const results = await runRounds(prepared, options, log)
      if (options.stored) await storeParts(prepared, results)
      const { postgres } = prepared.stack
      return {
        measured_at: new Date().toISOString(),
        machine: describeMachine(load_before),
        settings: { postgres, redis: versionOfRedis(), entries, apis, workers },
        rounds,
        results,
        targets: targetsOf(results),
      }
    },
  )
  log(`\n${markdown(report)}\n${targetLines(report.targets).join('\n')}`)
  if (options.stored) store(report)
  if (options.checked && report.targets.some(({ met }) => !met)) process.exitCode = 1
}

async function storeParts(prepared: Prepared, results: readonly Result[]): Promise<void> {
  log('profiling the plain program and Parley')
  const whole = results.find(({ scenario }) => scenario.clients === 50)!
  const parts = await measureParts(prepared, whole)
  writeFileSync(`${FOLDER}/parts.json`, `${JSON.stringify(parts, null, 2)}\n`)
}

/** Stores the results, and writes the documents that quote them. */
function store(report: Report): void {
  writeFileSync(`${FOLDER}/load.json`, `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(`${FOLDER}/load.md`, markdown(report))
  for (const [name, drawn] of Object.entries(picturesOf(report)))
    writeFileSync(`${FOLDER}/${name}`, drawn)
  writeTables()
}

const describeMachine = (load_before: number): Report['machine'] => ({
  cpus: cpus().length,
  model: cpus()[0]?.model ?? '',
  memory_gb: Math.round(totalmem() / 2 ** 30),
  os: `${type()} ${release()}`,
  node: process.versions.node,
  load_before,
})

function versionOfRedis(): string {
  const printed = execFileSync('redis-server', ['--version'], { encoding: 'utf8' })
  return /v=([\d.]+)/.exec(printed)![1]!
}

const options = readOptions()
await ('short' in options ? measureShort(options.short) : measureWhole(options.whole))
