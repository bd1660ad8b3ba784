import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { short } from '../load/report/report.ts'
import type { Stack } from '../load/stack.ts'
import type { Result } from './run.ts'

const FOLDER = 'bench/results'
const HEADS = [
  'msg/s',
  'p50 ms',
  'p95 ms',
  'API',
  'worker',
  'PostgreSQL',
  'Redis',
  'all',
  'pages found',
  'pages read',
  'log kB',
  'transactions',
  'syncs',
  'Redis commands',
]

const cells = ({ medians: { messages_per_second, p50_ms, p95_ms, cpu_ms, costs } }: Result) => [
  messages_per_second,
  p50_ms,
  p95_ms,
  cpu_ms.api,
  cpu_ms.worker,
  cpu_ms.postgres,
  cpu_ms.redis,
  cpu_ms.total,
  costs.blocks_hit,
  costs.blocks_read,
  costs.wal_bytes / 1024,
  costs.transactions,
  costs.wal_syncs,
  costs.redis_commands,
]

export function table(results: readonly Result[]): string {
  const lines = [`| | ${HEADS.join(' | ')} | CPU, as a multiple | p95, as a multiple |`]
  lines.push(`|---|${'--:|'.repeat(HEADS.length + 2)}`)
  for (const result of results) {
    const { ratios } = result
    const multiples = ratios ? [ratios.cpu_ms.total.toFixed(2), ratios.p95_ms.toFixed(2)] : ['', '']
    lines.push(`| ${result.title} | ${[...cells(result).map(short), ...multiples].join(' | ')} |`)
  }
  return `${lines.join('\n')}\n`
}

export interface Aim {
  title: string
  figure: number
  most: number
}

/** The aims for processor time per message, as a multiple of the compared scenario's. */
export const aimsOf = (results: readonly Result[], most: number): Aim[] =>
  results.flatMap(({ title, ratios }) =>
    ratios ? [{ title, figure: ratios.cpu_ms.total, most }] : [],
  )

export const aimLine = ({ title, figure, most }: Aim) =>
  `${figure <= most ? 'met' : 'NOT MET'}: ${title}: CPU a message ${figure.toFixed(2)} times, aim at most ${most}`

/**
 * Prints the figures, and stores them after a complete run.
 * @param name of the files
 */
export function report(
  name: string,
  results: readonly Result[],
  aims: readonly Aim[],
  {
    stack,
    load_before,
    more,
    stored,
  }: { stack: Stack; load_before: number; more: object; stored: boolean },
): void {
  console.log(`\n${table(results)}\n${aims.map(aimLine).join('\n')}`)
  if (!stored) return
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version }
  const load = { before: load_before, after: loadavg()[0] }
  const whole = { measured_at: new Date().toISOString(), machine: { ...machine, load }, ...more }
  mkdirSync(FOLDER, { recursive: true })
  const kept = { ...whole, postgres: stack.postgres, aims, results }
  writeFileSync(`${FOLDER}/${name}.json`, `${JSON.stringify(kept, null, 2)}\n`)
  writeFileSync(`${FOLDER}/${name}.md`, table(results))
}
