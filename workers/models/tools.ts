import { estimateTokens } from '../../shared/lib/text/tokens.ts'
import { ProviderError } from '../../shared/models/refusal.ts'
import { type ModelMessage, type OfferedTool, tokensOf } from '../prompt/prompt.ts'
import { asText } from './asText.ts'

/** What a model is asked with. */
interface AskedWithTools {
  messages: readonly ModelMessage[]
  tools?: readonly OfferedTool[] | undefined
}

/** Whether messages have tool calls. */
export const hasCalls = (messages: readonly ModelMessage[]): boolean =>
  messages.some((message) => 'calls' in message)

/**
 * Whether a call may have been refused because of the calls of earlier rounds: then it is repeated
 * with these as texts. Providers refuse a history that another model has begun in many words.
 */
export function mayBeOfCalls(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false
  const { status, isBlocked } = error.refusal
  return (status === 400 || status === 422) && error.code === 'model_rejected' && !isBlocked
}

/**
 * Returns a request in the form that its model takes. Providers refuse calls of earlier rounds in a
 * request without tools, so these become texts then.
 * @param takesTools whether the model takes tools
 * @param areCallsTexts whether earlier calls become texts in any case
 */
export function withTools<Of extends AskedWithTools>(
  request: Of,
  takesTools: boolean,
  areCallsTexts: boolean,
): Of {
  const { messages } = request
  const tools = takesTools && request.tools?.length ? request.tools : undefined
  const areTexts = hasCalls(messages) && (!tools || areCallsTexts)
  return { ...request, tools, messages: areTexts ? asText(messages, !tools) : messages }
}

/** Estimates the tokens of a request, with the descriptions of its tools. */
export const tokensOfRequest = ({ messages, tools = [] }: AskedWithTools): number =>
  tokensOf(messages) + (tools.length ? estimateTokens(JSON.stringify(tools)) : 0)
