import { AppError, type ErrorCode } from '../errors.ts'

/** Parameters that Parley sends and that some models refuse. */
export const PARAMETERS = ['temperature', 'max_completion_tokens', 'max_tokens'] as const
export type Parameter = (typeof PARAMETERS)[number]

/**
 * A provider's error, reduced to names that are meant for programs. Its sentences are not kept,
 * because they may quote the prompt.
 */
export interface Refusal {
  /** The HTTP status, 400 or more. */
  status: number
  /** Such as `model_not_found`; null: the provider gave no such name. */
  code: string | null
  /** Such as `invalid_request_error`; null: the provider gave no such name. */
  type: string | null
  /** Whether the prompt is longer than the model takes. */
  isTooLong: boolean
  /** The parameter that the model does not accept, whatever its value; null: none. */
  unsupported: Parameter | null
}

/** A provider answered with an error status. */
export class ProviderError extends AppError {
  readonly refusal: Refusal

  constructor(refusal: Refusal, retryAfter?: number, cause?: unknown) {
    const { code, detail } = meaningOf(refusal)
    super(code, detail, { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
    this.refusal = refusal
  }
}

/** @returns the code, and a sentence for the client without any of the provider's words */
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
 * Reads an error as OpenAI, Anthropic, Ollama and compatible servers write it:
 * `{error: {message, type, code, param}}`, the same without `error`, or `{error: "…"}`.
 * @param body the answer's body, which may be anything
 */
export function readRefusal(status: number, body: string): Refusal {
  const { code, type, param, message } = errorIn(body)
  const sentence = (typeof message === 'string' ? message : '').slice(0, MAX_SENTENCE).toLowerCase()
  const says = (words: readonly string[]) => words.some((word) => sentence.includes(word))
  const has = (names: readonly string[]) => [code, type].some((name) => names.includes(String(name)))
  const isRefused = status === 400 || status === 413 || status === 422
  const isTooLong = isRefused && (has(TOO_LONG_CODES) || says(TOO_LONG_WORDS))
  const isUnsupported = has(UNSUPPORTED_CODES) || says(UNSUPPORTED_WORDS)
  // A model that allows a single temperature counts as accepting none. A limit that is too high is not a
  // refused parameter: the agent's owner must lower it.
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
 * A name for programs: words joined by `_`, `-` or `.`, an exception's class, or a number. A single word may
 * come from the prompt, and a sentence may quote it.
 */
const NAME = /^(?:[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+|[a-z]+(?:error|exception)|[0-9]+)$/i
const MAX_NAME = 64
const nameOr = (name: unknown) => {
  const text = typeof name === 'number' ? String(name) : name
  return typeof text === 'string' && text.length <= MAX_NAME && NAME.test(text) ? text : null
}
