import type { YieldLoop } from '../lib/async/fairLoop.ts'
import { languageOf } from '../lib/text/language.ts'
import { stemsOf } from '../lib/text/stems.ts'
import { searchWords } from '../lib/text/terms.ts'
import { bestFirst, bestOf, type Candidate } from './candidates.ts'
import {
  type Candidates,
  type ChunkFacts,
  dictionaryOf,
  type ExpandedWord,
  MAX_POSTINGS,
  type Readings,
  type WordIndex,
  type WordsOfQuestion,
} from './wordIndex/wordIndex.ts'

/**
 * The most characters of a question that are searched for. A longer question loses its middle. In
 * some scripts each letter is a word.
 */
const MAX_CHARACTERS = 2_000
/** The most different words of a question that are searched for, from its beginning and its end. */
const MAX_WORDS = 200
/** The most words of a question that score: the rarest. */
const MAX_SCORED_WORDS = 32
/**
 * The most postings of all words that find candidates, by estimates that are within 5 %. A word
 * with more postings than are read would lose some.
 */
const MAX_ESTIMATED = 0.8 * MAX_POSTINGS
/**
 * The most candidates whose scores are completed with the words that are too common to find
 * candidates.
 */
const MAX_CANDIDATES = 200

export interface WordQuestion {
  agentId: string
  question: string
  /** The agent's language as BCP 47, for questions too short to detect their own. */
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

/** A candidate that serves the agent. */
interface Served extends Candidate {
  facts: ChunkFacts
}

/**
 * Finds the chunks that best match a question by BM25 over stems, best first, one chunk of each
 * pair, in the entries that serve the agent. Each word is searched for by its stems in all
 * languages of the organization's chunks, so names and numbers are found in any language. A word
 * scores once, by its best form.
 * @returns also `most`, the score of a chunk with all the words; 0: no chunk contains any of the
 *   words
 */
export async function findByWords(
  index: WordIndex,
  question: WordQuestion,
): Promise<{ found: Found[]; most: number; readings: Readings }> {
  const { agentId, limit, yieldLoop } = question
  const { words, readings } = await index.expand(await wordsOf(question))
  await yieldLoop()
  const scored = words
    .filter(({ terms }) => terms.length)
    .sort((left, right) => left.documents - right.documents)
    .slice(0, MAX_SCORED_WORDS)
  const rare = rarest(scored)
  const common = scored.filter((word) => !rare.has(word))
  // Common words find candidates only by other words with the same beginning.
  const candidates = await index.candidates(
    words.map((word) => (rare.has(word) ? word : { ...word, terms: [] })),
  )
  await yieldLoop()
  // Common words may raise a candidate that ranks lower without them.
  const enough = common.length ? MAX_CANDIDATES : limit
  const served = await bestServing(index, candidates, agentId, enough)
  const more = await index.scoresIn(
    common,
    served.map(({ chunk }) => chunk),
  )
  const complete = served.map(({ chunk, score, facts }, nth) => ({
    chunk,
    facts,
    score: score + more[nth]!,
  }))
  const most = scored.reduce((sum, { weight }) => sum + weight, 0)
  return { found: onePerPair(bestFirst(index, complete), limit), most, readings }
}

async function wordsOf({
  agentId,
  question,
  language,
  yieldLoop,
}: WordQuestion): Promise<WordsOfQuestion> {
  const all = searchWords(shortened(question)).split(' ')
  const kept = new Set(firstAndLast([...new Set(all)], MAX_WORDS))
  await yieldLoop()
  const dictionary = dictionaryOf(stemsOf(languageOf(question, language)))
  return { words: all.filter((word) => kept.has(word)), dictionary, agentId, yieldLoop }
}

const shortened = (question: string) =>
  question.length <= MAX_CHARACTERS
    ? question
    : `${question.slice(0, MAX_CHARACTERS / 2)} ${question.slice(-MAX_CHARACTERS / 2)}`

const firstAndLast = <Item>(items: Item[], most: number): Item[] =>
  items.length <= most ? items : [...items.slice(0, most / 2), ...items.slice(-most / 2)]

/** Returns the words whose postings give the candidates. @param words rarest first */
function rarest(words: readonly ExpandedWord[]): Set<ExpandedWord> {
  let sum = 0
  return new Set(
    words.filter(({ documents, isWhole }, nth) => {
      sum += documents
      return nth === 0 || sum <= MAX_ESTIMATED || isWhole
    }),
  )
}

/**
 * Returns the best candidates that serve the agent, of `enough` different pairs if that many exist.
 */
async function bestServing(
  index: WordIndex,
  candidates: Candidates,
  agentId: string,
  enough: number,
): Promise<Served[]> {
  for (let size = enough; ; size *= 2) {
    const best = bestOf(index, candidates, size)
    const factsOf = await index.facts(
      best.map(({ chunk }) => chunk),
      agentId,
    )
    const served: Served[] = []
    for (const { chunk, score } of best) {
      const facts = factsOf(chunk)
      if (facts) served.push({ chunk, facts, score })
    }
    const pairs = new Set(served.map(({ facts }) => facts.pair))
    if (best.length < size || pairs.size >= enough) return served
  }
}

/** Keeps the best chunk of each pair. @param candidates best first */
function onePerPair(candidates: readonly Served[], limit: number): Found[] {
  const once = new Map<string, Found>()
  for (const { facts, score } of candidates) {
    if (once.size === limit) break
    const { chunk_id, question_key, pair } = facts
    if (!once.has(pair)) once.set(pair, { chunk_id, question_key, score })
  }
  return [...once.values()]
}
