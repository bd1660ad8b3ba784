const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Whether a row refers to a row that does not exist, because it was deleted after the request had
 * read it.
 */
export const isForeignKeyViolation = (error: unknown): boolean => codeOf(error) === '23503'

/**
 * Whether a statement waited too long for a lock (55P03) or ended in a deadlock (40P01). A retry
 * may help.
 */
export const isLockTimeout = (error: unknown): boolean => ['55P03', '40P01'].includes(codeOf(error))

/** Whether the session is read-only: the server is a standby, or a primary that was replaced. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006'

/** Whether a table is missing: the release step has not run. */
export const isUndefinedTable = (error: unknown): boolean => codeOf(error) === '42P01'

/** Whether the user lacks a right. */
export const isForbidden = (error: unknown): boolean => codeOf(error) === '42501'

/**
 * Whether a pooler refuses the `options` of a connection: PgBouncer before 1.20 all of them, and
 * since then those that it does not know, such as `search_path`.
 */
export const isOptionsRefused = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter')

/** Whether a migration has changed the columns that a prepared statement returns. */
export const isPlanOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && /cached plan/.test((error as Error).message)

/**
 * Whether a retry may help. True if PostgreSQL
 * - was away or silent, or closed the connection (class 08, 57P0x, a socket error);
 * - has no free connection (53300), no space on its disk (53100), or a failing machine (class 58);
 * - ended a statement that took too long (57014);
 * - ended a transaction because of a deadlock (40P01) or a conflict with another transaction
 *   (40001);
 * - is read-only, because it is a standby or has been replaced as the primary (25006).
 */
export const isTransient = (error: unknown): boolean =>
  /^(08|57P0|57014|58|53100|53300|25006|40001|40P01|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/.test(
    codeOf(error),
  ) ||
  (error instanceof Error &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect|^timeout expired$/.test(
      error.message,
    ))
