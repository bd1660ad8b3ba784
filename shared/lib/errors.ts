import { ERRORS, type ErrorCode } from './errorTable.ts'

export { ERRORS, type ErrorCode }

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

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
  /** Seconds after which a client should try again. The API sends them as Retry-After. */
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
 * A job should be tried again in `retryAfter` seconds. The cause lies outside the job, so this does
 * not count as a failed attempt.
 */
export class RetryLater extends AppError {}

/** A model has not answered within `seconds`. */
export class ModelTimedOut extends AppError {
  readonly seconds: number

  /** @param hint a sentence that says what to do, beginning with a space */
  constructor(seconds: number, { cause, hint = '' }: { cause?: unknown; hint?: string } = {}) {
    super('model_unavailable', `The model provider did not answer within ${seconds} s.${hint}`, {
      cause,
    })
    this.seconds = seconds
  }
}

export const notFound = (what: string) =>
  new AppError('not_found', `There is no ${what} with this id in your organization.`)
