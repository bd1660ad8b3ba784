import { createHash } from 'node:crypto'
import { memoize } from '../async/memoize.ts'
import { toStorableText } from '../storable.ts'
import { hebrewForms } from './hebrew.ts'
import { segmentsOf } from './segments.ts'
import { wordsOf } from './words.ts'

/** Longer strings are not words, and an entry of PostgreSQL's index has room for 2,700 bytes. */
const MAX_LETTERS = 64

/**
 * Returns the words by which a text is found, in their order and separated by blanks. They are
 * normalized in Unicode form and case, without marks that writers leave out. Additional words
 * follow: compounds with a hyphen written as one word; in scripts without spaces, each pair of
 * neighbouring characters, because question and text may be segmented differently; the parts of
 * Persian compounds; and other forms of Hebrew words.
 */
export function searchWords(text: string): string {
  const plain = normalize(text)
  const words = wordsOf(plain).flatMap((word) => word.split(INNER_MARKS))
  return [
    ...words,
    ...joined(plain),
    ...pairsOf(plain),
    ...partsOf(text),
    ...words.flatMap(hebrewForms),
  ]
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => (word.length > MAX_LETTERS ? [...word].slice(0, MAX_LETTERS).join('') : word))
    .join(' ')
}

/**
 * Returns the words of a short phrase, in their order, normalized like those of `searchWords`. In
 * scripts without spaces, these are the pairs of neighbouring characters, because a question may be
 * segmented differently.
 */
export const phraseWords = (phrase: string): string[] =>
  normalize(phrase)
    .split(WRITTEN_TOGETHER)
    .flatMap((piece, nth) => {
      const pairs = nth % 2 ? pairsOf(piece) : []
      return pairs.length ? pairs : wordsOf(piece).flatMap((word) => word.split(INNER_MARKS))
    })
    .filter((word) => /[\p{L}\p{N}]/u.test(word))

/** A point between digits belongs to the number: 3.5. */
const INNER_MARKS = /(?<!\d)[._:·]|[._:·](?!\d)/

/**
 * Normalizes Unicode form, case and digits, drops the marks that writers leave out and thousands
 * separators, and turns apostrophes into blanks.
 */
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

/**
 * Invisible characters, vowel points of Arabic and Hebrew, and the stroke that stretches Arabic
 * words.
 */
const OPTIONAL_MARKS =
  /[\p{Cf}\p{Variation_Selector}\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/gu

const toDigit = (digit: string) => (digit <= '9' ? digit : asciiDigit(digit))

/**
 * Returns the ASCII digit of a digit. Unicode lists the digits of each script in a row, from zero
 * to nine, some 700 in all.
 */
const asciiDigit = memoize(
  (digit): string => {
    const code = digit.codePointAt(0)!
    let value = 0
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
    return String(value)
  },
  { most: 1_000, longest: 2 },
)

/**
 * Returns the compounds with a hyphen as one word, because people also write `check-in` as
 * `checkin`.
 */
const joined = (text: string) =>
  [...text.matchAll(/(?<!\p{L})\p{L}+(?:[-‐‑]\p{L}+)+/gu)].map(([compound]) =>
    compound.replace(/[-‐‑]/g, ''),
  )

/**
 * Returns the parts of Persian compounds, which an invisible character separates: `کتاب‌ها` is also
 * searched for as `کتاب`, and also written `کتاب ها`.
 */
const partsOf = (text: string) =>
  [...text.matchAll(/(?<![\p{L}\p{M}])\p{sc=Arab}[\p{L}\p{M}]*(?:\u200c[\p{L}\p{M}]+)+/gu)].flatMap(
    ([compound]) => compound.split('\u200c').map(normalize),
  )

const WRITTEN_TOGETHER =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]{2,})/gu

/** Whether a text has words that no blank separates from their neighbours. */
export const isWrittenTogether = (text: string) => TOGETHER.test(text)
const TOGETHER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function pairsOf(text: string): string[] {
  return [...text.matchAll(WRITTEN_TOGETHER)].flatMap(([run]) => {
    const all = [...segmentsOf(run, 'grapheme')].map(({ segment }) => segment)
    return all.slice(1).map((sign, before) => all[before] + sign)
  })
}

/**
 * Returns the words as people type them without accents. A word without accents stays unchanged.
 */
export const withoutAccents = (words: string) =>
  words
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0653-\u0655]/g, '')
    .normalize('NFC')
    .replace(/[ßæœøđðłıþςىةیکہ]/g, (letter) => PLAIN_LETTERS[letter]!)

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
  // Persian and Urdu are also typed on Arabic keyboards.
  ی: 'ي',
  ک: 'ك',
  ہ: 'ه',
}

/** Normalizes a text for comparison. Letters that writers do not distinguish become the same. */
export const folded = (text: string) => withoutAccents(normalize(text))

/**
 * Returns the key that equal questions share, whatever their case, punctuation and spaces.
 * @returns null when the question has neither a letter nor a digit
 */
export const questionKey = (question: string): string | null => knownKey(question) || null

/**
 * Memoized, because a reply compares its question and those of the pairs that it has found with
 * each other.
 */
const knownKey = memoize(readKey, { most: 5_000, longest: 500 })

/** @returns '' when the question has neither a letter nor a digit */
function readKey(question: string): string {
  const signs = toStorableText(question)
    .normalize('NFKC')
    .replace(OPTIONAL_MARKS, '')
    .toLowerCase()
    .replace(IDLE_PUNCTUATION, '')
  return /[\p{L}\p{N}]/u.test(signs) ? hashOf(signs) : ''
}

/**
 * Punctuation that a key leaves out. It excludes the signs that distinguish C# from C, 10 % from
 * 10, and 1.5 from 15.
 */
const IDLE_PUNCTUATION = /(?!(?<=\d)[.,:/-](?=\d))(?![#%&@])[\p{P}\s`´]/gu

export const hashOf = (text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)
