import {
  ChatOpenAI,
  ChatOpenAICompletions,
  type ChatOpenAIFields,
  type OpenAIClient,
} from '@langchain/openai'
import type { CallHttp } from './provider.ts'

interface Options {
  model: string
  apiKey: string
  /** The address of a compatible server; undefined: OpenAI. */
  baseURL: string | undefined
  temperature: number | undefined
  maxTokens?: number | undefined
  /** Further fields of the request's body. */
  modelKwargs?: Record<string, unknown>
  maxRetries: number
}

/**
 * Makes a model that speaks OpenAI's protocol. Streamed replies are read with OpenAI's own
 * client. Whole replies bypass it: building, describing and wrapping each request takes 14 % of a
 * worker's time there (decision 29).
 * @param exchange returns the exchange of the call that the model is used for
 */
export function openAiChat({ baseURL, ...options }: Options, exchange: () => CallHttp): ChatOpenAI {
  const fetch: CallHttp['fetch'] = async (address, init) => asPieces(await exchange().fetch(address, init))
  // The client logs to the console, with any piece that it cannot parse.
  const configuration = { baseURL, fetch, logLevel: 'off' as const }
  const fields = { ...options, configuration } as ChatOpenAIFields
  return new ChatOpenAI({ ...fields, completions: new Completions(fields, exchange) })
}

type Streaming = OpenAIClient.Chat.ChatCompletionCreateParamsStreaming
type Whole = OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming
type WholeCompletion = OpenAIClient.Chat.Completions.ChatCompletion
type CompletionChunk = OpenAIClient.Chat.Completions.ChatCompletionChunk
type Pieces = AsyncIterable<CompletionChunk>
type RequestOptions = OpenAIClient.RequestOptions

class Completions extends ChatOpenAICompletions {
  #exchange: () => CallHttp
  /** The client's address and headers, which are the same for every request. */
  #how: { url: string; headers: Record<string, string> } | undefined

  constructor(fields: ChatOpenAIFields, exchange: () => CallHttp) {
    super(fields)
    this.#exchange = exchange
  }

  override completionWithRetry(request: Streaming, options?: RequestOptions): Promise<Pieces>
  override completionWithRetry(request: Whole, options?: RequestOptions): Promise<WholeCompletion>
  override completionWithRetry(
    request: Streaming | Whole,
    options?: RequestOptions,
  ): Promise<Pieces | WholeCompletion> {
    return request.stream ? this.#pieces(request, options) : this.#whole(request)
  }

  async #pieces(request: Streaming, options?: RequestOptions): Promise<Pieces> {
    return withRefusals(await super.completionWithRetry(request, options))
  }

  async #whole(request: Whole): Promise<WholeCompletion> {
    this.#how ??= await this.#askClient()
    const { url, headers } = this.#how
    const reply = (await this.#exchange().post(url, headers, request)) as WholeCompletion
    for (const choice of reply.choices ?? []) {
      const { refusal, content } = choice.message ?? {}
      if (refusal && !content)
        Object.assign(choice, { finish_reason: REFUSED, message: { ...choice.message, content: refusal } })
    }
    return reply
  }

  async #askClient() {
    // This creates `this.client`.
    this._getClientOptions(undefined)
    const { url, req } = await this.client.buildRequest({
      method: 'post',
      path: '/chat/completions',
      body: {},
    })
    return { url, headers: Object.fromEntries(req.headers as Headers) }
  }
}

/** Some servers ignore `stream` and send the whole reply. Turns it into a stream with one piece. */
async function asPieces(response: Response): Promise<Response> {
  if (!response.ok || !response.headers.get('content-type')?.startsWith('application/json')) return response
  const reply = (await response.json()) as Partial<WholeCompletion>
  const choices = reply.choices?.map(({ message, finish_reason, ...choice }) => ({
    ...choice,
    ...{ finish_reason: finish_reason ?? 'stop', delta: message },
  }))
  const events = `data: ${JSON.stringify({ ...reply, choices })}\n\ndata: [DONE]\n\n`
  return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
}

const REFUSED = 'content_filter'

/**
 * A model's refusal comes in the field `refusal`, which LangChain does not read. Makes it
 * the reply's content.
 */
async function* withRefusals(pieces: Pieces): AsyncGenerator<CompletionChunk, void, undefined> {
  let isRefused = false
  for await (const piece of pieces) {
    for (const choice of piece.choices ?? []) {
      const { refusal, content } = choice.delta ?? {}
      isRefused ||= !!refusal
      if (refusal && !content) choice.delta.content = refusal
      if (isRefused && choice.finish_reason) choice.finish_reason = REFUSED
    }
    yield piece
  }
}
