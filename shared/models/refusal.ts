import { AppError, type ErrorCode } from '../lib/errors.ts'
import { isOfRequest, type Refusable, unsupportedIn } from './unsupported.ts'

/**
 * A provider's error, reduced to names that are meant for programs. Its sentences are not kept,
 * because they may quote the prompt.
 */
export interface Refusal {
  /** The HTTP status, 400 or more. */
  status: number
  /** A name such as `model_not_found`; null: the provider gave no such name. */
  code: string | null
  /** A name such as `invalid_request_error`; null: the provider gave no such name. */
  type: string | null
  /** Whether the prompt is longer than the model takes. */
  isTooLong: boolean
  /** Whether the key is refused. */
  isOfKey: boolean
  /** Whether a filter refused the prompt. */
  isBlocked: boolean
  /** Whether the model wrote a tool call that the provider could not read. */
  isOfCall: boolean
  /** Whether the error mentions images: the model may not take them. */
  isOfImages: boolean
  /** What the model does not accept, whatever its value; null: nothing that Parley can leave out. */
  unsupported: Refusable | null
}

/** A provider answered with an error. */
export class ProviderError extends AppError {
  readonly refusal: Refusal

  constructor(refusal: Refusal, retryAfter?: number, cause?: unknown) {
    const { code, detail } = meaningOf(refusal)
    super(code, detail, { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
    this.refusal = refusal
  }
}

/** Returns the code, and a sentence for the client without any of the provider's words. */
function meaningOf({ status, isTooLong, isOfKey, isBlocked, isOfCall }: Refusal): {
  code: ErrorCode
  detail: string
} {
  if (isBlocked)
    return {
      code: 'model_rejected',
      detail: "The model provider's filter refused the conversation.",
    }
  if (isOfCall)
    return {
      code: 'model_bad_output',
      detail: 'The model wrote a tool call that its provider could not read.',
    }
  if (status === 429)
    return { code: 'model_rate_limited', detail: 'The model provider limits our requests.' }
  if (isOfKey)
    return {
      code: 'model_not_configured',
      detail:
        "The model provider refuses the service's credentials. Check that its key is right and not revoked.",
    }
  if (status === 402)
    return {
      code: 'model_not_configured',
      detail: "The model provider's account has no credit left.",
    }
  // 498: Groq has no capacity for now.
  if (status === 408 || status === 409 || status === 498 || status >= 500)
    return {
      code: 'model_unavailable',
      detail: `The model provider answered with status ${status}.`,
    }
  if (isTooLong)
    return {
      code: 'context_length_exceeded',
      detail: 'The conversation is longer than the model can read.',
    }
  if (status === 404)
    return {
      code: 'model_rejected',
      detail:
        'The model provider does not have this model. Check its name, and the address of the provider.',
    }
  return { code: 'model_rejected', detail: 'The model provider refused the request.' }
}

const TOO_LONG_CODES = ['context_length_exceeded', 'exceed_context_size_error', 'request_too_large']
const TOO_LONG_WORDS = [
  'context length',
  'context window',
  'context limit',
  'context size',
  'maximum context',
  'maximum prompt length',
  'prompt is too long',
  'input is too long',
  'too many input tokens',
  'exceeds the maximum number of tokens',
]
/** Google and xAI answer a wrong key with 400. */
const KEY_WORDS = ['api key not valid', 'api key expired', 'incorrect api key', 'invalid api key']
const BLOCKED_CODES = ['content_filter', 'content_policy_violation']
/** xAI and OpenRouter answer a prompt that their filter refuses with 403. */
const BLOCKED_WORDS = ['usage guidelines', 'requires moderation', 'was flagged']
/** Groq answers so, also in a stream. */
const CALL_CODES = ['tool_use_failed']
const IMAGE_WORDS = ['image', 'vision', 'multimodal']
const MAX_SENTENCE = 2_000

/**
 * Reads an error as providers write it: `{error: {message, type, code, param}}` of OpenAI,
 * Anthropic and most others, with `status` in place of `type` from Google; the same without
 * `error`; `{error: "…"}` of Ollama and xAI; `{detail: [{loc, msg}]}` of Mistral.
 * @param body the answer's body, which may be anything
 */
export function readRefusal(status: number, body: string): Refusal {
  const { code, type, param, message } = errorIn(body)
  const sentence = (typeof message === 'string' ? message : '').slice(0, MAX_SENTENCE).toLowerCase()
  const says = (words: readonly string[]) => words.some((word) => sentence.includes(word))
  const has = (names: readonly string[]) =>
    [code, type].some((name) => names.includes(String(name)))
  const isRefused = isOfRequest(status)
  // Groq answers 413 if the prompt alone exceeds the limit of tokens a minute.
  const isTooLong = isRefused && (status === 413 || has(TOO_LONG_CODES) || says(TOO_LONG_WORDS))
  const isBlocked =
    (status === 403 && says(BLOCKED_WORDS)) || (status === 400 && !isTooLong && has(BLOCKED_CODES))
  return {
    status,
    code: nameOr(code),
    type: nameOr(type),
    isTooLong,
    isOfKey:
      !isBlocked && (status === 401 || status === 403 || (status === 400 && says(KEY_WORDS))),
    isBlocked,
    isOfCall: isRefused && has(CALL_CODES),
    isOfImages: says(IMAGE_WORDS),
    unsupported:
      (!isTooLong && !isBlocked && unsupportedIn({ status, code, type, param, sentence })) || null,
  }
}

function errorIn(body: string): Record<string, unknown> {
  try {
    const whole = JSON.parse(body)
    const error = whole?.error ?? whole
    if (typeof error === 'string') return { message: sentencesIn([error, whole.message]) }
    const { detail = error.message?.detail, type = error.status, ...rest } = Object(error)
    return { message: detail, ...rest, type, ...(Array.isArray(detail) && fieldIn(detail)) }
  } catch {
    // Servers in Rust refuse unknown fields in plain text. A page of a proxy explains nothing.
    return { message: body.startsWith('<') ? '' : body }
  }
}

/** Joins what NestJS splits: `{error: "Bad Request", message: ["property … should not exist"]}`. */
const sentencesIn = (parts: readonly unknown[]) =>
  parts
    .flat()
    .filter((part) => typeof part === 'string')
    .join(' ')

/**
 * Reads an error that comes with status 200: a server that fails while it writes sends it as an
 * event of the stream, and some gateways send it in place of the reply.
 * @param text an answer, or a line of a stream
 * @returns undefined: the text has no error
 */
export function readRefusalIn(text: string): Refusal | undefined {
  if (!text.includes('"error"')) return undefined
  try {
    const answer = JSON.parse(text.replace(/^data:/, ''))
    const error = answer?.error || answer?.response?.error || (answer?.type === 'error' && answer)
    return error ? readRefusal(statusOf(error), JSON.stringify({ error })) : undefined
  } catch {
    return undefined
  }
}

/**
 * The statuses for the names of errors. An error with any other name counts as the server's fault.
 */
const STATUSES: readonly [name: RegExp, status: number][] = [
  [/rate_?limit|exhausted|quota|throttl/i, 429],
  [/auth|permission|api_key/i, 401],
  [/invalid|context_length|bad_request/i, 400],
]

function statusOf(error: unknown): number {
  const { code, type, status } = Object(error)
  if (Number.isInteger(code) && code >= 400 && code < 600) return code
  const names = [code, type, status].join(' ').slice(0, MAX_SENTENCE)
  return STATUSES.find(([name]) => name.test(names))?.[1] ?? 500
}

/** Reads the first of FastAPI's list of refused fields. */
function fieldIn([first]: readonly unknown[]): Record<string, unknown> {
  const { type, loc, msg } = Object(first)
  return { type, message: msg, param: Array.isArray(loc) && loc.at(-1) }
}

/**
 * A name for programs: words joined by `_`, `-` or `.`, an exception's class, or a number. A single
 * word may come from the prompt, and a sentence may quote the prompt.
 */
const NAME = /^(?:[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)+|[a-z]+(?:error|exception)|[0-9]+)$/i
const MAX_NAME = 64
const nameOr = (name: unknown) => {
  const text = typeof name === 'number' ? String(name) : name
  return typeof text === 'string' && text.length <= MAX_NAME && NAME.test(text) ? text : null
}
