import { NO_RETRIES, type Provider } from './provider.ts'
import { at, bearer } from './rerankProtocol.ts'

/** Models that are known to accept no temperature. For others, a first refusal is remembered. */
const WITHOUT_TEMPERATURE = /^(o\d|gpt-5(-mini|-nano|-pro)?(-\d{4}|$))/

/** OpenAI, and every server that speaks its protocol. */
export const openai = {
  name: 'openai',
  settings: {
    OPENAI_API_KEY: { type: 'string', description: 'Key for openai: models.' },
    OPENAI_BASE_URL: {
      type: 'string',
      format: 'uri',
      description: 'Address of a server that speaks the OpenAI protocol. Unset: OpenAI.',
    },
  } as const,
  variables: { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  needs: ['key'],
  hasOthers: true,
  takesTemperature: (model) => !WITHOUT_TEMPERATURE.test(model),
  list: ({ key = NO_KEY, baseUrl = 'https://api.openai.com/v1' }) => ({
    address: at(baseUrl, '/models'),
    headers: bearer(key),
  }),
  async chat({ key: apiKey = NO_KEY, baseUrl: baseURL }, model, parameters, http) {
    const { temperature, maxOutputTokens, limitName } = parameters
    const limit = limitName
      ? { modelKwargs: { [limitName]: maxOutputTokens } }
      : { maxTokens: maxOutputTokens }
    const { openAiChat } = await import('./openAiChat.ts')
    return openAiChat({ ...NO_RETRIES, ...limit, model, temperature, apiKey, baseURL }, http)
  },
  embeddings({ key: apiKey = NO_KEY, baseUrl: baseURL }, model) {
    const loading = import('@langchain/openai')
    return async (fetch) => {
      const { OpenAIEmbeddings } = await loading
      return new OpenAIEmbeddings({
        ...NO_RETRIES,
        ...{ model, apiKey, stripNewLines: false },
        // By default the client asks for base64, and misreads the vectors of servers that send numbers anyway.
        encodingFormat: 'float',
        configuration: { baseURL, fetch: inOrder(fetch), logLevel: 'off' },
      })
    }
  },
} satisfies Provider

/** Compatible servers need no key, but the client insists on one. */
const NO_KEY = 'none'

/**
 * A `fetch` that sorts an answer's vectors by their texts. LangChain takes them as they come, so texts would
 * get wrong vectors from a server that sends them in another order.
 * @throws Error if there is not exactly one vector for each text
 */
const inOrder =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (address, init) => {
    const response = await fetch(address, init)
    if (!response.ok) return response
    const { status, headers } = response
    const { data, ...rest } = (await response.json()) as { data: { index?: number }[] }
    const { input } = JSON.parse(String(init?.body)) as { input: string[] }
    const sorted = data
      .map((item, at) => ({ ...item, index: item.index ?? at }))
      .sort((a, b) => a.index - b.index)
    if (sorted.length !== input.length || sorted.some(({ index }, at) => index !== at))
      throw new Error('the provider answered with another number of vectors, or not one for each text')
    return new Response(JSON.stringify({ ...rest, data: sorted }), { status, headers })
  }
