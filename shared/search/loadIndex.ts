import { readSynonyms } from '../knowledge/synonyms.ts'
import { copyOf } from '../lib/async/memoize.ts'
import type { Db } from '../lib/db/db.ts'
import { EXPLAINED, type Explained, formsOf } from '../lib/text/explained.ts'
import { synonymsOf } from '../lib/text/synonyms.ts'
import { withoutAccents } from '../lib/text/terms.ts'
import {
  beginningsNear,
  errorsBetween,
  mostErrors,
  oneErrorFrom,
  unlikeliness,
} from '../lib/text/typos.ts'
import {
  ALL,
  type CachedIndex,
  type HeldSynonyms,
  impactsOf,
  isWhole,
  keepTerm,
  type MeantWord,
  postingsOf,
  sizeOf,
} from './cachedIndex.ts'
import {
  loadStems,
  readBeginnings,
  readChunkFacts,
  readFrequencies,
  readPostings,
  readSpellings,
  readTermsFrom,
  readTotals,
  SAMPLE,
  type Spelling,
  type StemsOf,
  type Totals,
} from './postings.ts'

/** Reads the parts of the index that a question needs and that are not cached yet. */

/**
 * Callers that need the same part of an index share one read. After a failure, the next caller
 * reads again.
 */
async function hold<Key extends string | number>(
  index: CachedIndex,
  kind: string,
  keys: readonly Key[],
  isHeld: (key: Key) => boolean,
  read: (keys: Key[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const missing = keys.filter((key) => !isHeld(key))
    if (!missing.length) return
    const others = new Set(missing.flatMap((key) => index.reading.get(kind + key) ?? []))
    const own = missing.filter((key) => !index.reading.has(kind + key))
    if (own.length) {
      const reading = read(own).finally(() => {
        for (const key of own) index.reading.delete(kind + key)
      })
      for (const key of own) index.reading.set(kind + key, reading)
      await reading
      index.grown(index)
    }
    await Promise.allSettled(others)
  }
}

export async function loadTotals(db: Db, index: CachedIndex): Promise<Totals> {
  const isHeld = () => index.totals !== undefined
  await hold(index, 'totals', [''], isHeld, async () => {
    index.totals = await readTotals(db, index.organizationId)
  })
  return index.totals!
}

/** Caches the first SAMPLE postings of each term, and of all terms with each of the beginnings. */
export async function loadTerms(
  db: Db,
  index: CachedIndex,
  terms: readonly string[],
  beginnings: readonly string[],
): Promise<void> {
  const { organizationId } = index
  await loadTotals(db, index)
  await Promise.all([
    hold(
      index,
      'term ',
      terms,
      (term) => index.terms.has(term),
      async (missing) => {
        for (const [term, rows] of await readPostings(db, organizationId, missing, SAMPLE)) {
          const documents =
            rows.chunk_ids.length < SAMPLE ? rows.chunk_ids.length : estimate(rows.chunk_ids)
          keepTerm(index, term, rows, { documents, asked: SAMPLE })
        }
      },
    ),
    hold(
      index,
      'beginning ',
      beginnings,
      (beginning) => index.beginnings.has(beginning),
      async (missing) => {
        for (const [beginning, rows] of await readBeginnings(db, organizationId, missing))
          index.beginnings.set(beginning, postingsOf(index, rows))
      },
    ),
  ])
}

/** Caches the first `most` postings of these terms. */
export async function loadFirst(
  db: Db,
  index: CachedIndex,
  terms: readonly string[],
  most: number,
): Promise<void> {
  const isHeld = (term: string) => {
    const held = index.terms.get(term)!
    return held.asked >= most || isWhole(held)
  }
  await hold(index, `first ${most} `, terms, isHeld, async (missing) => {
    for (const [term, rows] of await readPostings(db, index.organizationId, missing, most)) {
      const held = index.terms.get(term)!
      // Another question may have read more postings in the meantime.
      if (held.asked >= most) continue
      index.size -= sizeOf(held.postings)
      Object.assign(held, { postings: postingsOf(index, rows), asked: most })
      if (!isWhole(held)) continue
      index.size -= held.singly.size * SINGLY_SIZE
      held.singly = new Map()
    }
  })
}

/**
 * Caches the shares of these terms in these chunks. A term is read whole as soon as its look-ups
 * cost more in total. So a term that is often asked for soon costs nothing, and a rare one costs
 * little.
 */
export async function loadSingly(
  db: Db,
  index: CachedIndex,
  terms: readonly string[],
  chunks: readonly number[],
): Promise<void> {
  const isWorthIt = (term: string) => {
    const { documents, singly } = index.terms.get(term)!
    const missing = chunks.filter((chunk) => !singly.has(chunk)).length
    const isCheaper = missing > 0 && (singly.size + missing) * SINGLE_COST > documents
    return isCheaper && index.size + documents <= MAX_OF_ONE
  }
  await loadFirst(db, index, terms.filter(isWorthIt), ALL)
  const others = terms.filter((term) => !isWhole(index.terms.get(term)!))
  const common = others.map((term) => index.terms.get(term)!)
  const missing = chunks.filter((chunk) => common.some(({ singly }) => !singly.has(chunk)))
  if (!missing.length) return
  const ids = missing.map((chunk) => index.ids[chunk]!)
  const rows = await readFrequencies(db, index.organizationId, others, ids)
  for (const { singly } of common) {
    const before = singly.size
    for (const chunk of missing) singly.set(chunk, 0)
    index.size += (singly.size - before) * SINGLY_SIZE
  }
  const shareOf = impactsOf(index)
  for (const { term, chunk_id, frequency, length } of rows)
    index.terms.get(term)!.singly.set(index.places.get(chunk_id)!, shareOf(frequency, length))
  index.grown(index)
}

/**
 * Size of an index, in postings, above which common terms are no longer read whole: an index that
 * fills the whole cache is dropped.
 */
const MAX_OF_ONE = 15_000_000
/** How many postings can be read in the time of one look-up. */
const SINGLE_COST = 8

/** The memory of a single share, and of the facts of a chunk, counted in postings. */
const SINGLY_SIZE = 6
const FACTS_SIZE = 35

export async function loadFacts(
  db: Db,
  index: CachedIndex,
  chunks: readonly number[],
): Promise<void> {
  await hold(
    index,
    'facts ',
    chunks,
    (chunk) => index.facts[chunk] !== undefined,
    async (missing) => {
      const ids = missing.map((chunk) => index.ids[chunk]!)
      const rows = await readChunkFacts(db, index.organizationId, ids)
      for (const chunk of missing) index.facts[chunk] = null
      for (const facts of rows) index.facts[index.places.get(facts.chunk_id)!] = facts
      index.size += missing.length * FACTS_SIZE
    },
  )
}

/**
 * Estimates how many ids there are from the largest of the first ones, since they are
 * spread evenly over 63 bits.
 */
const estimate = (ids: readonly string[]) => (ids.length * 2 ** 63) / Number(ids.at(-1))

/** Most abbreviations of an organization, and the memory of each, counted in postings. */
const MAX_EXPLAINED = 2_000
const EXPLAINED_SIZE = 150

/** Caches the abbreviations that the chunks explain. */
export async function loadExplained(
  db: Db,
  index: CachedIndex,
): Promise<ReadonlyMap<string, Explained[]>> {
  const isHeld = () => index.explained !== undefined
  await hold(index, 'explained', [''], isHeld, async () => {
    const keys = await readTermsFrom(db, index.organizationId, [EXPLAINED], MAX_EXPLAINED)
    index.explained = formsOf(keys.map(copyOf))
    index.size += keys.length * EXPLAINED_SIZE
  })
  return index.explained!
}

/** The memory of a synonym, and of a stem that it begins with, counted in postings. */
const SYNONYM_SIZE = 100
const BEGINNING_SIZE = 20

/** Caches the organization's synonyms, all of them: a few hundred words. */
export async function loadSynonyms(db: Db, index: CachedIndex): Promise<HeldSynonyms> {
  const isHeld = () => index.synonyms !== undefined
  await hold(index, 'synonyms', [''], isHeld, async () => {
    const all = synonymsOf(await readSynonyms(db, index.organizationId))
    index.synonyms = { all, beginning: new Map(), dictionaries: new Set() }
    for (const one of all) addTo(index.synonyms.beginning, withoutAccents(one.words[0]!), one)
    index.size += all.length * SYNONYM_SIZE
  })
  return index.synonyms!
}

/** Caches the stems with which the synonyms begin in these dictionaries. */
export async function loadBeginnings(
  db: Db,
  index: CachedIndex,
  { all, beginning, dictionaries }: HeldSynonyms,
  needed: readonly string[],
): Promise<void> {
  const isHeld = (dictionary: string) => dictionaries.has(dictionary)
  await hold(index, 'synonyms of ', needed, isHeld, async (missing) => {
    const forms = all.flatMap(({ words: [first = ''] }) => [first, withoutAccents(first)])
    const stems = await loadStems(db, missing, [...new Set(forms)])
    for (const one of all)
      for (const key of stemKeys(missing, stems, one.words[0]!)) addTo(beginning, key, one)
    for (const dictionary of missing) dictionaries.add(dictionary)
    index.size += missing.length * all.length * BEGINNING_SIZE
  })
}

/** The stems of a word, as written and without accents, each with its dictionary. */
export const stemKeys = (
  dictionaries: readonly string[],
  stems: StemsOf,
  word: string,
): string[] => [
  ...new Set(
    dictionaries.flatMap((dictionary) =>
      [word, withoutAccents(word)].flatMap((form) =>
        stems(dictionary, form).map((stem) => `${dictionary} ${stem}`),
      ),
    ),
  ),
]

const addTo = <Item>(lists: Map<string, Item[]>, key: string, item: Item) =>
  lists.set(key, [...(lists.get(key) ?? []), item])

/** Most words that are taken for what a misspelled one means. */
const MAX_MEANT = 3
/** Most dictionaries that may stem them: each takes a millisecond for a word. */
const MAX_DICTIONARIES = 3
/** The memory of what a word may mean, counted in postings. */
const SPELLING_SIZE = 80

/**
 * Caches what may be meant by words that no chunk contains: words of the chunks with one error
 * between, or with two in longer words. Nothing, if the likeliest is a stop word.
 * @param unknown each word in lower case, without accents, and its stems
 * @param own the dictionary of the question's language
 */
export async function loadSpellings(
  db: Db,
  index: CachedIndex,
  unknown: readonly { plain: string; terms: readonly string[] }[],
  own: string,
): Promise<void> {
  const { organizationId } = index
  const stems = new Map(unknown.map(({ plain, terms }) => [plain, terms]))
  const { dictionaries } = await loadTotals(db, index)
  const some = [...new Set([own, ...dictionaries])].slice(0, MAX_DICTIONARIES)
  const isHeld = (word: string) => index.spellings.has(word)
  await hold(index, 'spelling ', [...stems.keys()], isHeld, async (missing) => {
    const near = new Map(missing.map((word) => [word, oneErrorFrom(word)]))
    const read = await readSpellings(db, organizationId, [...near.values()].flat(), some)
    for (const word of missing) {
      const forms = new Set(near.get(word))
      let found = read.filter(({ form }) => forms.has(form))
      if (!found.length && mostErrors(word) === 2)
        found = (await readTermsFrom(db, organizationId, beginningsNear(word)))
          .filter((term) =>
            [word, ...stems.get(word)!].some((form) => errorsBetween(form, term) <= 2),
          )
          .map((term) => ({ form: term, term }))
      index.spellings.set(copyOf(word), likeliest(word, found))
      index.size += SPELLING_SIZE
    }
  })
}

/**
 * The likeliest words. Of equally likely forms, of which some are no words, those count whose stem
 * is nearest.
 */
function likeliest(word: string, found: readonly Spelling[]): MeantWord[] {
  const meant = new Map<string, { terms: string[]; isStop: boolean; errors: number }>()
  const least = Math.min(...found.map(({ form }) => unlikeliness(word, form)))
  for (const { form, term } of found) {
    if (unlikeliness(word, form) > least) continue
    const one = meant.get(form) ?? { terms: [], isStop: false, errors: word.length }
    meant.set(form, one)
    if (term === null) one.isStop = true
    else {
      one.terms.push(term)
      one.errors = Math.min(one.errors, errorsBetween(word, term))
    }
  }
  const likely = [...meant.values()]
  if (likely.some(({ isStop }) => isStop)) return []
  const fewest = Math.min(...likely.map(({ errors }) => errors))
  return [...meant]
    .filter(([, { errors }]) => errors === fewest)
    .map(([form, { terms }]) => ({ form, terms: terms.sort() }))
    .sort((one, other) => (one.form < other.form ? -1 : 1))
    .slice(0, MAX_MEANT)
}
