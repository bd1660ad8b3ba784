import { AppError } from '../errors.ts'

/** Why no connection to another server was made. */
export type ConnectionFault =
  | 'address_not_allowed'
  | 'unknown_host'
  | 'tls_failed'
  | 'not_reachable'

/** Reads why no connection was made; undefined: the error says nothing of it. */
export function connectionFault(error: unknown): ConnectionFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AppError) return 'address_not_allowed'
    const { code = '' } = cause as { code?: string }
    if (/ENOTFOUND|EAI_AGAIN|ENODATA/.test(code)) return 'unknown_host'
    if (/CERT|_TLS_|SSL|UNABLE_TO_|DEPTH_ZERO/.test(code)) return 'tls_failed'
    if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CONNECT_TIMEOUT/.test(code))
      return 'not_reachable'
  }
  return undefined
}
