import { createHash } from 'node:crypto'
import { toStorableText } from '../storable.ts'
import { hebrewForms } from './hebrew.ts'
import { segmentsOf } from './segments.ts'
import { wordsOf } from './words.ts'

/** Longer strings are not words, and an index takes at most 2,700 bytes. */
const MAX_LETTERS = 64

/**
 * The words by which a text is found, in the order in which they stand: in one form of Unicode and one case, without
 * marks that writers leave out; where words are written together, also each pair of neighbouring signs, because
 * question and text may be segmented differently; of Persian compounds also the parts, of Hebrew words also other forms.
 * With a blank between.
 */
export function searchWords(text: string): string {
  const plain = normalize(text)
  const words = wordsOf(plain).flatMap((word) => word.split(INNER_MARKS))
  return [...words, ...joined(plain), ...pairsOf(plain), ...partsOf(text), ...words.flatMap(hebrewForms)]
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => (word.length > MAX_LETTERS ? [...word].slice(0, MAX_LETTERS).join('') : word))
    .join(' ')
}

/** A point between digits belongs to the number: 3.5. */
const INNER_MARKS = /(?<!\d)[._:·]|[._:·](?!\d)/

/** One form of Unicode, of case, of digits and of apostrophes; without the marks that writers leave out. */
function normalize(text: string): string {
  return toStorableText(text)
    .normalize('NFKC')
    .replace(OPTIONAL_MARKS, '')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replace(/\p{Nd}/gu, toDigit)
    .replace(/(?<=\d)[.,'’](?=\d{3}(?!\d))/g, '')
    .replace(/['’ʼ`´]/g, ' ')
}

/** Signs that join or hide, vowel points of Arabic and Hebrew, and the stroke that stretches Arabic words. */
const OPTIONAL_MARKS =
  /[\p{Cf}\p{Variation_Selector}\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/gu

/** Digits of every script come in runs of ten, from zero on. */
function toDigit(digit: string): string {
  if (digit <= '9') return digit
  const code = digit.codePointAt(0)!
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/** `check-in` is also asked for as `checkin`. */
const joined = (text: string) =>
  [...text.matchAll(/(?<!\p{L})\p{L}+(?:[-‐‑]\p{L}+)+/gu)].map(([compound]) => compound.replace(/[-‐‑]/g, ''))

/** `کتاب‌ها` is also asked for as `کتاب`, and written `کتاب ها`: between its parts stands a sign that nobody sees. */
const partsOf = (text: string) =>
  [...text.matchAll(/(?<![\p{L}\p{M}])\p{sc=Arab}[\p{L}\p{M}]*(?:\u200c[\p{L}\p{M}]+)+/gu)].flatMap(
    ([compound]) => compound.split('\u200c').map(normalize),
  )

const WRITTEN_TOGETHER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]{2,}/gu

function pairsOf(text: string): string[] {
  return [...text.matchAll(WRITTEN_TOGETHER)].flatMap(([run]) => {
    const all = [...segmentsOf(run, 'grapheme')].map(({ segment }) => segment)
    return all.slice(1).map((sign, before) => all[before] + sign)
  })
}

/** Words as people type them without accents. A word without accents stays as it is. */
export const withoutAccents = (words: string) =>
  words
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0653-\u0655]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøđðłıþςىةیکہ]/g, (letter) => PLAIN_LETTERS[letter]!)

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th', ς: 'σ', ى: 'ي', ة: 'ه' },
  // Persian and Urdu are also typed on Arabic keyboards.
  ...{ ی: 'ي', ک: 'ك', ہ: 'ه' },
}

/** A text as it is compared with others: in one form, also of the letters that writers do not keep apart. */
export const folded = (text: string) => withoutAccents(normalize(text))

/**
 * The key that equal questions share, whatever their case, punctuation and spaces.
 * @returns null when nothing is left of it
 */
export function questionKey(question: string): string | null {
  const signs = toStorableText(question)
    .normalize('NFKC')
    .replace(OPTIONAL_MARKS, '')
    .toLowerCase()
    .replace(IDLE_PUNCTUATION, '')
  return /[\p{L}\p{N}]/u.test(signs) ? hashOf(signs) : null
}

/** Keeps what distinguishes C# from C, 10 % from 10, and 1.5 from 15. */
const IDLE_PUNCTUATION = /(?!(?<=\d)[.,:/-](?=\d))(?![#%&@])[\p{P}\s`´]/gu

export const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
