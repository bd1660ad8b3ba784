const BRAND = Symbol.for('parley.failure')

/**
 * An error with a code: a code of the API, `offline`, or `silent` for a stream that sent nothing.
 */
export class Failure extends Error {
  readonly code: string
  readonly status: number
  /** The Retry-After header, in seconds. */
  readonly seconds: number
  /** Whether the reply itself failed, so that a retry is a new question. */
  readonly isFinal: boolean
  readonly [BRAND] = true
  constructor(code: string, detail = code, { status = 0, seconds = 0, isFinal = false } = {}) {
    super(detail)
    this.code = code
    this.status = status
    this.seconds = seconds
    this.isFinal = isFinal
  }
  /** The launcher and the chat are separate files, each with a copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (value as Failure | undefined)?.[BRAND] === true
  }
}
