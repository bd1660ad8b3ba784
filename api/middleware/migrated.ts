import { AppError } from '../../shared/lib/errors.ts'
import type { Middleware } from '../context.ts'

/** Paths that need the database. The others serve files, or report how the process is. */
const NEEDS_IT =
  /^\/(?:(?:api|analytics|knowledge-base|photos)|dashboard\/(?:session|sign-in-ways|passkey|single-sign-on))(?:\/|$)/

/**
 * Refuses requests that need the database while it lacks what this version needs: they would fail
 * half-way. Costs nothing once the database is migrated.
 */
export const migrated = (): Middleware =>
  async function migrated(ctx, next) {
    const { schema } = ctx
    if (!schema.isComplete() && NEEDS_IT.test(ctx.path) && (await schema.problem()))
      throw new AppError(
        'unavailable',
        'The service is not ready: its database is not migrated to this version yet. Try again in some seconds.',
        { retryAfter: 2 },
      )
    await next()
  }
