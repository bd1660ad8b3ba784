import { memoize } from '../../shared/lib/async/memoize.ts'
import { lookUp } from '../../shared/lib/lookUp.ts'

/** The highest number that is read from words. */
const MAX_WRITTEN = 100

/** The locales of n2words that are not named by the language alone. */
const LOCALES: Readonly<Record<string, string>> = { pt: 'pt-PT', no: 'nb-NO' }

/** Writes number words in the form of `numberWordsOf`: `Twenty-one` as `twenty one`. */
export const numberKey = (words: string) => words.toLowerCase().replace(/[-\s]+/g, ' ')

interface NumberWords {
  /** The numbers from 0 to 100, by `numberKey`. */
  values: ReadonlyMap<string, number>
  /** The words with which numbers begin. Hardly any word of a text is among them. */
  first: ReadonlySet<string>
}

export const firstWord = (key: string) => key.slice(0, (key.indexOf(' ') + 1 || key.length + 1) - 1)

/**
 * Returns a language's words for numbers; none for a language that n2words lacks.
 * @param language BCP 47
 */
export const numberWordsOf = memoize(
  async (language): Promise<NumberWords> => {
    const toCardinal = await cardinalsOf(language)
    const values = new Map<string, number>()
    for (let value = 0; toCardinal && value <= MAX_WRITTEN; value++) {
      const words = numberKey(toCardinal(value) ?? '')
      if (words) values.set(words, value)
    }
    return { values, first: new Set([...values.keys()].map(firstWord)) }
  },
  { most: 50, longest: 20 },
)

type ToCardinal = (value: number) => string | undefined

async function cardinalsOf(tag: string): Promise<ToCardinal | undefined> {
  const { language, script, region } = new Intl.Locale(tag).maximize()
  for (const name of [
    lookUp(LOCALES, language),
    `${language}-${region}`,
    `${language}-${script}-${region}`,
  ])
    try {
      if (name) return ((await import(`n2words/${name}`)) as { toCardinal: ToCardinal }).toCardinal
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    }
  return undefined
}
