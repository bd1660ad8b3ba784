import { loadConfig } from '../../shared/lib/config/config.ts'
import { sql } from '../../shared/lib/db/statements.ts'
import { makeLog } from '../../shared/lib/observability/log.ts'
import { makeBreakers } from '../../shared/models/circuitBreaker.ts'
import { onlySettings } from '../../shared/models/connections.ts'
import { makeEmbedder } from '../../shared/models/embedding.ts'
import { makeFindByMeaning } from '../../shared/search/meaning.ts'
import { makeReranking } from '../../shared/search/rerank.ts'
import { findPassages } from '../../shared/search/retrieval.ts'
import type { Owner } from '../../test/support/data/knowledge.ts'
import { ngramVector } from '../../test/support/models/ngrams.ts'
import { startFakeReranker } from '../../test/support/models/rerankers.ts'
import type { TestDb } from '../../test/support/product/testDb.ts'
import { startFakeEmbeddings } from '../../test/support/servers/embeddings.ts'
import { startEmbedding } from '../../workers/knowledge/embedJob.ts'
import { type Quality, type QuestionSet, qualityOf } from './questionSet.ts'

/** The most that fusion may be worse than words alone, in MRR@10 and nDCG@10. */
const MAX_LOSS = 0.005

/** An organization with indexed knowledge, and the paragraph of each entry. */
interface Indexed {
  owner: Owner
  paragraphOf: ReadonlyMap<string, number>
}

/**
 * Measures what vectors and a reranker add to words. The models are untrained stand-ins behind HTTP
 * that know only spelling, so the figures show what fusion does with vectors that are worse than
 * words.
 */
export async function compareByMeaning(
  db: TestDb,
  databaseUrl: string,
  set: QuestionSet,
  { owner, paragraphOf }: Indexed,
): Promise<Record<string, Quality>> {
  const embeddings = await startFakeEmbeddings()
  embeddings.behave(({ input }) => ({ vectors: input.map(ngramVector) }))
  const reranker = await startFakeReranker()
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    RERANK_TIMEOUT_SECONDS: '30',
    EMBEDDING_MODEL: 'ollama:ngrams',
    OLLAMA_BASE_URL: embeddings.url,
    RERANK_MODEL: 'tei:overlap',
    TEI_BASE_URL: reranker.url,
  })
  const log = makeLog('bench', config)
  const breakers = makeBreakers(log, config.times)
  try {
    await embedAll(db, databaseUrl, owner, { config, log })
    const models = { db, config, log, breakers, connections: onlySettings(config) }
    const findByMeaning = makeFindByMeaning(models)
    const rerank = makeReranking(models)({ note: throwAtError })
    const paragraphs = (found: { knowledge_id: string }[]) =>
      found.map(({ knowledge_id }) => paragraphOf.get(knowledge_id)!)
    const search = async (question: string, more: object) =>
      paragraphs(await findPassages(db, { ...owner, question, language: null, limit: 20, ...more }))
    const entryOf = new Map(
      (
        await sql<{ id: string; entry_id: string }>(db)`
          select id, entry_id from chunks where organization_id = ${owner.organizationId}`
      ).map(({ id, entry_id }) => [id, entry_id]),
    )
    const nearestTo = (question: string) => findByMeaning({ ...owner, question })
    return {
      'vectors of n-grams': await qualityOf(set, async (question) =>
        paragraphs(
          (await nearestTo(question)).map(({ chunk_id }) => ({
            knowledge_id: entryOf.get(chunk_id)!,
          })),
        ),
      ),
      'words and vectors': await qualityOf(set, (question) =>
        search(question, { nearest: nearestTo(question) }),
      ),
      'reranked by overlap': await qualityOf(set, (question) =>
        search(question, { nearest: nearestTo(question), rerank }),
      ),
    }
  } finally {
    await Promise.all([embeddings.close(), reranker.close()])
  }
}

/** Embeds the knowledge by the product's own loop. */
export async function embedAll(
  db: TestDb,
  databaseUrl: string,
  { organizationId }: Owner,
  { config, log }: { config: ReturnType<typeof loadConfig>; log: ReturnType<typeof makeLog> },
): Promise<void> {
  await sql(
    db,
  )`update knowledge_entries set embed_at = now() where organization_id = ${organizationId}`
  await sql(db)`
    update knowledge_entries e set chunk_count = (select count(*) from chunks c
      where c.organization_id = e.organization_id and c.entry_id = e.id) where organization_id = ${organizationId}`
  const stop = startEmbedding({
    db,
    databaseUrl,
    log,
    times: config.times,
    embedder: makeEmbedder(config)!,
  })
  try {
    for (;;) {
      const due = await sql(db)`select from knowledge_entries where embed_at is not null limit 1`
      if (!due.length) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    await stop()
  }
}

/**
 * Throws if a call failed. A failed call would leave the order unchanged, and the figures would be
 * wrong.
 */
function throwAtError({ error }: { error: string | null }): void {
  if (error) throw new Error(`the reranker failed: ${error}`)
}

/** Returns the sets and figures in which fusion is worse than words alone by more than MAX_LOSS. */
export const lossesOf = (quality: Record<string, Record<string, Quality>>): string[] =>
  Object.entries(quality).flatMap(([language, { Parley: words, 'words and vectors': fused }]) =>
    (['MRR@10', 'nDCG@10'] as const)
      .filter((figure) => fused![figure] < words![figure] - MAX_LOSS)
      .map(
        (figure) => `${language}: ${figure} ${fused![figure]}, by words alone ${words![figure]}`,
      ),
  )
