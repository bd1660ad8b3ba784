import { pino } from 'pino'
import pretty from 'pino-pretty'

export type Log = Pick<pino.Logger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  child(fields: Record<string, unknown>): Log
}

/**
 * The process's log, to standard output. What is logged: ids, sizes, codes and times; never bodies, headers,
 * prompts or traits.
 */
export function makeLog(
  process: string,
  { LOG_LEVEL, LOG_FORMAT }: { LOG_LEVEL: string; LOG_FORMAT: string },
): Log {
  const options = { level: LOG_LEVEL, base: { process } }
  if (LOG_FORMAT === 'json') return pino(options)
  return pino(
    options,
    pretty({
      sync: true,
      colorize: false,
      ignore: 'process,pid',
      messageFormat: `${process}: {msg}`,
      singleLine: true,
    }),
  )
}
