import koaCors from '@koa/cors'
import { AppError } from '../../shared/errors.ts'
import type { Ctx, Middleware } from '../context.ts'

/**
 * Answers preflights for every path, and lets pages of listed origins read answers. `X-API-Secret` is not among the
 * headers that a page may send: a browser that has the secret is refused before it sends it.
 */
export function cors(): Middleware {
  const allow = koaCors({
    // Without a function of its own this library would answer every origin that asks.
    origin: (ctx) => echo(ctx as Ctx),
    credentials: true,
    allowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Accept',
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'Last-Event-ID',
      'Prefer',
      'X-Request-Id',
    ],
    exposeHeaders: [
      'Deprecation',
      'Idempotent-Replayed',
      'Link',
      'Location',
      'Preference-Applied',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'X-Request-Id',
    ],
    maxAge: 600,
  })
  return (ctx, next) =>
    allow(ctx, async () => {
      if (ctx.method !== 'OPTIONS') {
        if (ctx.get('Origin') && ctx.get('X-API-Secret'))
          throw new AppError('secret_in_browser', SECRET_IN_BROWSER)
        return next()
      }
      ctx.status = 204
    })
}

const SECRET_IN_BROWSER =
  'A client secret must not be in a browser. Call from your server, and replace the secret: whoever saw the page has it.'

/** The request's Origin, when some application lists it; nothing for whoever sends a secret along. */
async function echo(ctx: Ctx): Promise<string> {
  const origin = ctx.get('Origin')
  return origin && !ctx.get('X-API-Secret') && (await ctx.credentials.isListed(origin)) ? origin : ''
}
