import { copyOf } from '../../lib/async/memoize.ts'
import {
  beginningsNear,
  errorsBetween,
  mostErrors,
  oneErrorFrom,
  unlikeliness,
} from '../../lib/text/typos.ts'
import type { AskedWord, Spellings } from './askedWords.ts'
import type { IndexBase } from './indexBase.ts'
import { makeLoadingMap } from './loadingMap.ts'
import { readSpellings, readTermsFrom, type Spelling } from './readIndex.ts'
import type { Terms } from './terms.ts'

/** Finds the words that misspelled words of a question may mean (decision 41). */

/** A word of the chunks that a misspelled word may mean. */
export interface MeantWord {
  /** The word, or its stem if only that is known. */
  form: string
  /** The stems that chunks contain. */
  terms: string[]
}

/**
 * The most misspelled words of a question that are guessed, and the share of its weight that a
 * guess scores.
 */
const MAX_GUESSED = 8
const GUESSED = 0.6
/** The most words that a misspelled word may mean. */
const MAX_MEANT = 3
/** The most dictionaries that stem the guesses: each takes a millisecond for a word. */
const MAX_DICTIONARIES = 3
/** The memory of a word's meanings, counted in postings. */
const SPELLING_SIZE = 80

export function makeSpellings({
  db,
  organizationId,
  memory,
  totals,
  terms,
}: IndexBase & { terms: Terms }) {
  const spellings = makeLoadingMap<string, readonly MeantWord[]>(memory, () => SPELLING_SIZE)

  /**
   * Reads the words of the chunks that differ by one error, or by two in longer words. None if the
   * likeliest is a stop word.
   */
  async function load(unknown: readonly AskedWord[], dictionary: string) {
    const stems = new Map(unknown.map(({ plain, terms }) => [copyOf(plain), terms]))
    const dictionaries = [...new Set([dictionary, ...(await totals()).dictionaries])].slice(
      0,
      MAX_DICTIONARIES,
    )
    return spellings.load([...stems.keys()], async (missing) => {
      const near = missing.map((word) => ({ word, forms: new Set(oneErrorFrom(word)) }))
      const forms = near.flatMap(({ forms }) => [...forms])
      const read = await readSpellings(db, organizationId, forms, dictionaries)
      const meant: MeantWord[][] = []
      for (const { word, forms } of near) {
        const found = read.filter(({ form }) => forms.has(form))
        const isTwo = !found.length && mostErrors(word) === 2
        meant.push(
          likeliest(word, isTwo ? await twoErrorsFrom(word, stems.get(word) ?? []) : found),
        )
      }
      return meant
    })
  }

  async function twoErrorsFrom(word: string, stems: readonly string[]): Promise<Spelling[]> {
    const some = await readTermsFrom(db, organizationId, beginningsNear(word))
    return some
      .filter((term) => [word, ...stems].some((form) => errorsBetween(form, term) <= 2))
      .map((term) => ({ form: term, term }))
  }

  /**
   * Corrects words that no chunk contains: they get the terms of the words that they may mean, if
   * the question does not already have these.
   * @param dictionary the dictionary of the question's language
   * @param kept words whose spelling is right
   */
  return async function correct(
    words: readonly AskedWord[],
    dictionary: string,
    kept: readonly string[],
  ): Promise<{ words: AskedWord[]; spellings: Spellings }> {
    const termNamed = await terms.load(words.flatMap((word) => word.terms))
    const isThere = (term: string) => termNamed(term).documents > 0
    const unknown = words
      .filter(
        ({ plain, terms }) =>
          mostErrors(plain) > 0 && !terms.some(isThere) && !kept.includes(plain),
      )
      .slice(0, MAX_GUESSED)
    const meaningOf = await load(unknown, dictionary)
    const known = new Set(words.flatMap((word) => word.terms).filter(isThere))
    const spellings = new Map<string, string[]>()
    const corrected = words.map((word) => {
      if (!unknown.includes(word)) return word
      const meant = meaningOf(word.plain).filter(
        ({ terms }) => !terms.some((term) => known.has(term)),
      )
      if (!meant.length) return word
      spellings.set(
        word.plain,
        meant.map(({ form }) => form),
      )
      return { ...word, terms: [...new Set(meant.flatMap(({ terms }) => terms))], share: GUESSED }
    })
    return { words: corrected, spellings }
  }
}

/**
 * Returns the likeliest words. Among equally likely forms, which need not all be words, the form
 * whose stem is nearest wins.
 */
function likeliest(word: string, found: readonly Spelling[]): MeantWord[] {
  const meant = new Map<string, { terms: string[]; isStop: boolean; errors: number }>()
  const least = Math.min(...found.map(({ form }) => unlikeliness(word, form)))
  for (const { form, term } of found) {
    if (unlikeliness(word, form) > least) continue
    const group = meant.get(form) ?? { terms: [], isStop: false, errors: word.length }
    meant.set(form, group)
    if (term === null) group.isStop = true
    else {
      group.terms.push(term)
      group.errors = Math.min(group.errors, errorsBetween(word, term))
    }
  }
  const likely = [...meant.values()]
  if (likely.some(({ isStop }) => isStop)) return []
  const fewest = Math.min(...likely.map(({ errors }) => errors))
  return [...meant]
    .filter(([, { errors }]) => errors === fewest)
    .map(([form, { terms }]) => ({ form, terms: terms.sort() }))
    .sort((left, right) => (left.form < right.form ? -1 : 1))
    .slice(0, MAX_MEANT)
}
