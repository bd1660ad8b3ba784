/** Letters that must remain without the prefixes; in shorter words they mostly belong to the word. */
const LEAST_LEFT = 3
/** `the`, `and`, `in`, `to`, `from`, `that`, `as`, which are written with the next word; two at most. */
const PREFIX = /^(?:ו[הבלמשכ]|[שמ]ה|כש|[הובלמשכ])/
const ENDING = /(?<=[^י])(?:ים|ות|ה)$/
/** Five letters have another form at the end of a word. */
const FINAL: Readonly<Record<string, string>> = { כ: 'ך', מ: 'ם', נ: 'ן', פ: 'ף', צ: 'ץ' }

/**
 * Other forms of a Hebrew word, by which it is found as well: without what is written with it, and without the ending of a
 * plural. None for words that are shorter or not Hebrew.
 */
export function hebrewForms(word: string): string[] {
  if (!/^[א-ת]{4,}$/.test(word)) return []
  const starts = [word, word.replace(/^[הובלמשכ]/, ''), word.replace(PREFIX, '')]
  const forms = starts.flatMap((start) => [start, singularOf(start)])
  return [...new Set(forms)].filter((form) => form !== word && form.length >= LEAST_LEFT)
}

/** `ספר` of `ספרים`, `חנות` of `חנויות`, `תוכנית` of `תוכניות`; of `עגלה` and `עגלות` what both have. */
const singularOf = (word: string) =>
  word
    .replace(ENDING, '')
    .replace(/ויות$/, 'ות')
    .replace(/יות$/, 'ית')
    .replace(/[כמנפצ]$/, (letter) => FINAL[letter]!)
