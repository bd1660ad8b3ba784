import type {
  NumberedPage,
  RequestFilter,
  RequestQuery,
  TimeBucket,
} from '../../../shared/store/analytics/requests.ts'
import { keptDays, readRetention } from '../../../shared/store/analytics/retention.ts'
import { windowOf } from '../../../shared/store/analytics/timeWindows.ts'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../http/plainSchemas.ts'
import { validateQuery } from '../../middleware/validate.ts'
import { refuse, time, timeOf } from '../records/time.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 400

const period = {
  from: time('ISO 8601 date-time, or a date, which is its midnight in UTC. Default: 24 hours before `to`.'),
  to: time('Up to, but without. Default: now. At most 400 days after `from`.'),
}
const pages = {
  page: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
  page_size: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
}

/** Which requests count. */
export const requestFilters = {
  method: { type: 'string', enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] },
  status: { type: 'integer', minimum: 100, maximum: 599 },
}

/** Which request. */
export const requestIdFilter = {
  request_id: {
    type: 'string',
    maxLength: 100,
    pattern: '^[\\w.:-]+$',
    description: 'As in the header `X-Request-Id`. Goes with neither `bucket` nor `format`.',
  },
}

const clientFilters = {
  endpoint: {
    type: 'string',
    maxLength: 200,
    pattern: '^/[!-~]*$',
    examples: ['/api/v1/agents'],
    description: 'As in the answer: /a/{id}',
  },
  key_id: {
    type: 'string',
    maxLength: 100,
    pattern: '^[\\w-]+$',
    description: 'A client id, or the id of an application.',
  },
}

/** The width of the buckets of time. */
export const bucketed = (byDefault?: TimeBucket) => ({
  bucket: { type: 'string', enum: ['hour', 'day'], ...(byDefault && { default: byDefault }) },
})

/** The query string of a route of the analytics: a window of time, a page, filters, and what the route adds. */
export const validateAnalytics = (own: Readonly<Record<string, Schema>>) =>
  validateQuery({
    type: 'object',
    additionalProperties: false,
    properties: { ...period, ...pages, ...clientFilters, ...own },
  })

/** The query string of a route about a window of time, without filters for single requests. */
export const validatePeriod = (own: Readonly<Record<string, Schema>>) =>
  validateQuery({ type: 'object', additionalProperties: false, properties: { ...period, ...own } })

interface Period {
  from?: string
  to?: string
}
type AnalyticsQuery = NumberedPage & RequestFilter & Period

/** How many days of the caller's requests are kept. */
export async function logDaysOf({ db, config, state }: Ctx): Promise<number> {
  const retention = await readRetention(db, state.caller.organization_id)
  return keptDays(config, retention).request_log_days.days ?? config.REQUEST_LOG_DAYS
}

/** What `validateAnalytics` left. @throws AppError validation_failed: times that are none, in the wrong order or too far apart */
export async function analyticsQueryOf(
  ctx: Ctx,
): Promise<{ query: RequestQuery; page: NumberedPage; logDays: number }> {
  const { page, page_size, method, status, endpoint, key_id } = ctx.state.query as AnalyticsQuery
  const { from, to } = periodOf(ctx)
  const logDays = await logDaysOf(ctx)
  return {
    logDays,
    query: {
      organization_id: ctx.state.caller.organization_id,
      window: windowOf(from, to, logDays),
      filter: { method, status, endpoint: endpoint?.replace(/(.)\/$/, '$1'), key_id },
    },
    page: { page, page_size },
  }
}

/** @throws AppError validation_failed: times that are none, in the wrong order or too far apart */
export function periodOf(ctx: Ctx): { from: Date; to: Date } {
  const { from, to } = ctx.state.query as Period
  const end = to === undefined ? new Date() : timeOf('to', to)
  const begin = from === undefined ? new Date(end.getTime() - DAY_MS) : timeOf('from', from)
  const span = end.getTime() - begin.getTime()
  if (span <= 0) throw refuse('from', 'must be before `to`, which is now if it is not given')
  if (span > MAX_DAYS * DAY_MS) throw refuse('from', `must be at most ${MAX_DAYS} days before \`to\``)
  return { from: begin, to: end }
}
