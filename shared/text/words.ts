import { memoize } from '../async/memoize.ts'
import { segmentsOf } from './segments.ts'

/** No word goes over one of these: what is between them can be read alone. */
const BLANKS = /[ \t\n\r]+/

/** The words of a text, also of languages that write without spaces (Chinese, Japanese, Thai). */
export const wordsOf = (text: string): string[] => text.split(BLANKS).flatMap(wordsBetween)

const wordsBetween = memoize(
  (piece): readonly string[] =>
    [...segmentsOf(piece, 'word')].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment),
  { most: 4_000, longest: 40 },
)

/**
 * About how many tokens a model makes of a text. A third of its UTF-8 bytes: English needs a quarter, Chinese a third,
 * so a budget kept in these units is kept in the model's as well.
 */
export const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 3)
