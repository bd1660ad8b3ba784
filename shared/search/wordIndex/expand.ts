import type { YieldLoop } from '../../lib/async/fairLoop.ts'
import { withoutAccents } from '../../lib/text/terms.ts'
import { makeAbbreviations } from './abbreviations.ts'
import type { AskedWord, Readings, SameMeaning, Spellings } from './askedWords.ts'
import { weightOf } from './bm25.ts'
import type { LoadFacts } from './facts.ts'
import type { IndexBase } from './indexBase.ts'
import { SAMPLE } from './readIndex.ts'
import { makeSpellings } from './spellings.ts'
import { loadStems } from './stems.ts'
import { makeSynonyms } from './synonyms.ts'
import type { Terms } from './terms.ts'

/** Finds the terms by which the words of a question are searched for. */

/** The number of first letters that a longer word shares with its other forms and compounds. */
const BEGINNING = 5
/** The most beginnings of a question that are searched for. */
const MAX_BEGINNINGS = 32

export interface WordsOfQuestion {
  /** The words in their order, in lower case. */
  words: readonly string[]
  /** The dictionary of the question's language. */
  dictionary: string
  agentId: string
  /** Waits for the organization's turn between the steps. */
  yieldLoop: YieldLoop
}

/** A word of a question with all terms by which it is searched for. */
export interface ExpandedWord {
  /** The terms that at least one chunk contains. */
  terms: readonly string[]
  /** The first letters of further terms that match the word; undefined: none match. */
  beginning: string | undefined
  /** The share of their weight that the terms score, 0–1. */
  share: number
  /**
   * The sum of the numbers of chunks that contain each term. A chunk with several terms counts
   * several times.
   */
  documents: number
  /** The most that a chunk can score by a term: the weight of the rarest term. */
  weight: number
  /**
   * Whether all its postings are read anyway, because each of its terms is in fewer than `SAMPLE`
   * chunks.
   */
  isWhole: boolean
}

export interface ExpandedQuestion {
  /** The different words, without stop words of the question's language. */
  words: ExpandedWord[]
  /** The words that are searched for besides the question's words. */
  readings: Readings
}

export function makeExpand(parts: IndexBase & { terms: Terms; facts: LoadFacts }) {
  const { totals, terms } = parts
  const correct = makeSpellings(parts)
  const abbreviations = makeAbbreviations(parts)
  const synonyms = makeSynonyms(parts)

  return async function expand(question: WordsOfQuestion): Promise<ExpandedQuestion> {
    const { words: said, dictionary, agentId, yieldLoop } = question
    await Promise.all([totals(), abbreviations.load(), synonyms.load()])
    await yieldLoop()
    const typed = await stemmedWords(parts, question)
    await yieldLoop()
    const typedSynonyms = await synonyms.saidIn(said, dictionary, new Map())
    // Synonyms keep the spelling of their owner.
    const kept = typedSynonyms.flatMap((synonym) => synonym.said)
    const { words, spellings } = await correct(typed, dictionary, kept)
    const saidSynonyms = spellings.size
      ? await synonyms.saidIn(said, dictionary, spellings)
      : typedSynonyms
    const found = await terms.combine([
      ...(await abbreviations.meanings(words, spellings, agentId)),
      ...(await synonyms.meanings(saidSynonyms, words)),
    ])
    const expanded = words.map((word, place) => {
      const others = found
        .filter((alternative) => alternative.place === place)
        .map(({ term }) => term)
      return { ...word, terms: [...word.terms, ...new Set(others)] }
    })
    return { words: await weighed(parts, expanded), readings: readingsOf(spellings, found) }
  }
}

/**
 * Returns the stems of the different words in all languages of the chunks, without stop words of
 * the question's language.
 */
async function stemmedWords(
  { db, totals }: IndexBase,
  { words, dictionary }: WordsOfQuestion,
): Promise<AskedWord[]> {
  const { dictionaries } = await totals()
  const different = [...new Set(words)].map((word) => ({ word, plain: withoutAccents(word) }))
  const forms = different.flatMap(({ word, plain }) => [word, plain])
  const stems = await loadStems(db, [...new Set([dictionary, ...dictionaries])], forms)
  return different.flatMap(({ word, plain }) => {
    if (!stems.of(dictionary, word).length) return []
    const terms = stems.ofAll([word, plain], dictionaries)
    const letters = [...plain]
    const beginning = letters.length > BEGINNING ? letters.slice(0, BEGINNING).join('') : undefined
    return terms.length ? [{ plain, terms, beginning, share: 1 }] : []
  })
}

/**
 * Weighs words by the number of chunks that contain them. Only the first beginnings are searched
 * for.
 */
async function weighed(
  { totals, terms }: IndexBase & { terms: Terms },
  words: readonly AskedWord[],
): Promise<ExpandedWord[]> {
  const beginnings = words.flatMap(({ beginning }) => beginning ?? []).slice(0, MAX_BEGINNINGS)
  const [{ chunks }, termNamed] = await Promise.all([
    totals(),
    terms.load(words.flatMap((word) => word.terms)),
  ])
  return words.map(({ terms: all, beginning, share }) => {
    const there = all.filter((term) => termNamed(term).documents > 0)
    const documents = there.map((term) => termNamed(term).documents)
    return {
      terms: there,
      beginning: beginnings.find((searched) => searched === beginning),
      share,
      documents: documents.reduce((sum, count) => sum + count, 0),
      weight: share * Math.max(0, ...documents.map((count) => weightOf(count, chunks))),
      isWhole: documents.every((count) => count < SAMPLE),
    }
  })
}

function readingsOf(spellings: Spellings, found: readonly SameMeaning[]): Readings {
  const readings: Readings = new Map()
  for (const [said, forms] of spellings)
    readings.set(
      said,
      forms.map((words) => ({ words, kind: 'spelling' })),
    )
  for (const { said, reading } of found) {
    const others = readings.get(said) ?? []
    if (!others.includes(reading)) readings.set(said, [...others, reading])
  }
  return readings
}
