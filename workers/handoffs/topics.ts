import type { YieldLoop } from '../../shared/lib/async/fairLoop.ts'
import { piecesOf } from '../language/pieces.ts'
import { stemIn, wordsIn } from '../language/tokenize.ts'

/** A longer text is read sentence by sentence: 2,000 ideographs at once take 6 ms. */
const MAX_AT_ONCE = 2_000

/**
 * Whether a text has one of the words or phrases, in any inflection: `contracts` for `contract`.
 * The words of a phrase must follow each other.
 * @param language BCP 47
 */
export async function hasTopic(
  text: string,
  topics: readonly string[],
  language: string,
  yieldLoop: YieldLoop,
): Promise<boolean> {
  const phrases = topics.map((topic) => formsOf(topic, language)).filter(({ length }) => length > 0)
  for (const piece of text.length > MAX_AT_ONCE ? piecesOf(text) : [text]) {
    await yieldLoop()
    const said = formsOf(piece, language)
    const isSaid = (phrase: readonly Form[]) =>
      said.some((_, at) => phrase.every((word, nth) => isSame(said[at + nth], word)))
    if (phrases.some(isSaid)) return true
  }
  return false
}

interface Form {
  term: string
  stem: string
}

const formsOf = (text: string, language: string): Form[] =>
  wordsIn(text).map((word) => ({ term: word.term, stem: stemIn(language, word) }))

const isSame = (said: Form | undefined, word: Form) =>
  said !== undefined && (said.term === word.term || said.stem === word.stem)
