import type { Provider } from './provider.ts'
import { at, cohereProtocol } from './rerankProtocol.ts'

interface CohereSettings {
  COHERE_API_KEY?: string
  COHERE_BASE_URL?: string
}

/** Cohere's rerankers, by the second version of its protocol. Cohere bills searches, not tokens. */
export const cohere = {
  name: 'cohere',
  settings: {
    COHERE_API_KEY: { type: 'string', description: 'Key for cohere: rerankers.' },
    COHERE_BASE_URL: {
      type: 'string',
      format: 'uri',
      description: "Address of a server that speaks Cohere's protocol, without /v2/rerank. Unset: Cohere.",
    },
  } as const,
  prices: {},
  problem: ({ COHERE_API_KEY, COHERE_BASE_URL }: CohereSettings, wanted) =>
    COHERE_API_KEY || COHERE_BASE_URL
      ? undefined
      : `COHERE_API_KEY is required for ${wanted} cohere:… (or COHERE_BASE_URL for your own server).`,
  rerank: ({ COHERE_API_KEY, COHERE_BASE_URL = 'https://api.cohere.com' }: CohereSettings, model) =>
    cohereProtocol(at(COHERE_BASE_URL, '/v2/rerank'), COHERE_API_KEY, model),
} satisfies Provider
