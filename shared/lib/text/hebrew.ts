/**
 * The fewest letters that remain without prefix or ending. In shorter words, these letters mostly
 * belong to the word itself.
 */
const MIN_STEM_LETTERS = 3
/**
 * Prefixes that are written together with the next word, at most two: `the`, `and`, `in`, `to`,
 * `from`, `that`, `as`.
 */
const PREFIX = /^(?:ו[הבלמשכ]|[שמ]ה|כש|[הובלמשכ])/
const ENDING = /(?<=[^י])(?:ים|ות|ה)$/
/** Five letters have another form at the end of a word. */
const FINAL: Readonly<Record<string, string>> = { כ: 'ך', מ: 'ם', נ: 'ן', פ: 'ף', צ: 'ץ' }

/**
 * Returns other forms by which a Hebrew word is found: without its prefixes, and without a plural
 * ending. Words of fewer than four letters and words of other scripts have none.
 */
export function hebrewForms(word: string): string[] {
  if (!/^[א-ת]{4,}$/.test(word)) return []
  const starts = [word, word.replace(/^[הובלמשכ]/, ''), word.replace(PREFIX, '')]
  const forms = starts.flatMap((start) => [start, singularOf(start)])
  return [...new Set(forms)].filter((form) => form !== word && form.length >= MIN_STEM_LETTERS)
}

/**
 * Returns a word without its plural ending: `ספרים` becomes `ספר`, `חנויות` becomes `חנות`, and
 * `תוכניות` becomes `תוכנית`. `עגלה` and `עגלות` become their common part.
 */
const singularOf = (word: string) =>
  word
    .replace(ENDING, '')
    .replace(/ויות$/, 'ות')
    .replace(/יות$/, 'ית')
    .replace(/[כמנפצ]$/, (letter) => FINAL[letter]!)
