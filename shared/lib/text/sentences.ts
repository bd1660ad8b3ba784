import { ABBREVIATIONS, COUNTING } from './abbreviations.ts'
import { isIndicInitial } from './initials.ts'

/**
 * The place of a sentence in its text: the offset of its first character, and the offset after its
 * last character.
 */
export interface Span {
  start: number
  end: number
}

/** Returns the sentences of a text, unchanged. The end of a line ends a sentence. */
export const sentencesOf = (text: string): string[] =>
  spansOfSentences(text).map(({ start, end }) => text.slice(start, end))

/**
 * Finds the places of the sentences of a text, without the blanks around them. In doubt, a sentence
 * goes on: a sentence that is too long looks untidy, but a sentence that is cut off may say
 * something false. `Intl.Segmenter` is not enough: it knows no abbreviations, and takes a second
 * for a line of 100 kB.
 */
export function spansOfSentences(text: string): Span[] {
  const spans: Span[] = []
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    let start = 0
    const add = (end: number) => {
      const sentence = line.slice(start, end)
      const from = index + start + sentence.length - sentence.trimStart().length
      const to = index + start + sentence.trimEnd().length
      if (to > from) spans.push({ start: from, end: to })
      start = end
    }
    for (const match of line.matchAll(END)) {
      const end = match.index + match[0].length
      if (end < line.length && ends(line, start, match)) add(end)
    }
    add(line.length)
  }
  return spans
}

/**
 * Punctuation that ends a sentence, with the quotation marks, brackets and footnotes that belong to
 * the sentence. In prompts, footnotes have different brackets.
 */
const END =
  /((?:(?!՞)\p{Sentence_Terminal})+|(?<=\p{sc=Grek})[;\u037e])[\p{Pe}\p{Pf}"'*_`]*(?:\p{Pi}+(?=\s|$))?(?:[[⟦⦅〘]{1,2}[^\][⟦⟧⦅⦆〘〙\n]{1,30}[\]⟧⦆〙]{1,2})*/gu

/** The most characters on each side of an end that are examined. */
const AROUND = 300

function ends(
  line: string,
  start: number,
  { index, 1: signs = '', 0: all }: RegExpExecArray,
): boolean {
  const after = line.slice(index + all.length, index + all.length + AROUND)
  if (/[」』”"’)）]$/.test(all) && PARTICLE.test(after)) return false
  if (!/[.!?;\u037e]$/.test(signs)) return true
  // Without a blank after it, the sign is part of an address or a number. Scripts without blanks
  // may use ASCII's `!` and `?`.
  if (!/^\s/.test(after)) return /^[!?]+$/.test(signs) && UNSPACED.test(after)
  if (LOWER.test(after) || CLOSING.test(after)) return false
  if (FOOTNOTE.test(all)) return true
  const before = line.slice(Math.max(start, index - AROUND), index)
  if (isInBrackets(before, after)) return false
  return (
    !signs.endsWith('.') || (signs === '.' ? !isAbbreviated(before, after) : /[!?]/.test(signs))
  )
}

const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u

/** A point with a footnote ends a sentence: `212 m.[2]` does, while `212 m.` may go on. */
const FOOTNOTE = /\p{N}[\]⟧⦆〙]{1,2}$/u

/** A particle after a quotation continues the sentence: `「はい。」と書く`, but not `「はい。」とても`. */
const PARTICLE =
  /^(?:と(?!ても|ころ|にかく|もに)|って|など|なんて|[をがに]|は(?!い)|の(?!ち)|で(?![はも])|も(?![うちし]))/

/** No sentence begins in lower case, except in Georgian, which has no capitals. */
const LOWER = /^[^\p{L}\p{N}]{0,6}(?!\p{sc=Geor})\p{Ll}/u
/** A closing mark continues the sentence: `« Bonjour ! » dit-il`. */
const CLOSING = /^\s+[»›”’)\]](?=[\s.,;:!?…]|$)/

/** Whether the end is inside brackets or an HTML tag. */
const isInBrackets = (before: string, after: string) =>
  (/\([^()]*$/.test(before) && /^[^()]*\)/.test(after)) ||
  (/\[[^[\]]*$/.test(before) && /^[^[\]]*\]/.test(after)) ||
  (/<[a-z/!][^<>]*$/i.test(before) && /^[^<>]*>/.test(after))

/**
 * Whether the sentence goes on after the point behind `before`, because the point shortens a word
 * or makes a number an ordinal.
 */
function isAbbreviated(before: string, after: string): boolean {
  const [all = ''] = /(?<![\p{L}\p{M}\p{N}.'’&-])[\p{L}\p{M}\p{N}.'’&-]+$/u.exec(before) ?? []
  const word = all.replace(BEFORE_LATIN, '')
  const earlier = before.slice(0, before.length - word.length)
  if (/^\p{N}{1,3}$/u.test(word)) return isOrdinal(word, earlier, after)
  const [token = ''] = /(?<![\p{L}\p{M}.])[\p{L}\p{M}.]+$/u.exec(word) ?? []
  return (
    ABBREVIATIONS.has(token.toLowerCase()) ||
    /^(?![\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}])\p{L}$/u.test(token) ||
    isIndicInitial(token) ||
    /^(?:\p{L}{1,3}\.-?)+\p{L}{1,4}$/u.test(word) ||
    /^[IVXLC]{2,6}$/.test(token) ||
    isDoubled(token, earlier, after) ||
    // Sentences in Thai and Lao do not end with a point.
    /[\p{sc=Thai}\p{sc=Laoo}]/u.test(token) ||
    isBeforeNumber(token, before, after) ||
    (/^\p{L}{2,4}$/u.test(token) && hasNoVowel(token, earlier))
  )
}

/**
 * Whether the word is half of a doubled abbreviation: `EE. UU.`, `JJ. OO.`, but not `AA.` alone.
 */
const isDoubled = (token: string, earlier: string, after: string) =>
  /^(\p{Lu})\1$/u.test(token) &&
  (/(?<!\p{L})(\p{Lu})\1\.\s*$/u.test(earlier) || /^\s*(\p{Lu})\1\./u.test(after))

/** Everything before the initial in `院長はA`, which is written without blanks. */
const BEFORE_LATIN = /^.*[\p{sc=Han}\p{sc=Hang}\p{scx=Hira}\p{scx=Kana}](?=\p{sc=Latn}+$)/u

/**
 * Whether the word is shortened before a number: `No. 5`, `Art. 5`, `Hauptstr. 5`, `sec. XX`. The
 * next number of a list does not count.
 */
function isBeforeNumber(word: string, before: string, after: string): boolean {
  if (/^\s*\p{N}+[.)]/u.test(before) && /^\s+\p{N}+[.)]\s/u.test(after)) return false
  if (COUNTING.has(word.toLowerCase())) return NUMBER.test(after) || NUMERAL.test(after)
  if (!/^[\p{L}\p{M}]{2,}$/u.test(word)) return false
  const isShort = word.length < 4 || /^\p{Lu}\p{L}{3}$/u.test(word)
  return (isShort || STREET.test(word)) && (NUMBER.test(after) || (isShort && ROMAN.test(after)))
}

const NUMBER = /^\s+[+(]?\p{N}/u
const ROMAN = /^\s+[IVX]{2,6}(?![\p{L}\p{N}])/u
/** `art. L. 162-5`, `fig. B2`, `cap. V`, but not `art. I like`. */
const NUMERAL =
  /^\s+(?:\p{Lu}(?:\.\s?|-)?\p{N}|(?:[VX]|[IVX]{2,6}|I(?!\s\p{Ll}{2}))(?![\p{L}\p{N}'’]))/u
/** German and Dutch compounds: `Hauptstr`, `Kerkpl`. */
const STREET = /\p{L}(?:str|pl)$/u

/**
 * Whether the word is shortened to consonants: `Mr`, `bzw`, `стр`, but neither `PDF` nor the unit
 * after a number, which may end a sentence.
 */
const hasNoVowel = (word: string, earlier: string) =>
  /^[\p{sc=Latn}\p{sc=Cyrl}]+$/u.test(word) &&
  !/^\p{Lu}+$/u.test(word) &&
  !/\p{N}\s*$/u.test(earlier) &&
  !/[aeiouyæøœıаеиоуыэюяіє]/iu.test(word.normalize('NFD'))

/**
 * Whether the number is an ordinal: `1.` at the beginning, `3. März`, `der 2. Stock`. If the
 * letters show a language that writes ordinals with a point, every number below 100 is an ordinal.
 */
const isOrdinal = (number: string, earlier: string, after: string) =>
  !/[\p{L}\p{N}]/u.test(earlier) ||
  BEFORE_ORDINAL.test(earlier) ||
  ORDINALS_AFTER.test(earlier) ||
  MONTH.test(after) ||
  (number.length < 3 && ORDINAL_LETTERS.test(earlier + after))

const BEFORE_ORDINAL =
  /(?:[,:(\u2013–/]|\p{N}\.?\s{0,3}[-–]?\s{0,3}(?:und|bis|oder|u\.|og|och|ja|ve|és|a|i|și)?)\s{0,3}$/u
const ORDINALS_AFTER =
  /(?:^|[^\p{L}])(?:der|die|das|dem|den|des|im|am|zum|zur|vom|beim|jede[nrsm]?|nächste[nrsm]?|letzte[nrsm]?)\s+$/iu
const MONTH = /^\s+(?:Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/
/**
 * Letters of languages that write ordinals with a point: Turkish, Hungarian, Czech, Slovak, Polish,
 * Croatian, Baltic and Scandinavian languages.
 */
const ORDINAL_LETTERS = /[ğışőűěřůčšžľťďňęąłżźćńđāēīūėåøæðþõ]/u
