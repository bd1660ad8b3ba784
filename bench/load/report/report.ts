import type { Measurement } from '../measure.ts'
import { OTHERS, type Result } from '../rounds.ts'
import type { SystemName } from '../subjects.ts'
import type { Target } from '../targets.ts'

export interface Report {
  measured_at: string
  machine: {
    cpus: number
    model: string
    memory_gb: number
    os: string
    node: string
    load_before: number
  }
  settings: {
    postgres: Record<string, string>
    redis: string
    entries: number
    apis: number
    workers: number
  }
  rounds: number
  results: Result[]
  targets: Target[]
}

const TITLES: Record<SystemName, string> = {
  baseline: 'bare queue',
  plain: 'plain program',
  redis: 'Parley',
  postgres: 'Parley, queue in PostgreSQL',
}
export const titleOf = (name: SystemName) => TITLES[name]

export const scenarioTitle = ({ clients, delay_ms }: Result['scenario']) =>
  `${clients.toLocaleString('en')} client${clients === 1 ? '' : 's'}, model ${delay_ms ? `${delay_ms / 1000} s` : 'at once'}`

/** Formats a number with about three significant digits. */
export function short(value: number): string {
  if (value >= 100) return value.toLocaleString('en', { maximumFractionDigits: 0 })
  return value.toFixed(value >= 10 ? 1 : 2)
}

const HEADS = {
  '': ['msg/s', 'p50', 'p95', 'p99', 'API', 'worker', 'PostgreSQL', 'Redis', 'all', 'commands'],
  memory: ['API', 'at its peak', 'worker', 'at its peak', 'PostgreSQL', 'Redis', 'API', 'worker'],
}

const speedOf = ({
  messages_per_second,
  p50_ms,
  p95_ms,
  p99_ms,
  cpu_ms,
  redis_commands,
}: Measurement) => [
  messages_per_second,
  p50_ms,
  p95_ms,
  p99_ms,
  cpu_ms.api,
  cpu_ms.worker,
  cpu_ms.postgres,
  cpu_ms.redis,
  cpu_ms.total,
  redis_commands,
]
const spaceOf = ({ memory_mb: of, api_event_loop, worker_event_loop }: Measurement) => [
  of.api,
  of.api_peak,
  of.worker,
  of.worker_peak,
  of.postgres,
  of.redis,
  api_event_loop.p99_ms,
  worker_event_loop.p99_ms,
]

function table(
  heads: string[],
  results: readonly Result[],
  cells: (figures: Measurement) => number[],
): string {
  const lines = [`| | ${heads.join(' | ')} |`, `|---|${heads.map(() => '--:|').join('')}`]
  for (const { scenario, medians, ratios } of results) {
    lines.push(`| **${scenarioTitle(scenario)}** |${' |'.repeat(heads.length)}`)
    for (const name of Object.keys(medians) as SystemName[]) {
      lines.push(`| ${titleOf(name)} | ${cells(medians[name]!).map(short).join(' | ')} |`)
      if (name === 'baseline' || name === 'plain') continue
      for (const other of OTHERS) {
        const ratio = ratios[name]?.[other]
        if (!ratio) continue
        // A figure that the other system lacks gets no ratio.
        const shown = cells(ratio).map((value) => (value ? `×${short(value)}` : '–'))
        lines.push(`| … by the ${titleOf(other)} | ${shown.join(' | ')} |`)
      }
    }
  }
  return lines.join('\n')
}

/** Shows rate, latency and processor time of each system in each scenario. */
export const speedTable = (results: readonly Result[]) => table(HEADS[''], results, speedOf)

export const targetLines = (targets: readonly Target[]) =>
  targets.map(
    ({ title, aim, figure, met }) => `${met ? 'met    ' : 'NOT MET'}  ${title}: ${figure} (${aim})`,
  )

export function markdown({
  measured_at,
  machine,
  settings,
  rounds,
  results,
  targets,
}: Report): string {
  const { fsync, synchronous_commit, server_version } = settings.postgres
  const shownTargets = targets.map(
    ({ title, aim, figure, met }) =>
      `| ${title} | ${figure} | ${aim} | ${met ? 'yes' : '**no**'} |`,
  )
  return [
    `Made by \`npm run bench -- load\` on ${measured_at.slice(0, 10)}, medians of ${rounds} round${rounds === 1 ? '' : 's'}: ${machine.cpus} cores (${machine.model}), ${machine.memory_gb} GB,`,
    `${machine.os}, Node ${machine.node}; load before it ${machine.load_before.toFixed(1)}. PostgreSQL ${server_version} with fsync ${fsync} and`,
    `synchronous_commit ${synchronous_commit}, Redis ${settings.redis}, ${settings.entries.toLocaleString('en')} knowledge entries; ${settings.apis} API process${settings.apis === 1 ? '' : 'es'} and ${settings.workers} worker${settings.workers === 1 ? '' : 's'}.`,
    'A run ends at the first answer that is no reply, so no request was refused. [bench/README.md](../README.md) says how to read it.',
    '',
    'Messages per second, latency in ms, milliseconds of processor time a message, and Redis commands a message:',
    '',
    speedTable(results),
    '',
    'Memory in MB, and how late the event loop is at the 99th percentile, in ms:',
    '',
    table(HEADS.memory, results, spaceOf),
    '',
    '| target | figure | aim | met |',
    '|---|---|---|---|',
    ...shownTargets,
    '',
  ].join('\n')
}
