import { isJoined, LEFT, ownColumns, type Row } from './grids.ts'
import { withoutColon } from './headers.ts'
import { kindOf } from './kinds.ts'
import { isTotal } from './totals.ts'

/** The rows of a table below its header. */
export interface Body {
  rows: string[][]
  /** For each row, the sub-heading above it, such as `Europe`; '' for none. */
  under: string[]
  /** Notes below the rows. */
  below: string[]
}

/** The most characters of a value that merged cells repeat in each of their columns. */
const MAX_REPEATED = 60
const NOTE_MARK =
  /^(?:[*†‡§¹²³]|\(?[a-z\d]{1,2}[).:]\s|\[\d|(?:notes?|source|sources|quelle|hinweis|anmerkung|legend|legende|stand|remarks?|nota|fuente|fonte)\b)/i

/** Whether a line is a note about a table, not the title of the next one. */
export const isNote = (line: string) =>
  NOTE_MARK.test(line) || (/[.!)]$/.test(line) && /\S\s\S+\s\S/.test(line)) || line.length > 120

/** Reads the rows below the header of a table, which has no empty rows. */
export function bodyOf(rows: readonly Row[], header: readonly Row[] = []): Body {
  const kept = rows.filter((row) => !header.some((above) => areSame(row, above)))
  const isLone = kept.map(isLabelAlone)
  const end = isLone.lastIndexOf(false) + 1
  const tail = kept.slice(end).findIndex((row) => isNote(textOf(row)))
  const notesFrom = tail === -1 ? kept.length : end + tail
  const isSection = sectionsIn(kept.slice(0, end), isLone)
  const body: Body = { rows: [], under: [], below: kept.slice(notesFrom).map(textOf) }
  let section = ''
  let wasSection = false
  for (const [at, row] of kept.slice(0, notesFrom).entries()) {
    if (isSection[at]) {
      const text = withoutColon(textOf(row))
      section = wasSection ? `${section} › ${text}` : text
      wasSection = true
      continue
    }
    body.rows.push(valuesOf(row))
    body.under.push(section)
    // The rows below a total belong to no section, unless it is the first one of its section.
    if (!wasSection && isTotal(labelIn(row.cells))) section = ''
    wasSection = false
  }
  leaveGrandTotal(body)
  return { ...body, rows: withGroups(body.rows) }
}

const areSame = (row: Row, other: Row) =>
  row.cells.every((text, column) => text === other.cells[column])
const textOf = (row: Row) =>
  ownColumns(row)
    .map((column) => row.cells[column]!)
    .join(' ')

/** Whether a row has its label alone, as sub-headings have, and rows without values. */
function isLabelAlone(row: Row): boolean {
  const own = ownColumns(row)
  return own.length === 1 && row.cells.findIndex(Boolean) === own[0] && own[0]! < 1
}

/** Whether merged cells reach over half of the table, or the text ends with a colon. */
const isSurelySection = (row: Row) =>
  row.isSection ||
  2 * row.cells.filter((_, column) => isJoined(row, column, LEFT)).length >= row.cells.length ||
  /[:：]$/.test(row.cells[0]!)

/** Tells sub-headings from rows whose values are missing. */
function sectionsIn(rows: readonly Row[], isLone: readonly boolean[]): boolean[] {
  const lone = rows.filter((_, at) => isLone[at])
  const full = rows.filter((_, at) => !isLone[at])
  const columns = rows[0]?.cells.length ?? 0
  const filled = full.reduce((sum, { cells }) => sum + cells.filter(Boolean).length, 0)
  const isDense = filled >= 0.8 * full.length * columns
  const areSections =
    isDense &&
    isLone[0] === true &&
    full.length > lone.length &&
    (columns > 2 || (lone.length > 1 && full.length >= 2 * lone.length))
  return rows.map((row, at) => isLone[at]! && (areSections || isSurelySection(row)))
}

/**
 * Takes the last row out of its section if it is the total of all sections: if not each of them
 * has a total of its own.
 */
function leaveGrandTotal({ rows, under }: Body): void {
  const last = rows.length - 1
  if (last < 0 || !isTotal(labelIn(rows[last]!))) return
  const totals = rows.filter((cells) => isTotal(labelIn(cells))).length
  if (totals !== new Set(under.filter(Boolean)).size) under[last] = ''
}
const labelIn = (cells: readonly string[]) => cells.find(Boolean) ?? ''

/**
 * Returns the cells of a row. A value of merged cells holds for each of their columns, but a label
 * or a longer text is written once.
 */
function valuesOf(row: Row): string[] {
  let start = 0
  return row.cells.map((text, column) => {
    if (!isJoined(row, column, LEFT)) {
      start = column
      return text
    }
    return start > 0 && text.length <= MAX_REPEATED ? text : ''
  })
}

/** The most columns of labels before the values of a row. */
const MAX_LABELS = 4

/**
 * Repeats the label of a group in each of its rows, if it stands in the first one alone: as in
 * `North; Tea; 2`, `; Coffee; 3`. A missing value could look the same, so the rows without a label
 * must be many, be complete otherwise, and have labels of their own.
 */
function withGroups(rows: string[][]): string[][] {
  const depths = rows.map((cells) => cells.findIndex(Boolean))
  const open = depths.filter((depth) => depth > 0)
  const depth = Math.max(...open.slice(0, 10_000), 0)
  const columns = rows[0]?.length ?? 0
  if (open.length < 2 || 3 * open.length < rows.length || depths[0] !== 0) return rows
  if (depth > MAX_LABELS || depth > columns - 2) return rows
  if (!areGroups(rows, depth)) return rows
  let above: readonly string[] = []
  return rows.map((cells, at) => {
    const isGrandTotal = at === rows.length - 1 && isTotal(labelIn(cells))
    const filled =
      depths[at]! > 0 && !isGrandTotal
        ? cells.map((text, column) => (column < depths[at]! ? (above[column] ?? '') : text))
        : cells
    above = isTotal(labelIn(cells)) && depths[at] === 0 ? [] : filled
    return filled
  })
}

function areGroups(rows: readonly (readonly string[])[], depth: number): boolean {
  const seen = new Set<string>()
  const heads = rows.filter((cells) => cells[0])
  const areHeads =
    new Set(heads.map((cells) => cells[0])).size === heads.length &&
    heads.every((cells) => kindOf(cells[0]!) !== 'number' && cells[0]!.length <= 80)
  const areLabelled = rows.every((cells) => {
    const label = cells[depth]!
    if (isTotal(labelIn(cells))) return true
    // A label may occur again below the next group.
    if (cells.slice(0, depth).some(Boolean)) seen.clear()
    const isNew = !seen.has(label)
    seen.add(label)
    return label !== '' && isNew
  })
  const labels = rows.filter((cells) => kindOf(cells[depth]!) !== 'number').length
  return areHeads && areLabelled && 2 * labels >= rows.length
}
