import { codeOf } from '../lib/text/languageCodes.ts'
import { folded } from '../lib/text/terms.ts'
import { fill, LANGUAGES, textsIn } from './languages.ts'

const KINDS = ['hello', 'thanks', 'bye', 'fine'] as const
/** `fine`: the user is content, has understood, or wants nothing more. */
type Courtesy = (typeof KINDS)[number]

/** Returns the words of a phrase as phrases are compared: folded, with single blanks. */
export const plain = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/**
 * The order of languages: a phrase that several languages share belongs to the first of them.
 * Languages that are not listed follow in the order of their codes.
 */
const FIRST = ['en', 'fr', 'it', 'de', 'nl', 'sv', 'da', 'no', 'pl', 'ru', 'uk', 'zh']
const ORDER = new Set([...FIRST, ...LANGUAGES.keys()])

/**
 * The kind of each phrase, by language. If a phrase is listed for two kinds, the first kind counts.
 */
const PHRASES = new Map(
  [...ORDER].map((code): [string, ReadonlyMap<string, Courtesy>] => {
    const { phrases } = textsIn(code).small_talk
    const kinds = KINDS.flatMap((kind) =>
      phrases[kind].map((phrase) => [plain(phrase), kind] as const),
    )
    return [code, new Map(kinds.reverse())]
  }),
)
const MAX_WORDS = 6
/** The most characters of a text that can be nothing but small talk. */
const MAX_CHARACTERS = 120
/** The most clauses of a text that are searched for small talk: 4,000 would take 15 ms. */
const MAX_CLAUSES = 40
const EMOJI = /^(?:[\s👍👌🙏👋😊🙂😀😂🎉👏]|[:;=]-?[)D]|❤️?|[🏻-🏿])+$/u

/** A text with one of these emoji is not small talk. */
const DISPLEASED = /[👎😠😡🤬😢😭😞😟😤🙄😒😕🙁☹😣🤔❓]/u

/**
 * Separates small talk from questions, clause by clause.
 * @returns the answer and the kind, if the text is nothing but small talk; and the text without its
 *   small talk
 * @param name the agent's name, which a greeting may contain
 * @param expected the language to answer in (BCP 47), if this language has the phrase, too
 */
export function readSmallTalk(text: string, name: string, expected?: string | null) {
  const names = new Set(plain(name).split(' '))
  const said: Said[] = EMOJI.test(text)
    ? [{ kind: 'fine', words: 0, language: codeOf(expected ?? 'en') }]
    : []
  let rest = ''
  const clauses = text.split(CLAUSE_ENDS)
  for (const clause of clauses.slice(0, MAX_CLAUSES)) {
    const words = [...clause.matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
    const spoken = words.map(([word]) => plain(word))
    let at = 0
    // A `fine` phrase may belong to the question after it: `top floor` is a place.
    let asked = 0
    while (at < words.length) {
      const next = phraseAt(spoken.slice(at, at + MAX_WORDS), expected)
      if (!next && !names.has(spoken[at]!)) break
      if (next) said.push(next)
      at += next?.words ?? 1
      if (next?.kind !== 'fine') asked = at
    }
    if (at < words.length)
      rest += `${rest && BLANKS.exec(clause)![0]}${clause.slice(words[asked]!.index)}`
  }
  rest += clauses.slice(MAX_CLAUSES).join('')
  const heard = BY_WEIGHT.flatMap((kind) => said.filter((phrase) => phrase.kind === kind))[0]
  const isAsked = heard?.kind === 'fine' && /[?？؟]/.test(text)
  if (rest || !heard || isAsked || text.length > MAX_CHARACTERS || DISPLEASED.test(text))
    return { answer: undefined, kind: undefined, rest: rest || text }
  const { answers } = textsIn(heard.language).small_talk
  return { answer: fill(answers[heard.kind], { name }), kind: heard.kind, rest }
}

/** Whether a text is nothing but a greeting, thanks, a farewell or agreement. */
export const isSmallTalk = (text: string) =>
  text.length <= MAX_CHARACTERS && readSmallTalk(text, '').answer !== undefined

/**
 * Whether a text is nothing but thanks or a farewell, so that its sender expects no answer.
 * Agreement does not count: `Sure` may answer a question.
 */
export function endsTalk(text: string): boolean {
  if (text.length > MAX_CHARACTERS || /[?？؟]/.test(text)) return false
  const { kind } = readSmallTalk(text, '')
  return kind === 'thanks' || kind === 'bye'
}

const BLANKS = /^\s{0,9}/
/** The ends of clauses, in any script. */
export const CLAUSE_ENDS = /(?<=[.!?…,;:\n。！？、，؟،])/u
/**
 * The kinds in the order of their weight: the first kind of a text such as `Thanks, bye!` is
 * answered.
 */
const BY_WEIGHT = ['bye', 'thanks', 'hello', 'fine'] as const

interface Said {
  kind: Courtesy
  language: string
  words: number
}

/**
 * Finds the longest phrase with which the words begin. If several languages have the phrase, the
 * expected language counts first.
 */
function phraseAt(words: readonly string[], expected?: string | null): Said | undefined {
  const code = codeOf(expected ?? '')
  const own = PHRASES.get(code)
  const languages = own ? [[code, own] as const, ...PHRASES] : [...PHRASES]
  for (let count = words.length; count > 0; count--) {
    const phrase = words.slice(0, count).join(' ')
    for (const [language, kinds] of languages) {
      const kind = kinds.get(phrase)
      if (kind) return { kind, language, words: count }
    }
  }
  return undefined
}

/** Returns "I do not know" in a language (BCP 47). */
export const notKnownIn = (language: string): string => textsIn(language).small_talk.not_known
