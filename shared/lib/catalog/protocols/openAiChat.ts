import type { BaseMessage } from '@langchain/core/messages'
import { ChatOpenAICompletions, type ChatOpenAIFields, type OpenAIClient } from '@langchain/openai'
import { type CallPiece, keepingCalls } from './callPieces.ts'
import { configurationOf, headersOf, type OpenAiServer } from './openAiServer.ts'
import { at, type CallHttp } from './provider.ts'
import { readingLines } from './streamLines.ts'

interface ChatOptions {
  model: string
  apiKey: string
  temperature: number | undefined
  maxTokens?: number | undefined
  /** Further fields of the request's body. */
  modelKwargs?: Record<string, unknown>
  /** Whether to request the token count of a streamed reply. */
  streamUsage: boolean
  /** Whether the model wants its thoughts back with its calls. */
  echoesThoughts: boolean
  maxRetries: number
}

/**
 * Makes a model that speaks OpenAI's protocol of chat completions. Streamed replies are read with
 * OpenAI's own client. Whole replies bypass this client, which spends 14 % of a worker's time on
 * building and wrapping requests (decision 29).
 * @param http returns the HTTP of the call that the model is used for
 */
export function openAiChat(
  { echoesThoughts, ...options }: ChatOptions,
  server: OpenAiServer,
  http: () => CallHttp,
): ChatOpenAICompletions {
  const stream: StreamState = { isDone: false }
  const fetch: CallHttp['fetch'] = async (address, init) => {
    stream.isDone = false
    return watched(await asPieces(await http().fetch(address, init)), stream)
  }
  const fields = { ...options, configuration: configurationOf(server, fetch) } as ChatOpenAIFields
  return keepingCalls(new Completions(fields, server, http, stream, echoesThoughts), readCalls)
}

/** The stream of a client's current call. */
interface StreamState {
  /** Whether `[DONE]` has come, which OpenAI's client reads without reporting it. */
  isDone: boolean
}

type Streaming = OpenAIClient.Chat.ChatCompletionCreateParamsStreaming
type Whole = OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming
type WholeCompletion = OpenAIClient.Chat.Completions.ChatCompletion
type CompletionChunk = OpenAIClient.Chat.Completions.ChatCompletionChunk
type Pieces = AsyncIterable<CompletionChunk>
type RequestOptions = OpenAIClient.RequestOptions
type ChatMessage = OpenAIClient.Chat.ChatCompletionMessageParam

class Completions extends ChatOpenAICompletions {
  #http: () => CallHttp
  #url: string
  #headers: Record<string, string>
  #stream: StreamState
  #echoesThoughts: boolean
  /** The messages of the current call. */
  #messages: readonly BaseMessage[] = []

  constructor(
    fields: ChatOpenAIFields,
    server: OpenAiServer,
    http: () => CallHttp,
    stream: StreamState,
    echoesThoughts: boolean,
  ) {
    super(fields)
    this.#echoesThoughts = echoesThoughts
    this.#http = http
    this.#stream = stream
    this.#url = `${at(server.address, '/chat/completions')}${server.query ?? ''}`
    this.#headers = headersOf(server)
  }

  override _generate(...asked: Parameters<ChatOpenAICompletions['_generate']>) {
    this.#messages = asked[0]
    return super._generate(...asked)
  }

  override _streamResponseChunks(
    ...asked: Parameters<ChatOpenAICompletions['_streamResponseChunks']>
  ) {
    this.#messages = asked[0]
    return super._streamResponseChunks(...asked)
  }

  override completionWithRetry(request: Streaming, options?: RequestOptions): Promise<Pieces>
  override completionWithRetry(request: Whole, options?: RequestOptions): Promise<WholeCompletion>
  override completionWithRetry(
    request: Streaming | Whole,
    options?: RequestOptions,
  ): Promise<Pieces | WholeCompletion> {
    const messages = request.messages.map((message, at) => this.#sent(message, this.#messages[at]))
    return request.stream
      ? this.#pieces({ ...request, messages }, options)
      : this.#whole({ ...request, messages })
  }

  /** Mends a message of LangChain's for servers that refuse unknown fields, or miss some. */
  #sent(message: ChatMessage, original: BaseMessage | undefined): ChatMessage {
    if (message.role === 'tool') {
      const { role, tool_call_id, content } = message
      return { role, tool_call_id, content }
    }
    if (!this.#echoesThoughts || message.role !== 'assistant' || !message.tool_calls) return message
    const { reasoning_content = '' } = original?.additional_kwargs ?? {}
    return { ...message, reasoning_content } as ChatMessage
  }

  async #pieces(request: Streaming, options?: RequestOptions): Promise<Pieces> {
    const pieces = await super.completionWithRetry(request, options)
    return withReason(withRefusals(pieces), this.#stream)
  }

  async #whole(request: Whole): Promise<WholeCompletion> {
    const reply = (await this.#http().post(this.#url, this.#headers, request)) as WholeCompletion
    setCached(reply)
    for (const choice of reply.choices ?? []) {
      const { refusal, content } = choice.message ?? {}
      setThoughts(choice.message)
      if (refusal && !content)
        Object.assign(choice, {
          finish_reason: REFUSED,
          message: { ...choice.message, content: refusal },
        })
      else if (Array.isArray(content)) choice.message.content = textOf(content)
    }
    return reply
  }
}

/** Turns a whole reply into a stream with one piece, because some servers ignore `stream`. */
async function asPieces(response: Response): Promise<Response> {
  if (!response.ok || !response.headers.get('content-type')?.startsWith('application/json'))
    return response
  const reply = (await response.json()) as Partial<WholeCompletion>
  const choices = reply.choices?.map(({ message, finish_reason, ...choice }) => ({
    ...choice,
    finish_reason: finish_reason ?? 'stop',
    delta: message && { ...message, ...numbered(message) },
  }))
  const events = `data: ${JSON.stringify({ ...reply, choices })}\n\ndata: [DONE]\n\n`
  return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
}

/** Numbers the tool calls of a whole reply, as those of a stream are. */
const numbered = ({ tool_calls: calls }: WholeCompletion['choices'][number]['message']) =>
  Array.isArray(calls) && { tool_calls: calls.map((call, index) => ({ ...call, index })) }

/** Reads along whether a stream comes to `[DONE]`. */
function watched(response: Response, stream: StreamState): Response {
  const { ok, body, status, headers } = response
  if (!ok || !body) return response
  const read = readingLines(body as AsyncIterable<Uint8Array>, (line) => {
    stream.isDone ||= /^data: ?\[DONE\]/.test(line)
  })
  return new Response(ReadableStream.from(read), { status, headers })
}

/**
 * Adds the reason `stop` to a stream that has none and whose text or calls came to `[DONE]`: NVIDIA's NIM and
 * older gateways leave every `finish_reason` null. A stream that was cut has no `[DONE]`.
 */
async function* withReason(
  pieces: Pieces,
  stream: StreamState,
): AsyncGenerator<CompletionChunk, void, undefined> {
  let hasReason = false
  let last: CompletionChunk | undefined
  for await (const piece of pieces) {
    const [choice] = piece.choices ?? []
    hasReason ||= (choice?.finish_reason ?? undefined) !== undefined
    if (choice?.delta?.content || choice?.delta?.tool_calls?.length) last = piece
    yield piece
  }
  const choices = [{ index: 0, delta: {}, finish_reason: 'stop' as const }]
  if (last && !hasReason && stream.isDone) yield { ...last, usage: null, choices }
}

const REFUSED = 'content_filter'

/**
 * Makes a model's refusal the reply's content. It comes in the field `refusal`, which LangChain
 * does not read.
 */
async function* withRefusals(pieces: Pieces): AsyncGenerator<CompletionChunk, void, undefined> {
  let isRefused = false
  for await (const piece of pieces) {
    setCached(piece)
    for (const choice of piece.choices ?? []) {
      const { refusal, content } = choice.delta ?? {}
      setThoughts(choice.delta)
      isRefused ||= !!refusal
      if (refusal && !content) choice.delta.content = refusal
      else if (Array.isArray(content)) choice.delta.content = textOf(content)
      if (isRefused && choice.finish_reason) choice.finish_reason = REFUSED
    }
    yield piece
  }
}

/**
 * Returns the text of a list of parts, without thoughts. Mistral's reasoning models send such
 * lists, which LangChain drops from a stream.
 */
const textOf = (parts: readonly unknown[]): string =>
  parts
    .map(Object)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => String(text))
    .join('')

/** Returns the thoughts of such a list: `{type: 'thinking', thinking: [{type: 'text', …}]}`. */
const thoughtsOf = (parts: readonly unknown[]): string =>
  parts
    .map(Object)
    .filter(({ type, thinking }) => type === 'thinking' && Array.isArray(thinking))
    .map(({ thinking }) => textOf(thinking))
    .join('')

/**
 * Moves thoughts to DeepSeek's field `reasoning_content`, which LangChain reads: OpenRouter, Groq and
 * newer versions of vLLM name it `reasoning`, and Mistral sends parts.
 */
function setThoughts(message: object | undefined): void {
  const { reasoning, reasoning_content, role, content } = Object(message)
  const apart = Array.isArray(content) ? thoughtsOf(content) : reasoning
  if (message && apart && typeof apart === 'string' && !reasoning_content)
    Object.assign(message, { reasoning_content: apart })
  // LangChain drops the thoughts of a piece without a role.
  if (message && !role) Object.assign(message, { role: 'assistant' })
}

/** Sets the count of cached tokens, which DeepSeek sends in a field of its own. */
function setCached({ usage }: WholeCompletion | CompletionChunk): void {
  const { prompt_cache_hit_tokens: cached_tokens } = Object(usage)
  if (usage && cached_tokens) usage.prompt_tokens_details ??= { cached_tokens }
}

/**
 * Reads calls as they came: LangChain keeps them so beside its own reading. Some servers send
 * arguments as an object.
 */
function readCalls({ additional_kwargs: { tool_calls: calls } }: BaseMessage): CallPiece[] {
  if (!Array.isArray(calls)) return []
  return calls.map((call) => {
    const { index, id, function: asked } = Object(call)
    const { name, arguments: args } = Object(asked)
    const written = typeof args === 'string' ? args : args ? JSON.stringify(args) : ''
    return { index: numberOr(index), id: stringOr(id), name: stringOr(name), written }
  })
}

const numberOr = (value: unknown) => (typeof value === 'number' ? value : undefined)
const stringOr = (value: unknown) => (typeof value === 'string' ? value : undefined)
