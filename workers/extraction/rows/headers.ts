import { ABOVE, isJoined, LEFT, ownColumns, type Row } from './grids.ts'
import { type CellKind, isUnit, isValueKind, kindOf } from './kinds.ts'
import { arePairs, nameOf } from './records.ts'

/** The header of a table. */
export interface Header {
  /** The number of its rows. */
  height: number
  /** The name of each column; '' for none. */
  names: string[]
  /** Whether it differs from the rows below: it is marked, or a column has names above values. */
  isEvident: boolean
}

/** The most rows of a header, which name the columns together. */
const MAX_HEIGHT = 3
/** The most rows by which columns are judged. */
export const MAX_SAMPLE = 50
/** The most characters of a cell that names a column, if nothing but its place says so. */
const MAX_IN_NAME = 80
/** The most characters of a cell that names a column. */
const MAX_IN_EVIDENT_NAME = 150

/** Returns what most cells of each column hold; `empty` for a column without any. */
export function kindsOf(rows: readonly Row[], columns: number): CellKind[] {
  return Array.from({ length: columns }, (_, column) => {
    const counts = new Map<CellKind, number>()
    let all = 0
    for (const { cells } of rows.slice(0, MAX_SAMPLE)) {
      const kind = kindOf(cells[column]!)
      if (kind === 'empty' || kind === 'gap') continue
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      all++
    }
    const [numbers = 0, measures = 0] = [counts.get('number'), counts.get('measure')]
    if (all && 2 * (numbers + measures) >= all) return numbers >= measures ? 'number' : 'measure'
    const values = [...counts].find(([kind, count]) => isValueKind(kind) && 2 * count >= all)
    return values?.[0] ?? (all ? 'text' : 'empty')
  })
}

/**
 * Reads the header of a table without empty rows, whose first row is the header's if there is one.
 * @returns undefined if the first row is like those below
 */
export function headerOf(all: readonly Row[]): Header | undefined {
  const rows = all.slice(0, MAX_HEIGHT + MAX_SAMPLE)
  if (arePairs(rows.map(({ cells }) => cells))) return undefined
  const marked = rows.findIndex((row, at) => !row.isHeader || (at > 0 && isSubHeading(row)))
  let height = Math.max(1, Math.min(marked, MAX_HEIGHT))
  while (height < MAX_HEIGHT && continuesHeader(rows, height)) height++
  return (
    headerOfHeight(rows, height, marked > 0) ??
    (height > 1 ? headerOfHeight(rows, 1, marked > 0) : undefined)
  )
}

const isSubHeading = (row: Row) =>
  ownColumns(row).length === 1 && row.cells.filter(Boolean).length === 1

function headerOfHeight(
  rows: readonly Row[],
  height: number,
  isMarked: boolean,
): Header | undefined {
  const [above, below] = [rows.slice(0, height), rows.slice(height)]
  if (!below.length) return undefined
  const columns = above[0]!.cells.length
  const kinds = kindsOf(below, columns)
  const names = joinedNames(above)
  if (isMarked) return { height, names, isEvident: true }
  if (height === 1 && isCounting(above[0]!, below[0]!))
    return { height, names: withoutCount(names), isEvident: true }
  const named = names.flatMap((name, column) => (name ? [column] : []))
  const values = kinds.flatMap((kind, column) => (isValueKind(kind) ? [column] : []))
  const namedValues = values.filter((column) => names[column])
  const isEvident =
    namedValues.length > 0 && 2 * namedValues.length >= values.length && named.length > 1
  const areAlike = above.every((row) => areNames(row, kinds, isEvident))
  if (!areAlike) return undefined
  if (isEvident) return { height, names, isEvident }
  const isWhole =
    named.length >= (2 / 3) * columns &&
    new Set(named.map((column) => names[column])).size === named.length
  return isWhole ? { height, names, isEvident } : undefined
}

/** Whether all cells of a row can be names above columns of these kinds. */
const areNames = ({ cells }: Row, kinds: readonly CellKind[], isEvident: boolean) =>
  cells.every((cell, column) => {
    const kind = kindOf(cell)
    // Years, dates and `2 kg` may be names, but not above others of their kind.
    if (kind === 'time' || kind === 'flag' || kind === 'measure') return kinds[column] !== kind
    const most = isEvident ? MAX_IN_EVIDENT_NAME : MAX_IN_NAME
    return kind !== 'number' && kind !== 'prose' && cell.length <= most
  })

/** Whether a row counts its columns, as in `Size; 36; 37; 38`, and the row below does not. */
function isCounting(row: Row, below: Row): boolean {
  const steps = (cells: readonly string[]) => {
    const numbers = cells.slice(1).map((cell) => (/^\d{1,6}$/.test(cell) ? Number(cell) : NaN))
    return new Set(numbers.slice(1).map((number, at) => number - numbers[at]!))
  }
  const [own, next] = [steps(row.cells), steps(below.cells)]
  const [step = NaN] = own
  return (
    row.cells.length > 3 &&
    own.size === 1 &&
    step > 0 &&
    !(next.size === 1 && next.has(step)) &&
    !/\d/.test(row.cells[0]!)
  )
}

/** Leaves out the numbers 0, 1, 2 … that pandas gives to columns without names. */
const withoutCount = (names: readonly string[]) =>
  names[0] === '' && names[1] === '0' ? names.map(() => '') : [...names]

/** Whether the row at `height` belongs to the header, as the one above it does. */
function continuesHeader(rows: readonly Row[], height: number): boolean {
  const [upper, lower, body] = [rows[height - 1]!, rows[height]!, rows.slice(height + 1)]
  if (!lower || !body.length) return false
  const own = ownColumns(lower)
  const kinds = kindsOf(body, lower.cells.length)
  if (!own.length || !areNames(lower, kinds, true)) return false
  const above = upper.cells.map((_, column) =>
    rows.slice(0, height).some((row) => row.cells[column]),
  )
  const isOverValues = (columns: readonly number[]) =>
    columns.length > 0 &&
    2 * columns.filter((column) => isValueKind(kinds[column]!)).length >= columns.length
  // The row names no row, although all rows below have names.
  const isUnlabelled =
    !lower.cells[0] && own.length > 1 && body.slice(0, MAX_SAMPLE).every(({ cells }) => cells[0])
  const isHeading = isOverValues(own.filter((column) => column > 0)) || isUnlabelled
  const isLevels = () => own.every((column) => !above[column]) && (height > 1 || own.length > 1)
  const isNamed = () =>
    kinds.every(
      (kind, column) => column === 0 || kind === 'empty' || above[column] || lower.cells[column],
    )
  const isUnderGroup =
    !lower.cells[0] || !upper.cells[0] || isJoined(lower, 0, ABOVE) || isJoined(upper, 1, LEFT)
  return (
    ((isHeading || isUnderGroup) && isUnderMerged(upper, lower)) ||
    isUnits(lower, kinds) ||
    (isHeading && isNamed() && (isUnderGroups(upper, lower) || isUnderRepeated(upper, lower))) ||
    (own.length < above.filter(Boolean).length && above.some(Boolean) && isLevels() && !above[0])
  )
}

/** Whether merged cells of the upper row reach across or into the lower row. */
const isUnderMerged = (upper: Row, lower: Row) =>
  lower.cells.some(
    (text, column) =>
      text && isJoined(upper, column, LEFT) && !lower.joins?.[column] && lower.cells[column - 1],
  ) ||
  (lower.cells.some((_, column) => isJoined(lower, column, ABOVE)) &&
    upper.cells.some((_, column) => isJoined(upper, column, LEFT)))

/** Whether a row has units alone, at least one of them above values. */
function isUnits(row: Row, kinds: readonly CellKind[]): boolean {
  const own = ownColumns(row)
  const units = own.filter((column) => isUnit(row.cells[column]!))
  return (
    units.some((column) => isValueKind(kinds[column]!)) &&
    own.every((column) => column === 0 || units.includes(column))
  )
}

/** Whether the upper row has a name for several columns of the lower row: `2025; ; 2026; `. */
const isUnderGroups = (upper: Row, lower: Row) =>
  upper.cells.some((text, column) => column > 0 && !text && lower.cells[column]) &&
  upper.cells.some((text, column) => text && (column > 0 || lower.cells[column]))

/** Whether the upper row repeats its names above different ones: `2025; 2025` above `Q1; Q2`. */
const isUnderRepeated = (upper: Row, lower: Row) =>
  upper.cells.some(
    (text, column) =>
      column > 1 &&
      text &&
      text === upper.cells[column - 1] &&
      lower.cells[column] &&
      lower.cells[column] !== lower.cells[column - 1],
  )

/** Returns a label without the colon at its end. */
export const withoutColon = (label: string) => label.replace(/\s?[:：]$/, '')

/** Joins the rows of a header to a name for each column: `2025 Q1`. */
function joinedNames(rows: readonly Row[]): string[] {
  const levels = rows.map(({ cells }) => cells)
  let below = levels.at(-1)!
  for (let at = rows.length - 2; at >= 0; at--) {
    const cells = spread(rows[at]!, below)
    levels[at] = cells
    below = below.map((name, column) => cells[column] || name)
  }
  return below.map((_, column) => {
    const parts = levels.map((cells) => nameOf(withoutColon(cells[column]!.replace(/\s+/g, ' '))))
    return [...new Set(parts)].filter((part) => part && kindOf(part) !== 'gap').join(' ')
  })
}

/**
 * Writes the names of groups above each of their columns, if the row has no merged cells.
 * @param below the names of the columns below the row
 */
function spread(row: Row, below: readonly string[]): string[] {
  const cells = [...row.cells]
  if (cells.some((_, column) => isJoined(row, column, LEFT))) return cells
  // A name above no other names its own column.
  const groups = cells.flatMap((text, column) => (text && below[column] ? [column] : []))
  const open = below.flatMap((name, column) =>
    name && !isLabel(cells, below, column) ? [column] : [],
  )
  const runs = runsOf(open, below)
  if (groups.length > 1 && groups.length === runs.length) {
    const areWithin = groups.every((column, at) => runs[at]!.includes(column))
    // `Unit` in `Unit; Q1; Q2; Q1; Q2` belongs to no group.
    const isCommon = (column: number) =>
      column >= groups[0]! || runs[1]!.some((other) => below[other] === below[column])
    if (areWithin) {
      const covered = runs.map((run) => run.filter(isCommon))
      const usual = usualLength(covered, below)
      for (const [at, run] of covered.entries())
        for (const column of run.slice(0, usual)) cells[column] = row.cells[groups[at]!]!
      return cells
    }
  }
  const isRightAligned = groups.length > 0 && groups[0] !== open[0] && groups.at(-1) === open.at(-1)
  const order = isRightAligned ? [...below.keys()].reverse() : [...below.keys()]
  let name = ''
  for (const column of order) {
    if (cells[column]) name = below[column] ? cells[column]! : ''
    else if (below[column] && open.includes(column)) cells[column] = name
    else name = ''
  }
  return cells
}

/**
 * Returns the number of names in each run, if all but the last have the same ones. `Total` in
 * `Q1; Q2; Q1; Q2; Total` belongs to no group.
 */
function usualLength(runs: readonly number[][], names: readonly string[]): number {
  const [last, ...others] = [...runs].reverse()
  const length = others[0]!.length
  const named = (run: readonly number[]) =>
    run
      .slice(0, length)
      .map((column) => names[column])
      .join('\n')
  const areSame = others.every((run) => run.length === length && named(run) === named(last!))
  return areSame ? length : Number.POSITIVE_INFINITY
}

/** Whether a column has the names of rows, which no group covers. */
const isLabel = (cells: readonly string[], below: readonly string[], column: number) =>
  column === 0 && !cells[0] && below[0] !== ''

/** Splits columns where their names begin anew: `Q1; Q2; Q1; Q2` has two runs. */
function runsOf(columns: readonly number[], names: readonly string[]): number[][] {
  const runs: number[][] = []
  let seen = new Set<string>()
  for (const column of columns) {
    if (!runs.length || seen.has(names[column]!)) {
      runs.push([])
      seen = new Set()
    }
    runs.at(-1)!.push(column)
    seen.add(names[column]!)
  }
  return runs
}
