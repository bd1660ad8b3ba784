import type { Part } from '../rows/qaRows.ts'
import { makeGrid } from './grid.ts'
import { unpackOpen } from './openDocument.ts'
import { makeOpenStyles } from './openStyles.ts'
import { type Attributes, attribute, readXml } from './xml.ts'

/** The most adjacent cells for which a repeated text is read. Repeated rows are read once. */
const MAX_REPEATED = 100

/**
 * Reads an OpenDocument spreadsheet: the rows of each visible sheet, with the names of the sheet
 * and of their columns. Cells have the text that the spreadsheet shows.
 * @throws AppError file_unreadable, unsupported_content
 */
export function readOpenSheet(bytes: Buffer): Part[] {
  const parts = unpackOpen(bytes, 'ods')
  const styles = makeOpenStyles()
  const sheets: ReturnType<typeof makeGrid>[] = []
  let grid: (typeof sheets)[number] | undefined
  let row = { at: 0, times: 1, isShown: true, isRepeated: false }
  let columns = 0
  let column = { at: 0, times: 0, height: 1, width: 1 }
  let text = ''
  let isCell = false
  let comments = 0
  const number = (attributes: Attributes, name: string) =>
    Math.max(1, Math.trunc(Number(attribute(attributes, name))) || 1)
  const isShown = (attributes: Attributes) =>
    !/^(?:collapse|filter)$/.test(attribute(attributes, 'visibility') ?? '')

  const handler: Record<string, (attributes: Attributes) => void> = {
    table(attributes) {
      row = { at: 0, times: 0, isShown: true, isRepeated: false }
      columns = 0
      const isHidden = styles.find('table', attributes).isHidden
      grid = isHidden ? undefined : makeGrid(attribute(attributes, 'name') ?? '')
      if (grid) sheets.push(grid)
    },
    'table-column'(attributes) {
      const count = number(attributes, 'number-columns-repeated')
      if (!isShown(attributes)) grid?.hideColumns(columns, columns + count - 1)
      columns += count
    },
    'table-row'(attributes) {
      const times = number(attributes, 'number-rows-repeated')
      row = { at: row.at + row.times, times, isShown: isShown(attributes), isRepeated: false }
      if (!row.isShown) grid?.hideRows(row.at, row.at + times - 1)
      column = { at: 0, times: 0, height: 1, width: 1 }
    },
    'table-cell'(attributes) {
      const times = number(attributes, 'number-columns-repeated')
      const height = number(attributes, 'number-rows-spanned')
      const width = number(attributes, 'number-columns-spanned')
      column = { at: column.at + column.times, times, height, width }
      text = ''
      isCell = true
    },
    p: () => write(text ? '\n' : ''),
    annotation: () => void comments++,
    s: () => write(' '),
    'line-break': () => write('\n'),
  }
  handler['covered-table-cell'] = handler['table-cell']!

  function write(piece: string): void {
    if (isCell && !comments) text += piece
  }

  function endCell(): void {
    const written = text
    isCell = false
    if (!written || !grid || !row.isShown) return
    // What repeats a row is not read, and no border.
    if (row.times > 1 && !row.isRepeated) grid.hideRows(row.at + 1, row.at + row.times - 1)
    row.isRepeated = true
    for (let right = 0; right < Math.min(column.times, MAX_REPEATED); right++)
      grid.set(row.at, column.at + right, written)
    const { at, height, width } = column
    if (height > 1 || width > 1) grid.merge({ row: row.at, column: at, height, width })
  }

  readXml(parts.get('content.xml'), {
    onOpen(name, attributes) {
      styles.onOpen(name, attributes)
      if (Object.hasOwn(handler, name)) handler[name]!(attributes)
    },
    onText(piece) {
      write(piece)
    },
    onClose(name) {
      styles.onClose(name)
      if (name === 'annotation') comments--
      if (name.endsWith('table-cell')) endCell()
    },
  })
  return sheets.flatMap((sheet) => sheet.parts())
}
