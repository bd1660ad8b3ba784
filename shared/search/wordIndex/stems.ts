import { LRUCache } from 'lru-cache'
import { copyOf } from '../../lib/async/memoize.ts'
import { batchedLists } from '../../lib/db/batch.ts'
import type { Db } from '../../lib/db/db.ts'
import { prepared } from '../../lib/db/statements.ts'
import { UNSTEMMED } from '../../lib/text/stems.ts'
import { withoutAccents } from '../../lib/text/terms.ts'

/** Stems words by PostgreSQL's dictionaries, as chunks are stemmed when they are stored. */

/**
 * Returns PostgreSQL's name for the dictionary of a language's stems.
 * @param stems as `stemsOf` returns them
 */
export const dictionaryOf = (stems: string) => (stems === UNSTEMMED ? stems : `${stems}_stem`)

/** The stems of a word in some dictionaries. */
export interface Stems {
  /** Returns the stems of the form in a dictionary; none: it is a stop word of that language. */
  of(dictionary: string, form: string): readonly string[]
  /**
   * Returns the stems of these forms, without repetitions. @param some dictionaries. Default: all
   * that were loaded
   */
  ofAll(forms: readonly string[], some?: readonly string[]): string[]
  /**
   * Returns the stems of a word as written and without accents, each with its dictionary. Default:
   * as for `ofAll`.
   */
  keysOf(word: string, some?: readonly string[]): string[]
}

const MAX_FORMS = 20_000
/** The stems of forms, by form and dictionary. They never change. */
const known = new LRUCache<string, Map<string, string[]>>({ max: MAX_FORMS })

/** Returns a word as written and without accents. */
export const spellingsOf = (word: string) => [word, withoutAccents(word)]

/** Loads the stems of forms in all these dictionaries. They can be looked up afterwards. */
export async function loadStems(
  db: Db,
  dictionaries: readonly string[],
  forms: readonly string[],
): Promise<Stems> {
  const found = new Map(forms.map((form) => [form, known.get(form) ?? new Map<string, string[]>()]))
  const missing = [...found].flatMap(([form, stems]) =>
    dictionaries
      .filter((dictionary) => !stems.has(dictionary))
      .map((dictionary) => ({ dictionary, form, stems })),
  )
  const read = missing.length ? await readerOf(db)(missing) : []
  for (const [nth, { dictionary, form, stems }] of missing.entries()) {
    stems.set(dictionary, read[nth] ?? [])
    known.set(copyOf(form), stems)
  }
  const of = (dictionary: string, form: string) => {
    const stems = found.get(form)?.get(dictionary)
    if (!stems)
      throw new Error(`the stems of ${JSON.stringify(form)} in ${dictionary} are not loaded`)
    return stems
  }
  return {
    of,
    ofAll: (some, within = dictionaries) => {
      const stems = within.flatMap((dictionary) => some.flatMap((form) => of(dictionary, form)))
      return [...new Set(stems)].filter((stem) => stem !== '')
    },
    keysOf: (word, within = dictionaries) => [
      ...new Set(
        within.flatMap((dictionary) =>
          spellingsOf(word).flatMap((form) =>
            of(dictionary, form).map((stem) => `${dictionary} ${stem}`),
          ),
        ),
      ),
    ],
  }
}

interface AskedStem {
  dictionary: string
  form: string
}
type ReadStems = (forms: readonly AskedStem[]) => Promise<string[][]>

/** The most questions whose new words share a statement. */
const MAX_AT_ONCE = 8
const readers = new WeakMap<Db, ReadStems>()

/** Returns the reader of a pool: questions of the same moment share its statements. */
function readerOf(db: Db): ReadStems {
  const reader =
    readers.get(db) ??
    batchedLists((forms: readonly AskedStem[]) => readStems(db, forms), MAX_AT_ONCE)
  readers.set(db, reader)
  return reader
}

/** Reads the stems of each form in its dictionary, in the order of `forms`. */
async function readStems(db: Db, forms: readonly AskedStem[]): Promise<string[][]> {
  const rows = await prepared<{ stems: string[] | null }>(db)`
    select ts_lexize(dictionary::regdictionary, form) as stems
      from unnest(${forms.map(({ dictionary }) => dictionary)}::text[], ${forms.map(({ form }) => form)}::text[])
           with ordinality as asked (dictionary, form, place)
     order by place`
  return rows.map(({ stems }) => stems ?? [])
}
