import type { Readings } from '../../shared/store/search/retrieval.ts'
import { withoutAccents } from '../../shared/text/terms.ts'
import { errorsBetween, isLikelyError, mostErrors } from '../../shared/text/typos.ts'
import { termsOf } from '../language/matching.ts'
import type { PromptSource } from '../prompt/prompt.ts'

/** A compound as people also write it in one word: `e-bike`. */
const COMPOUND = /(?<!\p{L})\p{L}{1,40}[-‐‑]\p{L}{1,40}(?!\p{L})/gu

/**
 * Writes a question with the words of its sources: a word that no source has becomes the one that was searched for in its
 * place, if a source has that, or the same word with a hyphen. A short word with a wrong letter stays, for it may be
 * another word.
 * @param isOther whether words that a source has become others as well: those of the other form of an abbreviation
 */
export function readAs(
  question: string,
  sources: readonly PromptSource[],
  language: string,
  readings: Readings = new Map(),
  isOther = false,
): string {
  const texts = sources.flatMap(({ title, heading, parts }) => [title ?? '', heading, ...parts]).join('\n')
  const said = termsOf(texts, language)
  const isSaid = (words: string) => [...termsOf(words, language)].every((term) => said.has(term))
  const compounds = (texts.match(COMPOUND) ?? []).map((one): [string, string[]] => [
    withoutAccents(one.toLowerCase().replace(/[-‐‑]/, '')),
    [one],
  ])
  return [...new Map([...compounds, ...readings])].reduce((text, [typed, meant]) => {
    const word =
      !isOther && isSaid(typed) ? undefined : meant.find((one) => isSaid(one) && mayReplace(typed, one))
    return word === undefined ? text : replaceWords(text, typed, word)
  }, question)
}

/** More errors are not mended: then one is an abbreviation that the knowledge explains. */
const MAX_ERRORS = 2

const mayReplace = (typed: string, meant: string) =>
  !mostErrors(typed) ||
  meant.includes('-') ||
  isLikelyError(typed, meant) ||
  errorsBetween(typed, meant) > MAX_ERRORS

const replaceWords = (text: string, typed: string, meant: string) =>
  text.replace(/[\p{L}\p{M}\p{N}]+/gu, (word) =>
    withoutAccents(word.toLowerCase()) === typed ? meant : word,
  )
