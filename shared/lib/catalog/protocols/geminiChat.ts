import { type AIMessageChunk, mergeUsageMetadata } from '@langchain/core/messages'
import { ChatGoogle } from '@langchain/google'
import { at, type CallHttp, inPath } from './provider.ts'

interface GeminiFields {
  model: string
  temperature: number | undefined
  maxOutputTokens: number | undefined
  maxRetries: number
}

type GoogleFields = ConstructorParameters<typeof ChatGoogle>[0]

/**
 * Makes a model that is asked in Gemini's own protocol.
 * @param address the server's, without the version
 */
export function geminiChat(
  fields: GeminiFields,
  address: string,
  headers: Record<string, string>,
  fetch: CallHttp['fetch'],
): ChatGoogle {
  // LangChain's own takes no `fetch` and no address with http, and reads the operator's
  // GOOGLE_API_KEY.
  const apiClient = {
    hasApiKey: () => true,
    getProjectId: async () => '',
    async fetch(request: Request) {
      const all = { 'content-type': 'application/json', ...headers }
      const body = await request.text()
      const { pathname, search } = new URL(request.url)
      const url = at(address, `${pathname}${search}`)
      return tellingBlocks(await fetch(url, { method: request.method, headers: all, body }))
    },
  }
  return new Gemini({ ...fields, platformType: 'gai', apiClient } as GoogleFields)
}

class Gemini extends ChatGoogle {
  /**
   * LangChain puts the model's name into the path as it is: `../files` would be asked with the key.
   */
  override async buildUrlGemini(method?: string) {
    return `https://${this.endpoint}/${this.apiVersion}/models/${inPath(this.model)}:${method ?? this.urlMethod}`
  }

  /**
   * LangChain takes the sums of tokens that Gemini sends apart into differences, and tells in
   * another field than for whole replies why a reply ended.
   */
  override async *_streamResponseChunks(...asked: Parameters<ChatGoogle['_streamResponseChunks']>) {
    let sum: AIMessageChunk['usage_metadata']
    for await (const chunk of super._streamResponseChunks(...asked)) {
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
 * Gives an answer a candidate whose prompt was blocked, as Gemini itself does where the reply is.
 * LangChain takes a stream without one for an empty reply.
 */
async function tellingBlocks(response: Response): Promise<Response> {
  const { ok, status, headers, body } = response
  if (!ok || !body) return response
  if (headers.get('content-type')?.includes('event-stream'))
    return new Response(ReadableStream.from(withFirstEvent(body)), { status, headers })
  return new Response(JSON.stringify(told(await response.json())), { status, headers })
}

/**
 * A prompt is blocked in the first event of a stream. The bytes are kept as they are, whatever
 * characters they make.
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
    yield Buffer.from(`${toldInLine(line)}${first.slice(end)}`, 'latin1')
    first = undefined
  }
  if (first) yield Buffer.from(toldInLine(first), 'latin1')
}

const toldInLine = (line: string) =>
  line.startsWith('data: {') && line.includes('"blockReason"')
    ? `data: ${JSON.stringify(told(JSON.parse(line.slice('data: '.length))))}`
    : line

function told(answer: unknown): unknown {
  const { promptFeedback, candidates, ...rest } = Object(answer)
  if (!promptFeedback?.blockReason || candidates?.length) return answer
  return {
    ...rest,
    candidates: [{ content: { parts: [] }, finishReason: promptFeedback.blockReason }],
  }
}
