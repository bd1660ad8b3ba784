import pLimit, { type LimitFunction } from 'p-limit'
import { AppError } from '../../shared/lib/errors.ts'
import type { Ctx, Middleware } from '../context.ts'
import { describeGuard } from '../http/operation.ts'

/**
 * Expensive requests that a process runs at a time for one organization. Ten would fill
 * DATABASE_POOL.
 */
const MAX_AT_A_TIME = 2
/** How many requests may queue. A page of the dashboard sends about six at once. */
const MAX_WAITING = 20
const MAX_WAIT_MS = 10_000

const limiters = new Map<string, LimitFunction>()

/**
 * Limits how many requests of one organization run at a time, for routes with slow queries:
 * searches, figures, exports, retrieval. So no organization can delay others. A request counts
 * until its answer is sent.
 * @throws AppError unavailable: too many requests wait, or this one has waited for 10 s
 */
export const limitConcurrency: Middleware = describeGuard(async function limitConcurrency(
  ctx,
  next,
) {
  const release = await acquire(ctx)
  ctx.res.once('close', release)
  if (ctx.res.destroyed) release()
  await next()
}, {})

async function acquire(ctx: Ctx): Promise<() => void> {
  const { organization_id } = ctx.state.caller
  const limit = limiters.get(organization_id) ?? pLimit(MAX_AT_A_TIME)
  if (limit.pendingCount >= MAX_WAITING) throw busy()
  limiters.set(organization_id, limit)
  return new Promise((resolve, reject) => {
    let gaveUp = false
    const giveUp = setTimeout(() => {
      gaveUp = true
      reject(busy())
    }, MAX_WAIT_MS)
    limit(async () => {
      clearTimeout(giveUp)
      if (!gaveUp) await new Promise<void>((released) => resolve(released))
    }).then(() => {
      if (limit.activeCount + limit.pendingCount === 0) limiters.delete(organization_id)
    })
  })
}

const busy = () =>
  new AppError(
    'unavailable',
    'Your organization asks for too much at once that takes long. Try again.',
    {
      retryAfter: 2,
    },
  )
