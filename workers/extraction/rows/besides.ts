import { isEmpty, ownColumns, type Row, sliced } from './grids.ts'
import { type Header, headerOf, kindsOf } from './headers.ts'

/** The most rows by which it is judged whether tables stand side by side. */
const MAX_SAMPLE = 200
/** The most runs of columns: to compare more of them takes time with the square of their number. */
const MAX_RUNS = 20

/** The columns in which some row has a cell of its own. */
export function usedColumns(rows: readonly Row[]): boolean[] {
  const used = new Array<boolean>(rows[0]?.cells.length ?? 0).fill(false)
  for (const row of rows) for (const column of ownColumns(row)) used[column] = true
  return used
}

/**
 * Splits rows into tables that stand side by side, with an empty column between them. An empty
 * column may also be a space within a table, so the right side must have names of its own, and
 * labels in its first column.
 */
export function besides(rows: readonly Row[]): Row[][] {
  const runs = runsOf(usedColumns(rows))
  if (runs.length < 2 || runs.length > MAX_RUNS) return [[...rows]]
  const sides = [runs[0]!]
  for (const [from, to] of runs.slice(1)) {
    const left = sides.at(-1)!
    const isApart = areTables(
      rows.map((row) => sliced(row, ...left)),
      rows.map((row) => sliced(row, from, to)),
    )
    if (isApart) sides.push([from, to])
    else left[1] = to
  }
  return sides.map(([from, to]) => rows.map((row) => sliced(row, from, to)))
}

/** Returns the first column of each run of used columns, and the one after its last. */
function runsOf(used: readonly boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (const [column, isUsed] of used.entries()) {
    if (!isUsed) continue
    if (used[column - 1]) runs.at(-1)![1] = column + 1
    else runs.push([column, column + 1])
  }
  return runs
}

function areTables(left: readonly Row[], right: readonly Row[]): boolean {
  const [first, second] = [tableIn(left), tableIn(right)]
  if (!first || !second) return false
  const labels = second.body.map(({ cells }) => cells[0]!)
  const isLabelled =
    kindsOf(second.body, 1)[0] === 'text' && labels.every((label) => /\p{L}/u.test(label))
  return (
    isLabelled &&
    ((second.isEvident && new Set(labels).size === labels.length) ||
      first.names[0] === second.names[0] ||
      left.some((row, at) => isEmpty(row) !== isEmpty(right[at]!)))
  )
}

/** Returns the names and rows of a table with two or more columns, if its first one has a name. */
function tableIn(all: readonly Row[]): (Header & { body: Row[] }) | undefined {
  const filled = all.filter((row) => !isEmpty(row))
  const start = filled.findIndex((row) => ownColumns(row).length > 1)
  const rows = filled.slice(Math.max(start, 0), MAX_SAMPLE)
  const header = start >= 0 ? headerOf(rows) : undefined
  const body = rows.slice(header?.height).filter((row) => ownColumns(row).length > 1)
  return header?.names[0] && body.length ? { ...header, body } : undefined
}
