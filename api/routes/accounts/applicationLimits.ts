import Router from '@koa/router'
import { applicationRecords } from '../../../shared/store/accounts/applicationRecords.ts'
import { getOrganization } from '../../../shared/store/accounts/organizations.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { object, one, orNull } from '../../http/plainSchemas.ts'
import { checkOfKey, checkOfOrganization, checkOfWidgets } from '../../limits/buckets.ts'
import { limitUse } from '../../limits/limitUse.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimitReads } from '../../middleware/rateLimit.ts'
import { idOf } from '../records/ids.ts'

const applicationLimits = object('ApplicationLimitUse', {
  requests: { ...orNull(limitUse), description: 'API requests; null: no limit of its own.' },
  widget: limitUse,
  organization: limitUse,
})

export const applicationLimitUse = new Router<State, Services>()
applicationLimitUse.get(
  '/api/v1/applications/:id/limits',
  operation('readApplicationLimits', "How much of an application's limits is used", {
    200: one(applicationLimits),
  }),
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
