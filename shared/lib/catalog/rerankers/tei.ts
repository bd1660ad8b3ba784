import { at, bearer, type Provider } from '../protocols/provider.ts'

/**
 * A reranker in Hugging Face's Text Embeddings Inference. A server runs a single model, so requests
 * do not name it.
 */
export const tei = {
  name: 'tei',
  settings: {
    TEI_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        'Address of a server of Text Embeddings Inference with a reranker, without /rerank.',
    },
    TEI_API_KEY: {
      type: 'string',
      description: 'Key of the server at TEI_BASE_URL, if the server was started with a key.',
    },
  } as const,
  isFree: true,
  variables: { key: 'TEI_API_KEY', baseUrl: 'TEI_BASE_URL' },
  needs: ['baseUrl'],
  rerank: ({ key, baseUrl = '' }) => ({
    address: at(baseUrl, '/rerank'),
    headers: bearer(key),
    // Without `truncate`, a text that is longer than the model can read fails the whole call.
    body: (query, texts) => ({ query, texts, truncate: true }),
    read: (answer) => ({ rows: answer, score: 'score', tokens: undefined }),
  }),
} satisfies Provider
