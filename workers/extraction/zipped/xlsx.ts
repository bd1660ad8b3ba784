import { format, getFormatFromId, isDateFormat } from 'numfmt'
import { lookUp } from '../../../shared/lib/lookUp.ts'
import type { Part } from '../rows/qaRows.ts'
import { type Parts, unpack } from './archive.ts'
import { makeGrid } from './grid.ts'
import { mainPart, relationId, relationsOf } from './relations.ts'
import { type Attributes, attribute, readXml } from './xml.ts'

/** Matches XML parts that may belong to cells. Charts, drawings and the like may be large. */
const WANTED = /^(?!xl\/(?:charts|drawings|externalLinks|pivot\w{0,20}|theme)\/).*\.(?:xml|rels)$/

/**
 * Reads an Excel workbook: the rows of each visible sheet, with the names of the sheet and of their
 * columns. Cells have the text that the workbook shows; a formula has its last result.
 * @throws AppError file_unreadable, unsupported_content
 */
export function readXlsx(bytes: Buffer): Part[] {
  const parts = unpack(bytes, 'xlsx', WANTED)
  const workbook = mainPart(parts, 'xlsx')
  const relations = relationsOf(parts, workbook)
  const partOf = (type: string) =>
    parts.get(relations.find((relation) => relation.type === type)?.target ?? '')
  const strings = readStrings(partOf('sharedStrings'))
  const { sheets, from1904 } = readWorkbook(parts.get(workbook))
  const formats = readFormats(partOf('styles'))
  return sheets.flatMap(({ name, id }) => {
    const sheet = relations.find((relation) => relation.id === id && relation.type === 'worksheet')
    return sheet ? readSheet(parts, sheet.target, { name, strings, formats, from1904 }) : []
  })
}

interface WorkbookFacts {
  sheets: { name: string; id: string | undefined }[]
  from1904: boolean
}

function readWorkbook(part: Uint8Array | undefined): WorkbookFacts {
  const facts: WorkbookFacts = { sheets: [], from1904: false }
  readXml(part, {
    onOpen(element, attributes) {
      if (element === 'workbookPr') facts.from1904 = isOn(attributes.date1904)
      if (element !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return
      facts.sheets.push({ name: attributes.name ?? '', id: relationId(attributes) })
    },
  })
  return facts
}

const isOn = (value: string | undefined) => value === '1' || value === 'true'

/** Matches the code of a character that XML cannot contain, such as `_x000D_`. */
const CODED = /_x([0-9A-F]{4})_/g
const decoded = (text: string) =>
  text.includes('_x')
    ? text.replace(CODED, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text

/**
 * Reads the texts that cells share, without the phonetic readings of Japanese and Chinese texts.
 */
function readStrings(part: Uint8Array | undefined): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let readings = 0
  readXml(part, {
    onOpen(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') readings++
      isText = name === 't' && readings === 0
    },
    onText(piece) {
      if (isText) text += piece
    },
    onClose(name) {
      isText = false
      if (name === 'rPh') readings--
      if (name === 'si') strings.push(decoded(text))
    },
  })
  return strings
}

/**
 * Reads the formats of the cells' styles. The order of Excel's own short dates depends on the
 * user's settings, so they become `2026-01-31`.
 */
function readFormats(part: Uint8Array | undefined): string[] {
  const own = new Map<string, string>()
  const formats: string[] = []
  let isCells = false
  readXml(part, {
    onOpen(name, { numFmtId = '0', formatCode }) {
      if (name === 'numFmt' && formatCode !== undefined) own.set(numFmtId, formatCode)
      if (name === 'cellXfs') isCells = true
      if (name === 'xf' && isCells)
        formats.push(
          own.get(numFmtId) ??
            lookUp(LOCAL, numFmtId) ??
            getFormatFromId(Number(numFmtId)) ??
            'General',
        )
    },
    onClose(name) {
      if (name === 'cellXfs') isCells = false
    },
  })
  return formats
}

const LOCAL: Readonly<Record<string, string>> = { 14: 'yyyy-mm-dd', 22: 'yyyy-mm-dd hh:mm' }

interface SheetContext {
  name: string
  strings: readonly string[]
  formats: readonly string[]
  from1904: boolean
}

/** Days between the first days of Excel's two calendars. */
const DAYS_TO_1904 = 1462

function readSheet(
  parts: Parts,
  target: string,
  { name, strings, formats, from1904 }: SheetContext,
): Part[] {
  const grid = makeGrid(name)
  let row = -1
  let column = -1
  let isShown = true
  let cell: Attributes = {}
  let value = ''
  let inside = ''
  let readings = 0
  const shown = (): string => {
    const { t = 'n', s = '0' } = cell
    if (t === 's') return strings[Number(value)] ?? ''
    if (t === 'str' || t === 'inlineStr') return decoded(value)
    if (t === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    // An error, such as #N/A, has no content.
    if (t === 'e') return ''
    const pattern = formats[Number(s)] ?? 'General'
    if (t === 'd') return dateAs(pattern, value)
    return t === 'n' ? numberAs(pattern, value, from1904) : value
  }
  readXml(parts.get(target), {
    onOpen(element, attributes) {
      if (element === 'col' && (isOn(attributes.hidden) || attributes.width === '0'))
        grid.hideColumns(Number(attributes.min) - 1, Number(attributes.max) - 1)
      if (element === 'row') {
        row = attributes.r ? Number(attributes.r) - 1 : row + 1
        column = -1
        isShown = !isOn(attributes.hidden) && attributes.ht !== '0'
        if (!isShown) grid.hideRows(row, row)
      }
      if (element === 'c') {
        cell = attributes
        column = attributes.r ? columnOf(attributes.r) : column + 1
        value = ''
      }
      if (element === 'rPh') readings++
      if (element === 'mergeCell') mergeBy(grid, attribute(attributes, 'ref') ?? '')
      inside = element
    },
    onText(text) {
      if (inside === 'v' || (inside === 't' && readings === 0)) value += text
    },
    onClose(element) {
      inside = ''
      if (element === 'rPh') readings--
      if (element === 'c' && isShown && value !== '') grid.set(row, column, shown())
    },
  })
  return grid.parts()
}

function numberAs(pattern: string, value: string, from1904: boolean): string {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  // Writes all digits: in Excel's own form, article numbers could become `4.00638E+12`.
  if (pattern === 'General') return String(Number(number.toPrecision(15)))
  try {
    return format(pattern, from1904 && isDateFormat(pattern) ? number + DAYS_TO_1904 : number)
  } catch {
    return value
  }
}

const ISO_DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?Z?)?$/
const MS_PER_DAY = 86_400_000
/** The number of 1 January 1970 in Excel's calendar. */
const DAYS_TO_1970 = 25_569

/**
 * Writes an ISO date, which some programs store in place of a number, in the format of its cell.
 * Without one, it stays as it is, without a time of midnight.
 */
function dateAs(pattern: string, value: string): string {
  const [, day, time = '00:00', seconds = ':00'] = ISO_DATE.exec(value) ?? []
  if (!day) return value
  if (isDateFormat(pattern)) {
    const number = Date.parse(`${day}T${time}${seconds}Z`) / MS_PER_DAY + DAYS_TO_1970
    return numberAs(pattern, String(number), false)
  }
  const clock = seconds === ':00' ? time : time + seconds
  return clock === '00:00' ? day : `${day} ${clock}`
}

const REFERENCE = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/

/** Returns the number of a column, from 0, by the letters of a cell's reference; -1: invalid. */
function columnOf(reference: string): number {
  const letters = REFERENCE.exec(reference)?.[1] ?? ''
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
const rowOf = (reference: string) => Number(REFERENCE.exec(reference)?.[2] ?? 0) - 1

function mergeBy(grid: ReturnType<typeof makeGrid>, reference: string): void {
  const [from = '', to = ''] = reference.split(':')
  const [row, column] = [rowOf(from), columnOf(from)]
  if (column >= 0)
    grid.merge({ row, column, height: rowOf(to) - row + 1, width: columnOf(to) - column + 1 })
}
