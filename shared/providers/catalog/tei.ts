import type { Provider } from './provider.ts'
import { at, bearer } from './rerankProtocol.ts'

interface TeiSettings {
  TEI_API_KEY?: string
  TEI_BASE_URL?: string
}

/** A reranker in Hugging Face's Text Embeddings Inference. A server has one model, which it knows by itself. */
export const tei = {
  name: 'tei',
  settings: {
    TEI_BASE_URL: {
      type: 'string',
      format: 'uri',
      description: 'Address of a server of Text Embeddings Inference with a reranker, without /rerank.',
    },
    TEI_API_KEY: { type: 'string', description: 'Key of that server, if it was started with one.' },
  } as const,
  prices: {},
  isFree: true,
  problem: ({ TEI_BASE_URL }: TeiSettings, wanted) =>
    TEI_BASE_URL ? undefined : `TEI_BASE_URL is required for ${wanted} tei:….`,
  rerank: ({ TEI_API_KEY, TEI_BASE_URL = '' }: TeiSettings) => ({
    address: at(TEI_BASE_URL, '/rerank'),
    headers: bearer(TEI_API_KEY),
    // Without `truncate`, a text that is longer than the model can read fails the whole call.
    body: (query, texts) => ({ query, texts, truncate: true }),
    read: (answer) => ({ rows: answer, score: 'score', tokens: undefined }),
  }),
} satisfies Provider
