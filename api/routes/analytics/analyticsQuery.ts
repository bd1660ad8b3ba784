import { isTimezone } from '../../../shared/analytics/buckets.ts'
import {
  type NumberedPage,
  type RequestFilter,
  type RequestQuery,
  type Sorting,
  TIME_BUCKETS,
  type TimeBucket,
} from '../../../shared/analytics/requests.ts'
import { windowOf } from '../../../shared/analytics/timeWindows.ts'
import { readRetention, retentionPeriods } from '../../../shared/retention/retention.ts'
import type { Ctx } from '../../context.ts'
import type { Schema } from '../../http/schemas.ts'
import { validateQuery } from '../../middleware/validate.ts'
import { pageNumber } from '../records/paging.ts'
import { refuse, time, timeOf } from '../records/time.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 400

const window = {
  from: time(
    'Start of the window',
    `At most ${MAX_DAYS} days before its end. Default: 24 hours before its end.`,
  ),
  to: time('End of the window, exclusive', 'Default: now.'),
}
const period = {
  ...window,
  timezone: {
    type: 'string',
    maxLength: 64,
    pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
    default: 'UTC',
    examples: ['Europe/Berlin'],
    description:
      'IANA name of the time zone in which days, weeks and months begin, with daylight saving time. In a zone whose offset from UTC is not whole hours, the hour at midnight counts on the day on which it begins.',
  },
}
const pages = {
  page: pageNumber,
  page_size: {
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'Maximum number of rows on a page.',
  },
}

/** Filters of requests. */
export const requestFilters = {
  method: {
    type: 'string',
    enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    description: 'Requests with this HTTP method.',
  },
  status: {
    type: 'integer',
    minimum: 100,
    maximum: 599,
    description: 'Requests whose answer had this HTTP status.',
  },
  status_class: {
    type: 'string',
    enum: ['1xx', '2xx', '3xx', '4xx', '5xx'],
    description: 'Requests whose answer had an HTTP status of this class.',
  },
  caller: {
    type: 'string',
    enum: ['applications', 'dashboard'],
    description:
      'Requests with the key or a widget token of an application (`applications`), or of users of the dashboard (`dashboard`).',
  },
}

/** The filter for one request. */
export const requestIdFilter = {
  request_id: {
    type: 'string',
    maxLength: 100,
    pattern: '^[\\w.:-]+$',
    description:
      'Requests with this id, as in `X-Request-Id`; clients choose ids, so there may be several. Not together with `bucket` or `format`.',
  },
}

const clientFilters = {
  endpoint: {
    type: 'string',
    maxLength: 200,
    pattern: '^/[!-~]*$',
    examples: ['/api/v1/agents'],
    description: 'Requests of this route, with `{name}` for its parameters: `/api/v1/agents/{id}`.',
  },
  key_id: {
    type: 'string',
    maxLength: 100,
    pattern: '^[\\w-]+$',
    description: 'Requests of this application: its client id, or its id.',
  },
}

/** The width of the buckets of time. @param description what the route has by bucket */
export const bucketed = (description: string, byDefault?: TimeBucket) => ({
  bucket: {
    type: 'string',
    enum: TIME_BUCKETS,
    ...(byDefault && { default: byDefault }),
    description,
  },
})

/** The order of a route's rows. @param byDefault without `sort` and `order` */
export const sorted = (columns: readonly string[], byDefault: Sorting) => ({
  sort: {
    type: 'string',
    enum: columns,
    default: byDefault.column,
    description: 'The field by which the rows are sorted; rows without a value come last.',
  },
  order: {
    type: 'string',
    enum: ['asc', 'desc'],
    default: byDefault.order,
    description: 'Order of the rows: `asc` begins with the least, `desc` with the greatest.',
  },
})

/** Reads what `sorted` has checked. */
export function sortingOf({ state }: Ctx): Sorting {
  const { sort, order } = state.query as { sort: string; order: Sorting['order'] }
  return { column: sort, order }
}

/**
 * Checks the query of a route of the analytics: a window of time, a page, filters, and what the
 * route adds.
 */
export const validateAnalytics = (own: Readonly<Record<string, Schema>>) =>
  validateQuery({
    type: 'object',
    additionalProperties: false,
    properties: { ...period, ...pages, ...clientFilters, ...own },
  })

/** Checks the query of a route about a window of time, without filters for single requests. */
export const validatePeriod = (own: Readonly<Record<string, Schema>>) =>
  validateQuery({ type: 'object', additionalProperties: false, properties: { ...period, ...own } })

/**
 * Checks the query of a route that reports a window as a whole: it has no buckets, so no time zone.
 */
export const validateWindow = (own: Readonly<Record<string, Schema>>) =>
  validateQuery({ type: 'object', additionalProperties: false, properties: { ...window, ...own } })

interface Period {
  from?: string
  to?: string
  timezone: string
}
type AnalyticsQuery = NumberedPage & RequestFilter & Period

/** Returns for how many days the caller's requests are kept. */
export async function logDaysOf({ db, config, state }: Ctx): Promise<number> {
  const retention = await readRetention(db, state.caller.organization_id)
  return retentionPeriods(config, retention).request_log_days.days ?? config.REQUEST_LOG_DAYS
}

/**
 * Reads what `validateAnalytics` has checked. @throws AppError validation_failed: times that are
 * invalid, in the wrong order or too far apart
 */
export async function analyticsQueryOf(
  ctx: Ctx,
): Promise<{ query: RequestQuery; page: NumberedPage; logDays: number }> {
  const { page, page_size, method, status, status_class, caller, endpoint, key_id } = ctx.state
    .query as AnalyticsQuery
  const { from, to } = periodOf(ctx)
  const timezone = await timezoneOf(ctx)
  const logDays = await logDaysOf(ctx)
  return {
    logDays,
    query: {
      organization_id: ctx.state.caller.organization_id,
      window: windowOf(from, to, logDays),
      filter: {
        method,
        status,
        status_class,
        caller,
        endpoint: endpoint?.replace(/(.)\/$/, '$1'),
        key_id,
      },
      timezone,
    },
    page: { page, page_size },
  }
}

/**
 * Reads the time zone of a query. @throws AppError validation_failed: there is no such time zone
 */
export async function timezoneOf(ctx: Ctx): Promise<string> {
  const { timezone } = ctx.state.query as Period
  if (await isTimezone(ctx.db, timezone)) return timezone
  throw refuse(
    'timezone',
    'must be the IANA name of a time zone, such as Europe/Berlin or Asia/Kolkata',
  )
}

/**
 * Reads the window of a query. @throws AppError validation_failed: times that are invalid, in the
 * wrong order or too far apart
 */
export function periodOf(ctx: Ctx): { from: Date; to: Date } {
  const { from, to } = ctx.state.query as Period
  const end = to === undefined ? new Date() : timeOf('to', to)
  const begin = from === undefined ? new Date(end.getTime() - DAY_MS) : timeOf('from', from)
  const span = end.getTime() - begin.getTime()
  if (span <= 0) throw refuse('from', 'must be before `to`, which is now if it is not given')
  if (span > MAX_DAYS * DAY_MS)
    throw refuse('from', `must be at most ${MAX_DAYS} days before \`to\``)
  return { from: begin, to: end }
}
