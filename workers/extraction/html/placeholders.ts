import { NEEDED, REDIRECTING, WAITING } from './placeholderWords.ts'

/** The most characters of a page that may be a placeholder. */
const MAX_CHARACTERS = 600
const MAX_IN_LINE = 300
/** The most characters of a sentence that only asks to wait. */
const MAX_WAITING = 60

/** What a page without knowledge is. */
type Placeholder = 'script' | 'redirect' | 'frames'

const WORDS: Record<Placeholder, string> = {
  script:
    'The page is filled by a script in the browser, and scripts are not run. Add a page that has its text without them, or upload the text as a file.',
  redirect: 'The page only leads to another one. Add that one.',
  frames: 'The page consists of frames, of which none could be read. Add the page of a frame.',
}

/**
 * Returns why a page's text is no knowledge: it says no more than `Loading…`, that JavaScript must
 * be enabled, or that the reader is redirected, beside its own title.
 * @param html the page, of which only its scripts matter
 * @returns undefined: the text says more
 */
export function whyNoKnowledge(
  text: string,
  title: string | null,
  html: string,
): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const names = new Set(piecesOf(title ?? '').map(({ words }) => words))
  names.add(wordsOf(title ?? ''))
  const hasScript = /<(?:no)?script[\s>]/i.test(html)
  const found = text.split('\n').flatMap((line) => kindsOf(line, names, hasScript))
  const kind = found.find((kind) => kind !== 'nothing')
  return kind && !found.includes('content') ? WORDS[kind as Placeholder] : undefined
}

/** `nothing` is what neither speaks for a placeholder nor against it. */
type LineKind = Placeholder | 'nothing' | 'content'

function kindsOf(line: string, names: ReadonlySet<string>, hasScript: boolean): LineKind[] {
  const words = wordsOf(line)
  if (IDLE.test(words) || ADDRESS.test(line)) return ['nothing']
  if (line.length > MAX_IN_LINE) return ['content']
  if (hasScript && SCRIPT.test(words) && NEED.test(words)) return ['script']
  if (REDIRECT.test(words)) return ['redirect']
  if (FRAMES.test(words) && BROWSER.test(words)) return ['frames']
  if (EXACT.has(words)) return ['script']
  const pieces = piecesOf(line).filter(({ words }) => !IDLE.test(words))
  if (names.has(words) && !pieces.some(isWaiting)) return ['nothing']
  return pieces.map((piece) =>
    isWaiting(piece) ? 'script' : names.has(piece.words) ? 'nothing' : 'content',
  )
}

/**
 * Writes a text in small letters, without punctuation and numbers, and without the dot that a
 * Turkish İ leaves behind.
 */
const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/\u0307/g, '')
    .replace(/[^\p{L}\p{M}']+/gu, ' ')
    .trim()

const PIECE = /[^.…!?。！？,，、;:|–—·]+(?:[.…!?。！？,，、;:|–—·]+|$)/gu

interface Piece {
  words: string
  /** Whether it ends in an ellipsis. */
  isOpen: boolean
}

/** Splits a line into clauses. */
const piecesOf = (line: string): Piece[] =>
  (line.match(PIECE) ?? []).map((piece) => ({
    words: wordsOf(piece),
    isOpen: /(?:…|\.\.|。。)\s*$/.test(piece),
  }))

const PHRASES = WAITING.map(wordsOf)
const EXACT: ReadonlySet<string> = new Set(PHRASES)
const PLEASE_WAIT =
  /^(?:please wait (?:while|until)|bitte warten(?: sie)?) |(?:wird|werden) geladen$/

function isWaiting({ words, isOpen }: Piece): boolean {
  if (EXACT.has(words)) return true
  if (words.length > MAX_WAITING) return false
  const isAround = () =>
    PHRASES.some((phrase) => words.startsWith(phrase) || words.endsWith(phrase))
  return PLEASE_WAIT.test(words) || (isOpen && isAround())
}

const SCRIPT = /java ?script|(?:^| )js(?: |$)|자바스크립트|جافا ?سكريبت|جاوا ?اسکریپت/
const NEED = new RegExp(NEEDED)
const REDIRECT = new RegExp(`^(?:${REDIRECTING})`)
const FRAMES = /(?:^| )i?frames?(?: |$)/
const BROWSER = /browser|support|display/
/** Matches words that pages have around a placeholder, and lines without words. */
const IDLE =
  /^$|^(?:click|tap|if not click|klicken|cliquez|haga clic|clique|clicca|klik) .{0,60}$|^skip to |^reload$|all rights reserved$|^an unhandled error has occurred$|^powered by /
const ADDRESS = /^\s*(?:https?:\/\/|\.{0,2}\/)\S*\s*$|^\s*©/
