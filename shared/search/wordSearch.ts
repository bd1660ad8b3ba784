import type { YieldLoop } from '../lib/async/fairLoop.ts'
import type { Db } from '../lib/db/db.ts'
import { stemsOf } from '../lib/text/stems.ts'
import { searchWords, withoutAccents } from '../lib/text/terms.ts'
import { mostErrors } from '../lib/text/typos.ts'
import type { CachedIndex } from './cachedIndex.ts'
import { bestFirst, bestOf, type Candidate } from './candidates.ts'
import {
  loadExplained,
  loadFacts,
  loadFirst,
  loadSingly,
  loadSpellings,
  loadSynonyms,
  loadTerms,
  loadTotals,
} from './loadIndex.ts'
import {
  type SearchedQuestion,
  type SpelledTerms,
  saidIn,
  serves,
  withOtherForms,
  withSynonyms,
} from './otherForms.ts'
import type { Readings } from './passages.ts'
import { dictionaryOf, loadStems } from './postings.ts'
import { MAX_POSTINGS, rarest, scoreRead, scoreSingly, wordOf } from './wordScores.ts'

/**
 * Most characters of a question that are searched for. A longer one loses its middle. In some
 * scripts each letter is a word.
 */
const MAX_CHARACTERS = 2_000
/** Most different words of a question that are searched for, from its beginning and its end. */
const MAX_WORDS = 200
/** Most words of a question that score, the rarest ones. */
const MAX_SCORED_WORDS = 32
/** How many first letters a longer word shares with its other forms and compounds. */
const BEGINNING = 5
/**
 * Most misspelled words of a question that are guessed, and the share of its weight that a guess
 * scores.
 */
const MAX_GUESSED = 8
const GUESSED = 0.6
/**
 * Most candidates whose scores are completed with the words that are too common to find candidates.
 */
const MAX_CANDIDATES = 200

export interface WordQuestion {
  agentId: string
  question: string
  /** The agent's language as BCP 47, for a question that is too short to tell its own. */
  language: string | null
  limit: number
  /** Waits for the organization's turn between the steps. */
  yieldLoop: YieldLoop
}

export interface Found {
  chunk_id: string
  question_key: string | null
  score: number
}

/**
 * Finds the chunks that share most with a question by BM25 over stems, best first, one of each
 * pair, in the entries that serve the agent. Each word is searched for by its stems in all
 * languages of the organization's chunks, so that names and numbers are found whatever the language
 * of the question. It scores once, by its best form.
 * @returns also `most`, the score of a chunk with all the words; 0: no chunk contains any of them
 */
export async function findByWords(
  db: Db,
  index: CachedIndex,
  { agentId, question, language, limit, yieldLoop }: WordQuestion,
): Promise<{ found: Found[]; most: number; readings: Readings }> {
  const readings: Readings = new Map()
  const [totals] = await Promise.all([
    loadTotals(db, index),
    loadExplained(db, index),
    loadSynonyms(db, index),
  ])
  await yieldLoop()
  const asking = await termsOf(db, totals.dictionaries, { question, language, yieldLoop })
  await yieldLoop()
  const named = await saidIn(db, index, asking, readings)
  const mended = await withMeant(
    db,
    index,
    asking,
    named.flatMap(({ said }) => said),
    readings,
  )
  const synonyms = readings.size ? await saidIn(db, index, asking, readings) : named
  const explained = await withOtherForms(db, index, mended, agentId, readings)
  const asked = (await withSynonyms(db, index, explained, synonyms, readings)).map(
    ({ terms, others, ...word }) => ({ ...word, terms: [...terms, ...others] }),
  )
  const beginnings = asked.flatMap(({ beginning }) => beginning ?? []).slice(0, MAX_SCORED_WORDS)
  await loadTerms(
    db,
    index,
    asked.flatMap(({ terms }) => terms),
    beginnings,
  )
  await yieldLoop()
  // Other questions may have cached more beginnings, but the result must not depend on that.
  const words = asked.map(({ terms, beginning, share }) =>
    wordOf(
      index,
      { terms, share, beginning: beginnings.find((read) => read === beginning) },
      totals,
    ),
  )
  const scored = words
    .filter(({ terms }) => terms.length)
    .sort((one, other) => one.documents - other.documents)
    .slice(0, MAX_SCORED_WORDS)
  const rare = rarest(index, scored)
  const common = scored.filter((word) => !rare.has(word))
  await loadFirst(
    db,
    index,
    [...rare].flatMap(({ terms }) => terms),
    MAX_POSTINGS,
  )
  await yieldLoop()
  const most = scored.reduce((sum, { weight }) => sum + weight, 0)
  // Common words may raise a candidate that comes later without them.
  const enough = common.length ? MAX_CANDIDATES : limit
  const candidates = scoreRead(index, words, rare, totals)
  let served: Candidate[] = []
  for (let size = enough; ; size *= 2) {
    const best = bestOf(index, candidates, size)
    await loadFacts(
      db,
      index,
      best.map(({ chunk }) => chunk),
    )
    served = best.filter(({ chunk }) => serves(index.facts[chunk], agentId))
    if (best.length < size || pairsOf(index, served) >= enough) break
  }
  await loadSingly(
    db,
    index,
    common.flatMap(({ terms }) => terms),
    served.map(({ chunk }) => chunk),
  )
  const rest = scoreSingly(
    index,
    common,
    served.map(({ chunk }) => chunk),
    totals,
  )
  for (const [place, one] of served.entries()) one.score += rest[place]!
  return { found: onePerPair(index, bestFirst(index, served), limit), most, readings }
}

/** Loaded at the first question: its tables are large, and most API processes never search. */
const detector = () => (loading ??= import('../lib/text/language.ts'))
let loading: Promise<typeof import('../lib/text/language.ts')> | undefined

/**
 * The stems of the question's words in all languages of the chunks, without the stop
 * words of its own language.
 */
async function termsOf(
  db: Db,
  dictionaries: readonly string[],
  { question, language, yieldLoop }: Pick<WordQuestion, 'question' | 'language' | 'yieldLoop'>,
): Promise<SearchedQuestion> {
  const all = searchWords(shortened(question)).split(' ')
  const different = firstAndLast([...new Set(all)], MAX_WORDS)
  const kept = new Set(different)
  const words = different.map((word) => ({ word, plain: withoutAccents(word) }))
  const { languageOf } = await detector()
  await yieldLoop()
  const own = dictionaryOf(stemsOf(languageOf(question, language)))
  const forms = [...new Set(words.flatMap(({ word, plain }) => [word, plain]))]
  const stems = await loadStems(db, [...new Set([own, ...dictionaries])], forms)
  await yieldLoop()
  const asked = words.flatMap(({ word, plain }) => {
    if (!stems(own, word).length) return []
    const each = dictionaries.flatMap((dictionary) => [
      ...stems(dictionary, word),
      ...stems(dictionary, plain),
    ])
    const terms = [...new Set(each)].filter((term) => term !== '')
    const letters = [...plain]
    const beginning = letters.length > BEGINNING ? letters.slice(0, BEGINNING).join('') : undefined
    return terms.length ? [{ plain, terms, beginning, share: 1, others: [] }] : []
  })
  return { own, words: asked, said: all.filter((word) => kept.has(word)) }
}

/**
 * Gives words that no chunk contains the terms of the words that they may mean, if the question
 * does not have those anyway. Records them in `readings`.
 * @param named words of synonyms, which are spelled as their owner wants
 */
async function withMeant(
  db: Db,
  index: CachedIndex,
  { words, own }: SearchedQuestion,
  named: readonly string[],
  readings: Readings,
): Promise<SpelledTerms[]> {
  await loadTerms(
    db,
    index,
    words.flatMap(({ terms }) => terms),
    [],
  )
  const isThere = (term: string) => index.terms.get(term)!.documents > 0
  const isUnknown = ({ plain, terms }: SpelledTerms) =>
    mostErrors(plain) > 0 && !terms.some(isThere) && !named.includes(plain)
  const unknown = words.filter(isUnknown).slice(0, MAX_GUESSED)
  if (!unknown.length) return [...words]
  await loadSpellings(db, index, unknown, own)
  const known = new Set(words.flatMap(({ terms }) => terms).filter(isThere))
  return words.map((word) => {
    const meant = unknown.includes(word) ? index.spellings.get(word.plain)! : []
    const others = meant.filter(({ terms }) => !terms.some((term) => known.has(term)))
    if (!others.length) return word
    readings.set(
      word.plain,
      others.map(({ form }) => ({ words: form, kind: 'spelling' })),
    )
    return { ...word, terms: [...new Set(others.flatMap(({ terms }) => terms))], share: GUESSED }
  })
}

const shortened = (question: string) =>
  question.length <= MAX_CHARACTERS
    ? question
    : `${question.slice(0, MAX_CHARACTERS / 2)} ${question.slice(-MAX_CHARACTERS / 2)}`

const firstAndLast = <Item>(items: Item[], most: number): Item[] =>
  items.length <= most ? items : [...items.slice(0, most / 2), ...items.slice(-most / 2)]

/** How many different pairs the candidates belong to. A chunk outside of pairs counts as one. */
function pairsOf(index: CachedIndex, candidates: readonly Candidate[]): number {
  const pairs = new Set<string>()
  for (const { chunk } of candidates) pairs.add(index.facts[chunk]!.pair)
  return pairs.size
}

/** Keeps the best chunk of each pair. @param candidates best first; their facts must be cached */
function onePerPair(index: CachedIndex, candidates: readonly Candidate[], limit: number): Found[] {
  const once = new Map<string, Found>()
  for (const { chunk, score } of candidates) {
    if (once.size === limit) break
    const { chunk_id, question_key, pair } = index.facts[chunk]!
    if (!once.has(pair)) once.set(pair, { chunk_id, question_key, score })
  }
  return [...once.values()]
}
