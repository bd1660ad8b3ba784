import { LANGUAGES } from '../../shared/languages/languages.ts'
import { isRefusal } from './refusalPhrases.ts'

/** Where a clause ends. A condition before a comma, such as `if you ask`, is a clause of its own. */
const CLAUSE_END = /[.!?;,。！？；，、،؛\n]+/u

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()

const NOT_KNOWN = [...LANGUAGES.values()].map(({ small_talk }) => plain(small_talk.not_known))

/** The most characters of a reply that are read. A longer one answers something. */
const MAX_READ = 600

/**
 * Whether a reply says, as a whole or in half, that the answer is not known. Its marks show then
 * what it read, and ground nothing. A plain no, such as `We do not ship to Norway`, is an answer.
 * @param content the reply without marks
 * @param fallback the agent's own words for it
 */
export function saysNotKnown(content: string, fallback: string | null): boolean {
  if (content.length > MAX_READ) return false
  const said = plain(content)
  const own = plain(fallback ?? '')
  return (
    content.split(CLAUSE_END).some((clause) => isRefusal(clause.trim())) ||
    (own !== '' && said.includes(own)) ||
    NOT_KNOWN.some((sentence) => said.includes(sentence))
  )
}
