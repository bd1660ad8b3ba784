import { fetchOf, NO_RETRIES, openChat, type Provider } from './provider.ts'

interface OllamaSettings {
  OLLAMA_BASE_URL?: string
  MODEL_CONTEXT_TOKENS?: number
}

/** Its own default, often 4,096, cuts longer prompts without a word. More takes more of its memory. */
const CONTEXT_TOKENS = 16_384

export const ollama = {
  name: 'ollama',
  settings: {
    OLLAMA_BASE_URL: { type: 'string', format: 'uri', description: 'Address of an Ollama server.' },
  } as const,
  prices: {},
  isFree: true,
  list({ OLLAMA_BASE_URL = 'http://127.0.0.1:11434' }: OllamaSettings) {
    const address = `${OLLAMA_BASE_URL.replace(/\/$/, '')}/api/tags`
    return { address, headers: {}, key: 'OLLAMA_BASE_URL' }
  },
  contextTokens: CONTEXT_TOKENS,
  chat(settings: OllamaSettings, model, { temperature, maxOutputTokens }, http) {
    const { OLLAMA_BASE_URL: baseUrl, MODEL_CONTEXT_TOKENS: numCtx = CONTEXT_TOKENS } = settings
    const fields = { baseUrl, numCtx, temperature, numPredict: maxOutputTokens, fetch: fetchOf(http) }
    return openChat('ollama', model, fields)
  },
  embeddings({ OLLAMA_BASE_URL: baseUrl }: OllamaSettings, model) {
    // Starts to load now, so that the first question does not wait, and only where it is used: it takes 20 MB.
    const loading = import('@langchain/ollama')
    return async (fetch) => {
      const { OllamaEmbeddings } = await loading
      // The server cuts a text that is longer than the model can read.
      const fields = { ...NO_RETRIES, model, truncate: true, fetch }
      return new OllamaEmbeddings({ ...fields, ...(baseUrl && { baseUrl }) })
    }
  },
} satisfies Provider
