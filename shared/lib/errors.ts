/**
 * Every failure that a client or an operator can meet, by its stable code. `docs/errors.md`
 * explains each, and `api/middleware/errors.ts` gives each its HTTP status: a code without one does
 * not compile.
 */
export const ERROR_CODES = [
  // errors of the request
  'malformed_json',
  'invalid_text',
  'unauthenticated',
  'invalid_identity',
  'origin_not_allowed',
  'secret_in_browser',
  'scope',
  'csrf_failed',
  'single_sign_on_failed',
  'single_sign_on_refused',
  'single_sign_on_required',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'headers_too_large',
  'unsupported_media_type',
  'validation_failed',
  'malformed_request',
  // conflicts with the state of the records that the request names
  'agent_inactive',
  'endpoint_inactive',
  'thread_closed',
  'thread_busy',
  'reply_finished',
  'reply_cancelled',
  'already_assigned',
  'not_handed_off',
  'idempotency_mismatch',
  'email_taken',
  'name_taken',
  'connection_in_use',
  'agent_in_use',
  'last_owner',
  'organization_required',
  'second_factor_required',
  'second_factor_wrong',
  'passkey_refused',
  'precondition_failed',
  'cursor_expired',
  'rate_limited',
  'budget_reached',
  // errors of the service
  'unavailable',
  'queue_full',
  'widget_not_configured',
  'mail_not_configured',
  'single_sign_on_unavailable',
  'secret_key_missing',
  'internal',
  // why a reply or an indexing job failed
  'model_unavailable',
  'model_rate_limited',
  'model_rejected',
  'context_length_exceeded',
  'model_bad_output',
  'model_not_configured',
  'deadline_exceeded',
  'worker_crashed',
  'handed_off',
  // why a knowledge entry was not indexed
  'url_not_allowed',
  'fetch_failed',
  'page_too_large',
  'unsupported_content',
  'file_unreadable',
  'file_missing',
  'robots_disallowed',
  'no_text',
  // why a webhook was not delivered
  'delivery_failed',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export interface FieldError {
  field: string
  code: string
  detail: string
}

/** The error that a failed reply or knowledge entry keeps and the API shows. */
export interface JobError {
  code: ErrorCode
  detail: string
}

interface Extra {
  /** A payload for the client, in addition to the sentence. */
  data?: unknown
  /** Seconds after which trying again makes sense. The API sends them as Retry-After. */
  retryAfter?: number
  cause?: unknown
}

/**
 * An expected failure. `message` is a sentence for the client; it never carries SQL, a stack or a
 * secret.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly data: unknown
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, { data = null, retryAfter, cause }: Extra = {}) {
    super(message, { cause })
    this.name = 'AppError'
    this.code = code
    this.data = data
    this.retryAfter = retryAfter
  }
}

/**
 * A job should be tried again in `retryAfter` seconds. It is not at fault, so this does
 * not count as a failed attempt.
 */
export class RetryLater extends AppError {}

/** A model has not answered within `seconds`. */
export class ModelTimedOut extends AppError {
  readonly seconds: number

  /** @param hint a sentence of what to do, after a space */
  constructor(seconds: number, { cause, hint = '' }: { cause?: unknown; hint?: string } = {}) {
    super('model_unavailable', `The model provider did not answer within ${seconds} s.${hint}`, {
      cause,
    })
    this.seconds = seconds
  }
}

export const notFound = (what: string) =>
  new AppError('not_found', `There is no ${what} with this id in your organization.`)
