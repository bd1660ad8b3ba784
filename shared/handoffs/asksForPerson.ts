import { readSmallTalk } from '../languages/smallTalk.ts'
import { PhraseMatcher, type PhrasePattern } from '../lib/text/phrasePatterns.ts'
import { languagesThatMayAsk, type PersonRequests, writtenFor } from './personRequests.ts'

/** People ask for a person in few words, so longer messages are not read. */
const MAX_CHARACTERS = 300
const SENTENCE_ENDS = /(?<=[.!?\n…。！？؟।])/u
const CLAUSE_ENDS = /[.!?…,;:\n。！？、，؟،؛।]/u
const CRY = /[!！]/

/**
 * Returns whether the text, or a clause of it, asks to talk to a person, with nothing else but
 * courtesies and a reason. A clause with other words does not count, such as `I do not want to talk
 * to a human`. Only phrases of each language decide (`person_requests`), and neither a model nor a
 * model's text.
 * @param name the agent's name, which a greeting may contain
 */
export function asksForPerson(text: string, name: string): boolean {
  if (text.length > MAX_CHARACTERS) return false
  const languages = languagesThatMayAsk(text)
  if (!languages.length) return false
  const { rest } = readSmallTalk(text, name)
  const sentences = rest.split(SENTENCE_ENDS)
  return languages.some((language) => isAsked(sentences, language))
}

function isAsked(sentences: readonly string[], language: PersonRequests): boolean {
  const all = sentences.map((sentence) => {
    const clauses = sentence
      .split(CLAUSE_ENDS)
      .map((clause) => new PhraseMatcher(writtenFor(language, clause)))
      .filter(({ text }) => text)
    // A courtesy of its own belongs to the clause beside it: `A human, please!`
    const said = clauses.filter((clause) => !isRow(language.courtesies, clause))
    return {
      said,
      isUrgent: said.length < clauses.length || CRY.test(sentence.trimEnd().slice(-1)),
    }
  })
  const count = all.reduce((sum, { said }) => sum + said.length, 0)
  return all.some(({ said, isUrgent }) =>
    said.some(
      (clause) =>
        asksInSentence(clause, language) ||
        asksByWord(clause, language, count === 1 || (isUrgent && said.length === 1)),
    ),
  )
}

/** Whether a clause is nothing but a row of the patterns. */
const isRow = (patterns: readonly PhrasePattern[], clause: PhraseMatcher) =>
  clause.endsOfRow(patterns, [0]).has(clause.text.length)

/** Whether a clause has a sentence that asks for a person. */
function asksInSentence(clause: PhraseMatcher, language: PersonRequests): boolean {
  const { sentences, around, after } = language
  const starts = new Set([...clause.endsOfRow(around, [0]), ...afterJoins(clause, language)])
  const ends = clause.endsOfRow(after, clause.endsOfAny(sentences, starts))
  return ends.has(clause.text.length) || [...ends].some((end) => hasReason(clause, end, language))
}

/**
 * Returns where a sentence may begin after another clause, as in `It is broken and I want …`. What
 * stands before the sentence must say who wants it, because `I was told to wait and talk to a human`
 * asks for nothing. Languages whose sentences say so themselves list the joins in `around`, too.
 */
function afterJoins(clause: PhraseMatcher, { joins, around, isTogether }: PersonRequests) {
  const { text } = clause
  const starts: number[] = []
  for (const join of joins)
    for (let at = text.indexOf(join); at >= 0; at = text.indexOf(join, at + 1)) {
      const end = at + join.length
      if (isTogether || text[end] === ' ') starts.push(at, end)
    }
  return clause.endsOfRow(around, clause.endsOfAny(around, starts))
}

/** Whether a reason follows, as in `… to a human because it is broken`. */
const hasReason = ({ text }: PhraseMatcher, end: number, { reasons }: PersonRequests) =>
  reasons.some((word) => text.startsWith(`${word} `, end))

/**
 * Whether a clause is nothing but a word for a person, such as `Agent` or `A human please`.
 * @param isUrgent whether the word is a request without a courtesy, too
 */
function asksByWord(clause: PhraseMatcher, language: PersonRequests, isUrgent: boolean): boolean {
  const { people, around, courtesies } = language
  const isBetween = (row: readonly PhrasePattern[]) =>
    clause
      .endsOfRow(row, clause.endsOfAny(people, clause.endsOfRow(row, [0])))
      .has(clause.text.length)
  if (isUrgent) return isBetween(around)
  return isBetween(courtesies) && !isBetween([])
}
