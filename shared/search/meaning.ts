import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/observability/log.ts'
import type { Breakers } from '../models/circuitBreaker.ts'
import type { Connections } from '../models/connections.ts'
import { makeEmbedder } from '../models/embedding.ts'
import { findNearest, type Near } from './nearest.ts'

/**
 * The most characters of a question that are embedded: some 500 tokens, which fit into every model
 * and are enough for the subject.
 */
const MAX_CHARACTERS = 2_000

/** The most seconds for the question's vector, because a client waits for it. */
const SECONDS = 2

export interface VectorMatches {
  organizationId: string
  agentId: string
  question: string
  /** The id of the client's request. */
  requestId?: string
  /** Aborts the search. */
  signal?: AbortSignal
}

/**
 * Finds the chunks nearest to the question by meaning, best first. Returns none without
 * EMBEDDING_MODEL, if the model is too slow, and after any other error. Then only words find
 * chunks. A provider whose breaker is open is not called, so that questions do not wait for it.
 * @throws the signal's reason when it was aborted, and nothing else
 */
export type VectorSearch = (search: VectorMatches) => Promise<Near[]>

interface MeaningDeps {
  db: Db
  config: Config
  log: Log
  breakers: Breakers
  connections: Connections
}

export function makeFindByMeaning({
  db,
  config,
  log,
  breakers,
  connections,
}: MeaningDeps): VectorSearch {
  const embedder = makeEmbedder(config, connections)
  if (!embedder) return async () => []
  const { model, form } = embedder
  return async ({ organizationId, agentId, question, requestId, signal }) => {
    const text = question.slice(0, MAX_CHARACTERS).toWellFormed()
    try {
      const watch = breakers.admit(`embeddings ${model}`)
      const limits = { seconds: SECONDS, requestId, ...(signal && { signal }) }
      const [vector] = await watch(embedder.embed('query', [text], limits))
      return await findNearest(db, {
        organizationId,
        agentId,
        meaning: { model: form, vector: vector! },
      })
    } catch (error) {
      signal?.throwIfAborted()
      const why =
        error instanceof AppError ? { code: error.code, detail: error.message } : { err: error }
      log.warn(
        { model, request_id: requestId, ...why },
        'a question is answered without the vectors of knowledge, by its words alone',
      )
      return []
    }
  }
}
