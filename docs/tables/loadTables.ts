import { existsSync, readFileSync } from 'node:fs'
import type { Measurement } from '../../bench/load/measure.ts'
import type { PartCosts } from '../../bench/load/parts.ts'
import { PARTS } from '../../bench/load/partTable.ts'
import { FLOWISE } from '../../bench/load/report/pictures.ts'
import { type Report, scenarioTitle, short } from '../../bench/load/report/report.ts'
import type { Result } from '../../bench/load/rounds.ts'

/** Makes what the pages say about speed from the results that `npm run bench -- load` stored. */
const RESULTS = 'bench/results'
const SYSTEMS = [
  ['baseline', 'bare queue'],
  ['plain', 'plain program'],
  ['redis', 'Parley'],
  ['postgres', 'Parley, queue in PostgreSQL'],
] as const

const readJson = <T>(file: string): T => JSON.parse(readFileSync(`${RESULTS}/${file}`, 'utf8'))

/** The figures of 50 clients, by which all documents compare. */
function fiftyClients({ results }: Report): Result {
  return results.find(({ scenario }) => scenario.clients === 50)!
}

/** The README's sentences. Their multiples are quotients of the medians that the tables show. */
export function speedSentence(): string {
  const report = readJson<Report>('load.json')
  const { baseline, plain, redis } = fiftyClients(report).medians
  const rate = redis!.messages_per_second
  const bare = baseline!.messages_per_second
  return [
    `In the run of ${report.measured_at.slice(0, 10)}, with 50 clients and a model that answers at once, one API process and one worker answered ${short(rate)} messages a second.`,
    ...(plain
      ? [
          `That is ${(rate / plain.messages_per_second).toFixed(2)} times as many as a plain program that was written by hand with the same libraries, and stores the same facts without any of the guarantees.`,
        ]
      : []),
    `A bare queue, which stores nothing and checks nobody, answers ${(bare / rate).toFixed(1)} times as many as Parley; Parley answers ${(rate / bare / FLOWISE).toFixed(1)} times as many as Flowise in queue mode.`,
  ].join('\n')
}

/** The comparison of `docs/performance.md`: rates, latencies and processor time by process. */
export function loadTables(): string {
  const report = readJson<Report>('load.json')
  const { measured_at, machine, rounds, settings, results } = report
  const about = `Medians of ${rounds} rounds in turn, on ${measured_at.slice(0, 10)}: ${machine.cpus} cores, Node ${machine.node}, PostgreSQL ${settings.postgres.server_version}, Redis ${settings.redis}, load before it ${machine.load_before.toFixed(1)}.`
  return [
    about,
    'Messages a second, latency in ms:',
    speeds(results),
    'Milliseconds of processor time a message with 50 clients, by process:',
    processes(fiftyClients(report)),
  ].join('\n\n')
}

function speeds(results: readonly Result[]): string {
  const lines = results.flatMap(({ scenario, medians }) =>
    SYSTEMS.flatMap(([name, title]) => {
      const figures = medians[name]
      if (!figures) return []
      const { messages_per_second, p50_ms, p99_ms, cpu_ms } = figures
      const cells = [messages_per_second, p50_ms, p99_ms, cpu_ms.total].map(short)
      return [`| ${scenarioTitle(scenario)} | ${title} | ${cells.join(' | ')} |`]
    }),
  )
  const heads = '| clients, model | program | msg/s | p50 | p99 | processor time |'
  return [heads, '|---|---|--:|--:|--:|--:|', ...lines].join('\n')
}

const PROCESSES = ['api', 'worker', 'postgres', 'redis', 'total'] as const

function processes({ medians }: Result): string {
  const row = (title: string, figures: readonly number[]) =>
    `| ${title} | ${figures.map((figure) => figure.toFixed(2)).join(' | ')} |`
  const of = (cpu: Measurement['cpu_ms']) => PROCESSES.map((name) => cpu[name])
  const lines = SYSTEMS.flatMap(([name, title]) => {
    const figures = medians[name]
    return figures ? [row(title, of(figures.cpu_ms))] : []
  })
  return [
    '| program | API | worker | PostgreSQL | Redis | all |',
    '|---|--:|--:|--:|--:|--:|',
    ...lines,
  ].join('\n')
}

/** What remains between the two programs, part by part. */
export function partTables(): string {
  if (!existsSync(`${RESULTS}/parts.json`))
    return 'The stored run has no profile of the two programs.'
  const { parley, plain } = readJson<PartCosts>('parts.json')
  const lines = PARTS.flatMap(({ name, title, why }) => {
    const [own, theirs] = [parley[name] ?? 0, plain[name] ?? 0]
    if (own < 0.005 && theirs < 0.005) return []
    const cells = [theirs, own, own - theirs].map((ms) => ms.toFixed(2))
    return [`| ${title} | ${cells.join(' | ')} | ${why} |`]
  })
  return [
    '| part | plain program | Parley | difference | why |',
    '|---|--:|--:|--:|---|',
    ...lines,
  ].join('\n')
}
