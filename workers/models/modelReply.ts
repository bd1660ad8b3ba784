import type { UsageMetadata } from '@langchain/core/messages'
import { AppError } from '../../shared/lib/errors.ts'
import { toStorableText } from '../../shared/lib/storable.ts'
import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import { type FinishReason, toFinishReason } from '../../shared/models/finishReason.ts'
import { tokenCount } from '../../shared/models/prices.ts'
import type { AskedCall } from '../../shared/tools/steps.ts'
import { tokensOfRequest } from './tools.ts'

/** The most characters of a reply. A provider that sends 10 MB must not fill the database. */
export const MAX_REPLY_CHARACTERS = 100_000

/** A model's reply, without its cost. */
export interface UnpricedReply {
  /** The reply's text without the model's thoughts, which may be empty. */
  text: string
  /** The model's thoughts, for the trace alone: no reader gets them. Undefined: there are none. */
  thoughts?: string
  finish_reason: FinishReason
  /** The tools that the model wants to be called before it goes on; undefined: none. */
  toolCalls?: readonly AskedCall[]
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

/** A provider's metadata and token counts. */
export interface ModelAnswer {
  facts: Record<string, unknown>
  usage: TokenCounts
  toolCalls?: readonly AskedCall[]
  /** Whether reading stopped at the most characters of a reply. */
  isTooLong?: boolean
}

/** Token counts in the form of LangChain's clients. */
export type TokenCounts = Partial<
  Pick<UsageMetadata, 'input_tokens' | 'output_tokens'> & {
    input_token_details: { cache_read?: number; cache_creation?: number }
  }
>

/** Returns the provider's word for why the reply ended. Older versions of Ollama only say `done`. */
export const reasonIn = ({ finish_reason, stop_reason, done_reason, done }: ModelAnswer['facts']) =>
  finish_reason ?? stop_reason ?? done_reason ?? (done === true ? 'stop' : undefined)

/** Makes a reply of what a provider has sent. @throws AppError model_rejected */
export function replyOf(
  answer: ModelAnswer & Pick<UnpricedReply, 'text' | 'thoughts'>,
  request: Parameters<typeof tokensOfRequest>[0],
): UnpricedReply {
  const { text: whole, thoughts, facts, usage, toolCalls = [] } = answer
  const text = toStorableText(whole).trim()
  const cut = text.length > MAX_REPLY_CHARACTERS
  const finish_reason = cut ? 'length' : toFinishReason(reasonIn(facts) ?? 'stop')
  if (!text && !toolCalls.length && finish_reason === 'content_filter')
    throw new AppError('model_rejected', "The model provider's filter left nothing of the reply.")
  const input_tokens = countOr(usage.input_tokens, () => tokensOfRequest(request))
  return {
    text: cut ? text.slice(0, MAX_REPLY_CHARACTERS).toWellFormed() : text,
    ...(thoughts && { thoughts }),
    finish_reason,
    ...(toolCalls.length && { toolCalls }),
    input_tokens,
    output_tokens: countOr(usage.output_tokens, () =>
      estimateTokens([thoughts ?? '', text, ...toolCalls.map(writtenOf)].join('')),
    ),
    ...cacheTokensOf(usage, input_tokens),
  }
}

const writtenOf = ({ name, written }: AskedCall) => `${name}${written}`

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
