const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Whether a row names one that is not there: what the request named was deleted after it had been looked at. */
export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503'

/** Whether a statement waited for longer than it may, or for one that waited for it, which passes. */
export const isLockTimeout = (error: unknown): boolean => ['55P03', '40P01'].includes(codeOf(error))

/** Whether a migration has changed what a prepared statement returns. */
export const isPlanOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && /cached plan/.test((error as Error).message)

/**
 * Whether a retry may help: PostgreSQL was away, silent, or ended the connection (class 08, 57P0x, a socket error),
 * ended a statement that took too long (57014), gave up one of two transactions that waited for each other (40P01), has no room on
 * its disk (53100), trouble with its machine (class 58), or is no longer the one that is written to (25006).
 */
export const isTransient = (error: unknown): boolean =>
  /^(08|57P0|57014|58|53100|53300|25006|40001|40P01|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(
    codeOf(error),
  ) ||
  (error instanceof Error &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect|^timeout expired$/.test(
      error.message,
    ))
