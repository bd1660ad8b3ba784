import { LRUCache } from 'lru-cache'
import { copyOf } from '../../async/memoize.ts'
import type { Db } from '../../db/db.ts'
import { readStems } from './postings.ts'

const MAX_FORMS = 20_000
/** The stems of word forms in each dictionary that was asked. They never change. */
const known = new LRUCache<string, Map<string, string[]>>({ max: MAX_FORMS })

/** A form's stems in each dictionary; none: a stop word of that language. */
export type StemsOf = (dictionary: string, form: string) => string[]

export async function loadStems(
  db: Db,
  dictionaries: readonly string[],
  forms: readonly string[],
): Promise<StemsOf> {
  const found = new Map(forms.map((form) => [form, known.get(form) ?? new Map<string, string[]>()]))
  const missing = forms.flatMap((form) =>
    dictionaries
      .filter((dictionary) => !found.get(form)!.has(dictionary))
      .map((dictionary) => ({ dictionary, form })),
  )
  const read = missing.length ? await readStems(db, missing) : []
  for (const [place, { dictionary, form }] of missing.entries()) {
    const stems = found.get(form)!
    stems.set(dictionary, read[place]!)
    known.set(copyOf(form), stems)
  }
  return (dictionary, form) => found.get(form)!.get(dictionary)!
}
