import {
  AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  mergeUsageMetadata,
} from '@langchain/core/messages'
import { ChatGoogle } from '@langchain/google'
import { keepingCalls, type ReadCalls, type SentCall } from './callPieces.ts'
import { declaredToGemini } from './geminiSchema.ts'
import { at, type CallHttp, inPath } from './provider.ts'

interface GeminiFields {
  model: string
  temperature: number | undefined
  maxOutputTokens: number | undefined
  maxRetries: number
}

type GoogleFields = ConstructorParameters<typeof ChatGoogle>[0]
/** The parameters after the first one. */
type Rest<Of extends unknown[]> = Of extends [unknown, ...infer More] ? More : never

/**
 * Makes a model that is called in Gemini's own protocol.
 * @param address the server's address, without the version
 */
export function geminiChat(
  fields: GeminiFields,
  address: string,
  headers: Record<string, string>,
  fetch: CallHttp['fetch'],
): ChatGoogle {
  // LangChain's own client takes neither a `fetch` nor an address with http, and reads the
  // operator's GOOGLE_API_KEY.
  const apiClient = {
    hasApiKey: () => true,
    getProjectId: async () => '',
    async fetch(request: Request) {
      const all = { 'content-type': 'application/json', ...headers }
      const body = await request.text()
      const { pathname, search } = new URL(request.url)
      const url = at(address, `${pathname}${search}`)
      return withBlockedCandidate(await fetch(url, { method: request.method, headers: all, body }))
    },
  }
  const client = new Gemini({ ...fields, platformType: 'gai', apiClient } as GoogleFields)
  return keepingCalls(client, readCalls)
}

/** The beginning of the ids that LangChain makes up for calls without an id. */
const MADE_UP = 'lc-tool-call-'

/** Reads calls, which come whole. A thinking model wants the signature back with its call. */
const readCalls: ReadCalls = (message) =>
  ((message as AIMessage).tool_calls ?? []).map((call) => {
    const { id, name, args, thoughtSignature } = call as typeof call & { thoughtSignature?: string }
    const own = id?.startsWith(MADE_UP) ? undefined : id
    return { id: own, name, written: JSON.stringify(args), signature: thoughtSignature }
  })

/**
 * Stands for the signature of a call that another model made: Gemini 3 refuses a round whose first
 * call has none. https://ai.google.dev/gemini-api/docs/thought-signatures
 */
const NO_SIGNATURE = 'skip_thought_signature_validator'

/** Writes calls as parts of their messages: LangChain leaves them out beside a text. */
const withCallParts = (message: BaseMessage): BaseMessage => {
  if (!AIMessage.isInstance(message) || !message.tool_calls?.length) return message
  const { text, tool_calls } = message
  const parts = (tool_calls as SentCall[]).map(({ id, name, args, isOwn, signature }, at) => {
    const thoughtSignature = isOwn || at > 0 ? signature : NO_SIGNATURE
    const functionCall = { id, name, args }
    return { type: 'functionCall', functionCall, ...(thoughtSignature && { thoughtSignature }) }
  })
  return new AIMessage({
    content: [...(text ? [{ type: 'text' as const, text }] : []), ...parts],
    tool_calls,
  })
}

class Gemini extends ChatGoogle {
  override invocationParams(options: this['ParsedCallOptions']) {
    const tools = options.tools as
      | { function: Parameters<typeof declaredToGemini>[0] }[]
      | undefined
    if (!tools?.length) return super.invocationParams(options)
    const declared = { functionDeclarations: tools.map((tool) => declaredToGemini(tool.function)) }
    return super.invocationParams({ ...options, tools: [declared] } as typeof options)
  }

  override _generate(
    messages: BaseMessage[],
    ...more: Rest<Parameters<ChatGoogle['_generate']>>
  ): ReturnType<ChatGoogle['_generate']> {
    return super._generate(messages.map(withCallParts), ...more)
  }

  /**
   * Encodes the model's name. LangChain puts it into the path unchanged, so the name `../files`
   * would send the key to another path.
   */
  override async buildUrlGemini(method?: string) {
    return `https://${this.endpoint}/${this.apiVersion}/models/${inPath(this.model)}:${method ?? this.urlMethod}`
  }

  /**
   * Makes streamed replies report tokens and reason like whole replies. LangChain splits Gemini's
   * token sums into differences, and puts the reason why a streamed reply ended into another field.
   */
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    ...more: Rest<Parameters<ChatGoogle['_streamResponseChunks']>>
  ) {
    let sum: AIMessageChunk['usage_metadata']
    for await (const chunk of super._streamResponseChunks(messages.map(withCallParts), ...more)) {
      const message = chunk.message as AIMessageChunk
      sum = mergeUsageMetadata(sum, message.usage_metadata)
      message.usage_metadata = sum
      const { finishReason } = message.additional_kwargs
      if (finishReason) Object.assign(message.response_metadata, { finish_reason: finishReason })
      yield chunk
    }
  }
}

/**
 * Adds a candidate with the reason to an answer whose prompt was blocked, as Gemini itself does if
 * it blocks the reply. LangChain takes a stream without candidates for an empty reply.
 */
async function withBlockedCandidate(response: Response): Promise<Response> {
  const { ok, status, headers, body } = response
  if (!ok || !body) return response
  if (headers.get('content-type')?.includes('event-stream'))
    return new Response(ReadableStream.from(withFirstEvent(body)), { status, headers })
  return new Response(JSON.stringify(answerWithCandidate(await response.json())), {
    status,
    headers,
  })
}

/**
 * Does the same for a stream, whose first event says whether the prompt was blocked. Reads the
 * bytes as Latin-1, so that they stay unchanged even where a piece splits a character.
 */
async function* withFirstEvent(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let first: string | undefined = ''
  for await (const piece of body) {
    if (first === undefined) {
      yield piece
      continue
    }
    first += Buffer.from(piece).toString('latin1')
    const end = first.indexOf('\n')
    if (end < 0) continue
    const line = first.slice(0, end)
    yield Buffer.from(`${lineWithCandidate(line)}${first.slice(end)}`, 'latin1')
    first = undefined
  }
  if (first) yield Buffer.from(lineWithCandidate(first), 'latin1')
}

const lineWithCandidate = (line: string) =>
  line.startsWith('data: {') && line.includes('"blockReason"')
    ? `data: ${JSON.stringify(answerWithCandidate(JSON.parse(line.slice('data: '.length))))}`
    : line

function answerWithCandidate(answer: unknown): unknown {
  const { promptFeedback, candidates, ...rest } = Object(answer)
  if (!promptFeedback?.blockReason || candidates?.length) return answer
  return {
    ...rest,
    candidates: [{ content: { parts: [] }, finishReason: promptFeedback.blockReason }],
  }
}
