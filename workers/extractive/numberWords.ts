import { folded } from '../../shared/lib/text/terms.ts'

/** `number`, `code` and their short forms in the languages of `shared/languages`. */
const NUMBER_WORDS = new Set(
  'number numbers num no nr id ids code key ref reference nummer kennung numero num n numeri cislo c szam szamu szama sz numero nro numar numarul numara numarali numarasi no номер номером номера αριθμος αριθμο αριθ رقم رقمه رقمها شماره מספר नंबर नम्बर संख्या क्रमांक নম্বর নাম্বার 番号 番 ナンバー 号 号码 编号 號 號碼 編號 번호 หมายเลข เลขที่ เลข so ma nomor broj stevilka'
    .split(' ')
    .map(folded),
)

/** Scripts without blanks between words. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}]/u

/** Matches words for `number` within texts that have no blanks, the longest first. */
const INNER = '番号|号码|號碼|编号|編號|ナンバー|หมายเลข|เลขที่|เลข|番|号|號'
const AT_END = new RegExp(`(?:${INNER})?(?:[はがの:是为為]|です)?$`, 'u')
const AT_START = new RegExp(`^(?:${INNER})の?的?`, 'u')

/** Signs for `number`, which Unicode's normalization would take apart. */
const SIGNS = /№|(?<!\p{L})n\.?[º°]/giu
/** Writes signs for `number` as `#`. */
export const withPlainSigns = (text: string) => text.replace(SIGNS, '#')

/** Whether a word says `number`, and not of what. */
export const isNumberWord = (word: string): boolean => NUMBER_WORDS.has(folded(word))

/**
 * Takes a word for `number` off the last or first end of a text without blanks: `注文` of
 * `注文番号`. Other texts stay as they are.
 */
export function withoutNumberWord(text: string, end: 'first' | 'last' = 'last'): string {
  if (!UNSPACED.test(text)) return text
  return text.replace(end === 'last' ? AT_END : AT_START, '')
}
