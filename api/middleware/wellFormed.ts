import { AppError } from '../../shared/lib/errors.ts'
import type { Middleware } from '../context.ts'

/** Refuses malformed requests in our own format, and query strings that are not valid text. */
export const wellFormed = (): Middleware =>
  async function wellFormed(ctx, next) {
    // HTTP/1.0 knows no Host, and HAProxy's and keepalived's checks of /health send none.
    if (!ctx.get('Host') && ctx.req.httpVersion !== '1.0')
      throw new AppError('malformed_request', 'The request has no Host header.')
    // Node takes the first Host header, and a router before it may take the last.
    if (hasTwoHosts(ctx.req.rawHeaders))
      throw new AppError('malformed_request', 'The request has more than one Host header.')
    if (ctx.get('Parley-Hop'))
      throw new AppError(
        'malformed_request',
        'A webhook must not lead to Parley, which has sent this request.',
      )
    const expect = ctx.get('Expect')
    if (expect && expect.toLowerCase() !== '100-continue')
      throw new AppError(
        'malformed_request',
        'The request expects something that the service does not do.',
      )
    refuseUnstorableQuery(ctx.querystring)
    await next()
  }

const hasTwoHosts = (rawHeaders: string[]) =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1

function refuseUnstorableQuery(query: string): void {
  // A % that begins no escape sequence stands for itself.
  const escaped = query.replace(/%(?![0-9a-f]{2})/gi, '%25')
  try {
    if (!decodeURIComponent(escaped).includes('\u0000')) return
  } catch {
    // The bytes are not UTF-8.
  }
  throw new AppError('invalid_text', 'The query string has a NUL character, or is not UTF-8.')
}
