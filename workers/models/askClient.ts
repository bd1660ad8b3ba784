import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type AIMessageChunk, type UsageMetadata } from '@langchain/core/messages'
import type { AttachmentType } from '../../shared/lib/attachmentTypes.ts'
import type { ContentPart } from '../../shared/lib/catalog/protocols/provider.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { toStorableText } from '../../shared/lib/storable.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import { type FinishReason, isBroken, toFinishReason } from '../../shared/models/finishReason.ts'
import type { Exchange } from '../../shared/models/httpExchange.ts'
import { tokenCount } from '../../shared/models/prices.ts'
import { type PromptMessage, tokensOf } from '../prompt/prompt.ts'
import { toLangChain } from './images.ts'
import { thoughtsIn } from './ownThoughts.ts'
import { ThoughtFilter } from './thoughts.ts'
import { inTurns } from './turns.ts'

/** The most characters of a reply. A provider that sends 10 MB must not fill the database. */
const MAX_REPLY_CHARACTERS = 100_000

/** What a client is asked for. */
interface ReplyRequest {
  messages: readonly PromptMessage[]
  signal: AbortSignal
  /** See `ModelRequest`. */
  onText?: ((text: string) => void) | undefined
}

/** A model's reply, without its cost. */
export interface UnpricedReply {
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
  /** The number of input tokens that the provider has stored in its cache; undefined: none. */
  written_tokens?: number
}

/** What a provider has sent in a call so far, which may still fail. */
export interface Reported {
  usage?: TokenCounts
  /** The text of a stream so far, without thoughts; undefined: none came. */
  text?: string
  /** See `Separated`. */
  isUnopened?: boolean
}

/** What is known of a model. */
export interface ModelTraits {
  /** The types of images that it takes. */
  imageTypes: readonly AttachmentType[]
  /** Whether it takes the role `system`. */
  takesSystem: boolean
  /** See `Provider`; undefined: it has no such mark. */
  cachedUpTo: ((text: string) => ContentPart[] | undefined) | undefined
  /** Whether it writes no mark before its thoughts; undefined: it has not answered yet. */
  isUnopened: boolean | undefined
}

/**
 * Asks a provider's client for a reply, and reads it.
 * @param reported is filled while the reply comes
 * @throws AppError model_…, and the client's own errors
 */
export async function ask(
  model: BaseChatModel,
  exchange: Exchange,
  request: ReplyRequest,
  { imageTypes, takesSystem, cachedUpTo, isUnopened }: ModelTraits,
  reported: Reported,
): Promise<UnpricedReply> {
  const { signal, onText } = request
  const messages = inTurns(request.messages, takesSystem).map((message) =>
    toLangChain(message, imageTypes, cachedUpTo),
  )
  const filter = new ThoughtFilter(isUnopened)
  const separated = (answer: ModelAnswer): UnpricedReply => {
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
    throw reported.text !== undefined && isUnfinished(error) ? unfinished(error) : error
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
    input_token_details: { cache_read?: number; cache_creation?: number }
  }
>

async function readPieces(
  pieces: AsyncIterable<AIMessageChunk>,
  filter: ThoughtFilter,
  reported: Reported,
  onText: (text: string) => void,
): Promise<ModelAnswer> {
  const usage = {
    input_tokens: 0,
    output_tokens: 0,
    input_token_details: { cache_read: 0, cache_creation: 0 },
  }
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
    cached.cache_creation = Math.max(cached.cache_creation, input_token_details.cache_creation ?? 0)
    const text = takeText(piece, filter)
    if (text === undefined) continue
    reported.text = text
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

/** Makes a reply of what a provider has sent. @throws AppError model_rejected */
export function replyOf(
  { text: whole, thoughts, facts, usage }: ModelAnswer & Pick<UnpricedReply, 'text' | 'thoughts'>,
  { messages }: Pick<ReplyRequest, 'messages'>,
): UnpricedReply {
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
    ...cacheTokensOf(usage, input_tokens),
  }
}

/** Returns the provider's count if it is valid, else an estimate. */
const countOr = (count: unknown, estimate: () => number) => tokenCount(count) ?? estimate()

/** Returns the tokens that a provider's cache had or stored, among so many input tokens. */
export function cacheTokensOf(
  usage: TokenCounts | undefined,
  input: number,
): Pick<UnpricedReply, 'cached_tokens' | 'written_tokens'> {
  const { cache_read, cache_creation } = usage?.input_token_details ?? {}
  const cached_tokens = Math.min(tokenCount(cache_read) ?? 0, input)
  const written_tokens = Math.min(tokenCount(cache_creation) ?? 0, input - cached_tokens)
  return { cached_tokens, ...(written_tokens && { written_tokens }) }
}
