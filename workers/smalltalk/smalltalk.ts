import { codeOf } from '../../shared/text/languageCodes.ts'
import { folded } from '../../shared/text/terms.ts'
import { PHRASES } from './phrases.ts'

const KINDS = ['hello', 'thanks', 'bye', 'fine'] as const
/** `fine`: all is well or understood, or nothing more is wanted. */
type Courtesy = (typeof KINDS)[number]

interface Language {
  kinds: ReadonlyMap<string, Courtesy>
  answers: Record<Courtesy, string>
  notKnown: string
}

const plain = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

const LANGUAGES = new Map(
  Object.entries(PHRASES).map(([code, line]): [string, Language] => {
    const fields = line.split('|')
    const kinds = KINDS.flatMap((kind, at) =>
      fields[at]!.split(', ').map((phrase) => [plain(phrase), kind] as const),
    )
    const [hello = '', thanks = '', bye = '', fine = '', notKnown = ''] = fields.slice(KINDS.length)
    // The same word may thank and agree: the first list counts.
    return [code, { kinds: new Map(kinds.reverse()), answers: { hello, thanks, bye, fine }, notKnown }]
  }),
)
const MAX_WORDS = 6
/** Longer texts say more. */
const MAX_CHARACTERS = 120
const EMOJI = /^(?:[\s👍👌🙏👋😊🙂😀😂🎉👏]|[:;=]-?[)D]|❤️?|[🏻-🏿])+$/u

/** A text with one of these is not small talk. */
const DISPLEASED = /[👎😠😡🤬😢😭😞😟😤🙄😒😕🙁☹😣🤔❓]/u

/**
 * Tells small talk from what is asked, clause by clause.
 * @returns what is said back, where there is nothing else in the text; and the text without its small talk
 * @param name the agent's, by which it may be greeted
 * @param expected the language to answer in (BCP 47), where the words are said in it too
 */
export function readSmallTalk(text: string, name: string, expected?: string | null) {
  const names = new Set(plain(name).split(' '))
  const said: Said[] = EMOJI.test(text)
    ? [{ kind: 'fine', words: 0, language: codeOf(expected ?? 'en') }]
    : []
  let rest = ''
  for (const clause of text.split(CLAUSE_ENDS)) {
    const words = [...clause.matchAll(/[\p{L}\p{M}\p{N}]+/gu)]
    const spoken = words.map(([word]) => plain(word))
    let at = 0
    // `Fine` opens no question: `top floor` is a place.
    let asked = 0
    while (at < words.length) {
      const next = phraseAt(spoken.slice(at, at + MAX_WORDS), expected)
      if (!next && !names.has(spoken[at]!)) break
      if (next) said.push(next)
      at += next?.words ?? 1
      if (next?.kind !== 'fine') asked = at
    }
    if (at < words.length) rest += clause.slice(words[asked]!.index)
  }
  const heard = BY_WEIGHT.flatMap((kind) => said.filter((one) => one.kind === kind))[0]
  const isAsked = heard?.kind === 'fine' && /[?？؟]/.test(text)
  if (rest || !heard || isAsked || text.length > MAX_CHARACTERS || DISPLEASED.test(text))
    return { answer: undefined, rest: rest || text }
  const { answers } = LANGUAGES.get(heard.language) ?? LANGUAGES.get('en')!
  return { answer: answers[heard.kind].replace('{name}', name), rest }
}

const CLAUSE_ENDS = /(?<=[.!?…,;:\n。！？、，؟،])/u
/** Decides which of several is answered: `Thanks, bye!` */
const BY_WEIGHT = ['bye', 'thanks', 'hello', 'fine'] as const

interface Said {
  kind: Courtesy
  language: string
  words: number
}

/** The longest phrase that the words begin with; of languages that have it, the expected one first. */
function phraseAt(words: readonly string[], expected?: string | null): Said | undefined {
  const own = LANGUAGES.get(codeOf(expected ?? ''))
  const languages = own ? [[codeOf(expected!), own] as const, ...LANGUAGES] : [...LANGUAGES]
  for (let count = words.length; count > 0; count--) {
    const phrase = words.slice(0, count).join(' ')
    for (const [language, { kinds }] of languages) {
      const kind = kinds.get(phrase)
      if (kind) return { kind, language, words: count }
    }
  }
  return undefined
}

/** "I do not know" in a language (BCP 47). */
export const notKnownIn = (language: string): string =>
  (LANGUAGES.get(codeOf(language)) ?? LANGUAGES.get('en')!).notKnown
