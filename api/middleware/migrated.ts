import { AppError } from '../../shared/errors.ts'
import type { Middleware } from '../context.ts'

/**
 * Refuses API requests while the database lacks what this version needs: it would fail in the middle of them.
 * Costs nothing once the database is migrated.
 */
export const migrated = (): Middleware =>
  async function migrated(ctx, next) {
    const { schema } = ctx
    if (!schema.isComplete() && ctx.path.startsWith('/api/') && (await schema.problem()))
      throw new AppError(
        'unavailable',
        'The service is not ready: its database is not migrated to this version yet. Try again in some seconds.',
        { retryAfter: 2 },
      )
    await next()
  }
