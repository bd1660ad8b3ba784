import type { Grid, MergedCells } from '../rows/grids.ts'
import { childrenOf, isTag, type Node, textOf } from './elements.ts'

/** The most columns of a table, because a hostile page may claim that a cell spans a million. */
const MAX_COLUMNS = 60

/** How a row of a table is marked. */
interface RowLook {
  /** Whether all its cells are header cells. */
  isHeader: boolean
  isBold: boolean
  /** Whether its first cell names the row. */
  isNamed: boolean
  /** Whether its only cell spans all columns, like a heading of the rows below. */
  isCaption: boolean
}

/** A table of a page or document. */
export interface HtmlTable {
  grid: Grid
  looks: RowLook[]
}

/** @returns undefined for a table that only lays out a page */
export function readTable(table: Node): HtmlTable | undefined {
  const elements = rowElements(table)
  if (!elements) return undefined
  const rows: string[][] = []
  const merged: MergedCells[] = []
  const looks: RowLook[] = []
  /** The row down to which each column is covered by cells above. */
  const covered: number[] = []
  for (const [row, element] of elements.entries()) {
    const own = childrenOf(element).filter((node) => isTag(node, 'td', 'th'))
    const cells: string[] = []
    let column = 0
    for (const cell of own) {
      while ((covered[column] ?? 0) > row) cells[column++] = ''
      if (column >= MAX_COLUMNS) break
      const width = Math.min(spanOf(cell, 'colspan'), MAX_COLUMNS - column)
      const height = Math.min(spanOf(cell, 'rowspan'), elements.length - row)
      if (width > 1 || height > 1) merged.push({ row, column, height, width })
      cells[column] = textOf(cell)
      for (const end = column + width; column < end; column++) {
        covered[column] = row + height
        cells[column] ??= ''
      }
    }
    rows.push(withSigns(cells))
    looks.push(lookOf(own, cells.length))
  }
  const isHeader = looks.map((look) => look.isHeader && !look.isCaption)
  return { grid: { rows, merged, isHeader }, looks }
}

/**
 * Joins signs that have a cell of their own beside a number, as in the accounts of companies: `$`,
 * `12` and `(12`, `)`.
 */
function withSigns(cells: readonly string[]): string[] {
  const joined = [...cells]
  for (const [column, cell] of cells.entries()) {
    const [before = '', after = ''] = [joined[column - 1], cells[column + 1]]
    if (/^[$€£¥]$/.test(cell) && /^[\d(.–—-]/.test(after)) {
      joined[column] = ''
      joined[column + 1] = /\d/.test(after) ? cell + after : after
    } else if (/^(?:\)|%|\)%)$/.test(cell) && /^[$€£¥(−-]{0,3}[\d.,' ]*\d$/.test(before)) {
      joined[column - 1] = before + cell
      joined[column] = ''
    }
  }
  return joined
}

/** Returns the rows of a table; undefined if it has tables within it, or says that it is layout. */
function rowElements(table: Node): Node[] | undefined {
  if (table.attribs?.role === 'presentation' || table.attribs?.role === 'none') return undefined
  const rows: Node[] = []
  let isNested = false
  const collect = (node: Node, isInRow: boolean) => {
    if (isTag(node, 'table')) isNested = true
    else if (isTag(node, 'tr') && !isInRow) rows.push(node)
    for (const child of childrenOf(node)) collect(child, isInRow || isTag(node, 'tr'))
  }
  for (const child of childrenOf(table)) collect(child, false)
  return isNested ? undefined : rows
}

const spanOf = (cell: Node, name: string) =>
  Math.max(Math.trunc(Number(cell.attribs?.[name])) || 1, 1)

function lookOf(own: readonly Node[], columns: number): RowLook {
  return {
    isHeader: own.length > 0 && own.every((cell) => isTag(cell, 'th')),
    isBold: own.length > 1 && own.every(isBold),
    isCaption: own.length === 1 && columns > 1,
    isNamed: own.length > 1 && isTag(own[0]!, 'th') && isTag(own[1]!, 'td'),
  }
}

function isBold(node: Node): boolean {
  const said = childrenOf(node).filter(({ type, data }) => type !== 'text' || data!.trim())
  return (
    said.length === 1 &&
    (isTag(said[0]!, 'b', 'strong') || (isTag(said[0]!, 'p', 'span', 'div') && isBold(said[0]!)))
  )
}
