import { at, fetchOf, inPath, NO_RETRIES, type Provider } from './protocols/provider.ts'

const ADDRESS = 'https://generativelanguage.googleapis.com'
const headersOf = (key = '') => ({ 'x-goog-api-key': key })

/** The most texts in one call for vectors. */
const MAX_TEXTS = 100

/** Google's Gemini, by the API for developers. */
export const gemini = {
  name: 'gemini',
  settings: {
    GEMINI_API_KEY: { type: 'string', description: 'Key for gemini:… models.' },
    GEMINI_BASE_URL: {
      type: 'string',
      format: 'uri',
      description:
        "Address of a server that speaks Gemini's protocol, without /v1beta. Unset: Google.",
    },
  } as const,
  variables: { key: 'GEMINI_API_KEY', baseUrl: 'GEMINI_BASE_URL' },
  needs: ['key'],
  hasOthers: true,
  smallModel: 'gemini-2.5-flash-lite',
  imageTypes: ['image/png', 'image/jpeg', 'image/webp'],
  list: ({ key, baseUrl = ADDRESS }) => ({
    address: at(baseUrl, '/v1beta/models?pageSize=1000'),
    headers: headersOf(key),
  }),
  async chat({ key, baseUrl = ADDRESS }, model, { temperature, maxOutputTokens }, http) {
    const { geminiChat } = await import('./protocols/geminiChat.ts')
    const fields = { ...NO_RETRIES, model, temperature, maxOutputTokens }
    return geminiChat(fields, baseUrl, headersOf(key), fetchOf(http))
  },
  /** Calls Gemini's API directly, because LangChain's clients for its vectors take no `fetch`. */
  embeddings: ({ key, baseUrl = ADDRESS }, model) => {
    const address = at(baseUrl, `/v1beta/models/${inPath(model)}:batchEmbedContents`)
    const headers = { 'content-type': 'application/json', ...headersOf(key) }
    return async (fetch) => ({
      async embedDocuments(texts) {
        const vectors: unknown[] = []
        for (let at = 0; at < texts.length; at += MAX_TEXTS) {
          const requests = texts
            .slice(at, at + MAX_TEXTS)
            .map((text) => ({ model: `models/${model}`, content: { parts: [{ text }] } }))
          const response = await fetch(address, {
            method: 'POST',
            headers,
            body: JSON.stringify({ requests }),
          })
          const { embeddings } = (await response.json()) as { embeddings: { values: unknown }[] }
          vectors.push(...embeddings.map(({ values }) => values))
        }
        return vectors
      },
    })
  },
} satisfies Provider
