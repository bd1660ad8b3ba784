import { setTimeout } from 'node:timers/promises'
import {
  adoptModel,
  claimToEmbed,
  type Embedded,
  readUnembedded,
  recordEmbeddingError,
  releaseEmbedding,
  storeEmbeddings,
  type Unembedded,
} from '../../shared/knowledge/embeddings.ts'
import type { Times } from '../../shared/lib/config/times.ts'
import { type Db, withDb } from '../../shared/lib/db/db.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { Embedder, Vector } from '../../shared/models/embedding.ts'
import { makeVectorIndex } from '../../shared/search/nearest.ts'
import { stored } from '../jobs/runJob.ts'

/** The most entries of a round and texts of a call: 32 texts of 1,500 characters, 13,000 tokens. */
const BATCH = 32

/** Timeout of a call, in seconds. A machine too slow for a whole batch gets smaller batches. */
const CALL_SECONDS = 30

/** Milliseconds between two logs of progress. */
const PROGRESS_MS = 30_000

/** A text that no model refuses: it shows whether the provider or the texts are at fault. */
const HARMLESS = 'Hello.'

/** The fewest characters to which a text that the model refuses is halved. */
const SHORTEST = 200

/**
 * Errors that the texts themselves may cause: some providers answer 500 to a text that is too long.
 */
const OF_TEXTS = [
  'model_rejected',
  'context_length_exceeded',
  'model_bad_output',
  'model_unavailable',
]

interface EmbedDeps {
  db: Db
  databaseUrl: string
  embedder: Embedder
  log: Log
  times: Times
}

/**
 * Embeds all chunks with the model, in the background. The workers of the lane share the work, a
 * batch at a time.
 * @returns a function that stops it within the time of a statement
 */
export function startEmbedding({
  db,
  databaseUrl,
  embedder,
  log,
  times,
}: EmbedDeps): () => Promise<void> {
  const { model, form } = embedder
  const {
    embeddingIdleMs,
    embeddingLeaseMs: leaseMs,
    embeddingFirstBackoffMs,
    embeddingMaxBackoffMs,
  } = times
  const stop = new AbortController()
  /** The most texts of a call, halved while the provider fails at some of them. */
  let most = BATCH
  let after: string | null = null
  let backoffMs = 0
  const progress = makeProgress(log, model)
  let indexAt = 0

  const embed = (texts: string[]) =>
    embedder.embed('passage', texts, { seconds: CALL_SECONDS, signal: stop.signal })
  const embedChunks = makeEmbedChunks(embed, model, log)

  /** Embeds one batch. @returns milliseconds until the next round */
  async function round(): Promise<number> {
    const claim = await claimToEmbed(db, { model: form, after, limit: BATCH, leaseMs })
    if (!claim) return idle()
    const next = claim.organization_id
    if (!claim.ids.length) {
      after = next
      return embeddingIdleMs
    }
    try {
      const chunks = await readUnembedded(db, claim, form, most)
      const embedded = await embedChunks(chunks)
      // The next rounds try smaller batches of these entries, to find the text that the provider
      // fails at.
      if (!embedded) most = Math.ceil(chunks.length / 2)
      else {
        await storeEmbeddings(db, claim, form, embedded)
        progress.add(embedded.length)
        most = Math.min(BATCH, most * 2)
        after = next
        return 0
      }
    } catch (error) {
      await releaseEmbedding(db, claim)
      throw error
    }
    await releaseEmbedding(db, claim)
    return 0
  }

  async function idle(): Promise<number> {
    progress.end()
    if (performance.now() >= indexAt) {
      indexAt = Infinity
      makeIndex().finally(() => {
        indexAt = performance.now() + times.vectorIndexMs
      })
    }
    return embeddingIdleMs
  }

  /** Makes the index of vectors. Not awaited, even at a shutdown: PostgreSQL finishes it alone. */
  async function makeIndex(): Promise<void> {
    try {
      const made = await withDb(databaseUrl, (apart) => makeVectorIndex(apart, form))
      if (made) log.info({ model }, 'made the index of vectors')
    } catch (error) {
      log.warn(
        { err: error },
        'could not make the index of vectors; all of them are compared instead',
      )
    }
  }

  /** @returns milliseconds until the next try */
  async function failed(error: unknown): Promise<number> {
    backoffMs = Math.min(backoffMs ? backoffMs * 2 : embeddingFirstBackoffMs, embeddingMaxBackoffMs)
    if (!(error instanceof AppError)) log.warn({ err: error }, 'knowledge could not be embedded')
    else {
      const { code, message: detail, retryAfter = 0 } = error
      log.warn({ model, code, detail }, 'knowledge could not be embedded')
      await recordEmbeddingError(db, form, stored(error)).catch(() => undefined)
      return Math.max(backoffMs, Math.min(retryAfter * 1000, embeddingMaxBackoffMs))
    }
    return backoffMs
  }

  async function work(): Promise<void> {
    let adopted = false
    while (!stop.signal.aborted) {
      let waitMs: number
      try {
        if (!adopted && (await adoptModel(db, form)))
          log.info({ model }, 'knowledge is to be embedded anew')
        adopted = true
        waitMs = await round()
        backoffMs = 0
      } catch (error) {
        if (stop.signal.aborted) return
        waitMs = await failed(error)
      }
      if (waitMs) await sleep(waitMs, stop.signal)
    }
  }

  const working = work()
  return () => {
    stop.abort(new Error('this worker is shutting down'))
    return working
  }
}

/** Logs how many chunks were embedded, every `PROGRESS_MS` and when all chunks are. */
function makeProgress(log: Log, model: string) {
  let chunks = 0
  let loggedAt = performance.now()
  return {
    add(more: number): void {
      chunks += more
      if (performance.now() - loggedAt < PROGRESS_MS) return
      loggedAt = performance.now()
      log.info({ model, chunks }, 'knowledge is being embedded')
    },
    end(): void {
      if (chunks) log.info({ model, chunks }, 'all knowledge is embedded')
      chunks = 0
    },
  }
}

const sleep = (ms: number, signal: AbortSignal) =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined)

/** Embeds the chunks of a batch, and finds the text that a provider fails at. */
function makeEmbedChunks(embed: (texts: string[]) => Promise<Vector[]>, model: string, log: Log) {
  /** @returns undefined if the provider works, but fails at one of these texts */
  return async function embedChunks(chunks: Unembedded[]): Promise<Embedded[] | undefined> {
    if (!chunks.length) return []
    try {
      const vectors = await embed(chunks.map(({ text }) => text))
      return chunks.map(({ id }, at) => ({ id, vector: vectors[at]! }))
    } catch (error) {
      await assertWell(error)
      return chunks.length > 1 ? undefined : [await embedBeginning(chunks[0]!)]
    }
  }

  /** Checks that the provider works. @throws the error, unless the texts caused it */
  async function assertWell(error: unknown): Promise<void> {
    if (!(error instanceof AppError && OF_TEXTS.includes(error.code))) throw error
    await embed([HARMLESS])
  }

  async function embedBeginning({ id, text }: Unembedded): Promise<Embedded> {
    for (let length = text.length >> 1; length >= SHORTEST; length >>= 1)
      try {
        const [vector] = await embed([text.slice(0, length).toWellFormed()])
        return { id, vector: vector! }
      } catch (error) {
        await assertWell(error)
      }
    log.warn(
      { chunk: id, model },
      'the model gives no vector for a chunk; it is found by its words alone',
    )
    return { id, vector: null }
  }
}
