import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type AIMessageChunk } from '@langchain/core/messages'
import type { AttachmentType } from '../../shared/lib/attachmentTypes.ts'
import { callsOf } from '../../shared/lib/catalog/protocols/callPieces.ts'
import type { ContentPart } from '../../shared/lib/catalog/protocols/provider.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { toStorableText } from '../../shared/lib/storable.ts'
import { isBroken, isUnreadable, toFinishReason } from '../../shared/models/finishReason.ts'
import type { Exchange } from '../../shared/models/httpExchange.ts'
import type { ModelMessage, OfferedTool } from '../prompt/prompt.ts'
import {
  MAX_REPLY_CHARACTERS,
  type ModelAnswer,
  reasonIn,
  replyOf,
  type TokenCounts,
  type UnpricedReply,
} from './modelReply.ts'
import { thoughtsIn } from './ownThoughts.ts'
import { ThoughtFilter } from './thoughts.ts'
import { toLangChain } from './toLangChain.ts'
import { ToolCallPieces } from './toolCallPieces.ts'
import { inTurns } from './turns.ts'

/** What a client is asked for. */
interface ReplyRequest {
  /** `provider:model` or `connection:model` */
  model: string
  messages: readonly ModelMessage[]
  tools?: readonly OfferedTool[] | undefined
  signal: AbortSignal
  /** See `ModelRequest`. */
  onText?: ((text: string) => void) | undefined
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

export type Ask = typeof ask

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
  const form = { model: request.model, imageTypes, cachedUpTo }
  const messages = toLangChain(inTurns(request.messages, takesSystem), form)
  const filter = new ThoughtFilter(isUnopened)
  const options = { signal, ...(request.tools?.length && { tools: request.tools.map(described) }) }
  const separated = (answer: ModelAnswer): UnpricedReply => {
    const result = filter.end(toFinishReason(reasonIn(answer.facts) ?? 'stop') === 'length')
    reported.isUnopened = result.isUnopened
    return replyOf({ ...answer, ...result }, request)
  }
  if (!onText) return separated(readAnswer(await model.invoke(messages, options), filter, reported))
  try {
    const stream = await model.stream(messages, options)
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
  const calls = new ToolCallPieces()
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
    for (const call of callsOf(piece)) calls.add(call)
    const text = takeText(piece, filter)
    if (text === undefined) continue
    reported.text = text
    if (!text.startsWith(shown)) onText('')
    if (text !== shown && text) onText(toStorableText(text))
    shown = text
    answer.isTooLong = text.length > MAX_REPLY_CHARACTERS
    if (answer.isTooLong) break
  }
  // The last call of an answer that is not read to its end may lack its end, too.
  return answer.isTooLong ? answer : { ...answer, toolCalls: calls.end() }
}

/** Writes a tool in OpenAI's form, which LangChain's clients of all providers read. */
const described = (tool: OfferedTool) => ({ type: 'function' as const, function: tool })

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
 * @throws AppError model_unavailable, model_bad_output
 */
function throwIfUnfinished({ facts, isTooLong }: ModelAnswer): void {
  if (!isTooLong && reasonIn(facts) === undefined) throw unfinished()
  throwIfBroken(facts)
}

/**
 * @throws AppError model_unavailable if the provider says that it failed while it wrote;
 *   model_bad_output if it could not read what the model wrote
 */
function throwIfBroken(facts: ModelAnswer['facts']): void {
  const reason = reasonIn(facts)
  if (isBroken(reason)) throw unfinished()
  if (isUnreadable(reason))
    throw new AppError(
      'model_bad_output',
      'The model wrote a tool call that its provider could not read.',
    )
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

function readAnswer(answer: unknown, filter: ThoughtFilter, reported: Reported): ModelAnswer {
  if (!AIMessage.isInstance(answer))
    throw new AppError('model_bad_output', 'The model answered with something that is no message.')
  const { response_metadata: facts, usage_metadata: usage = {} } = answer
  reported.usage = usage
  throwIfBroken(facts)
  takeText(answer, filter)
  const calls = new ToolCallPieces()
  for (const call of callsOf(answer)) calls.add(call)
  return { facts, usage, toolCalls: calls.end() }
}
