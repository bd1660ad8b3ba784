import type { BaseMessage } from '@langchain/core/messages'
import { ChatOpenAIResponses } from '@langchain/openai'
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
  return new Responses(fields as ConstructorParameters<typeof ChatOpenAIResponses>[0])
}

class Responses extends ChatOpenAIResponses {
  override async _generate(...asked: Parameters<ChatOpenAIResponses['_generate']>) {
    const result = await super._generate(...asked)
    for (const { message } of result.generations) setFinishReason(message)
    return result
  }

  override async *_streamResponseChunks(
    ...asked: Parameters<ChatOpenAIResponses['_streamResponseChunks']>
  ) {
    let isRefused = false
    for await (const chunk of super._streamResponseChunks(...asked)) {
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
