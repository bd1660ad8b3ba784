import { isSeen, isTurned, type PdfItem, right, x, y } from './items.ts'

/** The pieces of a line, and which column or other part of the page it stands in. */
export interface ColumnLine {
  items: PdfItem[]
  /** The same number for lines that may belong together; lines across columns have 0. */
  column: number
}

/** A line as painted, with the stretches of it that have text, from left to right. */
interface InkedRow {
  items: readonly PdfItem[]
  inked: readonly Stretch[]
  y: number
  height: number
  column: number
}

/** What is left to look at in a page, and how many columns were found. */
interface ColumnSearch {
  looks: number
  columns: number
}

/** A part of a line's width, in points. */
interface Stretch {
  from: number
  to: number
}

/** Lines, by their index, through which one gap goes down. */
interface GapBand {
  start: number
  end: number
  gap: Stretch
}

/** The least width of the gap between columns, in letter heights. */
const MIN_GAP = 0.7
/** The fewest lines beside each other that are columns. */
const MIN_LINES = 3
/** The most lines that are looked at below a line, and in a page altogether. */
const MAX_LINES = 300
const MAX_LOOKS = 100_000
/** The most gaps of a line that may lie between columns. */
const MAX_GAPS = 20
/** The most letter heights between two lines of a column. */
const MAX_LEADING = 4
/** The least width of a column of running text, in letter heights. A newspaper's has 15. */
const MIN_WIDTH = 8
/** The share of a column's width that a full line takes, and the least share of full lines. */
const FULL = 0.75
const MOSTLY_FULL = 0.5
/** The least share of full lines in a script without small letters. */
const ALMOST_ALL_FULL = 0.7
/**
 * The least share of lines, of those beside other text, that continue a sentence. Beside the other
 * cells of its row, a cell of a table begins.
 */
const CONTINUING = 0.3
/** The fewest letters of an average line. With fewer, they are list marks or line numbers. */
const MIN_LETTERS = 3
/** The least space above a new row of a table of texts, as a multiple of that between its lines. */
const ROW_SPACE = 1.25

/**
 * Puts the columns of a page after each other, where a program has painted them line by line. At
 * least one of two columns is running text; the other one may be a table, whose rows stay whole.
 * @param lines the pieces of each line, in the order in which they are painted
 */
export const inColumns = (lines: readonly PdfItem[][], isRtl: boolean): ColumnLine[] =>
  split(
    lines.map((line) => rowOf(line)),
    isRtl,
    { looks: MAX_LOOKS, columns: 0 },
  ).map(({ items, column }) => ({ items: [...items], column }))

function split(rows: readonly InkedRow[], isRtl: boolean, state: ColumnSearch): InkedRow[] {
  const read: InkedRow[] = []
  for (let at = 0; at < rows.length; ) {
    const band = bandsAt(rows, at, state).find((band) => areColumns(rows, band))
    if (band) {
      const sides = sidesOf(rows, band).map((side) => {
        const column = ++state.columns
        return split(
          side.map((row) => ({ ...row, column })),
          isRtl,
          state,
        )
      })
      read.push(...(isRtl ? sides.reverse() : sides).flat())
    } else read.push(rows[at]!)
    at = band?.end ?? at + 1
  }
  return read
}

function rowOf(items: readonly PdfItem[], column = 0): InkedRow {
  const seen = items.filter(isSeen)
  const height = Math.max(...seen.map(({ height }) => height))
  const inked: Stretch[] = []
  // Turned text, such as a stamp at a margin, belongs to no column.
  if (!seen.some(isTurned))
    for (const item of [...seen].sort((one, other) => x(one) - x(other))) {
      const last = inked.at(-1)
      if (last && x(item) - last.to < MIN_GAP * height) last.to = Math.max(last.to, right(item))
      else inked.push({ from: x(item), to: right(item) })
    }
  return { items, inked, y: y(seen[0]!), height, column }
}

/** Lists the bands that begin at a line, those with the most lines first. */
function bandsAt(rows: readonly InkedRow[], start: number, state: ColumnSearch): GapBand[] {
  const { inked } = rows[start]!
  return inked
    .slice(1, MAX_GAPS + 1)
    .flatMap(
      ({ from }, at) => bandBelow(rows, start, { from: inked[at]!.to, to: from }, state) ?? [],
    )
    .sort((one, other) => other.end - one.end)
}

function bandBelow(
  rows: readonly InkedRow[],
  start: number,
  first: Stretch,
  state: ColumnSearch,
): GapBand | undefined {
  let gap = first
  let end = start + 1
  for (; end < Math.min(rows.length, start + MAX_LINES) && state.looks-- > 0; end++) {
    const [above, row] = [rows[end - 1]!, rows[end]!]
    const down = above.y - row.y
    const isBelow = down > -0.5 * row.height && down < MAX_LEADING * row.height
    const next = isBelow && row.inked.length ? commonGap(gap, row) : undefined
    if (!next) break
    gap = next
  }
  const both = rows.slice(start, end).filter((row) => isOnBoth(row, gap)).length
  return both < MIN_LINES ? undefined : { start, end, gap }
}

/** Returns the part of a gap that a line leaves free; undefined: less than a gap's least width. */
function commonGap(gap: Stretch, { inked, height }: InkedRow): Stretch | undefined {
  let best: Stretch | undefined
  for (let at = 0; at <= inked.length; at++) {
    const from = Math.max(gap.from, inked[at - 1]?.to ?? gap.from)
    const to = Math.min(gap.to, inked[at]?.from ?? gap.to)
    if (to - from >= MIN_GAP * height && to - from > (best ? best.to - best.from : 0))
      best = { from, to }
  }
  return best
}

const isOnBoth = ({ inked }: InkedRow, { from, to }: Stretch) =>
  inked[0]!.from < from && inked.at(-1)!.to > to

/** Cuts the lines of a band at its gap. */
function sidesOf(
  rows: readonly InkedRow[],
  { start, end, gap }: GapBand,
): [left: InkedRow[], right: InkedRow[]] {
  const cut = (isSide: (item: PdfItem) => boolean) =>
    rows.slice(start, end).flatMap((row) => {
      const items = row.items.filter(isSide)
      return items.some(isSeen) ? [rowOf(items)] : []
    })
  return [cut((item) => x(item) < gap.to - 0.01), cut((item) => x(item) >= gap.to - 0.01)]
}

function areColumns(rows: readonly InkedRow[], band: GapBand): boolean {
  const beside = rows.slice(band.start, band.end).filter((row) => isOnBoth(row, band.gap))
  const places = new Set(beside.map((row) => Math.round(row.y)))
  const sides = sidesOf(rows, band)
  return (
    sides.every(hasWords) &&
    sides.some((side) => isRunningText(side, places)) &&
    !isTableOfTexts(sides)
  )
}

const hasWords = (side: readonly InkedRow[]) =>
  (side.map(textOf).join('').match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS * side.length

const textOf = ({ items }: InkedRow) =>
  items
    .map(({ str }) => str)
    .join('')
    .trim()

/**
 * Whether lines fill their column, and continue sentences.
 * @param places the heights of lines that have text on the other side of the gap
 */
function isRunningText(side: readonly InkedRow[], places: ReadonlySet<number>): boolean {
  const lines = side.filter(({ inked }) => inked.length === 1)
  if (lines.length < MIN_LINES || lines.length < 0.8 * side.length) return false
  const from = Math.min(...lines.map(({ inked }) => inked[0]!.from))
  const width = Math.max(...lines.map(({ inked }) => inked[0]!.to)) - from
  const full = lines.filter(({ inked }) => inked[0]!.to - inked[0]!.from >= FULL * width)
  if (width < MIN_WIDTH * lines[0]!.height || full.length < MOSTLY_FULL * lines.length) return false
  const texts = lines.slice(1).filter((row) => places.has(Math.round(row.y)))
  const continuing = texts.filter((row) => /^\p{P}?\p{Ll}/u.test(textOf(row)))
  return lines.some((row) => /\p{Ll}/u.test(textOf(row)))
    ? texts.length > 0 && continuing.length >= CONTINUING * texts.length
    : full.length >= ALMOST_ALL_FULL * lines.length
}

/** Whether both sides begin anew below each larger space, like the rows of a table of texts. */
function isTableOfTexts(sides: readonly (readonly InkedRow[])[]): boolean {
  const [left = [], right = []] = sides
  const starts = right.filter((row, at) => {
    const space = at > 0 ? right[at - 1]!.y - row.y : 0
    return space > ROW_SPACE * leadingOf(right)
  })
  const isStart = (row: InkedRow) => !/^\p{Ll}/u.test(textOf(row))
  const aligned = starts.filter((row) => {
    const at = left.findIndex((other) => Math.abs(other.y - row.y) < 0.5 * row.height)
    const other = left[at]
    const space = other && at > 0 ? left[at - 1]!.y - other.y : 0
    return other && space > ROW_SPACE * leadingOf(left) && isStart(other) && isStart(row)
  })
  return starts.length > 1 && aligned.length >= 0.8 * starts.length
}

/** Returns the least space between lines, in points; infinite for a single line. */
const leadingOf = (rows: readonly InkedRow[]) =>
  Math.min(
    ...rows.slice(1).map((row, at) => {
      const space = rows[at]!.y - row.y
      return space > 0.5 * row.height ? space : Number.POSITIVE_INFINITY
    }),
  )
