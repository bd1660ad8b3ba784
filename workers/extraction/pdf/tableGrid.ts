import type { ColumnLine } from './columns.ts'
import { isLevel, isSeen, isTurned, right, x, y } from './items.ts'

/** A stretch of a line, in points, with its text. */
export interface Cell {
  from: number
  to: number
  text: string
}

/** What stands at one height of a page, in the order from left to right. */
export interface GridRow {
  cells: Cell[]
  y: number
  height: number
  /** The lines it comes from, by their number. */
  lines: number[]
  /** Whether it is a sub-heading of the rows below. */
  isSection?: boolean
}

/** Rows below each other whose cells stand in the same columns. */
export interface FoundGrid {
  rows: GridRow[]
  columns: ColumnSpan[]
}

interface ColumnSpan {
  from: number
  to: number
}

/** The least width of the gap between cells, in letter heights. A blank has a quarter. */
const MIN_GAP = 0.6
const MIN_ROWS = 3
/** The most letter heights between two rows. */
const MAX_STEP = 4
/** The least space above the title of a further table, as a multiple of that between rows. */
const TITLE_STEP = 2
/** The fewest letter heights between most rows. */
const MIN_STEP = 0.9
/** The share of cells at the same place in their columns. In justified text, they are anywhere. */
const ALIGNED = 0.75
/** The least share of a column's cells that have one place in common. */
const SHARED = 0.15
/** The most characters of an average cell. Those of columns of text are longer. */
const MAX_AVERAGE = 36
/** The share of cells that continue a sentence, in text that is no table. */
const CONTINUING = 0.3
/** The least share of a column's cells with a digit, in a table of two columns. */
const COUNTED = 0.6
/** The most letter heights between figures and the name of their column beside them. */
const MAX_ASIDE = 2.5
/** The least share of cells that the row in the middle has. A chart beside a table has fewer. */
const MIN_FILLED = 0.4
/** The most columns of a table, and rows of a page that are looked at. */
const MAX_COLUMNS = 60
const MAX_ROWS = 2_000

/**
 * Groups the lines of a column by their height, in whatever order they are painted.
 * @param without the numbers of lines that belong to no table
 */
export function rowsByHeight(
  lines: readonly ColumnLine[],
  column: number,
  without: ReadonlySet<number> = new Set(),
): GridRow[] {
  const placed = lines
    .flatMap(({ items, column: own }, line) => {
      if (own !== column || without.has(line)) return []
      const seen = items.filter(isSeen)
      return seen.some(isTurned) ? [] : seen.map((item) => ({ item, line }))
    })
    .sort((one, other) => y(other.item) - y(one.item))
  const rows: (typeof placed)[] = []
  for (const piece of placed) {
    const last = rows.at(-1)
    if (last && isLevel(last[0]!.item, piece.item)) last.push(piece)
    else rows.push([piece])
  }
  return rows.slice(0, MAX_ROWS).map((pieces) => {
    const height = Math.max(...pieces.map(({ item }) => item.height))
    const cells: Cell[] = []
    for (const { item } of pieces.sort((one, other) => x(one.item) - x(other.item))) {
      const last = cells.at(-1)
      if (last && x(item) - last.to < MIN_GAP * height) {
        const gap = x(item) - last.to > 0.15 * height && !/\s$/.test(last.text) ? ' ' : ''
        last.text += gap + item.str
        last.to = Math.max(last.to, right(item))
      } else cells.push({ from: x(item), to: right(item), text: item.str })
    }
    const own = [...new Set(pieces.map(({ line }) => line))]
    return { cells, y: y(pieces[0]!.item), height, lines: own }
  })
}

/** Finds the grids of a page. */
export function gridsIn(rows: readonly GridRow[]): FoundGrid[] {
  const grids: FoundGrid[] = []
  for (let at = 0; at < rows.length; ) {
    const end = endOfRun(rows, at)
    const run = trimmed(rows.slice(at, end))
    const columns = run.length < MIN_ROWS ? [] : joinedColumns(columnsOf(run), run)
    if (isTable(run, columns)) {
      const kept = withSections(withinColumns(run, columns), columns)
      if (kept.length >= MIN_ROWS) grids.push({ rows: kept, columns })
    }
    at = Math.max(end, at + 1)
  }
  return grids
}

/** Leaves out rows before and after the others that reach beyond the columns, as a page's head. */
function withinColumns(rows: readonly GridRow[], columns: readonly ColumnSpan[]): GridRow[] {
  const [from, to] = [columns[0]!.from, columns.at(-1)!.to]
  const isWithin = ({ cells, height }: GridRow) =>
    cells.length >= columns.length - 1 ||
    cells.every((cell) => cell.to < to + height && cell.from > from - height)
  return rows.slice(rows.findIndex(isWithin), rows.findLastIndex(isWithin) + 1)
}

/** The least letter heights by which rows stand further right than their sub-heading. */
const MIN_INDENT = 0.5
/** The least share of rows with figures that do, if those without are sub-headings. */
const INDENTED = 0.9

/**
 * Marks the rows without figures as sub-headings whose labels stand further left than those of the
 * others, if some of them have nothing but the label. Those after the last other row are left out.
 */
function withSections(rows: readonly GridRow[], columns: readonly ColumnSpan[]): GridRow[] {
  const labels = rows.filter(({ cells }) => cells[0]!.from < columns[0]!.to)
  const lone = labels.filter(({ cells }) => cells.length === 1)
  const counted = labels.filter(hasFigures)
  if (lone.length < 2 || counted.length < MIN_ROWS) return [...rows]
  const left = Math.min(...lone.map(({ cells }) => cells[0]!.from))
  const isOut = ({ cells, height }: GridRow) => cells[0]!.from < left + MIN_INDENT * height
  const indented = counted.filter((row) => !isOut(row))
  if (!lone.every(isOut) || indented.length < INDENTED * counted.length) return [...rows]
  const first = rows.indexOf(labels[0]!)
  const marked = rows.map((row, at) =>
    at >= first && isOut(row) && !hasFigures(row) ? { ...row, isSection: true } : row,
  )
  return marked.slice(0, marked.findLastIndex(({ isSection }) => !isSection) + 1)
}

const hasFigures = ({ cells }: GridRow) =>
  cells.slice(1).some(({ text }) => /^\W{0,3}\d/.test(text))

/** Returns the end of rows with several cells. A row with one may continue a cell, or be a title. */
function endOfRun(rows: readonly GridRow[], start: number): number {
  let end = start
  let single = 0
  while (end < rows.length) {
    const row = rows[end]!
    const [step, before] = [stepTo(rows, end), stepTo(rows, end - 1)]
    if (end > start && step > MAX_STEP * row.height) break
    const isTitle = row.cells.length === 1 && step > TITLE_STEP * before
    if (isTitle && end > start + 2 && stepTo(rows, end + 1) < step) break
    single = row.cells.length > 1 ? 0 : single + 1
    if (single > 2) break
    end++
  }
  return end
}

const stepTo = (rows: readonly GridRow[], at: number) =>
  (rows[at - 1]?.y ?? Number.POSITIVE_INFINITY) - (rows[at]?.y ?? 0)

/** Leaves out rows with a single cell before and after those with several. */
function trimmed(rows: readonly GridRow[]): GridRow[] {
  const start = rows.findIndex(({ cells }) => cells.length > 1)
  const end = rows.findLastIndex(({ cells }) => cells.length > 1)
  return start === -1 ? [] : rows.slice(start, end + 1)
}

/** Finds the columns of the rows with most cells. Other rows may have cells that span several. */
function columnsOf(rows: readonly GridRow[]): ColumnSpan[] {
  const most = Math.max(...rows.map(({ cells }) => cells.length))
  for (const least of [most, most - 1]) {
    const full = rows.filter(({ cells }) => cells.length >= Math.max(least, 2))
    if (full.length < 2) continue
    const columns = union(full.flatMap(({ cells }) => cells))
    if (columns.length >= Math.max(least, 2)) return columns
  }
  const several = rows.filter(({ cells }) => cells.length >= Math.max(0.6 * most, 2))
  return union(several.flatMap(({ cells }) => cells))
}

/**
 * Joins columns beside each other of which no row fills both: the name of figures that stand on the
 * right may not stand above them.
 */
function joinedColumns(columns: readonly ColumnSpan[], rows: readonly GridRow[]): ColumnSpan[] {
  const joined: ColumnSpan[] = []
  for (const column of columns) {
    const last = joined.at(-1)
    const isNear = last && column.from - last.to < MAX_ASIDE * rows[0]!.height
    const areBoth = rows.some(
      (row) => last && within(row, last).length && within(row, column).length,
    )
    if (isNear && !areBoth) last.to = column.to
    else joined.push({ ...column })
  }
  return joined
}

function union(places: readonly ColumnSpan[]): ColumnSpan[] {
  const merged: ColumnSpan[] = []
  for (const { from, to } of [...places].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last && from < last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

function isTable(rows: readonly GridRow[], columns: readonly ColumnSpan[]): boolean {
  const several = rows.filter(({ cells }) => cells.length > 1)
  if (several.length < MIN_ROWS || columns.length < 2 || columns.length > MAX_COLUMNS) return false
  const counts = several.map(({ cells }) => cells.length).sort((one, other) => one - other)
  if (counts[counts.length >> 1]! < MIN_FILLED * columns.length) return false
  const steps = rows.slice(1).map((row, at) => (rows[at]!.y - row.y) / row.height)
  // The signs above and below the others in a formula are closer than rows.
  if (steps.sort((one, other) => one - other)[steps.length >> 1]! < MIN_STEP) return false
  if (!areAligned(several, columns) || isList(several)) return false
  const texts = several.flatMap(({ cells }) => cells.map(({ text }) => text.trim()))
  const average = texts.join('').length / texts.length
  const continuing = texts.filter((text) => /^\p{Ll}/u.test(text) && text.length > 12).length
  const areDotted = several.filter(({ cells }) =>
    cells.some(({ text }) => /(?:\. ?){4}|…/.test(text)),
  )
  if (average > MAX_AVERAGE || continuing > CONTINUING * texts.length) return false
  if (areDotted.length > 0.3 * several.length) return false
  if (columns.every((column) => !hasWords(rows, column))) return false
  return columns.length > 2 || columns.some((column) => isCounted(several, column))
}

/** Whether most rows are items of a list: a mark, and the text beside it. */
const isList = (rows: readonly GridRow[]) =>
  2 *
    rows.filter(({ cells }) => cells.length === 2 && ITEM_MARK.test(cells[0]!.text.trim())).length >
  rows.length

const ITEM_MARK = /^(?:[•·▪■●○◦‣➢✓*–—-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])$/i

/** Whether most cells begin, end or have their middle where others of their column do. */
function areAligned(rows: readonly GridRow[], columns: readonly ColumnSpan[]): boolean {
  let aligned = 0
  let all = 0
  for (const column of columns.slice(1)) {
    const cells = rows.flatMap((row) => within(row, column))
    const least = Math.max(2, SHARED * cells.length)
    const places = EDGES.map((edgeOf) => cells.map((cell) => Math.round(edgeOf(cell))))
    const counts = places.map(countsOf)
    aligned += cells.filter((_, at) =>
      places.some((own, edge) => counts[edge]!(own[at]!) >= least),
    ).length
    all += cells.length
  }
  return aligned >= ALIGNED * all
}

const EDGES = [
  ({ from }: Cell) => from,
  ({ to }: Cell) => to,
  ({ from, to }: Cell) => (from + to) / 2,
]

/** Returns how many of these places are within a point of another one. */
function countsOf(places: readonly number[]): (place: number) => number {
  const counts = new Map<number, number>()
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  const at = (place: number) => counts.get(place) ?? 0
  return (place) => at(place - 1) + at(place) + at(place + 1)
}

const within = ({ cells }: GridRow, { from, to }: ColumnSpan) =>
  cells.filter((cell) => cell.from < to && cell.to > from)

const hasWords = (rows: readonly GridRow[], column: ColumnSpan) =>
  rows.filter((row) => within(row, column).some(({ text }) => /\p{L}{2}/u.test(text))).length > 1

const isCounted = (rows: readonly GridRow[], column: ColumnSpan) =>
  rows.filter((row) => within(row, column).some(({ text }) => /\p{N}/u.test(text))).length >=
  COUNTED * rows.length
