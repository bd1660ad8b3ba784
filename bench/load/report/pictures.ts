import type { Result } from '../rounds.ts'
import type { SystemName } from '../subjects.ts'
import { type Report, scenarioTitle, short, titleOf } from './report.ts'
import { bar, type Colour, dot, legend, line, picture, text, WIDTH } from './svg.ts'

/**
 * Messages per second of other systems with 50 clients, as shares of this baseline, which ran
 * beside each of them on such a machine: see bench/README.md.
 */
export const FLOWISE = 0.049
const PEERS: [string, number][] = [
  ['Flowise, queue mode, stateless', 0.085],
  ['Flowise, queue mode, with memory', FLOWISE],
  ['n8n, queue mode, AI agent', 0.035],
  ['LangGraph JS server', 0.035],
]

const LEFT = 250
const RIGHT = 110
const TOP = 70
const ROOM = WIDTH - LEFT - RIGHT

/** Draws the pictures that the report allows, by file name. */
export function picturesOf({ results, machine, rounds }: Report): Record<string, string> {
  const about = `${machine.cpus} cores, everything on loopback, medians of ${rounds} rounds`
  const fifty = results.find(({ scenario }) => scenario.clients === 50)
  return {
    ...(fifty?.ratios.redis?.baseline && { 'throughput.svg': throughput(fifty, about) }),
    'latency.svg': latency(results, about),
    'cpu.svg': cpu(results, about),
  }
}

function throughput({ ratios, medians }: Result, about: string): string {
  const own = (['redis', 'postgres'] as const).flatMap((name) => {
    const ratio = ratios[name]?.baseline
    return ratio ? [[titleOf(name), ratio.messages_per_second, 'a'] as const] : []
  })
  const { baseline, plain } = medians
  const rows: (readonly [string, number, Colour])[] = [
    ['bare queue, stores nothing', 1, 'other'],
    ['plain program by hand', plain!.messages_per_second / baseline!.messages_per_second, 'other'],
    ...own,
    ...PEERS.map(([name, share]) => [name, share, 'other'] as const),
  ]
  const drawn = rows.flatMap(([name, share, colour], at) => {
    const y = TOP + at * 30
    return [
      text(LEFT - 12, y + 15, name, { end: true }),
      bar(LEFT, y, share * ROOM, 20, colour),
      text(LEFT + share * ROOM + 8, y + 15, share.toFixed(share < 0.1 ? 3 : 2)),
    ]
  })
  const rate = short(baseline!.messages_per_second)
  const bottom = TOP + rows.length * 30 + 12
  const notes = [
    `1 is ${rate} messages/s, without a database and without checks. The lower four are from an earlier`,
    'measurement, each beside the same baseline.',
  ]
  const noted = notes.map((note, at) => text(20, bottom + 6 + at * 18, note, { class: 'quiet' }))
  const title = 'Throughput with 50 clients, by that of a bare queue'
  return picture(title, about, bottom + 40, [...drawn, ...noted])
}

/** Draws a line for each system of a scenario, under the scenario's title. */
function listed(
  results: readonly Result[],
  step: number,
  draw: (result: Result, name: SystemName, y: number) => string[],
) {
  let y = TOP + 12
  const parts = results.flatMap((result) => {
    const names = Object.keys(result.medians) as SystemName[]
    const title = text(20, y + 12, scenarioTitle(result.scenario))
    y += 22
    const drawn = names.flatMap((name) => {
      const row = draw(result, name, y)
      const label = text(LEFT - 12, y + 12, titleOf(name), { class: 'quiet', end: true })
      y += step
      return [label, ...row]
    })
    y += 8
    return [title, ...drawn]
  })
  return { parts, bottom: y }
}

function latency(results: readonly Result[], about: string): string {
  const all = results.flatMap(({ medians }) => Object.values(medians))
  const least = Math.floor(Math.log10(Math.min(...all.map(({ p50_ms }) => p50_ms))))
  const most = Math.ceil(Math.log10(Math.max(...all.map(({ p99_ms }) => p99_ms))))
  const x = (ms: number) => LEFT + ((Math.log10(ms) - least) / (most - least)) * ROOM
  const { parts, bottom } = listed(results, 22, ({ medians }, name, y) => {
    const { p50_ms, p95_ms, p99_ms } = medians[name]!
    const colour: Colour = name === 'baseline' || name === 'plain' ? 'other' : 'a'
    const middle = y + 8
    return [
      line(x(p50_ms), middle, x(p99_ms), middle, `class="stroke-${colour}" stroke-width="3"`),
      dot(x(p50_ms), middle, 6, colour),
      dot(x(p95_ms), middle, 4, colour),
      dot(x(p99_ms), middle, 3, colour),
      text(x(p99_ms) + 9, y + 12, `${short(p50_ms)} … ${short(p99_ms)}`, { class: 'quiet' }),
    ]
  })
  const scale = Array.from({ length: most - least + 1 }, (_, at) => 10 ** (least + at)).flatMap(
    (ms) => [
      line(x(ms), TOP, x(ms), bottom),
      text(x(ms) + 3, TOP + 4, `${ms} ms`, { class: 'quiet' }),
    ],
  )
  const subtitle = `p50, p95 and p99 (large to small dots) in ms; ${about}`
  return picture('How long an answer takes', subtitle, bottom + 12, [...scale, ...parts])
}

const PROCESSES = [
  ['api', 'a', 'API'],
  ['worker', 'b', 'worker'],
  ['postgres', 'c', 'PostgreSQL'],
  ['redis', 'd', 'Redis'],
] as const

function cpu(results: readonly Result[], about: string): string {
  const most = Math.max(
    ...results.flatMap(({ medians }) => Object.values(medians).map(({ cpu_ms }) => cpu_ms.total)),
  )
  const width = (ms: number) => (ms / most) * ROOM
  const { parts, bottom } = listed(results, 22, ({ medians }, name, y) => {
    const { cpu_ms } = medians[name]!
    let x = LEFT
    const drawn = PROCESSES.map(([process, colour]) => {
      const part = bar(x, y, width(cpu_ms[process]), 16, colour)
      x += width(cpu_ms[process])
      return part
    })
    return [...drawn, text(x + 8, y + 12, `${short(cpu_ms.total)} ms`)]
  })
  const key = legend(
    TOP + 2,
    PROCESSES.map(([, colour, name]) => [colour, name]),
  )
  return picture('What a message costs: processor time by process', about, bottom + 12, [
    key,
    ...parts,
  ])
}
