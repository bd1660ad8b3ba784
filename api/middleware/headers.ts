import type { Middleware } from '../context.ts'

const YEAR = 365 * 24 * 3600

/** What every answer tells browsers: it is what its type says, and nobody's cache keeps it. Routes may say otherwise. */
export const headers = (): Middleware =>
  function headers(ctx, next) {
    ctx.set({
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    // Browsers heed it over TLS alone, which a router may have ended.
    if (ctx.config.NODE_ENV === 'production' && ctx.secure)
      ctx.set('Strict-Transport-Security', `max-age=${YEAR}`)
    return next()
  }
