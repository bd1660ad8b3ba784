const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The words of a text, also of languages that write without spaces (Chinese, Japanese, Thai). */
export function wordsOf(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => [...sentences.segment(line)].map(({ segment }) => segment.trim()))
    .filter(Boolean)
}

/** English words that say nothing about what a question is about. */
const FILLERS = new Set(
  `a an and any are as at be been but by can could did do does for from had has have how i if in into is it its
   long many may me much my no not of on one or our shall should so some that the their them there these they this
   to us was we were what when where which who whom whose why will with would you your please tell hello hi`.split(
    /\s+/,
  ),
)

/** The words that tell what a text is about, lower-cased and roughly stemmed. For comparing texts, not for showing. */
export function contentWords(text: string): Set<string> {
  return new Set(
    wordsOf(text.toLowerCase())
      .filter((word) => !FILLERS.has(word))
      .map((word) => (word.length > 4 ? word.replace(/(ings?|ed|es|s|e)$/, '') : word.replace(/s$/, ''))),
  )
}

/** Share of `wanted` that `text` contains, 0–1. */
export function coverage(wanted: Set<string>, text: string): number {
  if (wanted.size === 0) return 0
  const there = contentWords(text)
  return [...wanted].filter((word) => there.has(word)).length / wanted.size
}

/**
 * About how many tokens a model makes of a text. A third of its UTF-8 bytes: English needs a quarter, Chinese a third,
 * so a budget kept in these units is kept in the model's as well.
 */
export const estimateTokens = (text: string) => Math.ceil(Buffer.byteLength(text) / 3)
