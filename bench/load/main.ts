import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { readOptions } from './options.ts'
import { seedPlain } from './plain.ts'
import { killAll } from './processes.ts'
import { picturesOf } from './report/pictures.ts'
import { markdown, type Report, targetLines } from './report/report.ts'
import { runRounds } from './rounds.ts'
import { startStack } from './stack.ts'
import { targetsOf } from './targets.ts'

/**
 * Measures how many messages per second are answered, with what latency, and at what cost: see
 * bench/README.md.
 */
const FOLDER = 'bench/results'

const options = readOptions()
const { rounds, profile, entries, apis, workers } = options
const load_before = loadavg()[0]!
const conversations = Math.max(
  ...options.scenarios.flatMap(({ clients, threads = 0, warm_up }) => [
    clients,
    threads,
    warm_up.clients,
  ]),
)
console.log(
  `Starting PostgreSQL and Redis, and making ${conversations} conversations and ${entries} entries …`,
)
const amounts = { entries, conversations, statements: Boolean(profile) }
const stack = await startStack(amounts)
let report: Report
try {
  const prepared = { stack, plain: await seedPlain(stack, amounts) }
  const results = await runRounds(prepared, options, (text) => console.log(text))
  const redis = /v=([\d.]+)/.exec(
    execFileSync('redis-server', ['--version'], { encoding: 'utf8' }),
  )![1]!
  report = {
    measured_at: new Date().toISOString(),
    machine: {
      cpus: cpus().length,
      model: cpus()[0]?.model ?? '',
      memory_gb: Math.round(totalmem() / 2 ** 30),
      os: `${type()} ${release()}`,
      node: process.versions.node,
      load_before,
    },
    settings: { postgres: stack.postgres, redis, entries, apis, workers },
    rounds,
    results,
    targets: targetsOf(results),
  }
} catch (error) {
  await killAll()
  await stack.stop({ keepLogs: true })
  console.error(`It failed; what the processes logged last is in ${stack.folder}.`)
  throw error
}
await stack.stop()

console.log(`\n${markdown(report)}\n${targetLines(report.targets).join('\n')}`)
if (options.stored) {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/load.json`, `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(`${FOLDER}/load.md`, markdown(report))
  for (const [name, drawn] of Object.entries(picturesOf(report)))
    writeFileSync(`${FOLDER}/${name}`, drawn)
}
if (options.checked && report.targets.some(({ met }) => !met)) process.exitCode = 1
