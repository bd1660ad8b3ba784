import { inColumns } from './columns.ts'
import { isSeen, isTurned, type PdfItem, right, x, y } from './items.ts'
import { type ColumnNames, tablesOnPage } from './pdfTables.ts'

interface PdfLine {
  text: string
  /** Where reading begins and ends, in points. From right to left, `start` is larger than `end`. */
  start: number
  end: number
  y: number
  height: number
  /** The height of its smallest letters, in points. */
  size: number
  isRtl: boolean
  /** Whether it has wide gaps, like the cells of a table. */
  isTabular: boolean
}

/** A line of a page as people read it. A paragraph that is broken at a margin is one line. */
export type PageLine = Pick<PdfLine, 'text' | 'y' | 'size' | 'isTabular'> & {
  /** Whether it is a row of a table, with the names of its columns. */
  isRow?: boolean
}

/** Letters that are written from right to left, but not digits. */
const RTL = /(?!\p{Nd})[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u
const LTR = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]/u

/** Reads the lines of a page, and rejoins lines that are broken at a margin. */
export const readPage = (items: readonly PdfItem[]): PageLine[] => readPageOf(items).lines

/**
 * Reads the lines of a page, the rows of its tables with the names of their columns.
 * @param before the names of a table on the page before, which may go on here
 */
export function readPageOf(
  items: readonly PdfItem[],
  before?: ColumnNames,
): { lines: PageLine[]; header?: ColumnNames } {
  const isRtl = isMainlyRtl(items.map(({ str }) => str).join(''))
  const painted = inColumns(paintedLines(items), isRtl)
  // The rows of a page from right to left would need their columns in the other order.
  const { tables, header } = isRtl ? { tables: [] } : tablesOnPage(painted, before)
  const read: PageLine[] = []
  let text: PdfItem[][] = []
  const close = () => {
    read.push(...rejoined(text.map((line) => readLine(line, isRtl))))
    text = []
  }
  for (const [at, { items: line }] of painted.entries()) {
    const table = tables.find(({ lines }) => lines.has(at))
    if (!table) text.push(line)
    else if (Math.min(...table.lines) === at) {
      close()
      read.push(...table.written.map((row) => ({ ...row, isTabular: true, isRow: true })))
    }
  }
  close()
  return { lines: read, ...(header && { header }) }
}

function rejoined(lines: readonly PdfLine[]): PageLine[] {
  const margins = marginsOf(lines)
  const read: PageLine[] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]
    const joint = before && jointOf(before, line, margins)
    const { text, y, size, isTabular } = line
    if (joint === undefined) read.push({ text, y, size, isTabular })
    else read.at(-1)!.text = read.at(-1)!.text.replace(/\u00ad$/, '') + joint + text
  }
  return read
}

export const textOfPage = (items: readonly PdfItem[]) => readPage(items).map(({ text }) => text)

/** Whether most words are written from right to left. Letters do not count: addresses have many. */
function isMainlyRtl(text: string): boolean {
  const words = text.split(/\s+/)
  return (
    words.filter((word) => RTL.test(word)).length > words.filter((word) => LTR.test(word)).length
  )
}

/** Groups the pieces of a page into lines, in the order in which they are painted. */
function paintedLines(items: readonly PdfItem[]): PdfItem[][] {
  const lines: PdfItem[][] = []
  let line: PdfItem[] = []
  let last: PdfItem | undefined
  const close = () => {
    if (last) lines.push(line)
    line = []
    last = undefined
  }
  for (const item of items) {
    if (isSeen(item) && last && !isSameLine(last, item, line.at(-1)!.hasEOL)) close()
    line.push(item)
    if (isSeen(item)) last = item
  }
  close()
  return lines
}

function isSameLine(last: PdfItem, item: PdfItem, isEnded: boolean): boolean {
  if (isTurned(last) || isTurned(item)) return !isEnded
  const isLevel = Math.abs(y(item) - y(last)) < 0.5 * Math.max(item.height, last.height)
  // At the same height, the line of another column may begin.
  return isLevel && !(isEnded && !RTL.test(item.str + last.str))
}

function readLine(items: readonly PdfItem[], isPageRtl: boolean): PdfLine {
  const seen = items.filter(({ str }) => str.trim())
  const first = seen[0]
  const lettered = seen.filter(({ str }) => /[\p{L}\p{N}]/u.test(str))
  const whole = items.map(({ str }) => str).join('')
  const isRtl = (isPageRtl || isMainlyRtl(whole)) && !seen.some(isTurned)
  const read = RTL.test(whole)
    ? fromRight
    : (items: readonly PdfItem[]) => endedRight(fromLeft(items))
  const text = (isRtl ? read(items) : fromLeft(items)).replace(/\s+/g, ' ').trim()
  const left = Math.min(...seen.map(x))
  const end = Math.max(...seen.map(right))
  return {
    // Replaces the presentation forms of Arabic letters, by which no user searches.
    text: /[\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]/.test(text) ? text.normalize('NFKC') : text,
    start: isRtl ? end : left,
    end: isRtl ? left : end,
    y: first ? y(first) : 0,
    height: Math.max(...seen.map(({ height }) => height), 0),
    size: Math.min(...(lettered.length ? lettered : seen).map(({ height }) => height)),
    isRtl,
    isTabular: hasGaps(seen),
  }
}

const hasGaps = (items: readonly PdfItem[]) => {
  const ordered = [...items].sort((a, b) => x(a) - x(b))
  return ordered.some((item, at) => at > 0 && x(item) - right(ordered[at - 1]!) > 1.2 * item.height)
}

/**
 * Reads a line from right to left. Its pieces may come in any order; many programs draw them letter
 * by letter from the left. Numbers and left-to-right words within it keep their order.
 */
function fromRight(items: readonly PdfItem[]): string {
  const ordered = items.filter(({ str }) => str && !isMark(str)).sort((a, b) => right(b) - right(a))
  for (const mark of items.filter(({ str }) => isMark(str))) {
    const distance = (item: PdfItem) =>
      item.str.trim()
        ? Math.max(x(item) - x(mark), x(mark) - right(item), 0)
        : Number.POSITIVE_INFINITY
    const distances = ordered.map(distance)
    const letter = distances.indexOf(Math.min(...distances))
    ordered.splice(letter + 1, 0, { ...mark, str: mark.str.trim() })
  }
  const runs: PdfItem[][] = []
  for (let at = 0; at < ordered.length; ) {
    let end = at + 1
    if (isLtr(ordered[at]!)) end = endOfLtr(ordered, at)
    runs.push(ordered.slice(at, end).reverse())
    at = end
  }
  let text = ''
  for (const [at, run] of runs.entries()) {
    const before = runs[at - 1]
    const gap = before && isApart(before[0]!, run.at(-1)!) ? ' ' : ''
    const said = run.map(({ str }) => str).join('')
    text += gap + (isLtr(run[0]!) ? endedRight(said) : said)
  }
  // Mirrors brackets that were drawn for reading from the left.
  return /^[^()[\]{}]*[)\]}].*[([{]/s.test(text)
    ? text.replace(/[()[\]{}]/g, (sign) => MIRRORED[sign]!)
    : text
}

/** Moves a full stop to the end. It is drawn left of its sentence, perhaps in the same piece. */
function endedRight(text: string): string {
  const [end = ''] = /^[.,;:!?…]+/u.exec(text) ?? []
  return end ? text.slice(end.length).trim() + end : text
}

const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
}

/** Whether a piece is only a vowel sign, which is drawn above or below its letter. */
const isMark = (str: string) => /^\s*\p{M}+\s*$/u.test(str)
const isLtr = ({ str }: PdfItem) => /[\p{L}\p{Nd}]/u.test(str) && !RTL.test(str)
/** Whether a gap separates two pieces, as between the cells of a table, which have no blanks. */
const isApart = (onRight: PdfItem, onLeft: PdfItem) =>
  x(onRight) - right(onLeft) > 0.3 * onLeft.height
const isNumber = ({ str }: PdfItem) => /\p{Nd}/u.test(str) && !/\p{L}/u.test(str)

/**
 * Finds the end of a left-to-right run of words and numbers, seen from the right. A run may contain
 * blanks, but not between a number and a word on its right.
 */
function endOfLtr(items: readonly PdfItem[], start: number): number {
  let end = start + 1
  let between = ''
  for (let at = end; at < items.length; at++) {
    const item = items[at]!
    if (isApart(items[at - 1]!, item)) break
    if (isLtr(item)) {
      if (/\s/.test(between) && isNumber(item)) break
      end = at + 1
      between = ''
    } else if (/\p{L}/u.test(item.str)) break
    else between += item.str
  }
  return end
}

/**
 * Reads a line from left to right. A run of Arabic or Hebrew pieces in it is reversed if it was
 * drawn from the left.
 */
function fromLeft(items: readonly PdfItem[]): string {
  let text = ''
  for (let at = 0; at < items.length; ) {
    let end = at + 1
    if (items[at]!.dir === 'rtl')
      for (let next = end; next < items.length; next++) {
        if (items[next]!.dir !== 'rtl' && items[next]!.str.trim()) break
        if (items[next]!.dir === 'rtl') end = next + 1
      }
    const run = items.slice(at, end)
    if (run.length > 1 && x(run.at(-1)!) > x(run[0]!)) run.reverse()
    text += run.map(({ str, hasEOL }) => (hasEOL ? `${str} ` : str)).join('')
    at = end
  }
  return text
}

/** The least width of a text column, in letter heights. Narrower columns mostly hold lists. */
const MIN_WIDTH = 12
const WRITTEN_TOGETHER = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}。、，]/u
const LISTED = /^([*•·▪‣–—-]\s|\(?(\p{L}|\d{1,2})[.)]\s)/u

/** The fewest lines that show where a margin is. */
const MIN_LINES = 2

/**
 * Finds the right margins of lines that begin at about the same place. Maps starts, in whole
 * points, to ends.
 */
function marginsOf(lines: readonly PdfLine[]): Map<number, number> {
  const ends = new Map<number, number[]>()
  for (const { start, end } of lines)
    for (const near of [-1, 0, 1]) {
      const place = Math.round(start) + near
      ends.set(place, [...(ends.get(place) ?? []).slice(-MAX_COMPARED), end])
    }
  const margins = new Map<number, number>()
  for (const [start, reached] of ends) {
    const far = reached.reduce((far, end) =>
      Math.abs(end - start) > Math.abs(far - start) ? end : far,
    )
    const alike = reached.filter((end) => Math.abs(end - start) > 0.85 * Math.abs(far - start))
    if (alike.length >= MIN_LINES) margins.set(start, far)
  }
  return margins
}
const MAX_COMPARED = 300

/** Returns the text that joins two lines of a broken paragraph; undefined: they are separate. */
function jointOf(
  line: PdfLine,
  next: PdfLine,
  margins: ReadonlyMap<number, number>,
): string | undefined {
  const { height, isRtl } = line
  const isBelow = line.y > next.y && line.y - next.y < 2.2 * height
  if (
    line.isTabular ||
    next.isTabular ||
    !isBelow ||
    isRtl !== next.isRtl ||
    Math.abs(height - next.height) > 0.1 * height
  )
    return undefined
  if (/[.!?:;。！？；：।؟۔]["”»)]?$/u.test(line.text) || LISTED.test(next.text)) return undefined
  if (Math.abs(line.start - next.start) > 3 * height) return undefined
  const margin = margins.get(Math.round(next.start))
  if (margin === undefined) return undefined
  const width = Math.abs(margin - next.start)
  // A line is full if the next word would not have fitted.
  const word = WRITTEN_TOGETHER.test(next.text.charAt(0))
    ? 1
    : (next.text.split(' ')[0]?.length ?? 0)
  const wordWidth = (word / next.text.length) * Math.abs(next.end - next.start)
  const isWrapped = Math.abs(margin - line.end) < wordWidth + 0.4 * height
  if (width < MIN_WIDTH * height || !isWrapped) return undefined
  if (/\p{Ll}-$/u.test(line.text) && /^\p{Ll}/u.test(next.text)) return undefined
  const isTogether =
    WRITTEN_TOGETHER.test(line.text.slice(-1)) && WRITTEN_TOGETHER.test(next.text.charAt(0))
  return /[-\u00ad]$/.test(line.text) || isTogether ? '' : ' '
}
