import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'
import { AppError } from '../../errors.ts'
import type { Log } from '../../observability/log.ts'
import type { Breakers } from '../../providers/circuitBreaker.ts'
import { makeEmbedder } from '../../providers/embedding.ts'
import { findNearest, type Near } from './nearest.ts'

/** Longer ones are cut: what a question is about stands in its first 500 tokens, which every model can read. */
const MAX_CHARACTERS = 2_000

/** Seconds for the question's vector, for which a client waits. */
const SECONDS = 2

export interface MeantSearch {
  organizationId: string
  agentId: string
  question: string
  /** The id of the request that asks. */
  requestId?: string
  /** Ends it. */
  signal?: AbortSignal
}

/**
 * The chunks that are nearest to the question by what they mean, best first. None without EMBEDDING_MODEL, or when the model
 * does not answer in time, or for whatever else goes wrong: then the question's words have to do. A provider that is
 * down is left alone, so that not every question waits for it in vain.
 * @throws the signal's reason when it was aborted, and nothing else
 */
export type FindByMeaning = (search: MeantSearch) => Promise<Near[]>

interface MeaningDeps {
  db: Db
  config: Config
  log: Log
  breakers: Breakers
}

export function makeFindByMeaning({ db, config, log, breakers }: MeaningDeps): FindByMeaning {
  const embedder = makeEmbedder(config)
  if (!embedder) return async () => []
  const { model } = embedder
  return async ({ organizationId, agentId, question, requestId, signal }) => {
    const text = question.slice(0, MAX_CHARACTERS).toWellFormed()
    try {
      const watch = breakers.admit(`embeddings ${model}`)
      const limits = { seconds: SECONDS, requestId, ...(signal && { signal }) }
      const [vector] = await watch(embedder.embed([text], limits))
      return await findNearest(db, { organizationId, agentId, meaning: { model, vector: vector! } })
    } catch (error) {
      signal?.throwIfAborted()
      const why = error instanceof AppError ? { code: error.code, detail: error.message } : { err: error }
      log.warn(
        { model, request_id: requestId, ...why },
        'a question is answered without the vectors of knowledge, by its words alone',
      )
      return []
    }
  }
}
