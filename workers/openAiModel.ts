import {
  ChatOpenAI,
  ChatOpenAICompletions,
  type ChatOpenAIFields,
  type OpenAIClient,
} from '@langchain/openai'
import type { Exchange } from '../shared/exchange.ts'

interface Options {
  model: string
  apiKey: string
  /** Of a compatible server. */
  baseURL: string | undefined
  temperature: number | undefined
  maxTokens: number | undefined
  maxRetries: number
}

/**
 * A model that speaks OpenAI's protocol. A reply that is wanted whole is asked for without OpenAI's own client, which builds,
 * describes and wraps a request for as long as all else of the call takes (decision 29); pieces are read with it.
 * @param exchange that of the call which the model is used for
 */
export function openAiModel({ baseURL, ...options }: Options, exchange: () => Exchange): ChatOpenAI {
  const fetch: Exchange['fetch'] = (address, init) => exchange().fetch(address, init)
  const fields = { ...options, configuration: { baseURL, fetch } } as ChatOpenAIFields
  return new ChatOpenAI({ ...fields, completions: new Completions(fields, exchange) })
}

type Streaming = OpenAIClient.Chat.ChatCompletionCreateParamsStreaming
type Whole = OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming
type Reply = OpenAIClient.Chat.Completions.ChatCompletion
type Pieces = AsyncIterable<OpenAIClient.Chat.Completions.ChatCompletionChunk>
type RequestOptions = OpenAIClient.RequestOptions

class Completions extends ChatOpenAICompletions {
  #exchange: () => Exchange

  constructor(fields: ChatOpenAIFields, exchange: () => Exchange) {
    super(fields)
    this.#exchange = exchange
  }

  override completionWithRetry(request: Streaming, options?: RequestOptions): Promise<Pieces>
  override completionWithRetry(request: Whole, options?: RequestOptions): Promise<Reply>
  override completionWithRetry(
    request: Streaming | Whole,
    options?: RequestOptions,
  ): Promise<Pieces | Reply> {
    if (request.stream) return super.completionWithRetry(request, options)
    // Makes the client, which knows where to ask, and as whom.
    this._getClientOptions(options)
    const { baseURL, apiKey, organization, project } = this.client
    return this.#exchange().post(
      `${baseURL.replace(/\/+$/, '')}/chat/completions`,
      {
        authorization: `Bearer ${apiKey}`,
        'user-agent': 'Parley',
        ...(organization && { 'openai-organization': organization }),
        ...(project && { 'openai-project': project }),
      },
      request,
    ) as Promise<Reply>
  }
}
