import Router from '@koa/router'
import { FIGURES, readOverview } from '../../../shared/analytics/overview.ts'
import type { TimeBucket } from '../../../shared/analytics/requests.ts'
import { windowOf } from '../../../shared/analytics/timeWindows.ts'
import { readLanes } from '../../../shared/jobs/organizationQueues.ts'
import { countWorkers } from '../../../shared/jobs/workers.ts'
import { LANE_NAMES } from '../../../shared/lib/jobs.ts'
import { findOrganization } from '../../../shared/people/organizations.ts'
import type { Ctx, Services, State } from '../../context.ts'
import {
  answerDownload,
  type DownloadFormat,
  downloadFormat,
  fileAnswers,
} from '../../http/download.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { uuid } from '../../http/schemas.ts'
import { checkOfOrganization } from '../../limits/buckets.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { limitConcurrency } from '../../middleware/limitConcurrency.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { refuse } from '../records/time.ts'
import { bucketed, logDaysOf, periodOf, timezoneOf, validatePeriod } from './analyticsQuery.ts'
import { nowAnswer, overviewAnswer } from './overviewAnswers.ts'

const DAY_MS = 86_400_000
/** The most days of a window that is reported by the hour, unless the query says otherwise. */
const HOURLY_DAYS = 7
const MAX_HOURLY_DAYS = 92

export const overview = new Router<State, Services>()
for (const [prefix, suffix] of [
  ['/analytics', ''],
  ['/api/v1/analytics', 'V1'],
] as const) {
  overview.get(
    `${prefix}/overview`,
    operation(
      `readOverview${suffix}`,
      'Read the figures of a window, of the window before it, and by time',
      { 200: [overviewAnswer, ...fileAnswers] },
      'Messages and replies count in the bucket in which the question was posted, tokens and costs in the bucket in which the model was called. Percentiles are at most 2.5 % off. Deleted records stay counted, except for feedback. Buckets of time begin at the full hour, or at midnight in `timezone`, weeks on Monday. A file has the `series`.',
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    validatePeriod({
      agent_id: uuid(
        "Only this agent's figures. Figures that belong to no agent, such as requests, are null.",
      ),
      ...bucketed(
        `Width of the buckets of \`series\`; \`hour\` is for windows of at most ${MAX_HOURLY_DAYS} days. Default: \`hour\` in a window of at most ${HOURLY_DAYS} days, otherwise \`day\`.`,
      ),
      format: downloadFormat,
    }),
    limitConcurrency,
    getOverview,
  )
  overview.get(
    `${prefix}/now`,
    operation(
      `readNow${suffix}`,
      'Read what waits now, who works, and how much of the limit is left',
      { 200: nowAnswer },
      "Jobs are your organization's, workers the whole service's. The limit is the limit on API requests.",
    ),
    authenticate('application', 'dashboard'),
    rateLimit,
    getNow,
  )
}

interface OverviewParameters {
  agent_id?: string
  bucket?: TimeBucket
  format?: DownloadFormat
}

async function getOverview(ctx: Ctx) {
  const { agent_id, bucket: wanted, format } = ctx.state.query as OverviewParameters
  const { from, to } = periodOf(ctx)
  const span = to.getTime() - from.getTime()
  const bucket = wanted ?? (span <= HOURLY_DAYS * DAY_MS ? 'hour' : 'day')
  if (bucket === 'hour' && span > MAX_HOURLY_DAYS * DAY_MS)
    throw refuse(
      'bucket',
      `must be day, week or month in a window of more than ${MAX_HOURLY_DAYS} days`,
    )
  const before = new Date(from.getTime() - span)
  const timezone = await timezoneOf(ctx)
  const logDays = await logDaysOf(ctx)
  const { current, previous, series } = await readOverview(ctx.db, {
    organization_id: ctx.state.caller.organization_id,
    window: windowOf(from, to, logDays),
    previous: windowOf(before, from, logDays),
    agent_id,
    bucket,
    timezone,
  })
  if (format)
    return answerDownload(ctx, {
      format,
      name: `overview-by-${bucket}`,
      columns: ['timestamp', ...FIGURES],
      pages: pageOf(series),
    })
  answer(ctx, 200, `${current.messages} messages.`, {
    period: { from, to },
    previous_period: { from: before, to: from },
    bucket,
    current,
    previous,
    series,
  })
}

async function* pageOf<Row>(rows: readonly Row[]) {
  yield rows
}

async function getNow(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const lanes = await readLanes(ctx.db, organization_id)
  const workers = await countWorkers(ctx.db, ctx.config.times.aliveMs)
  const organization = await findOrganization(ctx.db, organization_id)
  const check = checkOfOrganization(ctx.config, organization_id, organization?.hourly_limit ?? null)
  answer(ctx, 200, 'As of now.', {
    timestamp: new Date(),
    lanes: LANE_NAMES.map((lane) => {
      const {
        alive = 0,
        slots = 0,
        versions = [],
        seen_at = null,
      } = workers.find((alive) => alive.lane === lane) ?? {}
      return {
        ...lanes.find((alive) => alive.lane === lane),
        workers: { alive, slots, versions, last_seen_at: seen_at },
      }
    }),
    requests: await ctx.limits.look(check),
  })
}
