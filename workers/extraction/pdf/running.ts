import type { PageLine } from './lines.ts'

/** The number of lines at the head and at the foot of a page that may be running lines. */
const RUNNING_LINES = 2
/** The fewest pages with the same running line. */
const MIN_PAGES = 3
/** A line on fewer than half of the pages must stand on `MIN_PAGES` within this many pages. */
const NEAR = 6
const MAX_CHARACTERS = 200
/** The most characters of a running line with numbers that differ. Longer lines are text. */
const MAX_WITH_NUMBERS = 100
/** The fewest letters beside a number. With fewer, the line is a heading, such as `Lesson 3`. */
const MIN_LETTERS = 15
/** Matches an Arabic page number. Those before the first chapter are Roman. */
const NUMBER = /^\p{Nd}{1,4}$/u
const ROMAN = /^[ivxl]{1,7}$/i
const PARTS = /[\s|·•–—-]+/u

/** A line at the head or foot of its page. */
interface EdgeLine {
  line: PageLine
  page: number
  /** Its place (head or foot) and its words, without numbers. */
  key: string
  /**
   * The numbers at its beginning and end, minus the page's own. For a page number, this difference
   * is the same on all pages.
   */
  offsets: string[]
  /** Whether its words, if any, stand apart from its number. */
  isApart: boolean
  isHeading: boolean
}

/**
 * Removes lines that stand at the head or foot of several pages, such as page numbers and the
 * titles of document and chapter. The first of several equal lines without a number stays.
 */
export function withoutRunning(pages: readonly (readonly PageLine[])[]): PageLine[][] {
  const placed = pages.flatMap((lines, page) => placedOf(lines, page))
  const counts = countPages(placed, ({ key }) => [key])
  const numbered = countPages(placed, ({ offsets }) => offsets)
  const same = countPages(placed, ({ line }) => [placeOf(line)])
  const most = Math.max(MIN_PAGES, pages.length / 2)
  const isPageNumber = (offset: string) =>
    numbered.get(offset)!.length >=
    (offset.startsWith('roman') ? MIN_PAGES : Math.max(MIN_PAGES, pages.length / 4))
  const seen = new Set<string>()
  const gone = new Set<PageLine>()
  for (const { line, key, offsets, isApart, isHeading } of placed) {
    const isNumbered = isApart && offsets.some(isPageNumber)
    const isRepeated =
      !isHeading && (counts.get(key)!.length >= most || isNear(same.get(placeOf(line))!))
    if (!isNumbered && !isRepeated) continue
    const isFirst = !seen.has(key) && !isNumbered && !/\p{N}/u.test(line.text)
    seen.add(key)
    if (!isFirst) gone.add(line)
  }
  return pages.map((lines) => lines.filter((line) => !gone.has(line)))
}

function placedOf(lines: readonly PageLine[], page: number): EdgeLine[] {
  // Programs may draw lines in another order than that on the page.
  const byHeight = lines
    .map((line, at) => ({ line, at }))
    .sort((a, b) => b.line.y - a.line.y || a.at - b.at)
  return byHeight.flatMap(({ line }, rank) => {
    const { text, isTabular } = line
    const isFoot = lines.length - 1 - rank < RUNNING_LINES && rank > 0
    if ((!isFoot && rank >= RUNNING_LINES) || text.length > MAX_CHARACTERS) return []
    const said = text.length > MAX_WITH_NUMBERS ? text : text.replace(/\p{Nd}+/gu, '#')
    const letters = text.match(/\p{L}/gu)?.length ?? 0
    const isHeading = !isFoot && said !== text && letters > 0 && letters < MIN_LETTERS
    const offsets = offsetsOf(text, page)
    const isApart = isTabular || letters === 0 || ROMAN.test(text)
    return { line, page, key: `${isFoot ? 'foot' : 'head'} ${said}`, offsets, isApart, isHeading }
  })
}

function offsetsOf(text: string, page: number): string[] {
  const parts = text.split(PARTS).filter(Boolean)
  return [...new Set([parts[0], parts.at(-1)])].flatMap((part = '') => {
    if (NUMBER.test(part)) return `arabic ${Number(part.normalize('NFKC')) - page}`
    return ROMAN.test(part) ? `roman ${romanValue(part.toLowerCase()) - page}` : []
  })
}

const VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 }

const romanValue = (roman: string) =>
  [...roman].reduce((sum, sign, at) => {
    const value = VALUES[sign]!
    return sum + (value < (VALUES[roman.charAt(at + 1)] ?? 0) ? -value : value)
  }, 0)

/** Returns a key of height and text: only running lines repeat at the same height. */
const placeOf = ({ text, y }: PageLine) => `${Math.round(y)} ${text}`

/** Maps each key to the pages that have it, in order. */
function countPages(placed: readonly EdgeLine[], keysOf: (line: EdgeLine) => readonly string[]) {
  const found = new Map<string, number[]>()
  for (const line of placed)
    for (const key of keysOf(line)) {
      const pages = found.get(key) ?? []
      if (pages.at(-1) !== line.page) pages.push(line.page)
      found.set(key, pages)
    }
  return found
}

/** Whether `MIN_PAGES` of the pages are close together, like those of a chapter. */
const isNear = (pages: readonly number[]) =>
  pages.some((page, at) => at >= MIN_PAGES - 1 && page - pages[at - MIN_PAGES + 1]! < NEAR)
