import { NEVER_YIELD, type YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import { searchWords } from '../../shared/lib/text/terms.ts'
import type { Extracted } from '../extraction/contract/messages.ts'

type PageChunk = Extracted['chunks'][number]

/** The text of a page of a crawl. */
export interface PageText {
  /** Words by which each of its chunks is found, beside its own. */
  about: string
  /** Whether it is a page of HTML. Others have no menus. */
  isHtml: boolean
  chunks: readonly PageChunk[]
}

/**
 * The fewest pages that show what a site's pages share: two may have a sentence in common by chance.
 * Of three and four pages, all must have a line.
 */
const FEWEST_PAGES = 3
/** The share of the pages that must have a line. Some pages lack the menu, such as a first page. */
const SHARE = 0.8

/**
 * Leaves out the lines that nearly all pages of a crawl share: menus, footers and cookie notes that
 * their markup does not show to be such. A shared line that says something, such as an address or
 * an opening hour, stays on the first page that has it, and on each page that has it between its
 * own lines, such as the price of its goods. Answers of pairs and rows of tables stay
 * everywhere. The result depends on the pages and their order alone, so that a site that has not
 * changed is read the same again.
 * @returns the pages with the chunks that are left, in the same order
 */
export async function withoutSharedLines<Page extends PageText>(
  pages: readonly Page[],
  yieldLoop: YieldLoop = NEVER_YIELD,
): Promise<Page[]> {
  const shared = await findShared(
    pages.filter(({ isHtml }) => isHtml),
    yieldLoop,
  )
  if (shared.size === 0) return [...pages]
  const said = new Set<string>()
  const left: Page[] = []
  for (const page of pages) {
    await yieldLoop()
    left.push(page.isHtml ? await withoutThese(shared, page, said, yieldLoop) : page)
  }
  return left.some(({ chunks }) => chunks.length > 0) ? left : [...pages]
}

/** Maps each shared line to the number of times that it usually stands on a page. */
type SharedLines = ReadonlyMap<string, number>

async function findShared(pages: readonly PageText[], yieldLoop: YieldLoop): Promise<SharedLines> {
  if (pages.length < FEWEST_PAGES) return new Map()
  const needed = Math.ceil(SHARE * pages.length)
  /** Maps a line to how many pages have it once, twice and so on. */
  const found = new Map<string, Map<number, number>>()
  for (const [at, page] of pages.entries()) {
    await yieldLoop()
    // A line that none of these first pages has cannot reach the share: it need not be counted.
    const mayBegin = at <= pages.length - needed
    for (const [line, times] of timesOfLines(page)) {
      const counts = found.get(line) ?? (mayBegin ? new Map<number, number>() : undefined)
      if (counts) found.set(line, counts.set(times, (counts.get(times) ?? 0) + 1))
    }
  }
  const sumOf = (counts: Map<number, number>) => [...counts.values()].reduce((a, b) => a + b, 0)
  const shared = [...found].filter(([line, counts]) => sumOf(counts) >= needed && !isRow(line))
  return new Map(shared.map(([line, counts]) => [line, mostOftenIn(counts)]))
}

const mostOftenIn = (counts: ReadonlyMap<number, number>) =>
  [...counts].sort((left, right) => right[1] - left[1] || right[0] - left[0])[0]![0]

function timesOfLines({ chunks }: PageText): Map<string, number> {
  const times = new Map<string, number>()
  for (const chunk of chunks)
    for (const line of linesOf(chunk)) times.set(line, (times.get(line) ?? 0) + 1)
  return times
}

/** Returns the lines of a chunk that may be left out: those of a pair may not. */
const linesOf = ({ text, question_key }: PageChunk): string[] =>
  question_key
    ? []
    : text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)

/** Whether a line is a row of a table, as the readers write it: `Size: S; Price: 3`. */
function isRow(line: string): boolean {
  const cells = line.split('; ')
  return cells.length > 1 && cells.every((cell) => /^[^:]{1,80}: /.test(cell))
}

/**
 * Returns the shared lines of a page that say something and stand between its own: menus stand at
 * its beginning, and footers at its end.
 */
function linesWithin(shared: SharedLines, { chunks }: PageText): Set<string> {
  const lines = chunks.flatMap(linesOf)
  const isOwn = (line: string) => !shared.has(line)
  const within = lines.slice(lines.findIndex(isOwn), lines.findLastIndex(isOwn) + 1)
  return new Set(within.filter((line) => shared.has(line) && saysSomething(line)))
}

/** @param said the shared lines that an earlier page has kept; those of this page are added */
async function withoutThese<Page extends PageText>(
  shared: SharedLines,
  page: Page,
  said: Set<string>,
  yieldLoop: YieldLoop,
): Promise<Page> {
  const times = timesOfLines(page)
  const kept = linesWithin(shared, page)
  // A shared line that this page repeats more often than others is its own content.
  const isLeftOut = (line: string) =>
    !kept.has(line) && (times.get(line) ?? 0) <= (shared.get(line) ?? -1)
  for (const line of times.keys())
    if (isLeftOut(line) && saysSomething(line) && !said.has(line)) {
      said.add(line)
      kept.add(line)
    }
  const chunks: PageChunk[] = []
  for (const chunk of page.chunks) {
    if (!linesOf(chunk).some(isLeftOut)) {
      chunks.push(chunk)
      continue
    }
    await yieldLoop()
    const lines = chunk.text.split('\n').filter((line) => !isLeftOut(line.trim()))
    const text = lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
    const words = () => searchWords([page.about, chunk.heading, text].join('\n'))
    if (/[\p{L}\p{N}]/u.test(text)) chunks.push({ ...chunk, text, words: words() })
  }
  return { ...page, chunks }
}

const NOTICE = /©|\(c\)|copyright|cookie|クッキー|куки|쿠키/i
/** Matches a figure, the sign of a mail address, a name with its value, or the end of a sentence. */
const FACT = /[\d@]|: \S|[。！？।]$/
/** Matches a word in small letters, of which menus have few. */
const SMALL = /^\p{Ll}+$/u
const FEWEST_WORDS = 4

const isSmall = (word: string) => SMALL.test(word)

/** Whether customers may ask for what a line says. They do not ask for menus and cookie notes. */
function saysSomething(line: string): boolean {
  if (NOTICE.test(line)) return false
  const words = line.split(' ')
  const isSentence = /[.!?]$/.test(line) || 2 * words.filter(isSmall).length >= words.length
  return FACT.test(line) || (isSentence && words.length >= FEWEST_WORDS)
}
