import { readFileSync } from 'node:fs'
import type { MemoryReport } from '../../bench/memory.ts'

/** The table of `docs/scaling.md`, from the results that `npm run bench -- memory` stored. */
export function memoryTable(): string {
  const { measured_at, machine, posted, figures }: MemoryReport = JSON.parse(
    readFileSync('bench/results/memory.json', 'utf8'),
  )
  const rows = Object.entries(figures).map(
    ([name, { idle, idle_own, busy, busy_most }]) =>
      `| ${name} | ${idle} | ${idle_own} | ${busy} | ${busy_most} |`,
  )
  return [
    `Resident megabytes on ${measured_at.slice(0, 10)}, Node ${machine.node}, after ${posted.toLocaleString('en')} messages:`,
    [
      '| process | idle | idle, shared pages counted in part | 200 replies in flight, median | at most |',
      '|---|--:|--:|--:|--:|',
      ...rows,
    ].join('\n'),
  ].join('\n\n')
}
