import { AppError } from '../../shared/errors.ts'
import type { Middleware } from '../context.ts'

/** Refuses what HTTP/1.1 forbids and Node would answer by itself, with an empty body. */
export const wellFormed = (): Middleware =>
  async function wellFormed(ctx, next) {
    if (!ctx.get('Host')) throw new AppError('malformed_request', 'The request has no Host header.')
    const expect = ctx.get('Expect')
    if (expect && expect.toLowerCase() !== '100-continue')
      throw new AppError('malformed_request', 'The request expects something that the service does not do.')
    await next()
  }
