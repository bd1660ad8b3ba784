import { readChunkSample, SAMPLED_CHUNKS } from '../../shared/knowledge/chunkSample.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { languageOfStems } from '../../shared/lib/text/stems.ts'

/** The least share of a language: a smaller share may be a misread table or a quotation. */
const MIN_SHARE = 0.03
/** The most languages that are returned: a model writes at most three queries. */
const MAX_LANGUAGES = 4
/**
 * The fewest chunks of an agent in the sample. With fewer, the languages of all agents are taken.
 */
const ENOUGH = 5

interface TaggedChunk {
  /** BCP 47, or `und`. */
  language: string
  agent_ids: string[] | null
}

/**
 * Finds the languages of an agent's knowledge, most frequent first.
 * @returns undefined: the agent has no knowledge; empty: its languages are not known
 */
export type KnowledgeLanguages = (
  asked: { organizationId: string; agentId: string },
  index: object,
) => Promise<string[] | undefined>

/** Makes the function, which caches results as long as the organization's index is cached. */
export function makeKnowledgeLanguages(db: Db): KnowledgeLanguages {
  const samples = new WeakMap<object, Promise<TaggedChunk[]>>()

  async function read(organizationId: string): Promise<TaggedChunk[]> {
    const chunks = await readChunkSample(db, organizationId)
    return chunks.map(({ stems, beginning, agent_ids }) => {
      const language = languageOfStems(stems) ?? languageOf(beginning ?? '')
      return { language, agent_ids }
    })
  }

  function sampleOf(organizationId: string, index: object): Promise<TaggedChunk[]> {
    const known = samples.get(index)
    if (known) return known
    const reading = read(organizationId)
    samples.set(index, reading)
    // After a failure, the next question reads again.
    reading.catch(() => samples.delete(index))
    return reading
  }

  return async ({ organizationId, agentId }, index) => {
    const sample = await sampleOf(organizationId, index)
    const own = sample.filter(({ agent_ids }) => agent_ids === null || agent_ids.includes(agentId))
    if (own.length === 0 && sample.length < SAMPLED_CHUNKS) return undefined
    return frequentIn(own.length < ENOUGH && sample.length === SAMPLED_CHUNKS ? sample : own)
  }
}

function frequentIn(chunks: readonly TaggedChunk[]): string[] {
  const counts = new Map<string, number>()
  for (const { language } of chunks)
    if (language !== 'und') counts.set(language, (counts.get(language) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= MIN_SHARE * chunks.length)
    .sort(([, left], [, right]) => right - left)
    .slice(0, MAX_LANGUAGES)
    .map(([language]) => language)
}
