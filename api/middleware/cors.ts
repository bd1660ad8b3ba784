import koaCors from '@koa/cors'
import { AppError } from '../../shared/errors.ts'
import { parseUrl } from '../../shared/parseUrl.ts'
import type { Ctx, Middleware } from '../context.ts'

/**
 * Answers preflights for every path, and lets pages of listed origins read answers. `X-API-Secret` is not among the
 * headers that a page may send: a browser that has the secret is refused before it sends it.
 */
export function cors(): Middleware {
  const allow = koaCors({
    // Without this function the library would allow every origin.
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
  return (ctx, next) => {
    if (ctx.method !== 'OPTIONS' && FILES.test(ctx.path)) {
      // A page may load it with `crossorigin`, as it must to check its integrity.
      if (ctx.path === '/widget.js') ctx.set('Access-Control-Allow-Origin', '*')
      return next()
    }
    return allow(ctx, async () => {
      if (ctx.method !== 'OPTIONS') {
        if (ctx.get('Origin') && ctx.get('X-API-Secret'))
          throw new AppError('secret_in_browser', SECRET_IN_BROWSER)
        return next()
      }
      ctx.status = 204
    })
  }
}

/** Scripts and styles are everybody's: browsers ask for them with an Origin, about which no database need be asked. */
const FILES = /^\/(?:widget\.js|(?:dashboard\/assets|docs)\/[^/]+)$/

const SECRET_IN_BROWSER =
  'A client secret must not be in a browser. Call from your server, and replace the secret: whoever saw the page has it.'

/** The request's Origin, if some application lists it; undefined for a request that carries a secret. */
async function echo(ctx: Ctx): Promise<string> {
  const origin = ctx.get('Origin')
  if (!origin || ctx.get('X-API-Secret') || isOwn(ctx, origin)) return ''
  return (await ctx.credentials.isListed(origin)) ? origin : ''
}

/** A browser lets pages of the service's own origin read its answers without being told. */
const isOwn = (ctx: Ctx, origin: string) => parseUrl(origin)?.host === ctx.host
