import { fill, LANGUAGES } from '../languages/languages.ts'
import { readSmallTalk } from '../languages/smallTalk.ts'
import { folded } from '../lib/text/terms.ts'

/**
 * Detects whether a customer asks for a person, only by phrases of each language. Neither a model
 * nor a model's text decides.
 */

/** Scripts without spaces between words. */
const WITHOUT_BLANKS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u
const BLANKS = / /g

const plain = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

interface PersonRequests {
  /** Words for a person that are a request on their own. */
  bare: ReadonlySet<string>
  sentences: ReadonlySet<string>
  /** Words that may stand before or after a request, longest first. */
  around: readonly string[]
  /** Words that a reason may follow. */
  tails: readonly string[]
  /** Whether phrases are compared without spaces. */
  isTogether: boolean
}

const REQUESTS: readonly PersonRequests[] = [...LANGUAGES.values()].map(({ person_requests }) => {
  const { people, sentences, around, reason_words } = person_requests
  const isTogether = WITHOUT_BLANKS.test(people.join())
  const spelled = (phrase: string) =>
    isTogether ? plain(phrase).replace(BLANKS, '') : plain(phrase)
  const whole = sentences.flatMap((sentence) =>
    sentence.includes('{person}') ? people.map((person) => fill(sentence, { person })) : [sentence],
  )
  return {
    bare: new Set(people.map(spelled)),
    sentences: new Set(whole.map(spelled)),
    around: around.map(spelled).sort((a, b) => b.length - a.length),
    tails: reason_words.map(spelled),
    isTogether,
  }
})

/**
 * The longest word of each phrase. Most texts contain none of them, and so need no further check.
 */
const MARKS = new Set(
  REQUESTS.filter(({ isTogether }) => !isTogether).flatMap(({ bare, sentences }) =>
    [...bare, ...sentences].map(
      (phrase) => phrase.split(' ').sort((a, b) => b.length - a.length)[0]!,
    ),
  ),
)

const mayAsk = (text: string) =>
  WITHOUT_BLANKS.test(text) ||
  plain(text)
    .split(' ')
    .some((word) => MARKS.has(word))

/** People ask for a person in few words, so longer messages are not read. */
const MAX_CHARACTERS = 300
const MAX_WORDS = 25
const CLAUSE_ENDS = /[.!?…,;:\n。！？、，؟،।]/u

/**
 * Returns whether the text, or a clause of it, asks to talk to a person, with nothing else but
 * courtesies and a reason. A clause with other words does not count, such as `I do not want to talk
 * to a human`.
 * @param name the agent's name, which a greeting may contain
 */
export function asksForPerson(text: string, name: string): boolean {
  if (text.length > MAX_CHARACTERS || !mayAsk(text)) return false
  const { rest } = readSmallTalk(text, name)
  const clauses = rest.split(CLAUSE_ENDS).map(plain).filter(Boolean)
  return clauses.some((clause) =>
    REQUESTS.some((language) => isRequest(clause, language, clauses.length === 1)),
  )
}

function isRequest(clause: string, language: PersonRequests, isAll: boolean): boolean {
  const { bare, sentences, around, tails, isTogether } = language
  const said = isTogether ? clause.replace(BLANKS, '') : clause
  const core = stripped(said, around, isTogether)
  if (sentences.has(core) || (isAll && bare.has(core))) return true
  // The unstripped text may be a sentence of the list: a word of the sentence may also be in
  // `around`.
  if (sentences.has(said)) return true
  const words = core.split(' ').slice(0, MAX_WORDS)
  return words.some(
    (word, at) => at > 0 && tails.includes(word) && hasSentence(words.slice(0, at), language),
  )
}

const hasSentence = (words: readonly string[], { sentences, around, isTogether }: PersonRequests) =>
  sentences.has(stripped(words.join(' '), around, isTogether))

/** Returns a clause without the words that may stand before and after a request. */
function stripped(clause: string, around: readonly string[], isTogether: boolean): string {
  const gap = isTogether ? '' : ' '
  for (let left = clause; ; ) {
    const first = around.find(
      (phrase) => left.startsWith(phrase + gap) && left.length > phrase.length,
    )
    if (first) left = left.slice(first.length + gap.length)
    const last = around.find((phrase) => left.endsWith(gap + phrase) && left.length > phrase.length)
    if (last) left = left.slice(0, -(last.length + gap.length))
    if (!first && !last) return left
  }
}
