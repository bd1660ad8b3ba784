import { lettersOf, withoutNumber } from './contents.ts'
import type { PageLine } from './lines.ts'
import type { Bookmark } from './outline.ts'

/** A heading of a PDF. */
export interface PdfHeading {
  /** From 1, the outermost. */
  level: number
  title: string
  /** The lines of the heading itself; none: the outline names a place without the title in it. */
  written: readonly PageLine[]
}

/** The headings that begin at a line, the outermost first. */
export type HeadingsByLine = Map<PageLine, PdfHeading[]>

const MAX_CHARACTERS = 200
/** The most lines of a heading. */
const MAX_LINES = 3

/**
 * Finds the headings: those of the outline, else lines in larger letters, else numbered lines.
 * Ignores lines in `gone`.
 */
export function headingsIn(
  pages: readonly (readonly PageLine[])[],
  outline: readonly Bookmark[],
  gone: ReadonlySet<PageLine>,
): HeadingsByLine {
  if (outline.length > 1) return byOutline(pages, outline, gone)
  const lines = pages.flatMap((page) => page.filter((line) => !gone.has(line)))
  const found = bySize(lines)
  return found.size ? found : byNumber(lines)
}

function add(found: HeadingsByLine, line: PageLine, heading: PdfHeading): void {
  found.set(line, [...(found.get(line) ?? []), heading])
}

function byOutline(
  pages: readonly (readonly PageLine[])[],
  outline: readonly Bookmark[],
  gone: ReadonlySet<PageLine>,
): HeadingsByLine {
  const found: HeadingsByLine = new Map()
  const taken = new Set(gone)
  for (const { title, level, page, top } of outline) {
    const written = writtenOn(pages[page] ?? [], title, top, taken)
    for (const line of written) taken.add(line)
    const text = written.map(({ text }) => text).join(' ')
    if (written[0]) add(found, written[0], { level, title: text, written })
    else {
      // If the title is not written there, everything from that place on is text.
      const start = pages[page]?.find(({ y }) => top === null || y <= top)
      const next = start ?? pages.slice(page + 1).find((lines) => lines.length)?.[0]
      if (next) add(found, next, { level, title, written: [] })
    }
  }
  return found
}

/**
 * Finds the lines of a bookmark's title, perhaps with its number. Takes the lines nearest to its
 * place, because many programs set the place to the head of the page.
 */
function writtenOn(
  lines: readonly PageLine[],
  title: string,
  top: number | null,
  taken: ReadonlySet<PageLine>,
): PageLine[] {
  const wanted = [lettersOf(title), lettersOf(withoutNumber(title))].filter(Boolean)
  const found: { lines: PageLine[]; away: number }[] = []
  for (const [at, line] of lines.entries()) {
    if (taken.has(line)) continue
    const away = top === null ? 0 : Math.abs(top - line.y)
    let text = ''
    for (let end = at; end < Math.min(at + MAX_LINES, lines.length); end++) {
      text += `${end > at ? ' ' : ''}${lines[end]!.text}`
      if (text.length > title.length + MAX_MORE) break
      // `Chapter 6` may stand above its title; any other line above it is text.
      const isWhole = end === at || !isTitle(text.slice(line.text.length + 1), wanted)
      if (isTitle(text, wanted) && (isWhole || isNumber(line.text))) {
        found.push({ lines: lines.slice(at, end + 1), away })
        break
      }
    }
  }
  return found.sort((left, right) => left.away - right.away)[0]?.lines ?? []
}

/** The most characters that a title may add to its bookmark: its number, and blanks. */
const MAX_MORE = 60

const isTitle = (text: string, wanted: readonly string[]) =>
  wanted.includes(lettersOf(text)) || wanted.includes(lettersOf(withoutNumber(text)))
const isNumber = (text: string) => withoutNumber(`${text} `) === ''

/** The least size of a heading, as a multiple of the document's usual size. */
const LARGER = 1.15
/** The most levels of headings by size, largest first. */
const MAX_LEVELS = 4
/** The largest share of letters in large lines. With more, as in slides, size marks no headings. */
const MAX_SHARE = 0.2

function bySize(lines: readonly PageLine[]): HeadingsByLine {
  const usual = usualSize(lines)
  const large = lines.filter((line) => line.size >= LARGER * usual)
  const letters = (some: readonly PageLine[]) =>
    some.reduce((sum, { text }) => sum + text.length, 0)
  const found: HeadingsByLine = new Map()
  if (!large.length || letters(large) > MAX_SHARE * letters(lines)) return found
  const runs = runsOf(lines, (line) => line.size >= LARGER * usual).filter(isHeading)
  // The first heading is the document's title if no other heading is as large.
  const sizes = runs.map(([line]) => halfPoints(line!))
  const hasTitle = runs[0]?.[0] === lines[0] && sizes.slice(1).every((size) => size < sizes[0]!)
  const headings = hasTitle ? runs.slice(1) : runs
  const levels = [...new Set(headings.map(([line]) => halfPoints(line!)))].sort(
    (left, right) => right - left,
  )
  for (const written of headings) {
    const level = Math.min(levels.indexOf(halfPoints(written[0]!)) + 1, MAX_LEVELS)
    add(found, written[0]!, { level, title: written.map(({ text }) => text).join(' '), written })
  }
  return found
}

const halfPoints = ({ size }: PageLine) => Math.round(2 * size)

/** Returns the size of most characters. */
function usualSize(lines: readonly PageLine[]): number {
  const characters = new Map<number, number>()
  for (const { size, text } of lines)
    characters.set(size, (characters.get(size) ?? 0) + text.length)
  return [...characters].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])[0]
}

/** Groups adjacent large lines of the same size that stand below each other. */
function runsOf(lines: readonly PageLine[], isLarge: (line: PageLine) => boolean): PageLine[][] {
  const runs: PageLine[][] = []
  for (const [at, line] of lines.entries()) {
    if (!isLarge(line)) continue
    const last = lines[at - 1]
    const down = last ? last.y - line.y : 0
    const isSame = last && halfPoints(last) === halfPoints(line) && down > 0 && down < 2 * line.size
    if (isSame && runs.at(-1)?.at(-1) === last) runs.at(-1)!.push(line)
    else runs.push([line])
  }
  return runs
}

function isHeading(written: readonly PageLine[]): boolean {
  const text = written.map(({ text }) => text).join(' ')
  return (
    written.length <= MAX_LINES &&
    text.length <= MAX_CHARACTERS &&
    (text.match(/\p{L}/gu)?.length ?? 0) >= 3
  )
}

const NUMBERED = /^(\p{Nd}{1,2}(?:\.\p{Nd}{1,2}){0,3})(\.?) (?=[\p{Lu}\p{Lo}])[^\n]{2,80}$/u
const MIN_NUMBERED = 3

/**
 * Takes lines with consecutive numbers: `1 Opening`, `1.1 Hours`, `1.2 Keys`, `2 Closing`. They
 * must have two levels, unlike those of a numbered list.
 */
function byNumber(lines: readonly PageLine[]): HeadingsByLine {
  const candidates = lines.flatMap((line, at) => {
    const [, number, point] = NUMBERED.exec(line.text) ?? []
    return number && !/[.!?:;,。！？]$/u.test(line.text)
      ? [{ line, at, number: number.split('.').map(Number), point }]
      : []
  })
  const chosen: typeof candidates = []
  for (const [nth, candidate] of candidates.entries()) {
    const { number, at, point } = candidate
    const [last, next] = [candidates[nth - 1], candidates[nth + 1]]
    const isAbove = next && next.number.length > number.length && follows(number, next.number)
    // The lines of a list stand close together.
    const isApart = ![last, next].some(
      (near) => near && near.point === point && Math.abs(near.at - at) === 1,
    )
    const isAlike = chosen.some((line) => line.number.length === 1 && line.point === point)
    const counts = chosen.length ? follows(chosen.at(-1)!.number, number) : number[0]! <= 1
    if (counts && (number.length > 1 || isAbove || (isApart && isAlike))) chosen.push(candidate)
  }
  const found: HeadingsByLine = new Map()
  if (chosen.length < MIN_NUMBERED || !chosen.some(({ number }) => number.length > 1)) return found
  for (const { line, number } of chosen)
    add(found, line, { level: number.length, title: line.text, written: [line] })
  return found
}

/** Whether a number follows another: 3.2.1, 3.3 and 4 follow 3.2. */
function follows(number: readonly number[], next: readonly number[]): boolean {
  if (next.length > number.length + 1) return false
  const last = next.length - 1
  const isSame = next.slice(0, last).every((part, at) => part === number[at])
  return isSame && next[last] === (number[last] ?? 0) + 1
}
