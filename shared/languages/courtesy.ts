import { codeOf } from '../lib/text/languageCodes.ts'
import { LANGUAGES } from './languages.ts'
import { CLAUSE_ENDS, isSmallTalk, plain } from './smallTalk.ts'

/**
 * What a phrase is: a courtesy, or a `formula`, such as "I have a question" or "Kind regards".
 * `fine` may belong to the question after it: `top floor` is a place.
 */
type CourtesyKind = 'hello' | 'thanks' | 'bye' | 'fine' | 'formula'

interface Phrases {
  kinds: ReadonlyMap<string, CourtesyKind>
  /** The most words, or characters in scripts without blanks, of a phrase. */
  longest: number
}

/** Languages that are written without blanks between words. */
const UNSPACED = new Set(['ja', 'th', 'zh'])
const SPACED_TOKENS = /[\p{L}\p{M}\p{N}]+/gu
/** In scripts without blanks, each character: a phrase may end within a run of them. */
const UNSPACED_TOKENS = /[\p{sc=Latin}\p{N}]+|\p{L}\p{M}*/gu

const PHRASES = new Map([...LANGUAGES.keys()].map((code) => [code, phrasesIn(code)] as const))

function phrasesIn(code: string): Phrases {
  const { phrases, formulas } = LANGUAGES.get(code)!.small_talk
  const keyOf = (phrase: string) =>
    UNSPACED.has(code) ? plain(phrase).replaceAll(' ', '') : plain(phrase)
  const kinds = new Map<string, CourtesyKind>(formulas.map((phrase) => [keyOf(phrase), 'formula']))
  for (const kind of ['fine', 'bye', 'thanks', 'hello'] as const)
    for (const phrase of phrases[kind]) kinds.set(keyOf(phrase), kind)
  const lengths = [...kinds.keys()].map((key) => key.split(UNSPACED.has(code) ? '' : ' ').length)
  return { kinds, longest: Math.max(...lengths) }
}

/** The most clauses that are read. The beginning says what a text is about. */
const MAX_CLAUSES = 40
/** The most characters of a clause that is read. A longer one stays whole. */
const MAX_CHARACTERS = 300
/**
 * The most words beside a greeting that are the name of whoever is greeted: `Dear Mrs Meyer,`. As
 * many words after the last thanks are a signature.
 */
const MAX_NAME = 2

interface Speech {
  /** The languages whose phrases count at the ends of a clause. */
  languages: readonly string[]
  /** The words of the agent's name. */
  names: ReadonlySet<string>
}

/**
 * Returns what a text asks: the text without its greetings, thanks, farewells, formulas such as
 * "I have a question", and the names beside them; empty if nothing else is there. Phrases beside
 * other words of their clause count only in the given language, and in English.
 * @param language of the text (BCP 47); null: not known
 * @param name the agent's name, which a greeting may contain
 */
export function withoutCourtesy(text: string, language: string | null, name = ''): string {
  const codes = [codeOf(language ?? ''), 'en'].filter((code) => PHRASES.has(code))
  const speech = {
    languages: [...new Set(codes)],
    names: new Set(plain(name).split(' ').filter(Boolean)),
  }
  const clauses = text.split(CLAUSE_ENDS)
  const read = clauses.slice(0, MAX_CLAUSES).map((clause) => readClause(clause, speech))
  const kept = read.filter((clause, at) => {
    if (!clause.rest) return false
    const before = read[at - 1]
    const isSignature =
      at === read.length - 1 && before?.isClosing && clause.words <= MAX_NAME && !clause.asks
    return !isSignature && !(clause.isGreeting && clause.words <= MAX_NAME && !clause.asks)
  })
  const rest = kept.length ? kept : read.filter((clause) => clause.rest)
  return [...rest.map((clause) => clause.rest), ...clauses.slice(MAX_CLAUSES)].join('').trim()
}

interface Clause {
  /** Without courtesy, with the blanks and the punctuation around it. */
  rest: string
  /** The number of words of `rest`. */
  words: number
  /** Whether it began with a greeting and ends as an address does. */
  isGreeting: boolean
  /** Whether it is nothing but thanks, a farewell or a formula. */
  isClosing: boolean
  asks: boolean
}

function readClause(clause: string, speech: Speech): Clause {
  const asks = /[?？؟]\s*$/.test(clause)
  const nothing = { rest: '', words: 0, isGreeting: false, isClosing: true, asks }
  if (isSmallTalk(clause)) return nothing
  if (clause.length > MAX_CHARACTERS)
    return { rest: clause, words: MAX_NAME + 1, isGreeting: false, isClosing: false, asks }
  let from = 0
  let to = clause.length
  let isGreeting = false
  for (const language of speech.languages) {
    const tokens = tokensIn(clause.slice(from, to), language)
    const front = strippedFront(tokens, language, speech.names)
    isGreeting ||= front.isGreeting
    const back = strippedBack(tokens.slice(front.count), language)
    const kept = tokens.slice(front.count, tokens.length - back)
    if (!kept.length) return { ...nothing, isClosing: tokens.length > 0 }
    const end = kept.at(-1)!
    if (back > 0) to = from + end.at + end.text.length
    from += front.count > 0 ? kept[0]!.at : 0
  }
  const blank = from > 0 ? (/^\s{0,9}/.exec(clause)?.[0] ?? '') : ''
  const end = to < clause.length ? CLAUSE_END.exec(clause)![0] : ''
  const rest = blank + clause.slice(from, to) + end
  const closed = clause.trimEnd()
  const endsAddress = /[,!，！、]$/.test(closed) || clause.includes('\n', closed.length)
  const words = (rest.match(SPACED_TOKENS) ?? []).length
  return { rest, words, isGreeting: isGreeting && endsAddress, isClosing: false, asks }
}

/** The punctuation with which a clause ends, and the blanks after it. */
const CLAUSE_END = /[.!?…,;:。！？、，؟،]?\s{0,9}$/u

interface SpokenWord {
  text: string
  /** As phrases are compared. */
  said: string
  at: number
}

const tokensIn = (clause: string, language: string): SpokenWord[] =>
  [...clause.matchAll(UNSPACED.has(language) ? UNSPACED_TOKENS : SPACED_TOKENS)].map((found) => ({
    text: found[0],
    said: plain(found[0]),
    at: found.index,
  }))

/** Returns how many tokens at the front are courtesy. */
function strippedFront(
  tokens: readonly SpokenWord[],
  language: string,
  names: ReadonlySet<string>,
) {
  let count = 0
  let isGreeting = false
  while (count < tokens.length) {
    const found = phraseIn(tokens.slice(count), language, mayLead)
    if (!found && !(count > 0 && names.has(tokens[count]!.said))) break
    isGreeting ||= found?.kind === 'hello'
    count += found?.count ?? 1
  }
  return { count, isGreeting }
}

/** Returns how many tokens at the end are courtesy. */
function strippedBack(tokens: readonly SpokenWord[], language: string): number {
  const { longest } = PHRASES.get(language)!
  for (let back = Math.min(longest, tokens.length); back > 0; back--) {
    const end = tokens.slice(-back)
    const found = phraseIn(end, language, mayClose)
    if (found?.count === back) return back + strippedBack(tokens.slice(0, -back), language)
  }
  return 0
}

interface FoundPhrase {
  kind: CourtesyKind
  count: number
}

/** Finds the longest phrase with which the tokens begin. */
function phraseIn(
  tokens: readonly SpokenWord[],
  language: string,
  counts: (kind: CourtesyKind, tokens: number, isWhole: boolean, language: string) => boolean,
): FoundPhrase | undefined {
  const { kinds, longest } = PHRASES.get(language)!
  const blank = UNSPACED.has(language) ? '' : ' '
  for (let count = Math.min(longest, tokens.length); count > 0; count--) {
    const phrase = tokens
      .slice(0, count)
      .map(({ said }) => said)
      .join(blank)
    const kind = kinds.get(phrase)
    if (kind && counts(kind, count, count === tokens.length, language)) return { kind, count }
  }
  return undefined
}

/**
 * Whether a phrase may be removed before other words. A short formula may begin a question: `Help
 * centre`, and a single character of Chinese may begin a word.
 */
const mayLead = (kind: CourtesyKind, tokens: number, isWhole: boolean, language: string) => {
  if (isWhole) return true
  if (kind === 'fine') return false
  const least = UNSPACED.has(language) ? (kind === 'formula' ? 3 : 2) : kind === 'formula' ? 2 : 1
  return tokens >= least
}

/** Whether a phrase may be removed after other words: `How do I say hello` keeps its end. */
const mayClose = (kind: CourtesyKind, tokens: number, _isWhole: boolean, language: string) =>
  kind === 'formula'
    ? tokens >= (UNSPACED.has(language) ? 2 : 3)
    : (kind === 'thanks' || kind === 'bye') && tokens >= (UNSPACED.has(language) ? 2 : 1)
