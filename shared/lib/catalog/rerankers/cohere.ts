import { at, type Provider } from '../protocols/provider.ts'
import { cohereProtocol } from '../protocols/rerankProtocol.ts'

/** Cohere's rerankers, by the second version of its protocol. Cohere bills searches, not tokens. */
export const cohere = {
  name: 'cohere',
  settings: {
    COHERE_API_KEY: { type: 'string', description: 'Key for cohere:… rerankers.' },
    COHERE_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks Cohere's protocol, without /v2/rerank. Unset: Cohere.",
    },
  } as const,
  variables: { key: 'COHERE_API_KEY', baseUrl: 'COHERE_BASE_URL' },
  needs: ['key'],
  hasOthers: true,
  rerank: ({ key, baseUrl = 'https://api.cohere.com' }, model) =>
    cohereProtocol(at(baseUrl, '/v2/rerank'), key, model),
} satisfies Provider
