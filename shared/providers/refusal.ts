import { AppError, type ErrorCode } from '../errors.ts'

/** What Parley sends besides the prompt, and some models do not take. */
export const PARAMETERS = ['temperature', 'max_completion_tokens', 'max_tokens'] as const
export type Parameter = (typeof PARAMETERS)[number]

/** What a provider says of a request that it did not answer: names for programs, never its sentences, which may quote the prompt. */
export interface Refusal {
  /** The HTTP status, 400 or more. */
  status: number
  /** Such as `model_not_found`; null where the provider gives none. */
  code: string | null
  /** Such as `invalid_request_error`; null where the provider gives none. */
  type: string | null
  /** Whether the prompt is longer than the model takes. */
  isTooLong: boolean
  /** Which parameter the model does not take, whatever its value. */
  unsupported: Parameter | null
}

/** A provider answered, with an error. */
export class ProviderError extends AppError {
  readonly refusal: Refusal

  constructor(refusal: Refusal, retryAfter?: number, cause?: unknown) {
    const { code, detail } = meaningOf(refusal)
    super(code, detail, { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
    this.refusal = refusal
  }
}

/** @returns the code and the sentence for a client, whom a provider's own words never reach */
function meaningOf({ status, isTooLong }: Refusal): { code: ErrorCode; detail: string } {
  if (status === 429) return { code: 'model_rate_limited', detail: 'The model provider limits our requests.' }
  if (status === 401 || status === 403)
    return { code: 'model_not_configured', detail: "The model provider refuses the service's credentials." }
  if (status === 408 || status === 409 || status >= 500)
    return { code: 'model_unavailable', detail: `The model provider answered with status ${status}.` }
  if (isTooLong)
    return { code: 'context_length_exceeded', detail: 'The conversation is longer than the model can read.' }
  return { code: 'model_rejected', detail: 'The model provider refused the request.' }
}

const TOO_LONG_CODES = ['context_length_exceeded', 'exceed_context_size_error', 'request_too_large']
const TOO_LONG_WORDS = [
  'context length',
  'context window',
  'context limit',
  'context size',
  'maximum context',
  'prompt is too long',
  'input is too long',
]
const UNSUPPORTED_CODES = ['unsupported_parameter', 'unknown_parameter']
const UNSUPPORTED_WORDS = [
  'not support',
  'unsupported',
  'deprecated',
  'not permitted',
  'unrecognized',
  'unknown',
]
const MAX_SENTENCE = 2_000

/**
 * Reads an error as OpenAI, Anthropic, Ollama and servers compatible with them word it:
 * `{error: {message, type, code, param}}`, the same without `error`, or `{error: "…"}`.
 * @param body of the answer, which may be anything
 */
export function readRefusal(status: number, body: string): Refusal {
  const { code, type, param, message } = errorIn(body)
  const sentence = (typeof message === 'string' ? message : '').slice(0, MAX_SENTENCE).toLowerCase()
  const says = (words: readonly string[]) => words.some((word) => sentence.includes(word))
  const has = (names: readonly string[]) => [code, type].some((name) => names.includes(String(name)))
  const isRefused = status === 400 || status === 413 || status === 422
  const isTooLong = isRefused && (has(TOO_LONG_CODES) || says(TOO_LONG_WORDS))
  const isUnsupported = has(UNSUPPORTED_CODES) || says(UNSUPPORTED_WORDS)
  // A temperature that may have one value only is of no use to us; a limit that is too high is the agent's to lower.
  const isOne = (name: Parameter) =>
    (param ? param === name : sentence.includes(name)) &&
    (isUnsupported || (name === 'temperature' && code === 'unsupported_value'))
  return {
    status,
    code: nameOr(code),
    type: nameOr(type),
    isTooLong,
    unsupported: (isRefused && !isTooLong && PARAMETERS.find(isOne)) || null,
  }
}

function errorIn(body: string): Record<string, unknown> {
  try {
    const whole = JSON.parse(body)
    const error = whole?.error ?? whole
    return typeof error === 'string' ? { message: error } : Object(error)
  } catch {
    return {}
  }
}

/**
 * A name as programs have them: words joined by `_`, `-` or `.`, an exception's class, or a number. A single word may
 * be one of the prompt, and a sentence may quote it.
 */
const NAME = /^(?:[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+|[a-z]+(?:error|exception)|[0-9]+)$/i
const MAX_NAME = 64
const nameOr = (name: unknown) => {
  const text = typeof name === 'number' ? String(name) : name
  return typeof text === 'string' && text.length <= MAX_NAME && NAME.test(text) ? text : null
}
