import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { observeMs } from '../observability/metrics.ts'
import { span } from '../observability/tracing.ts'
import { makeExchange } from './httpExchange.ts'

/** A model's vector for a text, of length 1: the cosine of two is the sum of their products. */
export type Vector = Float32Array

interface EmbedLimits {
  /** Seconds for the whole call. */
  seconds: number
  /** Ends the call. */
  signal?: AbortSignal
  /** The id of the request that it is for. */
  requestId?: string | undefined
}

/** A model that gives texts vectors, of which those are close that mean the same. */
export interface Embedder {
  /** `provider:model` */
  model: string
  /**
   * The texts' vectors, in their order, all of one dimension. Retries are the caller's.
   * @throws AppError model_…, or the signal's reason when it was aborted
   */
  embed(texts: readonly string[], limits: EmbedLimits): Promise<Vector[]>
}

export type EmbeddingSettings = Pick<
  Config,
  'EMBEDDING_MODEL' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'OLLAMA_BASE_URL'
>

/** More than any model has; such a vector takes 64 kB. */
const MAX_DIMENSIONS = 16_384

/** One door to every provider of vectors, through LangChain. Anthropic has none. `undefined`: no model is set. */
export function makeEmbedder(settings: EmbeddingSettings): Embedder | undefined {
  const model = settings.EMBEDDING_MODEL
  if (!model) return undefined
  const [, provider, name] = /^(\w+):(.+)$/s.exec(model)!
  const makeClient = provider === 'ollama' ? ollama(settings, name!) : openai(settings, name!)
  return {
    model,
    embed(texts, { seconds, signal = new AbortController().signal, requestId }) {
      return observed(model, { texts: texts.length, requestId }, async () => {
        const exchange = makeExchange({ signal, seconds, requestId })
        const client = await makeClient(exchange.fetch)
        try {
          return readVectors(await client.embedDocuments([...texts]), texts.length)
        } catch (error) {
          signal.throwIfAborted()
          throw exchange.explain(error)
        }
      })
    },
  }
}

/** In metrics, and in traces by OpenTelemetry's conventions for generative AI. */
function observed<T>(
  model: string,
  { texts, requestId }: { texts: number; requestId?: string | undefined },
  call: () => Promise<T>,
): Promise<T> {
  const [provider = '', name = ''] = model.split(/:(.*)/s)
  const attributes = {
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': name,
    'parley.embedding.texts': texts,
    ...(requestId && { 'parley.request_id': requestId }),
  }
  return span(`embeddings ${name}`, { kind: 'client', attributes }, async () => {
    const started = performance.now()
    let error = ''
    try {
      return await call()
    } catch (thrown) {
      error = thrown instanceof AppError ? thrown.code : 'stopped'
      throw thrown
    } finally {
      observeMs('parley_embedding_call_duration_seconds', { model, error }, performance.now() - started)
    }
  })
}

/** Each call has a client of its own, so that what ends one call ends no other. */
type MakeClient = (
  fetch: typeof globalThis.fetch,
) => Promise<{ embedDocuments(texts: string[]): Promise<unknown> }>

/** Loaded at once, for the first question not to wait for it, and only where it is used: it takes 20 MB. */
function ollama({ OLLAMA_BASE_URL: baseUrl }: EmbeddingSettings, model: string): MakeClient {
  const loading = import('@langchain/ollama')
  return async (fetch) => {
    const { OllamaEmbeddings } = await loading
    // Of a text that is longer than the model can read, only the beginning counts.
    const fields = { model, truncate: true, maxRetries: 0, fetch }
    return new OllamaEmbeddings({ ...fields, ...(baseUrl && { baseUrl }) })
  }
}

/** The same for OpenAI and whatever speaks its protocol. */
function openai({ OPENAI_API_KEY, OPENAI_BASE_URL }: EmbeddingSettings, model: string): MakeClient {
  const loading = import('@langchain/openai')
  return async (fetch) => {
    const { OpenAIEmbeddings } = await loading
    return new OpenAIEmbeddings({
      model,
      // Compatible servers need no key, but the client insists on one.
      apiKey: OPENAI_API_KEY ?? 'none',
      // Without this the client asks for base64, and reads the numbers of servers that know none of it as such.
      encodingFormat: 'float',
      stripNewLines: false,
      maxRetries: 0,
      configuration: { baseURL: OPENAI_BASE_URL, fetch: inOrder(fetch), logLevel: 'off' },
    })
  }
}

/**
 * LangChain takes OpenAI's vectors as they come: more of them than texts, or in another order than the texts', would be
 * taken for others'.
 */
const inOrder =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (address, init) => {
    const response = await fetch(address, init)
    if (!response.ok) return response
    const { status, headers } = response
    const { data, ...rest } = (await response.json()) as { data: { index?: number }[] }
    const { input } = JSON.parse(String(init?.body)) as { input: string[] }
    const sorted = data
      .map((item, at) => ({ ...item, index: item.index ?? at }))
      .sort((a, b) => a.index - b.index)
    if (sorted.length !== input.length || sorted.some(({ index }, at) => index !== at))
      throw nonsense('another number of vectors, or not one for each text')
    return new Response(JSON.stringify({ ...rest, data: sorted }), { status, headers })
  }

function readVectors(rows: unknown, count: number): Vector[] {
  if (!Array.isArray(rows) || rows.length !== count) throw nonsense(`not ${count} vectors`)
  const vectors = rows.map(toVector)
  if (vectors.some((vector) => vector.length !== vectors[0]!.length)) throw nonsense('unequal dimensions')
  return vectors
}

/** @throws Error when it is none: another type, empty, not of finite numbers, or without a direction */
function toVector(numbers: unknown): Vector {
  if (!Array.isArray(numbers) || numbers.length > MAX_DIMENSIONS || !numbers.every(Number.isFinite))
    throw nonsense('something that is no vector')
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0)
  // Divides by the largest first: the squares of very large or small numbers would overflow.
  const squares = numbers.reduce((sum, number) => sum + (number / largest) ** 2, 0)
  if (!(largest > 0)) throw nonsense('a vector without a direction')
  return Float32Array.from(numbers, (number) => number / largest / Math.sqrt(squares))
}

const nonsense = (what: string) => new Error(`the provider answered with ${what}`)
