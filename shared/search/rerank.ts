import type { Config } from '../lib/config/config.ts'
import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/observability/log.ts'
import type { RerankCall } from '../lib/rerankCall.ts'
import type { Breakers } from '../models/circuitBreaker.ts'
import type { Connections } from '../models/connections.ts'
import { costOf } from '../models/prices.ts'
import { makeReranker } from '../models/reranking.ts'
import { isPair, type Passage, type Rerank } from './retrieval.ts'

/**
 * The most characters of a question and of each text that the model gets. Most rerankers read 512
 * tokens of both together, and a chunk has at most 1,500 characters.
 */
export const RERANK_CHARACTERS = 2_000

/** The question and request of a search, and where to record the call. */
export interface RerankAsked {
  requestId?: string | undefined
  signal?: AbortSignal | undefined
  note: (call: RerankCall) => void
}

/** Makes the `rerank` of one search; undefined: no RERANK_MODEL is set. */
export type MakeRerank = (asked: RerankAsked) => Rerank | undefined

interface RerankDeps {
  config: Config
  log: Log
  breakers: Breakers
  connections: Connections
}

/**
 * Makes the functions that reorder the passages of a search by RERANK_MODEL. If the model is too
 * slow or fails, passages keep their order. A model whose breaker is open is not called.
 */
export function makeReranking({ config, log, breakers, connections }: RerankDeps): MakeRerank {
  const reranker = makeReranker(config, connections)
  if (!reranker) return () => undefined
  const { model } = reranker
  const seconds = config.RERANK_TIMEOUT_SECONDS
  return ({ requestId, signal, note }) =>
    async (question, passages) => {
      const started = performance.now()
      const noteCall = (outcome: Pick<RerankCall, 'error' | 'tokens' | 'cost_usd'>) =>
        note({ model, passages: passages.length, ms: performance.now() - started, ...outcome })
      try {
        const watch = breakers.admit(`rerank ${model}`)
        const limits = { seconds, requestId, signal }
        const { scores, tokens } = await watch(
          reranker.rerank(cut(question), passages.map(textOf), limits),
        )
        noteCall({ error: null, tokens, cost_usd: priceOfTokens(tokens) })
        return passages
          .map((passage, at) => ({ ...passage, score: scores[at]! }))
          .sort((left, right) => right.score - left.score)
      } catch (error) {
        signal?.throwIfAborted()
        const code = error instanceof AppError ? error.code : 'unexpected'
        noteCall({ error: code, tokens: null, cost_usd: null })
        const why = error instanceof AppError ? { code, detail: error.message } : { err: error }
        log.warn(
          { model, request_id: requestId, ...why },
          'passages keep their order, without the rerank model',
        )
        return [...passages]
      }
    }

  function priceOfTokens(tokens: number | null): number | null {
    // A free provider needs no token count.
    const cost = costOf(model, { input_tokens: tokens ?? 0, output_tokens: 0 }, config.LLM_PRICES)
    return tokens === null && cost !== 0 ? null : cost
  }
}

const cut = (text: string) => text.slice(0, RERANK_CHARACTERS).toWellFormed()

/**
 * Returns the text for the model. A pair's text contains its question. Other texts may not name
 * their subject without title and headings.
 */
const textOf = (passage: Passage): string => {
  const { title, heading, text, found = text } = passage
  return cut(isPair(passage) ? found : [title, heading, found].filter(Boolean).join('\n'))
}
