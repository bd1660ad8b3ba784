import Router from '@koa/router'
import {
  countRequests,
  findRequests,
  type Grouping,
  KEY_SORTS,
  listKeys,
  listRequests,
  measureRequests,
  PERFORMANCE_SORTS,
} from '../../../shared/analytics/analytics.ts'
import { allBlocks, allRequests } from '../../../shared/analytics/exports.ts'
import {
  LIMIT_SORTS,
  type LimitFigures,
  listLimitEvents,
} from '../../../shared/analytics/limitEvents.ts'
import {
  type NumberedPage,
  type RequestQuery,
  TIME_BUCKETS,
  type TimeBucket,
} from '../../../shared/analytics/requests.ts'
import { loggedPart } from '../../../shared/analytics/timeWindows.ts'
import { sumUsage, USAGE_SORTS, type Usage } from '../../../shared/analytics/usage.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { type DownloadFormat, downloadFormat, fileAnswers } from '../../http/download.ts'
import { answerNumbered } from '../../http/envelope.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { operation } from '../../http/operation.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit, rateLimitReads } from '../../middleware/rateLimit.ts'
import {
  endpointsAnswer,
  keysAnswer,
  limitsAnswer,
  logsAnswer,
  presentCount,
  presentKey,
  presentLimit,
  presentLimitCount,
  presentLog,
  presentPerformance,
  presentUsage,
  usageAnswer,
} from './analyticsAnswers.ts'
import { answerFile, inPieces, oneAfterAnother } from './analyticsFiles.ts'
import {
  analyticsQueryOf,
  bucketed,
  requestFilters,
  requestIdFilter,
  sorted,
  sortingOf,
  validateAnalytics,
} from './analyticsQuery.ts'

const ABOUT_TIME =
  'Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday; empty buckets are left out.'

const NEWEST_FIRST = { column: 'timestamp', order: 'desc' } as const

/** Served under both prefixes: the specification names the paths without `/api/v1`. */
export const analytics = new Router<State, Services>()
for (const [prefix, suffix] of [
  ['/analytics', ''],
  ['/api/v1/analytics', 'V1'],
] as const) {
  analytics.get(
    `${prefix}/logs`,
    operation(
      `listRequestLogs${suffix}`,
      'List the requests by time',
      { 200: [logsAnswer, ...fileAnswers] },
      'Each answered request of servers, widgets and users of the dashboard, about a second after its answer. Reaches back as far as requests are kept (`REQUEST_LOG_DAYS`, 30). With `bucket`, `buckets` has the counts of the whole window. A file begins with the newest.',
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateAnalytics({
      ...requestFilters,
      ...requestIdFilter,
      ...bucketed(
        'Width of the buckets of time in `buckets`. Without it, the answer has no `buckets`.',
      ),
      ...sorted(['timestamp'], NEWEST_FIRST),
      format: downloadFormat,
    }),
    limitConcurrency,
    getLogs,
  )
  analytics.get(
    `${prefix}/endpoints`,
    operation(
      `measureEndpoints${suffix}`,
      'Measure counts, error rates and durations by endpoint',
      { 200: [endpointsAnswer, ...fileAnswers] },
      `Errors are answers with a status of 400 and more; percentiles are at most 2.5 % off. \`sort=name\` sorts by the field of \`group_by\`. ${ABOUT_TIME}`,
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateAnalytics({
      ...requestFilters,
      ...bucketed(
        'Splits each group into one row per bucket. Without it: one row for the whole window.',
      ),
      group_by: {
        type: 'string',
        enum: ['endpoint', 'status', 'key', 'method'],
        default: 'endpoint',
        description:
          'The field by which requests are grouped: method and route (`endpoint`), HTTP status, client id (`key`), or HTTP method.',
      },
      ...sorted(PERFORMANCE_SORTS, { column: 'requests', order: 'desc' }),
      format: downloadFormat,
    }),
    limitConcurrency,
    getEndpoints,
  )
  analytics.get(
    `${prefix}/usage`,
    operation(
      `sumUsage${suffix}`,
      'Sum up requests, messages, tokens and cost by time',
      { 200: [usageAnswer, ...fileAnswers] },
      `Messages and replies count in the bucket in which the question was posted, tokens and cost in the bucket in which the model was called. With a filter of requests, only \`requests\` are counted and most other figures are null, because messages and costs belong to no endpoint or key. ${ABOUT_TIME}`,
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateAnalytics({
      ...requestFilters,
      bucket: {
        type: 'string',
        enum: [...TIME_BUCKETS, 'window'],
        default: 'hour',
        description:
          'Width of the buckets of time; `window` is a single bucket for the whole window.',
      },
      group_by: {
        type: 'string',
        enum: ['agent', 'model'],
        description:
          'Splits each bucket into one row per agent or model. Without it: one row per bucket.',
      },
      ...sorted(USAGE_SORTS, { column: 'timestamp', order: 'asc' }),
      format: downloadFormat,
    }),
    limitConcurrency,
    getUsage,
  )
  analytics.get(
    `${prefix}/keys`,
    operation(
      `listKeyFigures${suffix}`,
      'Count the requests of each application',
      { 200: [keysAnswer, ...fileAnswers] },
      `Applications without requests are listed, too. ${ABOUT_TIME}`,
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validateAnalytics({
      ...requestFilters,
      ...bucketed('Width of the buckets of time of `trend`.', 'hour'),
      ...sorted(KEY_SORTS, { column: 'total_requests', order: 'desc' }),
      format: downloadFormat,
    }),
    limitConcurrency,
    getKeys,
  )
  analytics.get(
    `${prefix}/rate-limits`,
    operation(
      `listLimitEvents${suffix}`,
      'List what the rate limits refused and allowed',
      { 200: [limitsAnswer, ...fileAnswers] },
      `Each refusal is a row; allowed requests are summed up by bucket. \`buckets\` has the counts of the whole window. A file begins with the refusals, newest first. With a key, reading it counts in the bucket \`reads\` alone. ${ABOUT_TIME}`,
    ),
    authenticate('application', 'dashboard'),
    // A client that is refused elsewhere can learn why here.
    rateLimitReads,
    validateAnalytics({
      ...bucketed('Width of the buckets of time in which allowed requests are summed up.', 'hour'),
      outcome: {
        type: 'string',
        enum: ['allowed', 'blocked'],
        description: 'Only allowed requests (`allowed`), or only refusals (`blocked`).',
      },
      ...sorted(LIMIT_SORTS, NEWEST_FIRST),
      format: downloadFormat,
    }),
    limitConcurrency,
    getLimits,
  )
}

/** The route's own parameters, besides the common parameters. */
interface OwnQuery {
  format?: DownloadFormat
  bucket?: TimeBucket
}
const ownQueryOf = <Own>(ctx: Ctx) => ctx.state.query as OwnQuery & Own

async function getLogs(ctx: Ctx) {
  const { query, page, logDays } = await analyticsQueryOf(ctx)
  const { bucket, format, request_id } = ownQueryOf<{ request_id?: string }>(ctx)
  const logged = { ...query, window: loggedPart(query.window, logDays) }
  if (request_id !== undefined) {
    if (bucket || format) throw validationFailed([ALONE])
    return answerNumbered(ctx, await findRequests(ctx.db, logged, request_id, page), page)
  }
  const counts = await countRequests(ctx.db, logged, 'hour')
  if (format)
    return answerFile(ctx, format, 'logs', allRequests(ctx.db, logged, counts), presentLog)
  const buckets =
    !bucket || bucket === 'hour' ? counts : await countRequests(ctx.db, logged, bucket)
  const rows = await listRequests(ctx.db, logged, counts, page, sortingOf(ctx).order)
  const total = counts.reduce((sum, { requests }) => sum + requests, 0)
  answerNumbered(ctx, { rows, total }, page, bucket && { buckets: buckets.map(presentCount) })
}

const ALONE = { field: 'request_id', code: 'alone', detail: 'goes with neither bucket nor format' }

async function getEndpoints(ctx: Ctx) {
  const { query, page, logDays } = await analyticsQueryOf(ctx)
  const { bucket, group_by, format } = ownQueryOf<{ group_by: Grouping }>(ctx)
  const sorting = sortingOf(ctx)
  const read = (piece: RequestQuery, its: NumberedPage) =>
    measureRequests(ctx.db, piece, group_by, bucket, its, sorting)
  if (format)
    return answerFile(
      ctx,
      format,
      'endpoints',
      inPieces(ctx.db, logDays, query, bucket, read),
      presentPerformance,
    )
  const { rows, total } = await read(query, page)
  answerNumbered(ctx, { rows: rows.map(presentPerformance), total }, page)
}

async function getUsage(ctx: Ctx) {
  const { query, page, logDays } = await analyticsQueryOf(ctx)
  const { group_by, format } = ownQueryOf<{ group_by?: 'agent' | 'model' }>(ctx)
  const { bucket } = ctx.state.query as { bucket: TimeBucket | 'window' }
  const sorting = sortingOf(ctx)
  const read = (piece: RequestQuery, its: NumberedPage) =>
    sumUsage(ctx.db, piece, group_by, bucket, its, sorting)
  const isFiltered = Object.values(query.filter).some((value) => value !== undefined)
  const shown = <Figures>(figures: Figures) =>
    isFiltered ? { ...figures, ...NOT_BY_REQUEST } : figures
  const present = (row: Usage) => shown(presentUsage(row))
  if (format) {
    const pieces = inPieces(ctx.db, logDays, query, bucket === 'window' ? undefined : bucket, read)
    return answerFile(ctx, format, 'usage', pieces, present)
  }
  const { rows, total, totals } = await read(query, page)
  answerNumbered(ctx, { rows: rows.map(present), total }, page, { totals: shown(totals) })
}

/** Figures that are null with a filter of requests, which does not apply to them. */
const NOT_BY_REQUEST = {
  messages: null,
  replies: null,
  failed_replies: null,
  input_tokens: null,
  cached_tokens: null,
  output_tokens: null,
  total_tokens: null,
  cost_usd: null,
}

async function getKeys(ctx: Ctx) {
  const { query, page, logDays } = await analyticsQueryOf(ctx)
  const { bucket, format } = ownQueryOf<{ bucket: TimeBucket }>(ctx)
  const sorting = sortingOf(ctx)
  const read = (piece: RequestQuery, its: NumberedPage) =>
    listKeys(ctx.db, piece, bucket, its, sorting)
  if (format)
    return answerFile(
      ctx,
      format,
      'keys',
      inPieces(ctx.db, logDays, query, undefined, read),
      presentKey,
    )
  const { rows, total } = await read(query, page)
  answerNumbered(ctx, { rows: rows.map(presentKey), total }, page)
}

async function getLimits(ctx: Ctx) {
  const { query, page, logDays } = await analyticsQueryOf(ctx)
  const { bucket, outcome, format } = ownQueryOf<{
    bucket: TimeBucket
    outcome?: LimitFigures['outcome']
  }>(ctx)
  if (format) {
    const allowed = inPieces(ctx.db, logDays, query, bucket, (piece, its) =>
      listLimitEvents(ctx.db, piece, 'allowed', bucket, its, NEWEST_FIRST),
    )
    const parts = { blocked: allBlocks(ctx.db, query), allowed }
    const chosen = outcome ? [parts[outcome]] : [parts.blocked, parts.allowed]
    return answerFile(ctx, format, 'rate-limits', oneAfterAnother(chosen), presentLimit)
  }
  const { rows, total, buckets } = await listLimitEvents(
    ctx.db,
    query,
    outcome,
    bucket,
    page,
    sortingOf(ctx),
  )
  const counts = { buckets: buckets.map(presentLimitCount) }
  answerNumbered(ctx, { rows: rows.map(presentLimit), total }, page, counts)
}
