import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'

/**
 * `npm run coverage`: prints the share of the lines and branches of each room that the tests have
 * reached.
 */
type Figures = Record<'lines' | 'branches', { total: number; covered: number }>

const files: Record<string, Figures> = JSON.parse(
  readFileSync('.artifacts/coverage/coverage-summary.json', 'utf8'),
)
const rooms = new Map<string, Figures>()
for (const [path, figures] of Object.entries(files)) {
  const room = path === 'total' ? 'in all' : dirname(relative('.', path))
  const sum = rooms.get(room) ?? {
    lines: { total: 0, covered: 0 },
    branches: { total: 0, covered: 0 },
  }
  for (const kind of ['lines', 'branches'] as const)
    for (const count of ['total', 'covered'] as const) sum[kind][count] += figures[kind][count]
  rooms.set(room, sum)
}

const share = ({ total, covered }: Figures['lines']) =>
  `${((100 * covered) / total).toFixed(1)} %`.padStart(9)
console.log('    lines branches')
for (const [room, { lines, branches }] of [...rooms].sort(([a], [b]) => a.localeCompare(b)))
  console.log(`${share(lines)}${share(branches)}  ${room}`)
