import type { Middleware } from '../context.ts'

/** What every answer tells browsers: it is what its type says, and nobody's cache keeps it. Routes may say otherwise. */
export const headers = (): Middleware =>
  function headers(ctx, next) {
    ctx.set({
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    })
    return next()
  }
