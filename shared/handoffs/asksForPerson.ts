import { fill, LANGUAGES } from '../languages/languages.ts'
import { readSmallTalk } from '../languages/smallTalk.ts'
import { folded } from '../lib/text/terms.ts'

/**
 * Tells whether a customer asks for a person, by phrases of each language alone: no model decides,
 * and no text of a model.
 */

/** Writings without blanks between words. */
const WITHOUT_BLANKS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u
const BLANKS = / /g

const plain = (text: string) =>
  folded(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

interface PersonRequests {
  /** A word for a person, and nothing else. */
  bare: ReadonlySet<string>
  sentences: ReadonlySet<string>
  /** What may stand before or after, the longest first. */
  around: readonly string[]
  /** After them, the reason may follow. */
  tails: readonly string[]
  /** Its phrases are compared without blanks. */
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

/** The longest word of each phrase. Most texts have none of them, and so ask for nobody. */
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

/** Who asks for a person does so in a few words. */
const MAX_CHARACTERS = 300
const MAX_WORDS = 25
const CLAUSE_ENDS = /[.!?…,;:\n。！？、，؟،।]/u

/**
 * Whether the text, or a clause of it, says that the writer wants to talk to a person, and nothing
 * else but courtesies and a reason. A clause with other words does not count, such as `I do not
 * want to talk to a human`.
 * @param name the agent's, which a greeting may contain
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
  // A request with a sentence around it, of which a word may belong to both.
  if (sentences.has(said)) return true
  const words = core.split(' ').slice(0, MAX_WORDS)
  return words.some(
    (word, at) => at > 0 && tails.includes(word) && hasSentence(words.slice(0, at), language),
  )
}

const hasSentence = (words: readonly string[], { sentences, around, isTogether }: PersonRequests) =>
  sentences.has(stripped(words.join(' '), around, isTogether))

/** A clause without the words that may stand before and after a request. */
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
