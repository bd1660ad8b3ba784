import type { Readings } from '../../shared/store/search/retrieval.ts'
import { withoutAccents } from '../../shared/text/terms.ts'
import { isLikelyError, mostErrors } from '../../shared/text/typos.ts'
import { termsOf } from '../language/matching.ts'
import type { PromptSource } from '../prompt/prompt.ts'

/** A compound as people also write it in one word: `e-bike`. */
const COMPOUND = /(?<!\p{L})\p{L}{1,40}[-‐‑]\p{L}{1,40}(?!\p{L})/gu

/**
 * Writes a question with the words of its sources: a word that no source has becomes the one that was searched for in its
 * place, if a source has that, or the same word with a hyphen. A short word with a wrong letter stays, for it may be
 * another word.
 */
export function readAs(
  question: string,
  sources: readonly PromptSource[],
  language: string,
  readings: Readings = new Map(),
): string {
  const texts = sources.flatMap(({ title, heading, parts }) => [title ?? '', heading, ...parts]).join('\n')
  const said = termsOf(texts, language)
  const isSaid = (words: string) => [...termsOf(words, language)].every((term) => said.has(term))
  const compounds = (texts.match(COMPOUND) ?? []).map((one): [string, string[]] => [
    withoutAccents(one.toLowerCase().replace(/[-‐‑]/, '')),
    [one],
  ])
  return [...new Map([...compounds, ...readings])].reduce((text, [typed, meant]) => {
    const word = isSaid(typed) ? undefined : meant.find((one) => isSaid(one) && mayReplace(typed, one))
    return word === undefined ? text : replaceWords(text, typed, word)
  }, question)
}

const mayReplace = (typed: string, meant: string) =>
  !mostErrors(typed) || meant.includes('-') || isLikelyError(typed, meant)

const replaceWords = (text: string, typed: string, meant: string) =>
  text.replace(/[\p{L}\p{M}]+/gu, (word) => (withoutAccents(word.toLowerCase()) === typed ? meant : word))
