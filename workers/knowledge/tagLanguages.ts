import type { Chunk } from '../../shared/knowledge/chunks.ts'
import { NEVER_YIELD, type YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { stemsOf } from '../../shared/lib/text/stems.ts'

/**
 * The most chunks whose language is detected, spread over the entry: each takes 0.1 to 0.5 ms of
 * the worker's only thread.
 */
const MAX_LOOKED_AT = 200
/** The number of first chunks of an entry that predict the language of the others. */
const FIRST = 10

/**
 * Tags each chunk with its language.
 * @param expected the tag of the entry's likely language; null: unknown
 * @param yieldLoop called before each detection
 */
export async function inLanguages(
  chunks: readonly Omit<Chunk, 'language'>[],
  expected: string | null,
  yieldLoop: YieldLoop = NEVER_YIELD,
): Promise<Chunk[]> {
  const beginning = chunks.slice(0, FIRST).map(({ text }) => text)
  const language = languageOf(beginning.join('\n'), expected)
  // A second look at the only chunk, with the answer of the first, would find the same.
  if (chunks.length === 1) return [{ ...chunks[0]!, language: stemsOf(language) }]
  const step = Math.ceil(chunks.length / MAX_LOOKED_AT)
  const looked: string[] = []
  for (let at = 0; at < chunks.length; at += step) {
    await yieldLoop()
    looked.push(stemsOf(languageOf(chunks[at]!.text, language)))
  }
  return chunks.map((chunk, at) => ({ ...chunk, language: looked[Math.floor(at / step)]! }))
}
