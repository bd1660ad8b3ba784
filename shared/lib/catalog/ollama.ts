import { at, fetchOf, NO_RETRIES, openChat, type Provider } from './protocols/provider.ts'

const ADDRESS = 'http://127.0.0.1:11434'

/**
 * The context that Ollama is asked to allocate. Its own default, often 4,096, truncates longer
 * prompts silently; a larger context takes more of its memory.
 */
const CONTEXT_TOKENS = 16_384

export const ollama = {
  name: 'ollama',
  settings: {
    OLLAMA_BASE_URL: {
      type: 'string',
      format: 'uri',
      matters: true,
      description: `Address of an Ollama server, for ollama:… models. Unset: ${ADDRESS}.`,
    },
  } as const,
  isFree: true,
  imageTypes: ['image/png', 'image/jpeg'],
  variables: { baseUrl: 'OLLAMA_BASE_URL', contextTokens: 'MODEL_CONTEXT_TOKENS' },
  list: ({ baseUrl = ADDRESS }) => ({ address: at(baseUrl, '/api/tags'), headers: {} }),
  contextTokens: CONTEXT_TOKENS,
  chat(access, model, { temperature, maxOutputTokens }, http) {
    const { baseUrl = ADDRESS, contextTokens: numCtx = CONTEXT_TOKENS } = access
    const fields = {
      baseUrl,
      numCtx,
      temperature,
      numPredict: maxOutputTokens,
      fetch: fetchOf(http),
    }
    return openChat('ollama', model, fields)
  },
  embeddings({ baseUrl = ADDRESS }, model) {
    // Starts to load now, so that the first question does not wait. Loads only where it is used,
    // because the package takes 20 MB.
    const loading = import('@langchain/ollama')
    return async (fetch) => {
      const { OllamaEmbeddings } = await loading
      // The server truncates texts that are longer than the model can read.
      return new OllamaEmbeddings({ ...NO_RETRIES, model, baseUrl, truncate: true, fetch })
    }
  },
} satisfies Provider
