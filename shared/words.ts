const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text, also of languages that write without spaces (Chinese, Japanese, Thai). */
export function wordsOf(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

/**
 * About how many tokens a model makes of a text. A third of its UTF-8 bytes: English needs a quarter, Chinese a third,
 * so a budget kept in these units is kept in the model's as well.
 */
export const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 3)
