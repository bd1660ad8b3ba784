import { at, type Provider } from '../protocols/provider.ts'
import { cohereProtocol } from '../protocols/rerankProtocol.ts'

/** Jina's rerankers, and every server with the same /rerank, such as vLLM and llama.cpp. */
export const jina = {
  name: 'jina',
  settings: {
    JINA_API_KEY: { type: 'string', description: 'Key for jina:… rerankers.' },
    JINA_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks Jina's protocol, such as vLLM or llama.cpp, without /rerank. Unset: Jina.",
    },
  } as const,
  variables: { key: 'JINA_API_KEY', baseUrl: 'JINA_BASE_URL' },
  needs: ['key'],
  hasOthers: true,
  rerank: ({ key, baseUrl = 'https://api.jina.ai/v1' }, model) =>
    cohereProtocol(at(baseUrl, '/rerank'), key, model),
} satisfies Provider
