import type { Db } from '../lib/db/db.ts'
import { likelyIn } from '../lib/text/explained.ts'
import { type Synonym, synonymsIn } from '../lib/text/synonyms.ts'
import { folded, isWrittenTogether, withoutAccents } from '../lib/text/terms.ts'
import type { CachedIndex } from './cachedIndex.ts'
import {
  loadBeginnings,
  loadExplained,
  loadFacts,
  loadFirst,
  loadSynonyms,
  loadTerms,
  loadTotals,
  stemKeys,
} from './loadIndex.ts'
import type { Reading, Readings } from './passages.ts'
import { loadStems, type StemsOf } from './postings.ts'
import { type AskedTerms, keepOtherForm, MAX_POSTINGS } from './wordScores.ts'

/**
 * Finds what else means the same as words of a question: the other form of an abbreviation, and
 * synonyms.
 */

/** A word of the question with its terms. */
export interface SpelledTerms extends AskedTerms {
  /** The word without accents. */
  plain: string
  /** Terms of what else means the same. */
  others: string[]
}

/** A question as it is searched for. */
export interface SearchedQuestion {
  /** The dictionary of its language. */
  own: string
  /** Its words without the stop words, each once. */
  words: SpelledTerms[]
  /** All its words in their order. */
  said: string[]
}

/** A synonym that a question has, with its words as they were typed. */
interface SaidSynonym {
  synonym: Synonym
  said: string[]
}

/**
 * Most abbreviations of a question that are also searched for by their other form, and most that
 * are compared.
 */
const MAX_EXPLAINED = 8
const MAX_LIKELY = 100
/** Most synonyms of a question whose groups are searched for. */
const MAX_SYNONYMS = 8

/**
 * Gives words that are an abbreviation, or its long form, a term for the other form, if the
 * knowledge that serves the agent explains it. Records them in `readings`.
 */
export async function withOtherForms(
  db: Db,
  index: CachedIndex,
  words: readonly SpelledTerms[],
  agentId: string,
  readings: Readings,
): Promise<SpelledTerms[]> {
  const likely = likelyIn(
    words.map(({ plain }) => spelledIn(readings, plain) ?? plain),
    await loadExplained(db, index),
  ).slice(0, MAX_LIKELY)
  if (!likely.length) return [...words]
  const { dictionaries } = await loadTotals(db, index)
  const forms = [...new Set(likely.flatMap((one) => [...one.words, ...one.other]))]
  const stems = await loadStems(db, dictionaries, forms)
  const termsOf = (form: string) => termsIn(dictionaries, stems, [form])
  const isSaid = (form: string, place: number) =>
    termsOf(form).some((term) => words[place]!.terms.includes(term))
  const said = likely
    .filter((one) => one.places.every((place, nth) => isSaid(one.words[nth]!, place)))
    .slice(0, MAX_EXPLAINED)
  const others = said.flatMap(({ other }) => other.flatMap(termsOf))
  const own = said.flatMap(({ key, places }) => [
    key,
    ...places.flatMap((place) => words[place]!.terms),
  ])
  await loadTerms(db, index, [...others, ...own], [])
  const explaining = (key: string) => [...index.terms.get(key)!.postings.chunks]
  await loadFacts(
    db,
    index,
    said.flatMap(({ key }) => explaining(key)),
  )
  await loadFirst(db, index, others, MAX_POSTINGS)
  const asked = [...words]
  for (const { places, other, key } of said) {
    if (!explaining(key).some((chunk) => serves(index.facts[chunk], agentId))) continue
    for (const place of places) {
      const reading: Reading = { words: other.join(' '), kind: 'abbreviation' }
      if (addOther(index, asked, place, other.map(termsOf)))
        addReading(readings, asked[place]!.plain, reading)
    }
  }
  return asked
}

/** The synonyms that the question has, also in other inflections and where they are misspelled. */
export async function saidIn(
  db: Db,
  index: CachedIndex,
  { own, said }: Pick<SearchedQuestion, 'own' | 'said'>,
  readings: Readings,
): Promise<SaidSynonym[]> {
  const synonyms = await loadSynonyms(db, index)
  if (!synonyms.all.length) return []
  const dictionaries = [...new Set([own, ...(await loadTotals(db, index)).dictionaries])]
  await loadBeginnings(db, index, synonyms, dictionaries)
  const words = said.map((word) => spelledIn(readings, withoutAccents(word)) ?? word)
  const stemsOf = async (forms: readonly string[]) =>
    loadStems(db, dictionaries, [...new Set(forms.flatMap(spellingsOf))])
  const ofQuestion = await stemsOf(words)
  const keysOf = (word: string, stems = ofQuestion) => [
    withoutAccents(word),
    ...stemKeys(dictionaries, stems, word),
  ]
  const beginning = (word: string) =>
    keysOf(word).flatMap((key) => synonyms.beginning.get(key) ?? [])
  const stems = await stemsOf(words.flatMap((word) => beginning(word).flatMap((one) => one.words)))
  const isSame = (said: string, word: string) => {
    const keys = keysOf(word, stems)
    return keysOf(said).some((key) => keys.includes(key))
  }
  return [...synonymsIn(words, beginning, isSame)]
    .slice(0, MAX_SYNONYMS)
    .map(([synonym, start]) => ({
      synonym,
      said: said.slice(start, start + synonym.words.length).map(withoutAccents),
    }))
}

/**
 * Gives words of synonyms a term for each of the others. Records these in `readings`.
 * @param found as `saidIn` returns them
 */
export async function withSynonyms(
  db: Db,
  index: CachedIndex,
  asked: readonly SpelledTerms[],
  found: readonly SaidSynonym[],
  readings: Readings,
): Promise<SpelledTerms[]> {
  const words = [...asked]
  if (!found.length) return words
  const { dictionaries } = await loadTotals(db, index)
  const forms = found.flatMap(({ synonym }) => synonym.others.flatMap((other) => other.words))
  const stems = await loadStems(db, dictionaries, [...new Set(forms.flatMap(spellingsOf))])
  const termsOf = (phrase: readonly string[]) => tellingTerms(dictionaries, stems, phrase)
  const others = found.flatMap(({ synonym }) =>
    synonym.others.flatMap((other) => termsOf(other.words).flat()),
  )
  await loadTerms(db, index, [...others, ...words.flatMap(({ terms }) => terms)], [])
  await loadFirst(db, index, others, MAX_POSTINGS)
  for (const { synonym, said } of found) {
    const places = [...words.keys()].filter((place) => said.includes(words[place]!.plain))
    const phrase = isWrittenTogether(synonym.text) ? folded(synonym.text) : said.join(' ')
    for (const other of synonym.others) {
      const terms = termsOf(other.words)
      const isThere = places.map((place) => addOther(index, words, place, terms)).some(Boolean)
      if (isThere) addReading(readings, phrase, { words: other.text, kind: 'synonym' })
    }
  }
  return words
}

/**
 * The terms of each word of a phrase. A word that is a stop word of some language is left out,
 * unless all are.
 */
function tellingTerms(
  dictionaries: readonly string[],
  stems: StemsOf,
  phrase: readonly string[],
): string[][] {
  const each = phrase.map((word) => ({
    terms: termsIn(dictionaries, stems, spellingsOf(word)),
    isTelling: dictionaries.every((dictionary) => stems(dictionary, word).length > 0),
  }))
  const telling = each.filter(({ isTelling }) => isTelling)
  return (telling.length ? telling : each)
    .map(({ terms }) => terms)
    .filter(({ length }) => length > 0)
}

/**
 * Adds a term of the chunks that contain all words of another form. @returns whether there are any
 */
function addOther(
  index: CachedIndex,
  asked: SpelledTerms[],
  place: number,
  words: readonly (readonly string[])[],
): boolean {
  const word = asked[place]!
  const documents = Math.max(...word.terms.map((term) => index.terms.get(term)!.documents))
  const form = keepOtherForm(index, words, documents)
  if (form === undefined) return false
  asked[place] = { ...word, others: [...new Set([...word.others, form])] }
  return true
}

const addReading = (readings: Readings, said: string, reading: Reading) =>
  readings.set(said, [...(readings.get(said) ?? []), reading])

/** The word that a misspelled one means most likely; undefined: it is not misspelled. */
const spelledIn = (readings: Readings, plain: string) =>
  readings.get(plain)?.find(({ kind }) => kind === 'spelling')?.words

const spellingsOf = (word: string) => [word, withoutAccents(word)]

/** The stems of the forms of a word in these dictionaries. */
const termsIn = (dictionaries: readonly string[], stems: StemsOf, forms: readonly string[]) =>
  [
    ...new Set(
      dictionaries.flatMap((dictionary) => forms.flatMap((form) => stems(dictionary, form))),
    ),
  ].filter((term) => term !== '')

export const serves = (facts: CachedIndex['facts'][number], agentId: string) =>
  facts && (facts.agent_ids === null || facts.agent_ids.includes(agentId))
