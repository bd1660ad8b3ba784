import { timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import { AppError } from '../../../shared/lib/errors.ts'
import {
  collectMetrics,
  METRICS_CONTENT_TYPE,
  mergeMetrics,
} from '../../../shared/lib/observability/metrics.ts'
import { hashSecret } from '../../../shared/lib/secrets.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { validateQuery } from '../../middleware/validate.ts'

const scopes = {
  type: 'object',
  additionalProperties: false,
  properties: { scope: { type: 'string', enum: ['all', 'process', 'fleet'], default: 'all' } },
} as const

/** Metrics for Prometheus; the route exists if METRICS_TOKEN is set. */
export const metrics = new Router<State, Services>()
metrics.get('/metrics', authorize, validateQuery(scopes), getMetrics)

async function authorize(ctx: Ctx, next: () => Promise<unknown>) {
  const [, given = ''] = /^Bearer (.+)$/i.exec(ctx.get('Authorization')) ?? []
  // All hashes have the same length, so the time does not reveal how much of the token was right.
  if (!timingSafeEqual(hashSecret(given), hashSecret(ctx.config.METRICS_TOKEN!)))
    throw new AppError(
      'unauthenticated',
      'Metrics need the header Authorization: Bearer <METRICS_TOKEN>.',
    )
  await next()
}

/**
 * Answers with this process's figures and those of the whole service. With several API processes,
 * Prometheus scrapes them separately.
 */
async function getMetrics(ctx: Ctx) {
  const { scope } = ctx.state.query as { scope: 'all' | 'process' | 'fleet' }
  const own = scope === 'fleet' ? undefined : await collectMetrics()
  const fleet = scope === 'process' ? [] : await ctx.readFleet()
  ctx.set('Content-Type', METRICS_CONTENT_TYPE)
  ctx.set('Cache-Control', 'no-store')
  ctx.body = mergeMetrics([...(own ? [own] : []), ...fleet])
}
