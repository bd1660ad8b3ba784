import { createRequire } from 'node:module'
import { pino } from 'pino'
import { TIMES, type Times } from '../config/times.ts'
import { AppError } from '../errors.ts'
import { forPeople, type LoggedError } from './prettyLog.ts'
import { traceId } from './tracing.ts'

export type Log = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  child(fields: Record<string, unknown>): Log
}

const require = createRequire(import.meta.url)
const WARN = 40
/** The most texts of warnings that are remembered. Warnings with the same text count as equal. */
const MAX_KINDS = 500

/**
 * Logs the first of equal warnings, and then a warning every `logSummaryMs` with the number of
 * warnings left out. Otherwise, every request, job and connection would log the same warning
 * several times a second in an outage.
 */
function summarize({ logSummaryMs }: Times) {
  const seen = new Map<string, { until: number; repeated: number }>()
  return function logMethod(
    this: pino.Logger,
    args: Parameters<pino.LogFn>,
    method: pino.LogFn,
    level: number,
  ): void {
    if (level !== WARN) {
      method.apply(this, args)
      return
    }
    const [given, message] = args as unknown as [{ err?: Error } | string, string | undefined]
    const fields = typeof given === 'string' ? {} : given
    const text = typeof given === 'string' ? given : (message ?? '')
    const kind = `${text} ${fields.err?.message ?? ''}`
    const last = seen.get(kind)
    if (last && Date.now() < last.until) {
      last.repeated++
      return
    }
    if (seen.size >= MAX_KINDS) seen.clear()
    seen.set(kind, { until: Date.now() + logSummaryMs, repeated: 0 })
    method.call(this, last?.repeated ? { ...fields, repeated: last.repeated } : fields, text)
  }
}

/**
 * Keeps only the fields of an error that show its origin. Its other fields and the message of its
 * cause may quote contents, such as a row in PostgreSQL or the answer of a provider.
 */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, code, cause } = error as Error & { code?: unknown }
  const { name: type, code: causeCode, status } = (cause ?? {}) as Record<string, unknown>
  return {
    type: name,
    message: message || firstOf(error),
    ...(code !== undefined && { code: error instanceof AppError ? code : ownCode(code) }),
    stack,
    ...(cause instanceof Error && { cause: { type, status, code: ownCode(causeCode) } }),
  }
}

/** Returns the message of the first error, if several addresses were tried. */
const firstOf = (error: Error) =>
  error instanceof AggregateError ? String(error.errors[0]?.message ?? '') : ''

/**
 * Returns the code if it looks like a code of Node or PostgreSQL. A provider's code may be any
 * text, and may quote the prompt.
 */
export const ownCode = (code: unknown): string | undefined =>
  typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : undefined

const traceFields = () => {
  const trace_id = traceId()
  return trace_id ? { trace_id } : {}
}

/**
 * Gathers lines before they are written, because a write costs as much as making a line: each
 * request and job has one. They are written after `periodicFlush` milliseconds at the latest, and
 * when the process exits or logs a fatal error.
 */
const GATHERED = { sync: false, minLength: 4_096, periodicFlush: 100 }

/**
 * Makes the log of a process. Log lines have ids, sizes, codes and times, never bodies, headers,
 * prompts or traits.
 * @param out if LOG_FORMAT is `auto`, a terminal gets lines for people, and any other stream gets
 *   JSON
 */
export function makeLog(
  name: string,
  {
    LOG_LEVEL,
    LOG_FORMAT,
    times = TIMES,
  }: { LOG_LEVEL: string; LOG_FORMAT: string; times?: Times },
  out: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout,
): Log {
  const options = {
    level: LOG_LEVEL,
    base: { process: name },
    hooks: { logMethod: summarize(times) },
    serializers: { err: describeError },
    mixin: traceFields,
  }
  if (LOG_FORMAT === 'pretty' || (LOG_FORMAT === 'auto' && out.isTTY)) {
    // Only here, because most processes write JSON.
    const pretty = require('pino-pretty') as typeof import('pino-pretty')
    const format = pretty.prettyFactory(forPeople(out))
    return pino(options, { write: (record) => void out.write(format(record)) })
  }
  return pino(options, out === process.stdout ? pino.destination(GATHERED) : out)
}
