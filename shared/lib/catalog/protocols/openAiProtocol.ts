import { configurationOf, type OpenAiServer } from './openAiServer.ts'
import { type Access, at, bearer, NO_KEY, NO_RETRIES, type Provider } from './provider.ts'

/** A provider's differences from OpenAI. */
interface Dialect {
  server: (access: Access, model: string) => OpenAiServer
  /** Whether a model is called by the Responses API. Default: no model is. */
  responds?: (access: Access, model: string) => boolean
  /** Whether a stream reports its tokens only if `stream_options` asks for them. Default: true. */
  isUsageAsked?: boolean
  /**
   * Whether each message with tool calls must have the model's thoughts, if only as an empty text.
   * Default: false.
   */
  echoesThoughts?: boolean
}

type Protocol = Required<Pick<Provider, 'list' | 'chat' | 'embeddings'>>

/** Makes the functions of a provider that speaks OpenAI's protocol. */
export function openAiProtocol({
  server,
  responds,
  isUsageAsked = true,
  echoesThoughts = false,
}: Dialect): Protocol {
  return {
    list(access) {
      const { address, headers, query = '' } = server(access, '')
      return { address: `${at(address, '/models')}${query}`, headers }
    },
    async chat(access, model, parameters, http) {
      const { temperature, maxOutputTokens, limitName, takesStreamOptions } = parameters
      const place = server(access, model)
      const options = { ...NO_RETRIES, model, temperature, apiKey: NO_KEY }
      if (responds?.(access, model)) {
        const { openAiResponses } = await import('./openAiResponses.ts')
        return openAiResponses({ ...options, maxTokens: maxOutputTokens }, place, http)
      }
      const limit = limitName
        ? { modelKwargs: { [limitName]: maxOutputTokens } }
        : { maxTokens: maxOutputTokens }
      const { openAiChat } = await import('./openAiChat.ts')
      const streamUsage = isUsageAsked && takesStreamOptions
      return openAiChat({ ...options, ...limit, streamUsage, echoesThoughts }, place, http)
    },
    embeddings(access, model) {
      const place = server(access, model)
      // Starts to load now, so that the first question does not wait. Loads only where it is used,
      // because the package takes 20 MB.
      const loading = import('@langchain/openai')
      return async (fetch) => {
        const { OpenAIEmbeddings } = await loading
        return new OpenAIEmbeddings({
          ...NO_RETRIES,
          model,
          apiKey: NO_KEY,
          stripNewLines: false,
          // By default the client asks for base64, and misreads the vectors of servers that send
          // numbers anyway.
          encodingFormat: 'float',
          configuration: configurationOf(place, inOrder(fetch)),
        })
      }
    },
  }
}

/** Returns a provider's server at its usual address, with the key as a bearer token. */
export const usualServer =
  (address: string): Dialect['server'] =>
  ({ baseUrl = address, key }) => ({ address: baseUrl, headers: bearer(key) })

/**
 * Models that only the Responses API offers. LangChain recognizes only three of them, and the names
 * with `codex`.
 */
const OF_RESPONSES = /codex|deep-research|computer-use|^(o\d|gpt-[\d.]{1,5})-pro/
export const needsResponses = (_: Access, model: string) => OF_RESPONSES.test(model)

/**
 * Makes a `fetch` that sorts an answer's vectors by their texts. LangChain keeps the server's
 * order, so texts would get wrong vectors if a server sends them in another order.
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
      throw new Error(
        'the provider answered with another number of vectors, or not one for each text',
      )
    return new Response(JSON.stringify({ ...rest, data: sorted }), { status, headers })
  }
