import { LANGUAGES, type Language } from '../languages/languages.ts'
import {
  anyOf,
  optional,
  type PhrasePattern,
  readPhrasePattern,
  requiredWords,
  wordsOf,
} from '../lib/text/phrasePatterns.ts'
import { WordSpelling } from '../lib/text/spelling.ts'
import { folded } from '../lib/text/terms.ts'

/** How people ask for a person in one language: `person_requests` of its file, ready to match. */
export interface PersonRequests {
  /** Words for a person. */
  people: readonly PhrasePattern[]
  /** Sentences that ask for a person. */
  sentences: readonly PhrasePattern[]
  /** What may stand before a sentence, courtesies included. */
  around: readonly PhrasePattern[]
  /** What may stand after a sentence: also where the person works, or that it is no bot. */
  after: readonly PhrasePattern[]
  courtesies: readonly PhrasePattern[]
  /** Words after which another clause begins. */
  joins: readonly string[]
  /** Words that a reason may follow. */
  reasons: readonly string[]
  spelling: WordSpelling
  /** Whether the language is written without spaces, or with spaces where the writer likes. */
  isTogether: boolean
}

/** Scripts whose writers do not separate words by spaces, or not always in the same places. */
const WITHOUT_BLANKS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Hangul}]/u

const BLANKS = / /g
/** Many writers leave them out. */
const THAI_TONES = /[\u0e48-\u0e4c]/g

/** Writes words as the patterns have them: folded, and without signs. */
const plainWords = (text: string): string =>
  folded(text)
    .replace(THAI_TONES, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Writes plain words as a text to match: each after a blank, or all without blanks. */
const spelled = (words: string, isTogether: boolean) =>
  isTogether ? words.replace(BLANKS, '') : words && ` ${words}`

function readRequests({ person_requests }: Language): PersonRequests {
  const { people, staff, from, sentences, around, please, joins, reason_words } = person_requests
  const isTogether = WITHOUT_BLANKS.test(people.join())
  const spell = (words: string) => spelled(plainWords(words), isTogether)
  const read = (sources: readonly string[]) =>
    sources.map((source) => readPhrasePattern(source, spell))
  const place = optional(read(from))
  const whole = (sources: readonly string[]): PhrasePattern => [place, anyOf(read(sources)), place]
  const person = [whole(people)]
  const named = { person, anyone: [...person, whole(staff)] }
  const courtesies = read(please)
  const asking = sentences.map((source) => readPhrasePattern(source, spell, named))
  const beside = [...read(around), ...courtesies]
  return {
    people: person,
    sentences: asking,
    around: beside,
    after: [...beside, ...read(from)],
    courtesies,
    joins: joins.map(spell),
    reasons: reason_words.map(spell),
    spelling: isTogether
      ? new WordSpelling([], [])
      : new WordSpelling(singleWords([...asking, ...beside]), singleWords(named.anyone)),
    isTogether,
  }
}

const singleWords = (patterns: readonly PhrasePattern[]) =>
  wordsOf(patterns).flatMap((words) => words.trim().split(' '))

/** Returns words of which each request for a person has at least one. */
const requiredIn = ({ people, sentences }: PersonRequests) =>
  new Set([...people, ...sentences].flatMap((pattern) => requiredWords(pattern) ?? []))

const longestOf = (words: string) =>
  words
    .trim()
    .split(' ')
    .sort((a, b) => b.length - a.length)[0]!

/** Each language, with words of which a request has at least one. */
const MARKED = [...LANGUAGES.values()].map(readRequests).map((language) => {
  const required = [...requiredIn(language)]
  return { language, marks: new Set(language.isTogether ? required : required.map(longestOf)) }
})
const SPACED = MARKED.filter(({ language }) => !language.isTogether)
const TOGETHER = MARKED.filter(({ language }) => language.isTogether)

/** All marks of all languages with spaces. Most texts have none of them, and so need no further check. */
const MARKS = new WordSpelling(
  [],
  SPACED.flatMap(({ marks }) => [...marks]),
)

/** Returns the languages in which a text may ask for a person. */
export function languagesThatMayAsk(text: string): PersonRequests[] {
  const plain = plainWords(text)
  const words = plain.split(' ')
  const found = words.some((word) => MARKS.find(word))
    ? SPACED.filter(({ language: { spelling }, marks }) =>
        words.some((word) => marks.has(spelling.find(word) ?? '')),
      )
    : []
  if (WITHOUT_BLANKS.test(text)) {
    const joined = spelled(plain, true)
    found.push(...TOGETHER.filter(({ marks }) => [...marks].some((mark) => joined.includes(mark))))
  }
  return found.map(({ language }) => language)
}

/** Writes a clause as the patterns of a language have it, and corrects words with a wrong letter. */
export function writtenFor({ spelling, isTogether }: PersonRequests, clause: string): string {
  const words = plainWords(clause)
  if (isTogether) return spelled(words, true)
  return spelled(
    words
      .split(' ')
      .map((word) => spelling.find(word) ?? word)
      .join(' '),
    false,
  )
}
