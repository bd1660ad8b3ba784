import { replaceChunks } from '../../shared/knowledge/chunks.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { sentencesOf } from '../../shared/lib/text/sentences.ts'
import { stemsOf } from '../../shared/lib/text/stems.ts'
import { searchWords } from '../../shared/lib/text/terms.ts'
import { findPassages } from '../../shared/search/retrieval.ts'
import { makeEntries, makeOwner } from '../../test/support/data/knowledge.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'
import type { QuestionSet } from './questionSet.ts'

const CHUNKS_PER_ENTRY = 100
const SENTENCES = 5
const QUESTIONS = 300
const WARM_UP = 20

interface Latency {
  language: string
  chunks: number
  questions: number
  p50_ms: number
  p95_ms: number
  worst_ms: number
}

/**
 * Measures how long PostgreSQL takes for a question if its organization has this many chunks of one
 * language. Each chunk is a different mixture of five sentences of the question set, so every word
 * of a question occurs in hundreds of chunks or more.
 */
export async function measureLatency(
  db: TestDb,
  set: QuestionSet,
  chunks: number,
): Promise<Latency> {
  const owner = await makeOwner(db, `${chunks} chunks of ${set.language}`)
  const sentences = set.paragraphs.flatMap(sentencesOf)
  const language = stemsOf(languageOf(set.paragraphs.join('\n')))
  const words = sentences.map(searchWords)
  let state = 1
  const pick = () => {
    state = (state * 48_271) % 2_147_483_647
    return state % sentences.length
  }
  const mixed = (index: number) => {
    const picked = Array.from({ length: SENTENCES }, pick)
    return {
      text: `${index} ${picked.map((at) => sentences[at]).join(' ')}`,
      heading: '',
      language,
      words: `${index} ${picked.map((at) => words[at]).join(' ')}`,
    }
  }
  const entries = await makeEntries(db, owner.organizationId, Math.ceil(chunks / CHUNKS_PER_ENTRY))
  for (const [at, id] of entries.entries()) {
    const first = at * CHUNKS_PER_ENTRY
    const count = Math.min(CHUNKS_PER_ENTRY, chunks - first)
    const own = Array.from({ length: count }, (_, offset) => mixed(first + offset))
    await db.transaction((transaction) => replaceChunks(transaction, owner.organizationId, id, own))
  }
  const step = Math.ceil(set.questions.length / QUESTIONS)
  const asked = set.questions.filter((_, at) => at % step === 0)
  const times: number[] = []
  for (const { text } of [...asked.slice(0, WARM_UP), ...asked]) {
    const started = performance.now()
    await findPassages(db, { ...owner, question: text, language: null, limit: 6 })
    times.push(performance.now() - started)
  }
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(10 * sorted[Math.floor(share * (sorted.length - 1))]!) / 10
  return {
    language: set.language,
    chunks,
    questions: sorted.length,
    p50_ms: at(0.5),
    p95_ms: at(0.95),
    worst_ms: at(1),
  }
}
