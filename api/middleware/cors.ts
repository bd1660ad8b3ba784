import koaCors from '@koa/cors'
import { AppError } from '../../shared/lib/errors.ts'
import { parseUrl } from '../../shared/lib/parseUrl.ts'
import { carriesSecret, carriesTestKey } from '../auth/identity.ts'
import type { Ctx, Middleware } from '../context.ts'

/**
 * Answers preflights for every path, and leaves other OPTIONS to the router, which lists the
 * methods of the path. Lets pages of listed origins read answers. Pages may not send the header
 * `X-API-Secret`, so a browser that has the secret never sends it. A key in `Authorization` is
 * refused, but for a test key on the reference's page.
 */
export function cors(): Middleware {
  const allow = koaCors({
    // Without this function the library allows every origin.
    origin: (ctx) => echo(ctx as Ctx),
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Accept',
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'Last-Event-ID',
      'Prefer',
      'X-Request-Id',
    ],
    exposeHeaders: [
      'Deprecation',
      'ETag',
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
      // Pages load the script with `crossorigin` to check its integrity, and the script loads a
      // module and photos.
      if (/^\/(?:widget|photos)/.test(ctx.path)) ctx.set('Access-Control-Allow-Origin', '*')
      return next()
    }
    return allow(ctx, async () => {
      if (ctx.method !== 'OPTIONS') {
        if (ctx.get('Origin') && carriesSecret(ctx) && !isTrial(ctx))
          throw new AppError('secret_in_browser', SECRET_IN_BROWSER)
        return next()
      }
      if (ctx.get('Access-Control-Request-Method')) ctx.status = 204
      else await next()
      if (ctx.status === 200) ctx.status = 204
    })
  }
}

/**
 * Scripts, styles and photos are public. Browsers request them with an Origin, which would cost a
 * query to check.
 */
const FILES = /^\/(?:widget\.js|(?:dashboard\/assets|docs|photos|widget)\/[^/]+)$/

const SECRET_IN_BROWSER =
  'A client secret must not be in a browser. Call from your server, and replace the secret: everyone who saw the page has it.'

/**
 * Returns the Origin if it is allowed; '' if it is unlisted or our own, or the request has a
 * secret.
 */
async function echo(ctx: Ctx): Promise<string> {
  const origin = ctx.get('Origin')
  if (!origin || carriesSecret(ctx) || isOwn(ctx, origin)) return ''
  return (await ctx.credentials.isListed(origin)) ? origin : ''
}

/** Whether it is a request that somebody tries out on the reference's page. */
const isTrial = (ctx: Ctx) => isOwn(ctx, ctx.get('Origin')) && carriesTestKey(ctx)

/** Whether the origin is our own. Browsers let its pages read answers without CORS headers. */
const isOwn = (ctx: Ctx, origin: string) => parseUrl(origin)?.host === ctx.host
