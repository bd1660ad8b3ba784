import type { Provider } from './provider.ts'
import { at, cohereProtocol } from './rerankProtocol.ts'

interface JinaSettings {
  JINA_API_KEY?: string
  JINA_BASE_URL?: string
}

/** Jina's rerankers, and every server with the same /rerank, such as vLLM and llama.cpp. */
export const jina = {
  name: 'jina',
  settings: {
    JINA_API_KEY: { type: 'string', description: 'Key for jina: rerankers.' },
    JINA_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks Jina's protocol, such as vLLM or llama.cpp, without /rerank. Unset: Jina.",
    },
  } as const,
  prices: {},
  problem: ({ JINA_API_KEY, JINA_BASE_URL }: JinaSettings, wanted) =>
    JINA_API_KEY || JINA_BASE_URL
      ? undefined
      : `JINA_API_KEY is required for ${wanted} jina:… (or JINA_BASE_URL for your own server).`,
  rerank: ({ JINA_API_KEY, JINA_BASE_URL = 'https://api.jina.ai/v1' }: JinaSettings, model) =>
    cohereProtocol(at(JINA_BASE_URL, '/rerank'), JINA_API_KEY, model),
} satisfies Provider
