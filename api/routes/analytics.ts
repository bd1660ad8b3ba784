import Router from '@koa/router'
import {
  countRequests,
  type Grouping,
  listKeys,
  listRequests,
  measureRequests,
} from '../../shared/store/analytics.ts'
import { type LimitFigures, listLimitEvents } from '../../shared/store/limitEvents.ts'
import type { TimeBucket } from '../../shared/store/requests.ts'
import { sumUsage } from '../../shared/store/usage.ts'
import { loggedPart } from '../../shared/store/windows.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answerNumbered } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { rateLimit } from '../middleware/rateLimit.ts'
import { operation } from '../operation.ts'
import {
  endpointsAnswer,
  keysAnswer,
  limitsAnswer,
  logsAnswer,
  presentCount,
  presentKey,
  presentLimit,
  presentPerformance,
  presentUsage,
  usageAnswer,
} from './analyticsAnswers.ts'
import { analyticsQueryOf, bucketed, requestFilters, validateAnalytics } from './analyticsQuery.ts'

const ABOUT_TIME =
  'Buckets of time begin at the full hour, or at midnight UTC; those with nothing in them are left out.'

/** At both prefixes: the specification names the paths without `/api/v1`. */
export const analytics = new Router<State, Services>()
for (const [prefix, suffix] of [
  ['/analytics', ''],
  ['/api/v1/analytics', 'V1'],
] as const) {
  analytics.get(
    `${prefix}/logs`,
    operation(
      `listRequestLogs${suffix}`,
      'List the requests, the newest first',
      { 200: logsAnswer },
      'With `bucket`, `buckets` has the counts of the whole window. Reaches back as far as requests are kept.',
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateAnalytics({ ...requestFilters, ...bucketed() }),
    getLogs,
  )
  analytics.get(
    `${prefix}/endpoints`,
    operation(
      `measureEndpoints${suffix}`,
      'Counts, error rates and durations by endpoint, the most used first',
      { 200: endpointsAnswer },
      `Errors are answers of 400 and more; percentiles are within 2.5 %. ${ABOUT_TIME}`,
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateAnalytics({
      ...requestFilters,
      ...bucketed(),
      group_by: { type: 'string', enum: ['endpoint', 'status', 'key', 'method'], default: 'endpoint' },
    }),
    getEndpoints,
  )
  analytics.get(
    `${prefix}/usage`,
    operation(
      `sumUsage${suffix}`,
      'Requests, messages, tokens and cost by time, the oldest first',
      { 200: usageAnswer },
      `With a filter, \`requests\` are counted alone and all else is null: messages and costs belong to no endpoint and no key. Cost that is not known counts as none. ${ABOUT_TIME}`,
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateAnalytics({
      ...requestFilters,
      ...bucketed('hour'),
      group_by: { type: 'string', enum: ['agent', 'model'] },
    }),
    getUsage,
  )
  analytics.get(
    `${prefix}/keys`,
    operation(
      `listKeyFigures${suffix}`,
      "Each application's requests, the busiest first",
      { 200: keysAnswer },
      `\`last_used_at\` is of all times. ${ABOUT_TIME}`,
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateAnalytics({ ...requestFilters, ...bucketed('hour') }),
    getKeys,
  )
  analytics.get(
    `${prefix}/rate-limits`,
    operation(
      `listLimitEvents${suffix}`,
      'What the rate limits refused and let through, the newest first',
      { 200: limitsAnswer },
      `Refusals stand one by one, what was let through is summed by time. ${ABOUT_TIME}`,
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateAnalytics({
      ...bucketed('hour'),
      outcome: { type: 'string', enum: ['allowed', 'blocked'] },
    }),
    getLimits,
  )
}

/** What a route's own query has beyond the common one. */
const ownQueryOf = <Own>(ctx: Ctx) => ctx.state.query as Own

async function getLogs(ctx: Ctx) {
  const { query, page } = analyticsQueryOf(ctx)
  const { bucket } = ownQueryOf<{ bucket?: TimeBucket }>(ctx)
  const logged = { ...query, window: loggedPart(query.window, ctx.config.REQUEST_LOG_DAYS) }
  const counts = await countRequests(ctx.db, logged, 'hour')
  const buckets = bucket === 'day' ? await countRequests(ctx.db, logged, 'day') : counts
  const rows = await listRequests(ctx.db, logged, counts, page)
  const total = counts.reduce((sum, { requests }) => sum + requests, 0)
  answerNumbered(ctx, { rows, total }, page, bucket && { buckets: buckets.map(presentCount) })
}

async function getEndpoints(ctx: Ctx) {
  const { query, page } = analyticsQueryOf(ctx)
  const { bucket, group_by } = ownQueryOf<{ bucket?: TimeBucket; group_by: Grouping }>(ctx)
  const { rows, total } = await measureRequests(ctx.db, query, group_by, bucket, page)
  answerNumbered(ctx, { rows: rows.map(presentPerformance), total }, page)
}

async function getUsage(ctx: Ctx) {
  const { query, page } = analyticsQueryOf(ctx)
  const { bucket, group_by } = ownQueryOf<{ bucket: TimeBucket; group_by?: 'agent' | 'model' }>(ctx)
  const { rows, total, totals } = await sumUsage(ctx.db, query, group_by, bucket, page)
  const isFiltered = Object.values(query.filter).some((value) => value !== undefined)
  const told = <Figures>(figures: Figures) => (isFiltered ? { ...figures, ...NOT_BY_REQUEST } : figures)
  const shown = { rows: rows.map((row) => told(presentUsage(row))), total }
  answerNumbered(ctx, shown, page, { totals: told(totals) })
}

/** What a filter of requests cannot choose among. */
const NOT_BY_REQUEST = {
  messages: null,
  replies: null,
  failed_replies: null,
  input_tokens: null,
  output_tokens: null,
  total_tokens: null,
  cost_usd: null,
}

async function getKeys(ctx: Ctx) {
  const { query, page } = analyticsQueryOf(ctx)
  const { bucket } = ownQueryOf<{ bucket: TimeBucket }>(ctx)
  const { rows, total } = await listKeys(ctx.db, query, bucket, page)
  answerNumbered(ctx, { rows: rows.map(presentKey), total }, page)
}

async function getLimits(ctx: Ctx) {
  const { query, page } = analyticsQueryOf(ctx)
  const { bucket, outcome } = ownQueryOf<{ bucket: TimeBucket; outcome?: LimitFigures['outcome'] }>(ctx)
  const { rows, total } = await listLimitEvents(ctx.db, query, outcome, bucket, page)
  answerNumbered(ctx, { rows: rows.map(presentLimit), total }, page)
}
