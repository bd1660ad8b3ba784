import { languageOf } from '../shared/language.ts'
import type { Chunk } from '../shared/store/chunks.ts'

/** Chunks whose language is looked at, spread over the entry: each takes about 0.2 ms of the worker's only thread. */
const MOST_LOOKED_AT = 200
/** Of an entry's first chunks, to tell the language of those that are too short. */
const FIRST = 10

/** Gives each chunk its language: its own where it is long enough to tell, else the entry's, else `otherwise`. */
export async function inLanguages(
  chunks: readonly Omit<Chunk, 'language'>[],
  otherwise: string | null,
): Promise<Chunk[]> {
  const beginning = chunks.slice(0, FIRST).map(({ text }) => text)
  const language = await languageOf(beginning.join('\n'), otherwise)
  const step = Math.ceil(chunks.length / MOST_LOOKED_AT)
  const looked: string[] = []
  for (let at = 0; at < chunks.length; at += step) looked.push(await languageOf(chunks[at]!.text, language))
  return chunks.map((chunk, at) => ({ ...chunk, language: looked[Math.floor(at / step)]! }))
}
