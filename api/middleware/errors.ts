import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { v7 as uuid } from 'uuid'
import { isForeignKeyViolation, isTransient } from '../../shared/lib/db/failures.ts'
import { AppError, ERRORS } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { KEY_RULES } from '../auth/scopes.ts'
import type { Ctx, Middleware } from '../context.ts'
import { discard } from './body.ts'

/**
 * Turns every failure into a response. Only the log has the details of errors that are not
 * AppErrors.
 */
export const errors = (): Middleware =>
  async function errors(ctx, next) {
    try {
      await next()
      if (ctx.status === 404 && ctx.body == null)
        throw new AppError(
          'not_found',
          `There is no ${ctx.method} ${ctx.path}. See /docs, or /openapi.json.`,
        )
      if (ctx.status === 405 || ctx.status === 501)
        throw new AppError(
          'method_not_allowed',
          'This path takes other methods; the Allow header lists them.',
        )
    } catch (thrown) {
      const error = toAppError(thrown)
      const failure = { request_id: ctx.state.requestId, err: thrown }
      if (ERRORS[error.code].status === 500) ctx.log.error(failure, 'request failed')
      else if (error.code === 'unavailable' && !(thrown instanceof AppError))
        ctx.log.warn(failure, 'request failed, and may be tried again')
      ctx.status = ERRORS[error.code].status
      ctx.body = { ...envelope(error, ctx.state.requestId), ...tracebackOf(ctx, error, thrown) }
      if (ctx.status === 401) ctx.set('WWW-Authenticate', challengeOf(ctx))
      if (error.retryAfter !== undefined)
        ctx.set('Retry-After', String(Math.ceil(error.retryAfter)))
      if (hasUnreadBody(ctx)) {
        // A client that was too slow, or that disconnected, gets no time to send the rest.
        if (error.code !== 'malformed_request') await discard(ctx)
        ctx.set('Connection', 'close')
      }
    }
  }

/**
 * Says how to send credentials. Browsers ask for a password where a challenge has Basic, so only
 * routes that take keys name it, and only to clients that are not browsers.
 */
function challengeOf(ctx: Ctx): string {
  const isBrowser =
    BROWSER_HEADERS.some((name) => ctx.get(name)) || /^Mozilla\//.test(ctx.get('User-Agent'))
  const takesKeys = KEY_RULES.has(ctx.state.operation ?? '')
  return takesKeys && !isBrowser ? `${BEARER}, Basic realm="Parley", charset="UTF-8"` : BEARER
}
const BEARER = 'Bearer realm="Parley"'
const BROWSER_HEADERS = ['Origin', 'Cookie', 'Sec-Fetch-Site']

/** Whether the client has not sent its whole body. Then the connection must close. */
const hasUnreadBody = ({ req: { complete, headers } }: Ctx) =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)

const ANALYTICS = /^(\/api\/v1)?\/analytics(\/|$)/

/** Adds a traceback to unexpected errors of the analytics, except in production. */
function tracebackOf({ path, config }: Ctx, { code }: AppError, thrown: unknown) {
  if (code !== 'internal' || !ANALYTICS.test(path)) return {}
  if (config.NODE_ENV === 'production') return { traceback: null }
  return { traceback: thrown instanceof Error ? String(thrown.stack) : String(thrown) }
}

/** Makes the body of an error's answer. */
export const envelope = ({ code, message, data }: AppError, requestId: string) => ({
  status: 'error',
  status_code: ERRORS[code].status,
  detail: message,
  data,
  code,
  request_id: requestId,
})

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isForeignKeyViolation(error))
    return new AppError(
      'not_found',
      'A record that the request names was deleted at the same moment.',
    )
  if (isTransient(error))
    return new AppError(
      'unavailable',
      "The service cannot reach its database, or two requests were in each other's way. Try again.",
      { retryAfter: 2 },
    )
  return new AppError(
    'internal',
    'Something went wrong in the service. The request id helps its operator to find out what.',
  )
}

/**
 * Answers and logs errors of the HTTP parser, on the bare socket. For the server's `clientError`
 * event.
 */
export function answerClientError(
  log: Log,
  error: Error & { code?: string },
  socket: Duplex,
): void {
  // Browsers open spare connections. When such a connection times out, it is closed without an
  // answer: the browser sends a request that was on its way again on a new connection, but would
  // take an error for its answer.
  const isSpare =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket instanceof Socket && socket.bytesRead === 0
  if (!socket.writable || error.code === 'ECONNRESET' || isSpare) {
    socket.destroy()
    return
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new AppError('headers_too_large', 'The request headers are over 16 kB.')
      : new AppError(
          'malformed_request',
          'This is not an HTTP request that the service can read, or it came too slowly.',
        )
  const requestId = uuid()
  const body = JSON.stringify(envelope(problem, requestId))
  const status = ERRORS[problem.code].status
  log.info({ request_id: requestId, status, code: problem.code, reason: error.code }, 'request')
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
