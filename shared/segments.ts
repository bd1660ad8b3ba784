/**
 * Characters of a text that are given to `Intl.Segmenter` at a time. It takes a time that grows with the square of what it is
 * given: 0.7 s for 8,000 Chinese letters, 0.03 s for the same in pieces. Between blanks, no other text has that many.
 */
const MOST_AT_ONCE = 200

/** Signs between which words do not go on, also where no blanks are written. */
const STOPS = /[\s、。，；：！？「」『』（）《》【】…,;!?()"“”\u200b]/u
/** What belongs to the sign before it: marks, vowels of Hangul, joiners, the second half of a sign. */
const GOES_ON = /[\p{M}\p{Cf}\u1160-\u11ff\udc00-\udfff]/u

/** As `Intl.Segmenter` cuts a text: into words, and what stands between them, or into signs as their reader counts them. */
export function* segmentsOf(text: string, granularity: keyof typeof SEGMENTERS): Generator<Intl.SegmentData> {
  for (let from = 0; from < text.length; ) {
    const to = endOfPiece(text, from)
    yield* SEGMENTERS[granularity].segment(text.slice(from, to))
    from = to
  }
}

const SEGMENTERS = {
  word: new Intl.Segmenter(undefined, { granularity: 'word' }),
  grapheme: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
}

/** Behind a stop in the second half of what may be given at once, else between two signs. */
function endOfPiece(text: string, from: number): number {
  const most = from + MOST_AT_ONCE
  if (text.length <= most) return text.length
  const least = from + MOST_AT_ONCE / 2
  for (let end = most; end > least; end--) if (STOPS.test(text[end - 1]!)) return end
  for (let end = most; end > least; end--) if (!GOES_ON.test(text[end]!)) return end
  return most
}
