import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type AIMessageChunk, type UsageMetadata } from '@langchain/core/messages'
import { LRUCache } from 'lru-cache'
import { ATTACHMENT_TYPES, type AttachmentType } from '../../shared/lib/attachmentTypes.ts'
import { BUILTIN_MODEL } from '../../shared/lib/catalog/builtin.ts'
import { lacking, type providerSettings } from '../../shared/lib/catalog/catalog.ts'
import { type ModelParameters, notConfigured } from '../../shared/lib/catalog/protocols/provider.ts'
import type { Config } from '../../shared/lib/config/config.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { toStorableText } from '../../shared/lib/storable.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import {
  type Connections,
  onlySettings,
  type ReachedModel,
} from '../../shared/models/connections.ts'
import { type FinishReason, isBroken, toFinishReason } from '../../shared/models/finishReason.ts'
import { type Exchange, makeExchange } from '../../shared/models/httpExchange.ts'
import { makeParameters } from '../../shared/models/modelParameters.ts'
import { type CallTokens, costOf, tokenCount } from '../../shared/models/prices.ts'
import { ProviderError } from '../../shared/models/refusal.ts'
import type { Refusable } from '../../shared/models/unsupported.ts'
import { extractAnswer } from '../extractive/extractive.ts'
import { type Prompt, type PromptMessage, tokensOf } from '../prompt/prompt.ts'
import { hasImagesOf, mayBeOfImages, toLangChain } from './images.ts'
import { thoughtsIn } from './ownThoughts.ts'
import { ThoughtFilter } from './thoughts.ts'
import { inTurns } from './turns.ts'

export type ProviderSettings = Pick<Config, 'MODEL_TIMEOUT_SECONDS'> &
  Partial<Pick<Config, 'LLM_PRICES' | 'MODEL_CONTEXT_TOKENS' | keyof typeof providerSettings>>

/** The most characters of a reply. A provider that sends 10 MB must not fill the database. */
const MAX_REPLY_CHARACTERS = 100_000

export interface ModelRequest {
  /** The organization whose connections `model` may name; default: only the operator's. */
  organization_id?: string
  /** `provider:model` or `connection:model` */
  model: string
  temperature: number | null
  max_output_tokens: number | null
  messages: readonly PromptMessage[]
  /** The contents of the messages as fields, for `builtin:extractive`. */
  facts?: Prompt['facts']
  /** Sent to the provider, for its own logs. */
  request_id?: string
  /** The most seconds of the call; default: MODEL_TIMEOUT_SECONDS. */
  seconds?: number
  /** Ends the call: at the deadline, after a lost lease, or at a shutdown. */
  signal: AbortSignal
  /**
   * Called with the whole text so far whenever it changes. It grows, but begins anew if it turns
   * out to have been thoughts. Undefined: the provider sends the reply as a whole.
   */
  onText?: ((text: string) => void) | undefined
  /** Called if a call fails after the provider has reported its tokens. */
  onSpent?: ((spent: Spent) => void) | undefined
}

/** A call's tokens, and its cost by the prices of the connection or the list; null: not known. */
export type Spent = CallTokens & { cost_usd: number | null }

export interface ModelReply {
  /** The reply's text without the model's thoughts, which may be empty. */
  text: string
  /** The model's thoughts, for the trace alone: no reader gets them. Undefined: there are none. */
  thoughts?: string
  finish_reason: FinishReason
  /** The provider's count, or an estimate if it sends none. */
  input_tokens: number
  output_tokens: number
  /**
   * The number of input tokens that the provider had in its cache, by its own count; 0 if it
   * reports none.
   */
  cached_tokens: number
  /** In USD, by the prices of the connection or the list; null: they are not known. */
  cost_usd: number | null
}

/** Calls a model. @throws AppError model_…, or the signal's reason if it was aborted */
export type CallModel = (request: ModelRequest) => Promise<ModelReply>

/** A provider's client. Its HTTP requests go through the exchange of its current call. */
interface ModelClient {
  model: BaseChatModel
  exchange?: Exchange
}

/**
 * The most idle clients of a kind (a connection's model with its parameters), and the most kinds.
 */
const MAX_IDLE = 100
const MAX_KINDS = 50

/** The most models of which it is remembered that their thoughts have no opening mark. */
const MAX_MODELS = 200

/**
 * Makes the function that calls every provider through LangChain. Making a client takes 2 ms, so
 * idle clients are kept. A client serves one call at a time and is dropped after a failure, so that
 * ending a call ends no other call. If a model refuses a parameter or the role `system`, the call is
 * repeated without it. If it may have refused images, the call is repeated without images.
 */
export function makeCallModel(
  settings: ProviderSettings,
  connections: Connections = onlySettings(settings),
): CallModel {
  const idle = new LRUCache<string, ModelClient[]>({ max: MAX_KINDS })
  const parameters = makeParameters()
  const unopened = new LRUCache<string, true>({ max: MAX_MODELS })
  const idleOf = ({ source, listName }: ReachedModel, chosen: ModelParameters) => {
    const kind = JSON.stringify([source, listName, chosen])
    const clients = idle.get(kind) ?? []
    idle.set(kind, clients)
    return clients
  }

  async function call(
    request: ModelRequest,
    reached: ReachedModel,
    chosen: ModelParameters,
    traits: ModelTraits,
  ): Promise<ModelReply> {
    const {
      signal,
      onText,
      request_id: requestId,
      seconds = settings.MODEL_TIMEOUT_SECONDS,
    } = request
    const { route, listName, prices } = reached
    const exchange = makeExchange({ signal, seconds, inPieces: !!onText, requestId, route })
    const clients = idleOf(reached, chosen)
    const client = clients.pop() ?? (await openClient(reached, chosen))
    client.exchange = exchange
    const reported: Reported = {}
    try {
      const answer = await ask(client.model, exchange, request, traits, reported)
      if (clients.length < MAX_IDLE) clients.push(client)
      if (reported.isUnopened) unopened.set(`${reached.source} ${listName}`, true)
      return { ...answer, cost_usd: costOf(listName, answer, prices) }
    } catch (error) {
      exchange.end()
      const spent = spentOf(reported)
      if (spent) request.onSpent?.({ ...spent, cost_usd: costOf(listName, spent, prices) })
      signal.throwIfAborted()
      throw exchange.explain(error)
    }
  }

  return async function callModel(request) {
    if (request.model === BUILTIN_MODEL) return askBuiltin(request)
    const { organization_id = null, temperature, max_output_tokens } = request
    const reached = await connections.resolve(organization_id, request.model)
    const { source, listName: model } = reached
    const wanted = { source, model, temperature, max_output_tokens }
    let imageTypes = reached.provider.imageTypes ?? ATTACHMENT_TYPES
    const leftOut = new Set<Refusable>()
    // Ends, because nothing is left out twice, and refused images are not sent again.
    for (;;) {
      try {
        const traits = {
          imageTypes,
          takesSystem: parameters.takesSystem(wanted),
          isUnopened: unopened.has(`${source} ${model}`),
        }
        return await call(request, reached, parameters.of(wanted), traits)
      } catch (error) {
        const refused = error instanceof ProviderError ? error.refusal.unsupported : null
        if (refused && !leftOut.has(refused)) {
          leftOut.add(refused)
          parameters.refuse(wanted, refused)
        } else if (!refused && hasImagesOf(request.messages, imageTypes) && mayBeOfImages(error))
          imageTypes = []
        else throw error
      }
    }
  }
}

/** @throws AppError model_not_configured if the request has no facts to answer from */
function askBuiltin(request: ModelRequest): ModelReply {
  if (!request.facts)
    throw new AppError('model_not_configured', `${BUILTIN_MODEL} answers messages of agents only.`)
  const text = extractAnswer(request.facts)
  request.onText?.(text)
  return { ...replyOf({ text, facts: {}, usage: {} }, request), cost_usd: 0 }
}

async function openClient(
  { provider, access, model }: ReachedModel,
  chosen: ModelParameters,
): Promise<ModelClient> {
  if (!provider.chat || lacking(provider, access).length) throw notConfigured()
  const client: Partial<ModelClient> = {}
  client.model = await provider.chat(access, model, chosen, () => client.exchange!)
  return client as ModelClient
}

type Unpriced = Omit<ModelReply, 'cost_usd'>

/** What a provider has sent in a call so far, which may still fail. */
interface Reported {
  usage?: TokenCounts
  hasText?: boolean
  /** See `Separated`. */
  isUnopened?: boolean
}

function spentOf({ usage }: Reported): CallTokens | undefined {
  const input_tokens = tokenCount(usage?.input_tokens) ?? 0
  const output_tokens = tokenCount(usage?.output_tokens) ?? 0
  if (input_tokens + output_tokens === 0) return undefined
  return { input_tokens, output_tokens, cached_tokens: cachedOf(usage, input_tokens) }
}

/** What is known of a model. */
interface ModelTraits {
  /** The types of images that it takes. */
  imageTypes: readonly AttachmentType[]
  /** Whether it takes the role `system`. */
  takesSystem: boolean
  /** Whether it writes no mark before its thoughts. */
  isUnopened: boolean
}

async function ask(
  model: BaseChatModel,
  exchange: Exchange,
  request: ModelRequest,
  { imageTypes, takesSystem, isUnopened }: ModelTraits,
  reported: Reported,
): Promise<Unpriced> {
  const { signal, onText } = request
  const messages = inTurns(request.messages, takesSystem).map((message) =>
    toLangChain(message, imageTypes),
  )
  const filter = new ThoughtFilter(isUnopened)
  const separated = (answer: ModelAnswer): Unpriced => {
    const result = filter.end(toFinishReason(reasonIn(answer.facts) ?? 'stop') === 'length')
    reported.isUnopened = result.isUnopened
    return replyOf({ ...answer, ...result }, request)
  }
  if (!onText)
    return separated(readAnswer(await model.invoke(messages, { signal }), filter, reported))
  try {
    const stream = await model.stream(messages, { signal })
    const answer = await readPieces(stream, filter, reported, onText)
    // LangChain's clients take a broken connection for the end. Some leave a connection open that
    // they no longer read.
    exchange.throwIfFailed()
    throwIfUnfinished(answer)
    exchange.end()
    return separated(answer)
  } catch (error) {
    throw reported.hasText && isUnfinished(error) ? unfinished(error) : error
  }
}

/** A provider's metadata and token counts. */
interface ModelAnswer {
  facts: Record<string, unknown>
  usage: TokenCounts
  /** Whether reading stopped at the most characters of a reply. */
  isTooLong?: boolean
}

/** Token counts in the form of LangChain's clients. */
type TokenCounts = Partial<
  Pick<UsageMetadata, 'input_tokens' | 'output_tokens'> & {
    input_token_details: { cache_read?: number }
  }
>

async function readPieces(
  pieces: AsyncIterable<AIMessageChunk>,
  filter: ThoughtFilter,
  reported: Reported,
  onText: (text: string) => void,
): Promise<ModelAnswer> {
  const usage = { input_tokens: 0, output_tokens: 0, input_token_details: { cache_read: 0 } }
  const answer: ModelAnswer = { facts: {}, usage }
  reported.usage = usage
  let shown = ''
  for await (const piece of pieces) {
    Object.assign(answer.facts, piece.additional_kwargs, piece.response_metadata)
    // Anthropic sends preliminary counts at the beginning and full counts at the end, which must
    // not be added up.
    const {
      input_tokens = 0,
      output_tokens = 0,
      input_token_details = {},
    } = piece.usage_metadata ?? {}
    const cached = usage.input_token_details
    usage.input_tokens = Math.max(usage.input_tokens, input_tokens)
    usage.output_tokens = Math.max(usage.output_tokens, output_tokens)
    cached.cache_read = Math.max(cached.cache_read, input_token_details.cache_read ?? 0)
    const text = takeText(piece, filter)
    if (text === undefined) continue
    reported.hasText = true
    if (!text.startsWith(shown)) onText('')
    if (text !== shown && text) onText(toStorableText(text))
    shown = text
    answer.isTooLong = text.length > MAX_REPLY_CHARACTERS
    if (answer.isTooLong) break
  }
  return answer
}

/**
 * Gives the filter a message's text, and the thoughts that its provider has separated.
 * @returns the text so far; undefined: the message has none
 */
function takeText(message: AIMessage | AIMessageChunk, filter: ThoughtFilter): string | undefined {
  const thoughts = thoughtsIn(message)
  if (thoughts) filter.addThoughts(thoughts)
  return message.text ? filter.add(message.text) : undefined
}

/**
 * Throws if a reply was cut off: in every protocol, the last piece says why the reply ends.
 * @throws AppError model_unavailable
 */
function throwIfUnfinished({ facts, isTooLong }: ModelAnswer): void {
  if (!isTooLong && reasonIn(facts) === undefined) throw unfinished()
  throwIfBroken(facts)
}

/** @throws AppError model_unavailable if the provider says that it failed while it wrote */
function throwIfBroken(facts: ModelAnswer['facts']): void {
  if (isBroken(reasonIn(facts))) throw unfinished()
}

const unfinished = (cause?: unknown) =>
  new AppError('model_unavailable', 'The model provider ended its reply before it was finished.', {
    cause,
  })
/**
 * Whether a stream was cut. Ollama's client detects that itself, but reports a body that is no
 * reply in the same words.
 */
const isUnfinished = (error: unknown) =>
  error instanceof Error && /^Did not receive done/.test(error.message)

/** Returns the provider's word for why the reply ended. Older versions of Ollama only say `done`. */
const reasonIn = ({ finish_reason, stop_reason, done_reason, done }: ModelAnswer['facts']) =>
  finish_reason ?? stop_reason ?? done_reason ?? (done === true ? 'stop' : undefined)

function readAnswer(answer: unknown, filter: ThoughtFilter, reported: Reported): ModelAnswer {
  if (!AIMessage.isInstance(answer))
    throw new AppError('model_bad_output', 'The model answered with something that is no message.')
  const { response_metadata: facts, usage_metadata: usage = {} } = answer
  reported.usage = usage
  throwIfBroken(facts)
  takeText(answer, filter)
  return { facts, usage }
}

function replyOf(
  { text: whole, thoughts, facts, usage }: ModelAnswer & Pick<ModelReply, 'text' | 'thoughts'>,
  { messages }: ModelRequest,
): Unpriced {
  const text = toStorableText(whole).trim()
  const cut = text.length > MAX_REPLY_CHARACTERS
  const finish_reason = cut ? 'length' : toFinishReason(reasonIn(facts) ?? 'stop')
  if (!text && finish_reason === 'content_filter')
    throw new AppError('model_rejected', "The model provider's filter left nothing of the reply.")
  const input_tokens = countOr(usage.input_tokens, () => tokensOf(messages))
  return {
    text: cut ? text.slice(0, MAX_REPLY_CHARACTERS).toWellFormed() : text,
    ...(thoughts && { thoughts }),
    finish_reason,
    input_tokens,
    output_tokens: countOr(usage.output_tokens, () => estimateTokens(`${thoughts ?? ''}${text}`)),
    cached_tokens: cachedOf(usage, input_tokens),
  }
}

/** Returns the provider's count if it is valid, else an estimate. */
const countOr = (count: unknown, estimate: () => number) => tokenCount(count) ?? estimate()
const cachedOf = (usage: TokenCounts | undefined, most: number) =>
  Math.min(tokenCount(usage?.input_token_details?.cache_read) ?? 0, most)
