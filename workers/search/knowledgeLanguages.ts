import { readChunkSample, SAMPLED_CHUNKS } from '../../shared/knowledge/chunkSample.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import { languageOfStems } from '../../shared/lib/text/stems.ts'

/** A language with a smaller share of an agent's knowledge may be a misread table or quotation. */
const MIN_SHARE = 0.03
/** Most languages that are told: a model writes at most three queries. */
const MAX_LANGUAGES = 4
/** An agent with fewer chunks in the sample is taken to know what all agents know. */
const ENOUGH = 5

interface TaggedChunk {
  /** BCP 47, or `und`. */
  language: string
  agent_ids: string[] | null
}

/**
 * The languages of an agent's knowledge, the most frequent first.
 * @returns undefined: the agent has no knowledge; empty: its languages cannot be told
 */
export type KnowledgeLanguages = (
  asked: { organizationId: string; agentId: string },
  index: object,
) => Promise<string[] | undefined>

/** Caches what it reads for as long as the organization's index is cached. */
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
    // The next question reads again.
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
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_LANGUAGES)
    .map(([language]) => language)
}
