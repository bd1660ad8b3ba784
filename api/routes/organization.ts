import Router from '@koa/router'
import { getOrganization, type Organization } from '../../shared/store/organizations.ts'
import { claimOfOrganization } from '../buckets.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { operation } from '../operation.ts'
import { object, one, record, text } from '../schemas.ts'
import { organizationRequests } from './limitUse.ts'

const limit = { type: 'integer', minimum: 1 } as const
const organization = record('Organization', {
  name: text,
  requests: organizationRequests,
  widget_limits: {
    ...object('WidgetLimits', {
      session_minute: { ...limit, description: 'Requests a minute in one session.' },
      address_hourly: { ...limit, description: "Requests an hour from one visitor's address." },
      application_hourly: { ...limit, description: 'Requests an hour of one application.' },
    }),
    description: "What the service lets widgets do. The operator's to change.",
  },
})

/** The caller's own organization. */
export const organizations = new Router<State, Services>()
organizations.get(
  '/api/v1/organization',
  operation('readOrganization', 'Read your organization, and how much of its limit is used', {
    200: one(organization),
  }),
  authenticate('dashboard'),
  getOwn,
)

async function getOwn(ctx: Ctx) {
  const found = await getOrganization(ctx.db, ctx.state.caller.organization_id)
  answer(ctx, 200, 'Organization found.', await present(ctx, found))
}

async function present({ config, limits }: Ctx, found: Organization) {
  const { id, name, hourly_limit, created_at, updated_at } = found
  const widget_limits = {
    session_minute: config.WIDGET_SESSION_MINUTE_LIMIT,
    address_hourly: config.WIDGET_IP_HOURLY_LIMIT,
    application_hourly: config.WIDGET_APPLICATION_HOURLY_LIMIT,
  }
  const requests = await limits.look(claimOfOrganization(config, id, hourly_limit))
  return { id, name, requests, widget_limits, created_at, updated_at }
}
