import { memoize } from '../../shared/async/memoize.ts'

/** The highest number that is read in words. */
const MAX_WRITTEN = 100

/** The names of n2words where they differ from the language's main country. */
const LOCALES: Readonly<Record<string, string>> = { pt: 'pt-PT', no: 'nb-NO' }

/** Writes number words the way `numberWordsOf` has them: `Twenty-one` as `twenty one`. */
export const numberKey = (words: string) => words.toLowerCase().replace(/[-\s]+/g, ' ')

/**
 * Returns a language's words for 0 to 100, by `numberKey`; none for a language that n2words lacks.
 * @param language BCP 47
 */
export const numberWordsOf = memoize(
  async (language): Promise<ReadonlyMap<string, number>> => {
    const toCardinal = await cardinalsOf(language)
    if (!toCardinal) return new Map()
    return new Map(
      Array.from(
        { length: MAX_WRITTEN + 1 },
        (_, value) => [numberKey(toCardinal(value) ?? ''), value] as const,
      ).filter(([words]) => words),
    )
  },
  { most: 50, longest: 20 },
)

type ToCardinal = (value: number) => string | undefined

async function cardinalsOf(tag: string): Promise<ToCardinal | undefined> {
  const { language, script, region } = new Intl.Locale(tag).maximize()
  for (const name of [LOCALES[language], `${language}-${region}`, `${language}-${script}-${region}`])
    try {
      if (name) return ((await import(`n2words/${name}`)) as { toCardinal: ToCardinal }).toCardinal
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    }
  return undefined
}
