import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { parse } from 'yaml'
import { METRICS } from '../../shared/lib/observability/metricTable.ts'

/** Metrics of Node and of the process, which `test/api/system/metrics.test.ts` checks. */
const USUAL = [
  'nodejs_eventloop_lag_p99_seconds',
  'process_resident_memory_bytes',
  'process_cpu_seconds_total',
]
/** Labels that Prometheus and the process add to each metric. */
const ADDED_LABELS = ['le', 'instance', 'job', 'process', 'worker']

const page = readFileSync('docs/observability.md', 'utf8')
const dashboard = JSON.parse(readFileSync('docs/grafana.json', 'utf8'))

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; legendFormat: string }[]
}
interface Rule {
  alert: string
  expr: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string }
}
const rules: Rule[] = parse(readFileSync('docs/alerts.yml', 'utf8')).groups[0].rules

const panels: Panel[] = dashboard.panels
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
const alerting = rules.map(({ expr }) => expr)
const queried = [...page.matchAll(/```promql\n(.+)\n```/g)].map(([, query]) => query!)

/** Returns the metrics of a query as they are stored, with the labels that the query uses. */
function metricsOf(query: string) {
  return [...query.matchAll(/\b((?:parley|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
    .filter(([, name]) => !ADDED_LABELS.includes(name!))
    .map(([, name, selector = '']) => ({
      name: name!.replace(/_(bucket|count|sum)$/, ''),
      labels: [...selector.matchAll(/(\w+)[=!]~?"/g)].map(([, label]) => label!),
    }))
}

describe("the operator's files", () => {
  it('describe every metric on its page, with its kind and labels, and no other', () => {
    const rows = [...page.matchAll(/^\| `(parley_\w+)` \| (\w+)(?:: ([\w, ]+))? \|/gm)]
    const described = rows.map(([, name, type, labels]) => [
      name,
      { type, labels: labels?.split(', ') ?? [] },
    ])
    const made = Object.entries(METRICS).map(([name, { type, labels }]) => [
      name,
      { type, labels: [...labels] },
    ])
    expect(Object.fromEntries(described)).to.deep.equal(Object.fromEntries(made))
  })

  it('query existing metrics and labels, in the dashboard, the alerts and the page', () => {
    expect(shown.length).to.be.above(30)
    expect(alerting.length).to.be.above(8)
    expect(queried).not.to.be.empty
    for (const query of [...shown, ...alerting, ...queried]) {
      const metrics = metricsOf(query)
      expect(metrics, query).not.to.be.empty
      for (const { name, labels } of metrics) {
        if (USUAL.includes(name)) continue
        const known = METRICS[name as keyof typeof METRICS]?.labels as readonly string[] | undefined
        expect(known, `${name} in ${query}`).not.to.equal(undefined)
        expect([...known!, ...ADDED_LABELS]).to.include.members(labels)
        const [, by = ''] = /by \(([^)]*)\)/.exec(query) ?? []
        expect([...known!, ...ADDED_LABELS], query).to.include.members(
          by.split(/, ?/).filter(Boolean),
        )
      }
    }
  })

  it('rate counters and histograms only, and quantiles of buckets only', () => {
    for (const query of [...shown, ...alerting, ...queried]) {
      for (const [, name] of query.matchAll(/(?:rate|increase)\((\w+)/g))
        expect(name).to.match(/_(total|bucket|count)$/)
      for (const [, rest] of query.matchAll(/histogram_quantile\((.+)/g))
        expect(rest).to.match(/sum by \(le\b[^)]*\) \(rate\(\w+_bucket/)
    }
  })

  it('show every metric in a panel', () => {
    const names = new Set(shown.flatMap((query) => metricsOf(query).map(({ name }) => name)))
    expect([...names]).to.include.members([...Object.keys(METRICS), ...USUAL])
  })

  it('have a dashboard whose panels have a title, a separate place, and a selectable data source', () => {
    const places = new Set<string>()
    for (const { type, title, gridPos, targets = [] } of panels) {
      expect(title).not.to.equal('')
      expect(gridPos.x + gridPos.w).to.be.at.most(24)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++)
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
          expect(places.has(`${x} ${y}`), title).to.equal(false)
          places.add(`${x} ${y}`)
        }
      expect(type === 'row' || targets.length > 0, title).to.equal(true)
    }
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length)
    expect(dashboard.templating.list[0]).to.include({ type: 'datasource', query: 'prometheus' })
  })

  it('say of every alert what to do', () => {
    for (const { labels, annotations } of rules) {
      expect(labels.severity).to.be.oneOf(['warning', 'critical'])
      expect(annotations.summary).to.match(/\.$/)
    }
    const named = rules.map(({ alert }) => alert)
    const explained = [...page.matchAll(/^\| `(Parley\w+)` \| .{5,} \|$/gm)].map(([, name]) => name)
    expect(explained).to.deep.equal(named)
  })
})
