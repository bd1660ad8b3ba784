import { readSynonyms } from '../../knowledge/synonyms.ts'
import { type Synonym, synonymsIn, synonymsOf } from '../../lib/text/synonyms.ts'
import { folded, isWrittenTogether, withoutAccents } from '../../lib/text/terms.ts'
import type { AskedWord, Reading, SameMeaning, Spellings } from './askedWords.ts'
import type { IndexBase } from './indexBase.ts'
import { loadOnce, makeLoadingMap } from './loadingMap.ts'
import { loadStems, type Stems, spellingsOf } from './stems.ts'

/** Finds the synonyms of a question's words, as the organization has entered them (decision 43). */

/** A synonym in a question, with its words as typed, without accents. */
interface SaidSynonym {
  synonym: Synonym
  said: string[]
}

/** Synonyms by the forms that their first word may have in a question. */
type ByBeginning = Map<string, Synonym[]>

/** The most synonyms of a question whose groups are searched for. */
const MAX_SYNONYMS = 8
/** The memory of a synonym, and of a stem that it begins with, counted in postings. */
const SYNONYM_SIZE = 100
const BEGINNING_SIZE = 20

export function makeSynonyms({ db, organizationId, memory, totals }: IndexBase) {
  /** All synonyms of the organization: a few hundred words. */
  const synonyms = loadOnce(
    memory,
    ({ all }) => all.length * SYNONYM_SIZE,
    async () => {
      const all = synonymsOf(await readSynonyms(db, organizationId))
      return { all, byWord: byBeginning(all, (word) => [withoutAccents(word)]) }
    },
  )
  /** The synonyms by the stem of their first word, by dictionary. */
  const byStem = makeLoadingMap<string, ByBeginning>(memory, ({ size }) => size * BEGINNING_SIZE)

  async function loadByStem(
    all: readonly Synonym[],
    dictionaries: readonly string[],
  ): Promise<ByBeginning[]> {
    const inDictionary = await byStem.load(dictionaries, async (missing) => {
      const forms = all.flatMap(({ words: [first = ''] }) => spellingsOf(first))
      const stems = await loadStems(db, missing, forms)
      return missing.map((dictionary) =>
        byBeginning(all, (word) => stems.keysOf(word, [dictionary])),
      )
    })
    return dictionaries.map(inDictionary)
  }

  /**
   * Returns the synonyms in a question, also inflected or misspelled.
   * @param said the question's words
   * @param dictionary the dictionary of the question's language
   */
  async function saidIn(
    said: readonly string[],
    dictionary: string,
    spellings: Spellings,
  ): Promise<SaidSynonym[]> {
    const { all, byWord } = await synonyms()
    if (!all.length) return []
    const dictionaries = [...new Set([dictionary, ...(await totals()).dictionaries])]
    const lists = [byWord, ...(await loadByStem(all, dictionaries))]
    const words = said.map((word) => spellings.get(withoutAccents(word))?.[0] ?? word)
    const ofQuestion = await loadStems(db, dictionaries, words.flatMap(spellingsOf))
    const keysOf = (word: string, stems: Stems) => [withoutAccents(word), ...stems.keysOf(word)]
    const saidKeys = new Map(words.map((word) => [word, keysOf(word, ofQuestion)]))
    const keysOfSaid = (word: string) => saidKeys.get(word) ?? []
    const beginning = (word: string) =>
      keysOfSaid(word).flatMap((key) => lists.flatMap((list) => list.get(key) ?? []))
    const forms = words.flatMap((word) => beginning(word).flatMap(({ words }) => words))
    const ofSynonyms = await loadStems(db, dictionaries, forms.flatMap(spellingsOf))
    const isSame = (word: string, ofSynonym: string) => {
      const keys = keysOf(ofSynonym, ofSynonyms)
      return keysOfSaid(word).some((key) => keys.includes(key))
    }
    return [...synonymsIn(words, beginning, isSame)]
      .slice(0, MAX_SYNONYMS)
      .map(([synonym, start]) => ({
        synonym,
        said: said.slice(start, start + synonym.words.length).map(withoutAccents),
      }))
  }

  /** Returns the other members of the synonyms' groups. @param found as `saidIn` returns them */
  async function meanings(
    found: readonly SaidSynonym[],
    words: readonly AskedWord[],
  ): Promise<SameMeaning[]> {
    if (!found.length) return []
    const { dictionaries } = await totals()
    const forms = found.flatMap(({ synonym }) => synonym.others.flatMap((other) => other.words))
    const stems = await loadStems(db, dictionaries, forms.flatMap(spellingsOf))
    return found.flatMap(({ synonym, said }) => {
      const phrase = isWrittenTogether(synonym.text) ? folded(synonym.text) : said.join(' ')
      return synonym.others.flatMap((other) => {
        const reading: Reading = { words: other.text, kind: 'synonym' }
        const terms = contentTerms(dictionaries, stems, other.words)
        return words.flatMap(({ plain, terms: insteadOf }, place) =>
          said.includes(plain) ? [{ place, words: terms, insteadOf, said: phrase, reading }] : [],
        )
      })
    })
  }

  return { load: synonyms, saidIn, meanings }
}

/**
 * Groups synonyms by their first word. @param keysOf the forms that the word may have in a question
 */
function byBeginning(all: readonly Synonym[], keysOf: (word: string) => string[]): ByBeginning {
  const lists: ByBeginning = new Map()
  for (const synonym of all) {
    const [first = ''] = synonym.words
    for (const key of keysOf(first)) lists.set(key, [...(lists.get(key) ?? []), synonym])
  }
  return lists
}

/**
 * Returns the terms of each word of a phrase. Stop words of any language are left out, unless all
 * words are stop words.
 */
function contentTerms(
  dictionaries: readonly string[],
  stems: Stems,
  phrase: readonly string[],
): string[][] {
  const isContent = (word: string) =>
    dictionaries.every((dictionary) => stems.of(dictionary, word).length > 0)
  const content = phrase.filter(isContent)
  return (content.length ? content : phrase)
    .map((word) => stems.ofAll(spellingsOf(word)))
    .filter((terms) => terms.length > 0)
}
