import { memoize } from '../../shared/lib/async/memoize.ts'
import { lookUp } from '../../shared/lib/lookUp.ts'
import { NUMBER_FORMS, NUMBERED_UNITS } from './numberForms.ts'

/** The highest number up to which each is read from words. */
const MAX_WRITTEN = 100
/** Round numbers above, which are read from words too. */
const ROUND = [
  ...Array.from({ length: 18 }, (_, at) => 150 + 50 * at),
  ...Array.from({ length: 38 }, (_, at) => 1_500 + 500 * at),
  ...[30_000, 40_000, 50_000, 100_000, 200_000, 500_000],
]

/** The regions of n2words by language, where Unicode's likely region is another. */
const LOCALES: Readonly<Record<string, readonly string[]>> = {
  ar: ['ar-SA'],
  no: ['nb-NO'],
  pt: ['pt-PT'],
  sw: ['sw-KE'],
  tl: ['fil-PH'],
}

/**
 * Writes number words in the form of `numberWordsOf`: `Twenty-one` as `twenty one`, and Arabic
 * without the marks and the forms of `ا` that writers leave out.
 */
export const numberKey = (words: string) =>
  words
    .toLowerCase()
    .replace(/[\u064b-\u0652]/gu, '')
    .replace(/[أإآ]/gu, 'ا')
    .replace(/[-\s]+/gu, ' ')

interface NumberWords {
  /** The numbers from 0 to 100, halves, and round numbers above, by `numberKey`. */
  values: ReadonlyMap<string, number>
  /** Words that are a number and the name of its unit, by `numberKey`. */
  united: ReadonlyMap<string, { value: number; unit: string }>
  /** The words with which numbers begin. */
  first: ReadonlySet<string>
  /** The same without articles. Hardly any word of a text is among them. */
  telling: ReadonlySet<string>
}

/** Words for one that may be articles, so that they count nothing: `ein Tag`, `€18 a day`. */
const ARTICLES = new Set(
  'a an ein eine einen einem einer eines un una uno une um uma en ett et ei een egy o ena eno bir'.split(
    ' ',
  ),
)
export const isArticle = (key: string) => ARTICLES.has(key)

export const firstWord = (key: string) => key.slice(0, (key.indexOf(' ') + 1 || key.length + 1) - 1)

/**
 * Returns a language's words for numbers.
 * @param language BCP 47
 */
export const numberWordsOf = memoize(
  async (language): Promise<NumberWords> => {
    const toCardinal = await cardinalsOf(language)
    const values = new Map<string, number>()
    const written = Array.from({ length: MAX_WRITTEN + 1 }, (_, value) => value)
    for (const value of toCardinal ? [...written, ...ROUND] : []) {
      const words = numberKey(toCardinal!(value) ?? '')
      if (words) values.set(words, value)
    }
    for (const [, value, forms] of (lookUp(NUMBER_FORMS, language) ?? '').matchAll(FORMS))
      for (const form of forms!.trim().split(',')) values.set(numberKey(form.trim()), Number(value))
    const united = new Map<string, { value: number; unit: string }>()
    for (const [, value, unit, forms] of (lookUp(NUMBERED_UNITS, language) ?? '').matchAll(UNITED))
      for (const form of forms!.trim().split(','))
        united.set(numberKey(form.trim()), { value: Number(value), unit: unit! })
    const first = new Set([...values.keys(), ...united.keys()].map(firstWord))
    const telling = new Set([...first].filter((word) => !isArticle(word)))
    return { values, united, first, telling }
  },
  { most: 50, longest: 20 },
)
const FORMS = /([\d.]{1,4}) (\D{1,300})/gu
const UNITED = /([\d.]{1,4}) ([a-z]{1,8}) (\D{1,300})/gu

type ToCardinal = (value: number) => string | undefined

async function cardinalsOf(tag: string): Promise<ToCardinal | undefined> {
  if (!tag) return undefined
  const { language, script, region } = new Intl.Locale(tag).maximize()
  for (const name of [
    ...(lookUp(LOCALES, language) ?? []),
    `${language}-${region}`,
    `${language}-${script}-${region}`,
  ])
    try {
      return ((await import(`n2words/${name}`)) as { toCardinal: ToCardinal }).toCardinal
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    }
  return undefined
}
