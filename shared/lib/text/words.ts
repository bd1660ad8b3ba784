import { memoize } from '../async/memoize.ts'
import { segmentsOf } from './segments.ts'

/** Blanks, which no word contains, so that the texts between them can be segmented separately. */
const BLANKS = /[ \t\n\r]+/

/**
 * Returns the words of a text, also in languages that are written without spaces (Chinese,
 * Japanese, Thai).
 */
export const wordsOf = (text: string): string[] => text.split(BLANKS).flatMap(wordsBetween)

const wordsBetween = memoize(
  (piece): readonly string[] =>
    [...segmentsOf(piece, 'word')]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment),
  { most: 4_000, longest: 40 },
)
