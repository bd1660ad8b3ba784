import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { initChatModel } from 'langchain/chat_models/universal'
import { LRUCache } from 'lru-cache'
import type { Config } from '../shared/config.ts'
import { AppError } from '../shared/errors.ts'
import { toStorableText } from '../shared/schema.ts'
import { extractAnswer } from './extractive.ts'
import type { PromptMessage } from './prompt.ts'
import { estimateTokens } from './words.ts'

/** Longer replies are cut here; a provider that sends 10 MB must not fill the database. */
const MAX_REPLY_CHARACTERS = 100_000
const MAX_MODELS_KEPT = 100

export interface ModelRequest {
  /** `provider:model` */
  model: string
  temperature: number | null
  max_output_tokens: number | null
  messages: readonly PromptMessage[]
  /** Ends the call: at the deadline, at a lost lease, at a shutdown. */
  signal: AbortSignal
}

export interface ModelReply {
  /** May be empty. */
  text: string
  /** The provider's word for it: `stop`, `length`, … */
  finish_reason: string
  /** As the provider counted; estimated where it does not tell. */
  input_tokens: number
  output_tokens: number
}

/** @throws AppError model_…, or the signal's reason when it was aborted */
export type CallModel = (request: ModelRequest) => Promise<ModelReply>

type ProviderSettings = Pick<
  Config,
  'OPENAI_API_KEY' | 'OPENAI_BASE_URL' | 'ANTHROPIC_API_KEY' | 'OLLAMA_BASE_URL'
>

/** One door to every provider, through LangChain. Models are made once per agent settings and kept. */
export function makeCallModel(settings: ProviderSettings): CallModel {
  const models = new LRUCache<string, Promise<BaseChatModel>>({ max: MAX_MODELS_KEPT })
  const modelFor = (request: ModelRequest) => {
    const key = JSON.stringify([request.model, request.temperature, request.max_output_tokens])
    const kept = models.get(key)
    if (kept) return kept
    const opened = openModel(settings, request)
    models.set(key, opened)
    opened.catch(() => models.delete(key))
    return opened
  }
  return async (request) => {
    try {
      const model = await modelFor(request)
      const answer = await model.invoke(request.messages.map(toLangChain), { signal: request.signal })
      return readAnswer(answer, request)
    } catch (error) {
      request.signal.throwIfAborted()
      throw toAppError(error)
    }
  }
}

async function openModel(settings: ProviderSettings, request: ModelRequest): Promise<BaseChatModel> {
  const [provider, ...name] = request.model.split(':')
  const temperature = request.temperature ?? undefined
  const limit = request.max_output_tokens ?? undefined
  // Retries belong to the row (see run.ts); two layers of them would multiply.
  const fields = { modelProvider: provider!, temperature, maxRetries: 0 }
  switch (provider) {
    case 'builtin':
      return new ExtractiveModel({})
    case 'openai': {
      const { OPENAI_API_KEY, OPENAI_BASE_URL } = settings
      // Compatible servers need no key, but the client insists on one.
      const apiKey = OPENAI_API_KEY ?? 'none'
      return open(name, { ...fields, apiKey, maxTokens: limit, configuration: { baseURL: OPENAI_BASE_URL } })
    }
    case 'anthropic':
      return open(name, { ...fields, apiKey: settings.ANTHROPIC_API_KEY, maxTokens: limit ?? 2048 })
    case 'ollama':
      return open(name, { ...fields, baseUrl: settings.OLLAMA_BASE_URL, numPredict: limit })
    default:
      throw new AppError(
        'model_not_configured',
        'The agent names a model of a provider that is not configured.',
      )
  }
}

const open = (name: string[], fields: Record<string, unknown>) =>
  initChatModel(name.join(':'), fields) as unknown as Promise<BaseChatModel>

function toLangChain({ role, content }: PromptMessage): BaseMessage {
  if (role === 'system') return new SystemMessage(content)
  return role === 'user' ? new HumanMessage(content) : new AIMessage(content)
}

const ROLES: Record<string, PromptMessage['role']> = { system: 'system', human: 'user', ai: 'assistant' }

function readAnswer(answer: unknown, { messages }: ModelRequest): ModelReply {
  if (!AIMessage.isInstance(answer)) throw badOutput('The model answered with something that is no message.')
  const text = toStorableText(answer.text).trim()
  const cut = text.length > MAX_REPLY_CHARACTERS
  const { finish_reason, stop_reason, done_reason } = answer.response_metadata as Record<
    string,
    string | undefined
  >
  const prompt = messages.map(({ content }) => content).join('\n')
  return {
    text: cut ? text.slice(0, MAX_REPLY_CHARACTERS).toWellFormed() : text,
    finish_reason: cut ? 'length' : (finish_reason ?? stop_reason ?? done_reason ?? 'stop'),
    input_tokens: countOr(answer.usage_metadata?.input_tokens, prompt),
    output_tokens: countOr(answer.usage_metadata?.output_tokens, text),
  }
}

/** The provider's count, unless it is none: it must fit the column, or a good reply could not be stored. */
const countOr = (count: unknown, text: string) =>
  Number.isInteger(count) && Number(count) > 0 && Number(count) < 2 ** 31
    ? Number(count)
    : estimateTokens(text)

const badOutput = (detail: string, cause?: unknown) => new AppError('model_bad_output', detail, { cause })

/** By the HTTP status that the provider's client puts on its errors. Provider texts never reach a client. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const { status, headers, name, message } = error as {
    status?: number
    headers?: Headers
    name?: string
    message?: string
  }
  const seconds = Number(headers?.get?.('retry-after') ?? Number.NaN)
  const extra = { cause: error, ...(seconds >= 0 ? { retryAfter: seconds } : {}) }
  if (status === 429)
    return new AppError('model_rate_limited', 'The model provider limits our requests.', extra)
  if (status === 401 || status === 403)
    return new AppError(
      'model_not_configured',
      "The model provider refuses the service's credentials.",
      extra,
    )
  if (status === 408 || status === 409 || (status !== undefined && status >= 500))
    return new AppError('model_unavailable', `The model provider answered with status ${status}.`, extra)
  if (status !== undefined || name === 'ContextOverflowError')
    return new AppError('model_rejected', `The model provider refused the request.`, extra)
  if (/connection|timeout|fetch failed|socket|ECONN|terminated/i.test(`${name} ${message}`))
    return new AppError('model_unavailable', 'The model provider could not be reached.', extra)
  return badOutput('The model answered with something that cannot be read.', error)
}

/** `builtin:extractive`: answers from the prompt's knowledge, with no key and no network. */
class ExtractiveModel extends BaseChatModel {
  _llmType() {
    return 'extractive'
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const text = extractAnswer(
      messages.map((message) => ({ role: ROLES[message.type] ?? 'user', content: message.text })),
    )
    const message = new AIMessage({ content: text, response_metadata: { finish_reason: 'stop' } })
    return { generations: [{ text, message }] }
  }
}
