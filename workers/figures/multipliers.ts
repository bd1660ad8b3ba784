import { memoize } from '../../shared/lib/async/memoize.ts'

/** Multipliers of India that its English has, and short forms that the Unicode CLDR lacks. */
const MORE: Readonly<Record<string, number>> = {
  ...{ lakh: 1e5, lakhs: 1e5, lac: 1e5, crore: 1e7, crores: 1e7, hundred: 100, thousands: 1e3 },
  ...{ mln: 1e6, mio: 1e6, mill: 1e6, bn: 1e9, mrd: 1e9, mld: 1e9, tsd: 1e3, tausend: 1e3 },
  ...{ тысяча: 1e3, тыщи: 1e3, тисяч: 1e3, тисячі: 1e3, tys: 1e3, tis: 1e3, لاکھ: 1e5 },
  ...{ लाख: 1e5, करोड़: 1e7, हज़ार: 1e3, हजार: 1e3, सौ: 100 },
  ...{ duizend: 1e3, tusen: 1e3, tusind: 1e3, mille: 1e3, mila: 1e3, elfu: 1e3, nghìn: 1e3 },
  ...{ ngàn: 1e3, triệu: 1e6, tỷ: 1e9, ribu: 1e3, juta: 1e6, ألف: 1e3, آلاف: 1e3, الف: 1e3 },
}

/** Numbers with which the words differ: `тысяча`, `тысячи`, `тысяч`. */
const COUNTS = [1, 2, 5, 21]
const EXPONENTS = [3, 4, 5, 6, 7, 8, 9, 12]

/**
 * Returns a language's words that multiply the number before them, such as `million` and `тыс`, in
 * lower case and without a full stop, from the Unicode CLDR.
 * @param language BCP 47
 */
export const multipliersOf = memoize(
  (language): ReadonlyMap<string, number> => {
    const words = new Map(Object.entries(MORE))
    for (const locale of new Set(['en', language]))
      for (const compactDisplay of ['short', 'long'] as const) {
        const format = new Intl.NumberFormat(locale, {
          notation: 'compact',
          compactDisplay,
          numberingSystem: 'latn',
        })
        for (const exponent of EXPONENTS) for (const count of COUNTS) learn(count * 10 ** exponent)
        function learn(value: number) {
          const parts = format.formatToParts(value)
          const word = parts.find(({ type }) => type === 'compact')?.value
          const shown = parts.find(({ type }) => type === 'integer')?.value
          const factor = value / Number(shown)
          // Single letters are read by `LETTERS`: `m` is a meter.
          if (word && word.length > 1 && Number.isInteger(Math.log10(factor)))
            words.set(word.trim().toLowerCase().replace(/\.$/, ''), factor)
        }
      }
    return words
  },
  { most: 50, longest: 20 },
)

/** Letters that follow a number directly: `$1.25k`, `€3M`. */
const LETTERS: Readonly<Record<string, number>> = {
  k: 1e3,
  K: 1e3,
  M: 1e6,
  B: 1e9,
  L: 1e5,
  Cr: 1e7,
}
const LETTER = /^(?:[kKMB]|L|Cr)(?![\p{L}\p{M}\d])/u
/** Multipliers of scripts without blanks, which a blank may separate from their digits. */
const SIGNS: Readonly<Record<string, number>> = {
  ...{ 千: 1e3, 万: 1e4, 萬: 1e4, 億: 1e8, 亿: 1e8, 천: 1e3, 만: 1e4, 억: 1e8 },
  ...{ ร้อย: 100, พัน: 1e3, หมื่น: 1e4, แสน: 1e5, ล้าน: 1e6 },
}
const SIGN = /^\s?([千万萬億亿천만억]|ร้อย|พัน|หมื่น|แสน|ล้าน)/u
const WORD = /^\s?([\p{L}\p{M}]{2,20})\.?/u

/**
 * Reads the multiplier after a number.
 * @param after the text after the number
 * @returns its factor and its length, with the blank before it
 */
export function multiplierIn(
  after: string,
  language: string,
  isMoney: boolean,
): { factor: number; length: number } | undefined {
  const letter = LETTER.exec(after)?.[0]
  if (letter && (isMoney || letter === 'k'))
    return { factor: LETTERS[letter]!, length: letter.length }
  const sign = SIGN.exec(after)
  if (sign) return { factor: SIGNS[sign[1]!]!, length: sign[0].length }
  const word = WORD.exec(after)
  const factor = word && multipliersOf(language).get(word[1]!.toLowerCase())
  return factor ? { factor, length: word[0].length } : undefined
}
