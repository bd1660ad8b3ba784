import { bearer, type RerankProtocol } from './provider.ts'

interface CohereAnswer {
  results?: unknown
  usage?: { total_tokens?: unknown }
}

/** Cohere's protocol, which Jina, vLLM, llama.cpp and others speak, too. */
export function cohereProtocol(
  address: string,
  key: string | undefined,
  model: string,
): RerankProtocol {
  return {
    address,
    headers: bearer(key),
    body: (query, documents) => ({ model, query, documents, top_n: documents.length }),
    read(answer) {
      const { results, usage } = answer as CohereAnswer
      return { rows: results, score: 'relevance_score', tokens: usage?.total_tokens }
    },
  }
}
