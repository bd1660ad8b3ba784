import { besides, usedColumns } from './besides.ts'
import { areLabels, blockOf, isFacts, isHeaderAlone, lineOf, type RowBlock } from './blocks.ts'
import { bodyOf, isNote } from './bodies.ts'
import { furtherTables } from './furtherTables.ts'
import { filledRows, type Grid, isEmpty, type Row, type Table } from './grids.ts'
import { headerOf, kindsOf, MAX_SAMPLE } from './headers.ts'

/**
 * Finds the tables of a grid, and the names of their columns, so that no value stands with the name
 * of another one. Empty rows separate tables, but not a header from its rows, nor a total from what
 * it sums up. Tables may stand side by side. A table may have no rows, only lines above.
 */
export function tablesIn(grid: Grid): Table[] {
  const rows = filledRows(grid)
  return usedColumns(rows).filter(Boolean).length === 1 ? [listOf(rows)] : tablesOfRows(rows)
}

const NOTHING = { above: [], names: [], isEvident: false, rows: [], under: [], below: [] }

/** Reads rows of a single column. Its first text names the others, if it may. */
function listOf(rows: readonly Row[]): Table {
  const texts = rows
    .filter((row) => !isEmpty(row))
    .map(({ cells, isHeader }) => ({ cells: [cells.find(Boolean)!], isHeader }))
  const header = headerOf(texts)
  const body = texts.slice(header?.height).map(({ cells }) => cells)
  return {
    ...NOTHING,
    ...(header && { names: header.names, isEvident: header.isEvident }),
    rows: body,
    under: body.map(() => ''),
  }
}

/** How often tables may stand side by side within tables that do. */
const MAX_DEPTH = 4

function tablesOfRows(rows: readonly Row[], depth = 0): Table[] {
  if (depth > MAX_DEPTH) return joined(blocksOf(rows))
  const sides = besides(rows)
  if (sides.length > 1) return sides.flatMap((side) => tablesOfRows(side, depth + 1))
  const tables: Table[] = []
  let together: Row[][] = []
  for (const block of blocksOf(rows)) {
    const parts = besides(block)
    if (parts.length > 1) {
      tables.push(...joined(together), ...parts.flatMap((part) => tablesOfRows(part, depth + 1)))
      together = []
    } else together.push(block)
  }
  return [...tables, ...joined(together)]
}

/** Splits rows at empty ones. Rows of which merged cells alone have a text are left out. */
function blocksOf(rows: readonly Row[]): Row[][] {
  const blocks: Row[][] = []
  let isOpen = false
  for (const row of rows) {
    const isFilled = !isEmpty(row)
    if (isFilled && isOpen) blocks.at(-1)!.push(row)
    else if (isFilled) blocks.push([row])
    isOpen = isFilled || (isOpen && row.cells.some(Boolean))
  }
  return blocks
}

/** A table whose rows may continue in the next block. */
interface Open {
  block: RowBlock
  rows: Row[]
  above: string[]
  below: string[]
}

/** Reads blocks that stand below each other, and joins those of one table. */
function joined(blocks: readonly Row[][]): Table[] {
  const open: Open[] = []
  const queue = [...blocks].reverse()
  let lines: string[] = []
  for (let read = queue.pop(); read; read = queue.pop()) {
    const [last, next] = [open.at(-1), queue.at(-1)]
    const block = blockOf(read)
    if (!block.rows.length && last && !lines.length) {
      const title = block.above.findIndex((line) => !isNote(line))
      last.below.push(...block.above.splice(0, title < 0 ? block.above.length : title))
    }
    lines.push(...block.above)
    if (!block.rows.length) continue
    const rows = read.slice(block.above.length)
    if (next && isHeaderOf(block, [...rows, ...next], last)) queue.push([...rows, ...queue.pop()!])
    else if (isFacts(block) || (next && areLabels(block, blockOf(next))))
      lines.push(...block.rows.map(lineOf))
    else if (last && continues(last, block, lines.length > 0)) {
      last.rows.push(...sectionOf(lines, last), ...placed(block, last))
      lines = []
    } else {
      const starts = furtherTables(block)
      const further = starts.map((start, at) => rows.slice(start, starts[at + 1]))
      queue.push(...further.reverse())
      open.push({ block, rows: block.rows.slice(0, starts[0]), above: lines, below: [] })
      lines = []
    }
  }
  const tables = open.map(tableOf)
  if (tables.length) tables.at(-1)!.below.push(...lines)
  else if (lines.length) tables.push({ ...NOTHING, above: lines })
  return tables
}

/** Whether a block is the header of the next one, which has no other. @param rows of both */
function isHeaderOf(block: RowBlock, rows: readonly Row[], last: Open | undefined): boolean {
  if (!isHeaderAlone(block)) return false
  const below = blockOf(rows.slice(block.rows.length))
  if (below.above.length || below.header?.isEvident || !below.rows.length) return false
  const whole = blockOf(rows)
  const areBelow = below.columns.every((column) => block.columns.includes(column))
  return (
    whole.header?.height === block.rows.length &&
    !whole.above.length &&
    (whole.header.isEvident || (areBelow && !last))
  )
}

/** Whether a block has further rows of the table above it. */
function continues(last: Open, block: RowBlock, hasTitle: boolean): boolean {
  const { columns } = last.block
  const areWithin = block.columns.every((column) => columns.includes(column))
  if (block.header?.isEvident || !areWithin) return false
  const height = last.block.header?.height ?? 0
  const above = kindsOf(last.rows.slice(height, height + MAX_SAMPLE), columns.length)
  const own = kindsOf(block.rows, block.columns.length)
  const areAlike = own.every((kind, at) => {
    const known = above[columns.indexOf(block.columns[at]!)]!
    const areAmounts = [kind, known].every((one) => one === 'number' || one === 'measure')
    return kind === 'empty' || known === 'empty' || kind === known || areAmounts
  })
  if (!areAlike) return false
  // Names differ from a first row of texts by their place alone. Words that occur above show a row.
  return block.header
    ? !hasTitle && sharesWords(last, block)
    : !hasTitle || own.some((kind) => kind !== 'text')
}

function sharesWords(last: Open, { rows, columns }: RowBlock): boolean {
  const sample = last.rows.slice(-MAX_SAMPLE)
  return columns.some((column, at) => {
    const place = last.block.columns.indexOf(column)
    const known = new Set(sample.map(({ cells }) => cells[place]))
    return rows.some(({ cells }) => cells[at] && known.has(cells[at]))
  })
}

/** Makes the lines above further rows a sub-heading of them. */
function sectionOf(lines: readonly string[], { block }: Open): Row[] {
  const columns = block.columns.length
  return lines.map((line) => ({
    cells: Array.from({ length: columns }, (_, column) => (column ? '' : line)),
    isHeader: false,
    isSection: true,
  }))
}

/** Puts the cells of a block into the columns of the table that it continues. */
function placed({ rows, columns }: RowBlock, last: Open): Row[] {
  const places = last.block.columns.map((column) => columns.indexOf(column))
  return rows.map((row) => ({
    cells: places.map((place) => (place < 0 ? '' : row.cells[place]!)),
    isHeader: row.isHeader,
    ...(row.joins && {
      joins: Uint8Array.from(places, (place) => (place < 0 ? 0 : row.joins![place]!)),
    }),
  }))
}

function tableOf({ block, rows, above, below }: Open): Table {
  const { height = 0, names = [], isEvident = false } = block.header ?? {}
  const body = bodyOf(rows.slice(height), rows.slice(0, height))
  return { above, names, isEvident, ...body, below: [...body.below, ...below] }
}
