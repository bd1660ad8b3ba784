import type { providerSettings } from '../lib/catalog/catalog.ts'
import { notConfigured } from '../lib/catalog/protocols/provider.ts'
import type { Config } from '../lib/config/config.ts'
import { type Connections, onlySettings } from './connections.ts'
import { makeExchange } from './httpExchange.ts'
import { observeCall } from './observeCall.ts'
import { tokenCount } from './prices.ts'

/**
 * The most bytes of an answer. 30 indexes and scores take 2 kB; some servers also send the texts
 * back, which take 200 kB.
 */
const MAX_BYTES = 1024 * 1024

interface RerankLimits {
  /** Seconds for the whole call. */
  seconds: number
  /** Aborts the call. */
  signal?: AbortSignal | undefined
  /** The id of the request that the call is for. */
  requestId?: string | undefined
}

export interface RerankScores {
  /** How well each text answers the question, 0 to 1, in the order of the texts. */
  scores: number[]
  /** The provider's count of tokens; null: the provider sends no count. */
  tokens: number | null
}

/** A model that scores texts by how well they answer a question. */
export interface Reranker {
  /** `provider:model` */
  model: string
  /**
   * Scores the texts. Does not retry.
   * @throws AppError model_…, or the signal's reason when it was aborted
   */
  rerank(question: string, texts: readonly string[], limits: RerankLimits): Promise<RerankScores>
}

export type RerankSettings = Pick<Config, 'RERANK_MODEL' | keyof typeof providerSettings>

/**
 * Makes the reranker for RERANK_MODEL, which may be reached by a connection of the operator;
 * undefined: no model is set.
 */
export function makeReranker(
  settings: RerankSettings,
  connections: Connections = onlySettings(settings),
): Reranker | undefined {
  const model = settings.RERANK_MODEL
  if (!model) return undefined
  const observed = {
    operation: 'rerank',
    metric: 'parley_rerank_call_duration_seconds',
    model,
  } as const
  return {
    model,
    rerank(question, texts, { seconds, signal = new AbortController().signal, requestId }) {
      return observeCall({ ...observed, texts: texts.length, requestId }, async () => {
        const { provider, access, model: name, route } = await connections.resolve(null, model)
        if (!provider.rerank) throw notConfigured()
        const { address, headers, body, read } = provider.rerank(access, name)
        const sent = { 'content-type': 'application/json', ...headers }
        const exchange = makeExchange({ signal, seconds, requestId, route, maxBytes: MAX_BYTES })
        try {
          const answer = await exchange.post(address, sent, body(question, texts))
          const { rows, score, tokens } = read(answer)
          return {
            scores: scoresIn(rows, score, texts.length),
            tokens: tokens === 0 ? 0 : (tokenCount(tokens) ?? null),
          }
        } catch (error) {
          signal.throwIfAborted()
          throw exchange.explain(error)
        }
      })
    },
  }
}

/**
 * Returns the scores in the order of the texts.
 * @throws Error unless there is exactly one finite score for each text
 */
function scoresIn(rows: unknown, name: 'score' | 'relevance_score', count: number): number[] {
  if (!Array.isArray(rows) || rows.length !== count) throw nonsense(`not ${count} scores`)
  const scores = Array<number>(count).fill(Number.NaN)
  for (const row of rows) {
    const { index, [name]: score } = Object(row)
    if (!Number.isInteger(index) || !(index in scores)) throw nonsense('the index of no text')
    if (!Number.isNaN(scores[index])) throw nonsense('two scores for one text')
    if (!Number.isFinite(score)) throw nonsense('something that is no score')
    scores[index] = score
  }
  // Some servers send the model's raw scores, which have no bounds. The logistic function maps them
  // to 0 to 1 and keeps their order.
  return scores.every((score) => score >= 0 && score <= 1) ? scores : scores.map(logistic)
}

const logistic = (score: number) => 1 / (1 + Math.exp(-score))

const nonsense = (what: string) => new Error(`the provider answered with ${what}`)
