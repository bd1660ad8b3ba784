import type { Middleware } from '../context.ts'

const YEAR = 365 * 24 * 3600

/** Sets headers of every answer: no sniffing, no caching, no referrer. Routes may override them. */
export const headers = (): Middleware =>
  function headers(ctx, next) {
    ctx.set({
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    // Browsers obey it only over TLS, which may end at a router before this process.
    if (ctx.config.NODE_ENV === 'production' && ctx.secure)
      ctx.set('Strict-Transport-Security', `max-age=${YEAR}`)
    return next()
  }
