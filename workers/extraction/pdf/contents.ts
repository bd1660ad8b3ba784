import type { PageLine } from './lines.ts'
import type { Bookmark } from './outline.ts'

/** A line of a table of contents or an index: `2.1 Opening hours . . . . . 7`. */
interface Entry {
  name: string
  /** The pages that it names; 0 for a Roman page number. */
  numbers: number[]
  hasLeader: boolean
}

/** The fewest entries on a page. Fewer may be a menu with its prices. */
const MIN_ENTRIES = 5
/** The share of entries that must be in order. The others may continue the line above. */
const MOSTLY = 0.8
/** The most characters of a line between entries, such as the first half of a long entry. */
const MAX_BETWEEN = 80
const MAX_PARTS = 40
const MIN_DOTS = 3

const INDEX =
  /(?<!\p{L})(?:ind(?:ex|exes|ices)|\p{L}{0,20}(?:register|verzeichnis)|skorowidz|rejstřík|указатель)(?!\p{L})|索引|색인/iu
export const isIndexTitle = (title: string) => INDEX.test(title)

/** Returns only letters and digits, for comparing lines that different programs wrote. */
export const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Finds the lines of tables of contents and indexes. Leaders are not enough: the numbers must be
 * those of pages and in order, or the names must be in alphabetical order or in the outline.
 */
export function contentsIn(
  pages: readonly (readonly PageLine[])[],
  outline: readonly Bookmark[],
): Set<PageLine> {
  const titles = new Set(outline.map(({ title }) => lettersOf(title)))
  const gone = new Set<PageLine>()
  let wasListed = false
  for (const lines of pages) {
    const entries = lines.flatMap((line, at) => {
      const entry = entryOf(line.text)
      const isListed = entry && titles.has(lettersOf(withoutNumber(entry.name)))
      return entry && (entry.hasLeader || (line.isTabular && isListed))
        ? [{ ...entry, at, isListed }]
        : []
    })
    const listed = entries.filter(({ isListed }) => isListed).length
    const isEnough: boolean = entries.length >= MIN_ENTRIES || (wasListed && entries.length > 0)
    wasListed =
      isEnough &&
      areInRange(entries, pages.length) &&
      (listed > entries.length / 2 || areOrdered(entries))
    if (wasListed) addAround(gone, lines, entries)
  }
  return gone
}

/**
 * Finds the entries of an index without leaders, such as `printer, 34, 56`, and remains of other
 * entries.
 * @param lines the lines below the index's heading
 * @param isCut whether other entries of the index were found before
 */
export function indexIn(lines: readonly PageLine[], pages: number, isCut: boolean): Set<PageLine> {
  if (isCut && !lines.some(isSentence)) return new Set(lines)
  const gone = new Set<PageLine>()
  const entries = lines.flatMap(({ text }, at) => {
    const entry = entryOf(text)
    return entry ? [{ ...entry, at }] : []
  })
  const isIndex =
    entries.length >= MIN_ENTRIES &&
    entries.length >= lines.length / 2 &&
    areInRange(entries, pages)
  if (isIndex) addAround(gone, lines, entries)
  return gone
}

/** Adds the entries, and the lines between them that are no sentences. */
function addAround(
  gone: Set<PageLine>,
  lines: readonly PageLine[],
  entries: readonly { at: number }[],
): void {
  const listed = new Set(entries.map(({ at }) => at))
  const isAlmostAll = entries.length >= MOSTLY * lines.length
  const [first, last] = isAlmostAll ? [0, lines.length] : [entries[0]!.at, entries.at(-1)!.at]
  for (const [at, line] of lines.entries()) {
    const isBetween = at >= first && at <= last && !isSentence(line)
    if (
      listed.has(at) ||
      isBetween ||
      line.text.length <= MAX_IN_LETTER ||
      INNER_LEADER.test(line.text)
    )
      gone.add(line)
  }
}

/** The most characters of a line with only a letter of the alphabet, above its entries. */
const MAX_IN_LETTER = 2
/** Matches several entries that were joined into one line. */
const INNER_LEADER = /(?:[.·] ?){5} ?\p{Nd}/u
const isSentence = ({ text }: PageLine) =>
  text.length > MAX_BETWEEN || (/\p{L}/u.test(text) && /[.!?:;。！？]$/u.test(text))

const PAGE = /^(?:\p{Nd}{1,4}(?:[–-]\p{Nd}{1,4})?|[ivxlc]{1,7})$/iu

function entryOf(text: string): Entry | undefined {
  const parts = text.replaceAll('…', '...').split(/\s+/).slice(-MAX_PARTS)
  const numbers: number[] = []
  while (parts.length) {
    const part = parts.at(-1)!
    const dots = part.length - part.replace(/^[.·]+/, '').length
    const written = part.slice(dots)
    const isListed = numbers.length === 0 || written.endsWith(',')
    const page = written.replace(/,$/, '')
    if (!isListed || !PAGE.test(page)) break
    numbers.unshift(Number.parseInt(page.normalize('NFKC'), 10) || 0)
    parts.pop()
    if (dots) parts.push(part.slice(0, dots))
    if (dots) break
  }
  if (!numbers.length) return undefined
  const rest = parts.join('')
  const name = parts.join(' ').replace(/(?<![. ·])[. ·]+$/, '')
  return {
    name,
    numbers,
    hasLeader: rest.length - rest.replace(/(?<![.·])[.·]+$/, '').length >= MIN_DOTS,
  }
}

/** Removes the number of `2.1 Opening hours` or `Chapter 2: Opening hours`. */
export const withoutNumber = (name: string) =>
  name.replace(
    /^(?:\p{L}{1,12} )?(?:\p{Lu}|[ivxlc]{1,6}|\p{Nd}{1,3})(?:\.\p{Nd}{1,3}){0,5}[.:]? /iu,
    '',
  )

const areInRange = (entries: readonly Entry[], pages: number) =>
  entries.filter(({ numbers }) => numbers.every((number) => number <= pages)).length >=
  MOSTLY * entries.length

function areOrdered(entries: readonly Entry[]): boolean {
  const inOrder = (isNext: (last: Entry, next: Entry) => boolean) =>
    entries.filter((entry, at) => at > 0 && isNext(entries[at - 1]!, entry)).length >=
    MOSTLY * (entries.length - 1)
  return (
    inOrder((last, next) => last.numbers[0]! <= next.numbers[0]!) ||
    inOrder((last, next) => lettersOf(last.name).localeCompare(lettersOf(next.name)) <= 0)
  )
}
