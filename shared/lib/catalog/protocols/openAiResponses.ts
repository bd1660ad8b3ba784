import { AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatOpenAIResponses } from '@langchain/openai'
import { keepingCalls, type ReadCalls, readChunks } from './callPieces.ts'
import { configurationOf, type OpenAiServer } from './openAiServer.ts'
import { type CallHttp, fetchOf } from './provider.ts'

interface ResponsesOptions {
  model: string
  apiKey: string
  temperature: number | undefined
  maxTokens: number | undefined
  maxRetries: number
}

/**
 * Makes a model of OpenAI's Responses API.
 * @param http returns the HTTP of the call that the model is used for
 */
export function openAiResponses(
  options: ResponsesOptions,
  server: OpenAiServer,
  http: () => CallHttp,
): ChatOpenAIResponses {
  // `zdrEnabled` keeps OpenAI from storing responses. By default it keeps each response for 30
  // days.
  const fields = {
    ...options,
    zdrEnabled: true,
    configuration: configurationOf(server, fetchOf(http)),
  }
  const client = new Responses(fields as ConstructorParameters<typeof ChatOpenAIResponses>[0])
  return keepingCalls(client, readCalls)
}

/** Reads calls: those of a whole response from its output, in their order. */
const readCalls: ReadCalls = (message) => {
  if (AIMessageChunk.isInstance(message)) return readChunks(message)
  const { output = [] } = message.response_metadata as { output?: OutputItem[] }
  return output
    .filter(({ type }) => type === 'function_call')
    .map(({ call_id: id, name, arguments: written = '' }) => ({ id, name, written }))
}

interface OutputItem {
  type: string
  call_id?: string
  name?: string
  arguments?: string
}

/** Leaves out the text of a message that has calls alone, which would be an empty message. */
const withoutEmptyText = (message: BaseMessage): BaseMessage =>
  AIMessage.isInstance(message) && message.content === '' && message.tool_calls?.length
    ? new AIMessage({ content: [], tool_calls: message.tool_calls })
    : message

type CallOptions = ChatOpenAIResponses['ParsedCallOptions']

class Responses extends ChatOpenAIResponses {
  /** Lets arguments be left out: by default, this API makes all of them required. */
  override invocationParams(options?: CallOptions) {
    return super.invocationParams({ ...options, strict: false } as CallOptions)
  }

  override async _generate(messages: BaseMessage[], options: CallOptions) {
    const result = await super._generate(messages.map(withoutEmptyText), options)
    for (const { message } of result.generations) setFinishReason(message)
    return result
  }

  override async *_streamResponseChunks(messages: BaseMessage[], options: CallOptions) {
    let isRefused = false
    const asked = messages.map(withoutEmptyText)
    for await (const chunk of super._streamResponseChunks(asked, options)) {
      isRefused = setFinishReason(chunk.message, isRefused)
      yield chunk
    }
  }
}

interface ResponseFacts {
  status?: string
  incomplete_details?: { reason?: string } | null
  finish_reason?: string
}

/**
 * Makes a refusal the message's text, and sets `finish_reason`, as chat completions do. LangChain
 * leaves both in fields of their own.
 * @param wasRefused whether an earlier piece of the reply was a refusal
 * @returns whether this piece or an earlier piece was a refusal
 */
function setFinishReason(message: BaseMessage, wasRefused = false): boolean {
  const facts: ResponseFacts = message.response_metadata
  const { refusal } = message.additional_kwargs
  const { status, incomplete_details } = facts
  const isRefused = wasRefused || !!refusal
  if (typeof refusal === 'string' && !message.text) message.content = refusal
  if (status === 'completed' || status === 'incomplete') {
    const calls = (message as { tool_calls?: unknown[] }).tool_calls?.length ? 'tool_calls' : 'stop'
    facts.finish_reason = isRefused ? 'content_filter' : (incomplete_details?.reason ?? calls)
  }
  return isRefused
}
