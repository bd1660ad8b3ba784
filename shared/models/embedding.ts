import type { providerSettings } from '../lib/catalog/catalog.ts'
import { notConfigured, type Provider } from '../lib/catalog/protocols/provider.ts'
import type { Config } from '../lib/config/config.ts'
import { type Connections, onlySettings } from './connections.ts'
import { marksOf, vectorFormOf } from './embeddingMarks.ts'
import { makeExchange } from './httpExchange.ts'
import { observeCall } from './observeCall.ts'

/**
 * A model's vector for a text, scaled to length 1. So the dot product of two vectors is their
 * cosine.
 */
export type Vector = Float32Array

interface EmbedLimits {
  /** Seconds for the whole call. */
  seconds: number
  /** Aborts the call. */
  signal?: AbortSignal
  /** The id of the request that the call is for. */
  requestId?: string | undefined
}

/**
 * A model that turns texts into vectors. Texts with similar meanings get vectors that are close.
 */
export interface Embedder {
  /** `provider:model` */
  model: string
  /** The form of its vectors: see `vectorFormOf`. */
  form: string
  /**
   * Returns the texts' vectors in the order of the texts, all of one dimension. Does not retry.
   * @param as whether the texts are questions or passages, because some models expect different
   *   marks before them
   * @throws AppError model_…, or the signal's reason when it was aborted
   */
  embed(as: 'query' | 'passage', texts: readonly string[], limits: EmbedLimits): Promise<Vector[]>
}

export type EmbeddingSettings = Pick<
  Config,
  'EMBEDDING_MODEL' | 'EMBEDDING_QUERY_PREFIX' | 'EMBEDDING_PASSAGE_PREFIX'
> &
  Partial<Pick<Config, keyof typeof providerSettings>>

/** More dimensions than any model has. A vector of this size takes 64 kB. */
const MAX_DIMENSIONS = 16_384

/**
 * Makes the embedder for EMBEDDING_MODEL, which may be reached by a connection of the operator;
 * undefined: no model is set.
 */
export function makeEmbedder(
  settings: EmbeddingSettings,
  connections: Connections = onlySettings(settings),
): Embedder | undefined {
  const model = settings.EMBEDDING_MODEL
  if (!model) return undefined
  const reach = makeReach(connections, model)
  // Loads the provider's client now, so that the first question does not wait for the client.
  reach().catch(() => undefined)
  const marks = marksOf(settings)
  const observed = {
    operation: 'embeddings',
    metric: 'parley_embedding_call_duration_seconds',
    model,
  } as const
  return {
    model,
    form: vectorFormOf({ ...settings, EMBEDDING_MODEL: model }),
    embed(as, texts, { seconds, signal = new AbortController().signal, requestId }) {
      return observeCall({ ...observed, texts: texts.length, requestId }, async () => {
        const { route, makeClient } = await reach()
        const exchange = makeExchange({ signal, seconds, requestId, route })
        // Each call has its own client, so that aborting one call does not end another.
        const client = await makeClient(exchange.fetch)
        try {
          return readVectors(
            await client.embedDocuments(texts.map((text) => marks[as] + text)),
            texts.length,
          )
        } catch (error) {
          signal.throwIfAborted()
          throw exchange.explain(error)
        }
      })
    },
  }
}

/**
 * Returns a function that finds out how the model is reached. It loads the client again only after
 * a change.
 */
function makeReach(connections: Connections, name: string) {
  let latest:
    | { source: string; makeClient: ReturnType<NonNullable<Provider['embeddings']>> }
    | undefined
  return async () => {
    const { provider, access, model, route, source } = await connections.resolve(null, name)
    if (!provider.embeddings) throw notConfigured()
    if (latest?.source !== source)
      latest = { source, makeClient: provider.embeddings(access, model) }
    return { route, makeClient: latest.makeClient }
  }
}

function readVectors(rows: unknown, count: number): Vector[] {
  if (!Array.isArray(rows) || rows.length !== count) throw nonsense(`not ${count} vectors`)
  const vectors = rows.map(toVector)
  if (vectors.some((vector) => vector.length !== vectors[0]!.length))
    throw nonsense('unequal dimensions')
  return vectors
}

/**
 * Scales a model's numbers to a vector of length 1.
 * @throws Error unless this is an array of at most MAX_DIMENSIONS finite numbers that are not all
 *   zero
 */
function toVector(numbers: unknown): Vector {
  if (!Array.isArray(numbers) || numbers.length > MAX_DIMENSIONS || !numbers.every(Number.isFinite))
    throw nonsense('something that is no vector')
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
  // Divides by the largest number first, because the squares of very large or small numbers
  // overflow or vanish.
  const squares = numbers.reduce((sum, number) => sum + (number / largest) ** 2, 0)
  if (!(largest > 0)) throw nonsense('a vector without a direction')
  return Float32Array.from(numbers, (number) => number / largest / Math.sqrt(squares))
}

const nonsense = (what: string) => new Error(`the provider answered with ${what}`)
