import { isWrittenTogether, withoutAccents } from '../../shared/lib/text/terms.ts'
import { isLikelyError, mostErrors } from '../../shared/lib/text/typos.ts'
import type { Reading, Readings } from '../../shared/search/retrieval.ts'
import { termsOf } from '../language/matching.ts'
import type { PromptSource } from '../prompt/prompt.ts'

/** Matches a compound with a hyphen, which people also write as one word: `e-bike`. */
const COMPOUND = /(?<!\p{L})\p{L}{1,40}[-‐‑]\p{L}{1,40}(?!\p{L})/gu

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Reads a question in the words of its sources, in each way that may find another answer: with
 * errors corrected, with other forms of abbreviations, and with the synonyms of each source.
 * @returns at least one reading, all different
 */
export function readingsOf(
  question: string,
  sources: readonly PromptSource[],
  language: string,
  readings: Readings = new Map(),
): string[] {
  const known = { isSaid: sayingOf(sources, language), compounds: compoundsOf(sources) }
  const mended = readAs(question, known, readings)
  const other = readAs(mended, known, readings, true)
  const bySource = sources.map((source) =>
    readAs(withSynonyms(question, source, language, readings), known, readings),
  )
  return [...new Set([mended, other, ...bySource])]
}

/** The words of all sources. */
interface KnownWords {
  isSaid: (phrase: string) => boolean
  /** The compounds with a hyphen, each with the same word without hyphen as key. */
  compounds: readonly [string, Reading[]][]
}

const compoundsOf = (sources: readonly PromptSource[]) =>
  (sources.map(textOf).join('\n').match(COMPOUND) ?? []).map((compound): [string, Reading[]] => [
    withoutAccents(compound.toLowerCase().replace(/[-‐‑]/, '')),
    [{ words: compound, kind: 'spelling' }],
  ])

/**
 * Writes a question with the words of its sources. A word that no source has is replaced by the
 * word that was searched for instead, if a source has it, or by the same word with a hyphen. A
 * short word with a wrong letter stays, because it may be another word.
 * @param isOther whether words that a source has are replaced, too, by the other form of an
 *   abbreviation
 */
function readAs(
  question: string,
  { isSaid, compounds }: KnownWords,
  readings: Readings,
  isOther = false,
): string {
  return [...new Map([...compounds, ...readings])].reduce((text, [typed, meant]) => {
    if (!isOther && isSaid(typed)) return text
    const reading = meant.find(
      ({ kind, words }) =>
        kind !== 'synonym' && isSaid(words) && (kind !== 'spelling' || mayReplace(typed, words)),
    )
    return reading ? replaceWords(text, typed, reading.words) : text
  }, question)
}

/** Writes a question with the synonyms that a source has. */
function withSynonyms(
  question: string,
  source: PromptSource,
  language: string,
  readings: Readings,
): string {
  const synonyms = [...readings].filter(([, meant]) => meant.some(({ kind }) => kind === 'synonym'))
  if (!synonyms.length) return question
  const isSaid = sayingOf([source], language)
  return synonyms.reduce((text, [typed, meant]) => {
    const reading = meant.find(({ kind, words }) => kind === 'synonym' && isSaid(words))
    return reading ? replacePhrase(text, typed, reading.words) : text
  }, question)
}

const textOf = ({ title, heading, parts }: PromptSource) =>
  [title ?? '', heading, ...parts].join('\n')

/** Makes a function that says whether the sources have all words of a phrase, in any inflection. */
function sayingOf(sources: readonly PromptSource[], language: string): (phrase: string) => boolean {
  const said = termsOf(sources.map(textOf).join('\n'), language)
  return (phrase) => [...termsOf(phrase, language)].every((term) => said.has(term))
}

const mayReplace = (typed: string, meant: string) =>
  !mostErrors(typed) || meant.includes('-') || isLikelyError(typed, meant)

const replaceWords = (text: string, typed: string, meant: string) =>
  text.replace(WORD, (word) => (plainOf(word) === typed ? meant : word))

/** Replaces a phrase. @param typed in lower case, without accents */
function replacePhrase(text: string, typed: string, meant: string): string {
  if (isWrittenTogether(typed)) return text.toLowerCase().replaceAll(typed, meant)
  const words = typed.split(' ')
  const spans = [...text.matchAll(WORD)]
  const isHere = (at: number) =>
    words.every((word, nth) => plainOf(spans[at + nth]?.[0] ?? '') === word)
  let written = ''
  let from = 0
  for (let at = 0; at < spans.length; at++) {
    if (!isHere(at)) continue
    written += text.slice(from, spans[at]!.index) + meant
    at += words.length - 1
    from = spans[at]!.index + spans[at]![0].length
  }
  return written + text.slice(from)
}

const plainOf = (word: string) => withoutAccents(word.toLowerCase())
