import { pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { TIMES, type Times } from '../config/times.ts'
import { AppError } from '../errors.ts'
import { forPeople, type LoggedError } from './prettyLog.ts'
import { traceId } from './tracing.ts'

export type Log = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  child(fields: Record<string, unknown>): Log
}

const WARN = 40
/** Warnings are told apart by their text. At most this many texts are remembered. */
const MAX_KINDS = 500

/**
 * An outage has every request, job and connection warn of the same thing, several times a second. Of each warning, the first is
 * logged, and then one each `logSummaryMs`, with how many were left out before it.
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
 * Keeps of an error only what says where it came from. Its other properties may quote contents: what PostgreSQL says of a row, a
 * provider's answer. So may the message of its cause, which is a stranger's.
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

/** The error of the first address, where several were tried. */
const firstOf = (error: Error) =>
  error instanceof AggregateError ? String(error.errors[0]?.message ?? '') : ''

/** The code, where it is one of Node's, of PostgreSQL's or the like. A provider's may be any text, and quote the prompt. */
export const ownCode = (code: unknown): string | undefined =>
  typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : undefined

const traceFields = () => {
  const trace_id = traceId()
  return trace_id ? { trace_id } : {}
}

/**
 * Makes the log of a process. What is logged: ids, sizes, codes and times; never bodies, headers, prompts or traits.
 * @param out a terminal gets lines for people where LOG_FORMAT is `auto`, anything else JSON
 */
export function makeLog(
  name: string,
  { LOG_LEVEL, LOG_FORMAT, times = TIMES }: { LOG_LEVEL: string; LOG_FORMAT: string; times?: Times },
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
    const format = prettyFactory(forPeople(out))
    return pino(options, { write: (record) => void out.write(format(record)) })
  }
  return out === process.stdout ? pino(options) : pino(options, out)
}
