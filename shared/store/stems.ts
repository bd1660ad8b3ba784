import { LRUCache } from 'lru-cache'
import type { Db } from '../db.ts'
import { readStems } from './postings.ts'

const MOST_STEMS = 50_000
/** What a dictionary makes of a word never changes. */
const stems = new LRUCache<string, string[]>({ max: MOST_STEMS })

/** The stems of a form in each dictionary; none: the language's own little word. */
export type StemsOf = (dictionary: string, form: string) => string[]

export async function holdStems(
  db: Db,
  dictionaries: readonly string[],
  forms: readonly string[],
): Promise<StemsOf> {
  const found = new Map<string, string[]>()
  const missing: { dictionary: string; form: string }[] = []
  for (const dictionary of dictionaries)
    for (const form of forms) {
      const known = stems.get(keyOf(dictionary, form))
      if (known) found.set(keyOf(dictionary, form), known)
      else missing.push({ dictionary, form })
    }
  const read = missing.length ? await readStems(db, missing) : []
  for (const [place, { dictionary, form }] of missing.entries()) {
    found.set(keyOf(dictionary, form), read[place]!)
    stems.set(keyOf(dictionary, form), read[place]!)
  }
  return (dictionary, form) => found.get(keyOf(dictionary, form))!
}

const keyOf = (dictionary: string, form: string) => `${dictionary} ${form}`
