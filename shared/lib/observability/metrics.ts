import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import about from '../../../package.json' with { type: 'json' }
import { type Labels, METRICS, type NamesOf } from './metricTable.ts'

/** A process's metrics at one moment, in Prometheus' text format. */
export type MetricsText = string
export const METRICS_CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type Made = Counter<string> | Gauge<string> | Histogram<string>

/** The process's registry; undefined: metrics are off, and nothing is loaded or counted. */
let open: { registry: Registry; made: Map<string, Made> } | undefined

/** Starts the metrics. @param labels added to every metric of the process */
export async function startMetrics(labels: Record<string, string>): Promise<void> {
  const client = await import('prom-client')
  const registry = new client.Registry()
  registry.setDefaultLabels(labels)
  const made = new Map<string, Made>(
    Object.entries(METRICS).map(([name, { type, help, labels, ...more }]): [string, Made] => {
      const options = { name, help, labelNames: [...labels], registers: [registry] }
      if (type === 'counter') return [name, new client.Counter(options)]
      if (type === 'gauge') return [name, new client.Gauge(options)]
      return [
        name,
        new client.Histogram({ ...options, buckets: [...(more as { buckets: number[] }).buckets] }),
      ]
    }),
  )
  client.collectDefaultMetrics({ register: registry })
  open = { registry, made }
  readGauge('parley_info', () => [[{ version: about.version }, 1]])
}

/** Adds `by` to a counter. Does nothing if metrics are off. */
export function count<Name extends NamesOf<'counter'>>(
  name: Name,
  labels: Labels<Name>,
  by = 1,
): void {
  ;(open?.made.get(name) as Counter<string> | undefined)?.inc(labels, by)
}

/** Adds a time, in milliseconds, to a histogram of seconds. Does nothing if metrics are off. */
export function observeMs<Name extends NamesOf<'histogram'>>(
  name: Name,
  labels: Labels<Name>,
  ms: number,
): void {
  ;(open?.made.get(name) as Histogram<string> | undefined)?.observe(labels, ms / 1000)
}

/**
 * Registers the reader of a gauge, which returns its labels and values at each scrape. A later
 * reader of the same gauge replaces the earlier reader.
 */
export function readGauge<Name extends NamesOf<'gauge'>>(
  name: Name,
  read: () => [labels: Labels<Name>, value: number][],
): void {
  const gauge = open?.made.get(name) as (Gauge<string> & { collect?: () => void }) | undefined
  if (!gauge) return
  gauge.collect = () => {
    gauge.reset()
    for (const [labels, value] of read()) gauge.set(labels, value)
  }
}

/**
 * Registers the gauges of the process's database connections.
 * @param limit the most connections that the process may open
 */
export function readPool(
  use: () => { used: number; idle: number; waiting: number },
  limit: number,
): void {
  readGauge('parley_db_pool_limit', () => [[{}, limit]])
  readGauge('parley_db_pool_waiting', () => [[{}, use().waiting]])
  readGauge('parley_db_pool_connections', () => {
    const { used, idle } = use()
    return [
      [{ state: 'used' }, used],
      [{ state: 'idle' }, idle],
    ]
  })
}

/** Returns this process's metrics; undefined: metrics are off. */
export const collectMetrics = async (): Promise<MetricsText | undefined> => open?.registry.metrics()

/** Formats gauges whose values are read at each scrape. */
export function gaugesAsText<Name extends NamesOf<'gauge'>>(
  gauges: { [Key in Name]: [labels: Labels<Key>, value: number][] },
): MetricsText {
  const families = Object.entries<[Record<string, string>, number][]>(gauges).map(
    ([name, values]) => {
      const samples = values.map(([labels, value]) => {
        const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
        return `${name}{${pairs.join(',')}} ${value}`
      })
      return [
        `# HELP ${name} ${METRICS[name as Name].help}`,
        `# TYPE ${name} gauge`,
        ...samples,
      ].join('\n')
    },
  )
  return families.join('\n')
}

/**
 * Merges the metrics of several processes into one text with one section per metric. Labels
 * distinguish the processes. Leaves out metrics without a value.
 */
export function mergeMetrics(processes: readonly MetricsText[]): MetricsText {
  const families = new Map<string, string[]>()
  for (const figures of processes)
    for (const family of figures.split(/^(?=# HELP )/m)) {
      const [help = '', type = '', ...samples] = family.trimEnd().split('\n')
      const [, , name = ''] = type.split(' ')
      if (!samples.length) continue
      if (!families.has(name)) families.set(name, [help, type])
      families.get(name)!.push(samples.join('\n'))
    }
  return [...families.values()].map((lines) => `${lines.join('\n')}\n`).join('\n')
}

const MAX_MODELS = 50
const models = new Set<string>()

/**
 * Returns a model's name as a label. Organizations can name any model, so after 50 different names
 * all further names become `other`.
 */
export function modelLabel(model: string): string {
  if (models.size < MAX_MODELS) models.add(model)
  return models.has(model) ? model : 'other'
}
