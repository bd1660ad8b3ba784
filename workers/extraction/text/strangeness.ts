/**
 * How characters stand in a text whose encoding was guessed wrong, and hardly ever in others. The
 * groups count characters beyond ASCII alone.
 */
const STRANGE: readonly RegExp[] = [
  // Signs of a binary file, or of bytes that the encoding does not have.
  /(?![\t\n\f\r])\p{Cc}|[\p{Cn}\p{Co}\ufffd]/gu,
  // A sign within a word: `W¶rfel`, `TÃ¼r`. Dashes, dots and apostrophes do stand there.
  /(?<=\p{L})(?![’‘´ʼ·•–—‐‑…\u00ad\u200b-\u200f\u2060])[^\0-\x7f\p{L}\p{M}\p{Nd}\p{Z}²³](?=\p{L})/gu,
  // An accent without its letter, or a sign at the wrong end of a word: `trˆt`, `envoy‚`.
  /(?<=\p{L})[ˆ˜¨¸¯ˇ˘˙˛˝]|[ˆ˜¨¸¯ˇ˘˙˛˝™‰](?=\p{L})|(?<=\p{L})[‚„‡](?!\p{L})/gu,
  // A capital within a word: `WŸrfel`.
  /(?<=\p{L})(?![\0-\x7f])\p{Lu}(?=\p{Ll})|(?<=\p{Ll}{2})(?![\0-\x7f])\p{Lu}/gu,
  // A word of marked letters, or of these and signs other than lines: `Ïðèâåò`, `¯®­ï«`.
  /(?:(?![\0-\x7fªº\u2500-\u259f])[\p{sc=Latn}\p{S}]){4,}/gu,
  // Letters of two scripts in a word: `GrьЯe`.
  /(?<=\p{sc=Latn})[\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}]/gu,
  /[\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}](?=\p{sc=Latn})/gu,
  // A single Chinese character behind a small Latin letter: `it抯`.
  /(?<=[a-z])[\p{sc=Han}\p{sc=Hang}\p{sc=Kana}](?![\p{sc=Han}\p{sc=Hang}\p{sc=Kana}\p{sc=Hira}])/gu,
]

/** Returns the share of a text's characters beyond ASCII that stand strangely, from 0 to 1. */
export function strangenessOf(text: string): number {
  const beyond = text.match(/[^\0-\x7f]/g)?.length ?? 0
  const strange = STRANGE.reduce(
    (sum, pattern) => sum + (text.match(pattern) ?? []).join('').length,
    0,
  )
  return beyond ? Math.min(1, strange / beyond) : 0
}
