import Router from '@koa/router'
import { applicationRecords } from '../../../shared/applications/applicationRecords.ts'
import { getOrganization } from '../../../shared/people/organizations.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { described, object, one, orNull } from '../../http/schemas.ts'
import { checkOfKey, checkOfOrganization, checkOfWidgets } from '../../limits/buckets.ts'
import { limitUse } from '../../limits/limitUse.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimitReads } from '../../middleware/rateLimit.ts'
import { idOf } from '../records/ids.ts'

const applicationLimits = object(
  'ApplicationLimitUse',
  'How much of the limits on an application is used.',
  {
    requests: orNull(
      described(limitUse, "API requests with the application's keys, in windows of an hour."),
      'it has no limit of its own',
    ),
    widget: described(limitUse, 'Requests of its widgets, in windows of an hour.'),
    organization: described(
      limitUse,
      'API requests of the whole organization, in windows of an hour.',
    ),
  },
)

export const applicationLimitUse = new Router<State, Services>()
applicationLimitUse.get(
  '/api/v1/applications/:id/limits',
  operation(
    'readApplicationLimits',
    "Read how much of an application's limits is used",
    { 200: one(applicationLimits) },
    'A request must be within all limits that count it. Reading the limits does not count.',
  ),
  authenticate('dashboard'),
  rateLimitReads,
  getLimits,
)

async function getLimits(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, 'application')
  const { limits } = await applicationRecords.get(ctx.db, organization_id, id)
  const { hourly_limit } = await getOrganization(ctx.db, organization_id)
  const [requests, widget, organization] = await Promise.all([
    limits.hourly_limit === null ? null : ctx.limits.look(checkOfKey(id, limits.hourly_limit)),
    ctx.limits.look(checkOfWidgets(ctx.config, id, limits.widget_hourly_limit)),
    ctx.limits.look(checkOfOrganization(ctx.config, organization_id, hourly_limit)),
  ])
  answer(ctx, 200, 'Limits read.', { requests, widget, organization })
}
