import { readSmallTalk } from '../lib/text/smalltalk.ts'
import { folded } from '../lib/text/terms.ts'
import { REQUESTS } from './requestPhrases.ts'

/**
 * Tells whether a customer asks for a person, by phrases of each language alone: no model decides,
 * and no text of a model.
 */

/** Languages without blanks between words. Their phrases are compared without any. */
const TOGETHER = new Set(['zh', 'ja', 'th'])
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
  tails: readonly string[]
  isTogether: boolean
}

const LANGUAGES: readonly PersonRequests[] = Object.entries(REQUESTS).map(([code, line]) => {
  const isTogether = TOGETHER.has(code)
  const spelled = (phrase: string) =>
    isTogether ? plain(phrase).replace(BLANKS, '') : plain(phrase)
  const [people = [], sentences = [], around = [], tails = []] = line
    .split('|')
    .map((field) => field.split(', ').filter(Boolean))
  const whole = sentences.flatMap((sentence) =>
    sentence.includes('*') ? people.map((person) => sentence.replace('*', person)) : [sentence],
  )
  return {
    bare: new Set(people.map(spelled)),
    sentences: new Set(whole.map(spelled)),
    around: around.map(spelled).sort((a, b) => b.length - a.length),
    tails: tails.map(spelled),
    isTogether,
  }
})

/** The longest word of each phrase. Most texts have none of them, and so ask for nobody. */
const MARKS = new Set(
  LANGUAGES.filter(({ isTogether }) => !isTogether).flatMap(({ bare, sentences }) =>
    [...bare, ...sentences].map(
      (phrase) => phrase.split(' ').sort((a, b) => b.length - a.length)[0]!,
    ),
  ),
)
const WITHOUT_BLANKS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u

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
    LANGUAGES.some((language) => isRequest(clause, language, clauses.length === 1)),
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
