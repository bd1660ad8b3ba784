import { memoize } from '../async/memoize.ts'
import { segmentsOf } from './segments.ts'

/** No word contains one of these, so the texts between them can be segmented separately. */
const BLANKS = /[ \t\n\r]+/

/** The words of a text, also in languages that are written without spaces (Chinese, Japanese, Thai). */
export const wordsOf = (text: string): string[] => text.split(BLANKS).flatMap(wordsBetween)

const wordsBetween = memoize(
  (piece): readonly string[] =>
    [...segmentsOf(piece, 'word')].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment),
  { most: 4_000, longest: 40 },
)

/**
 * Estimates how many tokens a model makes of a text: a third of its UTF-8 bytes. English needs a quarter and
 * Chinese a third, so a prompt within the estimated budget is also within the model's.
 */
export const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 3)
