import { styleText } from 'node:util'

/** The fields of an error in a log record. */
export interface LoggedError {
  type: string
  message?: string
  code?: unknown
  stack?: string | undefined
  cause?: object
}

type Paint = Record<'cyan' | 'dim' | 'green' | 'red' | 'yellow', (text: string) => string>

const WARN = 40

/**
 * Returns pino-pretty's options. A record takes one line, and the stack of an error follows its
 * line. Lines have colours if `out` shows them or FORCE_COLOR is set, and never with NO_COLOR.
 */
export const forPeople = (out: NodeJS.WritableStream) => ({
  colorize: styleText('red', '.', { stream: out }) !== '.',
  translateTime: 'SYS:HH:MM:ss.l',
  // Without this, the whole line would have pino-pretty's colour of messages, cyan.
  customColors: 'message:reset',
  useOnlyCustomProps: false,
  messageFormat: (
    record: Record<string, unknown>,
    _name: string,
    _level: string,
    { colors }: { colors: Paint },
  ) => lineOf(record, colors),
  hideObject: true,
  // pino-pretty would put a field of this name before the line.
  ignore: 'name',
})

function lineOf(record: Record<string, unknown>, paint: Paint): string {
  const { level, time, process, msg, err, request_id, ...fields } = record
  const error = err as LoggedError | undefined
  const hasStack = Number(level) > WARN && error?.stack
  const line = [paint.cyan(clean(process))]
  if (msg === 'request' && fields.endpoint !== undefined) {
    const { method, endpoint, status, ms } = fields
    line.push(clean(method), clean(endpoint), paintStatus(Number(status), paint), `${ms} ms`)
    for (const name of ['method', 'endpoint', 'status', 'ms']) delete fields[name]
  } else line.push(clean(`${msg}${error ? inWords(error, !hasStack) : ''}`))
  const others = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : `${name}=${clean(value)}`,
  )
  if (request_id) others.push(clean(request_id))
  if (others.length) line.push(paint.dim(others.join(' ')))
  const stack = hasStack ? error.stack!.split('\n').map(clean) : []
  return [line.join(' '), ...stack].join('\n')
}

/**
 * Removes control characters: paths and some messages come from strangers, and could control the
 * terminal.
 */
const clean = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Cc}+/gu, ' ')

function paintStatus(status: number, { red, yellow, green }: Paint): string {
  const paint = status >= 500 ? red : status >= 400 ? yellow : green
  return paint(String(status))
}

/**
 * Describes an error in words. A warning is about temporary trouble such as an outage, so its line
 * has only the message. An error may be a bug, so its stack follows.
 */
function inWords({ type, message, code, cause }: LoggedError, withMessage: boolean): string {
  const because = cause ? ` (${Object.values(cause).filter(Boolean).join(' ')})` : ''
  return withMessage ? `: ${message || code || type}${because}` : because
}
