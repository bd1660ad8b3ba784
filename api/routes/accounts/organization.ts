import Router from '@koa/router'
import { getOrganization, type Organization } from '../../../shared/store/accounts/organizations.ts'
import { type OfficeHours, readOffice, setOfficeHours } from '../../../shared/store/handoffs/officeHours.ts'
import type { Retention } from '../../../shared/store/retention/retention.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { operation } from '../../http/operation.ts'
import { described, object, one, record, text } from '../../http/schemas.ts'
import { checkOfOrganization } from '../../limits/buckets.ts'
import { organizationRequests } from '../../limits/limitUse.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate } from '../../middleware/validate.ts'
import { officeHours, requireOfficeHours } from '../agents/officeHours.ts'
import { ownDays, retention, retentionChanges, retentionOf, storeRetention } from './retention.ts'

const limit = (description: string) => ({ type: 'integer', minimum: 1, description }) as const
const widgetLimits = object(
  'WidgetLimits',
  'Limits on the requests of widgets. Only the operator can change them.',
  {
    session_minute: limit('Requests a minute in one session.'),
    address_hourly: limit("Requests an hour from one visitor's IP address."),
    application_hourly: limit(
      'Requests an hour of one application, which may have a lower limit of its own.',
    ),
  },
)
export const organization = record('Organization', 'Your organization: a tenant of this service.', {
  name: text('What the organization is called; the operator names it.'),
  requests: described(organizationRequests, 'How much of the limit on API requests is used.'),
  widget_limits: widgetLimits,
  retention,
  office_hours: officeHours,
})

const organizationChanges = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: { retention: retentionChanges, office_hours: officeHours },
  examples: [{ retention: { message_days: 365 } }],
}
interface OrganizationChanges {
  retention?: Partial<Retention>
  office_hours?: OfficeHours | null
}

/** The caller's own organization. */
export const organizations = new Router<State, Services>()
organizations.get(
  '/api/v1/organization',
  operation(
    'readOrganization',
    'Read your organization, and how much of its limit is used',
    { 200: one(organization) },
    'With the limits that apply to it, and how long its data is kept.',
  ),
  authenticate('dashboard'),
  rateLimit,
  getOwn,
)

organizations.patch(
  '/api/v1/organization',
  operation(
    'changeOrganization',
    'Change when people are there, and how long data is kept',
    { 200: one(organization) },
    'Changes `office_hours` as a whole, and those fields of `retention` that the body has. Workers delete what is then past its time within the hour; nothing brings it back.',
  ),
  authenticate('owner'),
  rateLimit,
  validate(organizationChanges),
  patchOwn,
)

async function getOwn(ctx: Ctx) {
  const found = await getOrganization(ctx.db, ctx.state.caller.organization_id)
  answer(ctx, 200, 'Organization found.', await present(ctx, found))
}

async function patchOwn(ctx: Ctx) {
  const { retention: kept, office_hours } = ctx.state.body as OrganizationChanges
  const { organization_id } = ctx.state.caller
  const found = await getOrganization(ctx.db, organization_id)
  if (office_hours) await requireOfficeHours(ctx, office_hours)
  const before = await settingsOf(ctx)
  if (kept) await storeRetention(ctx, kept)
  if (office_hours !== undefined) await setOfficeHours(ctx.db, organization_id, office_hours)
  const after = await settingsOf(ctx)
  noteAudit(ctx, { target: { id: found.id, label: found.name }, before, after })
  answer(ctx, 200, 'Organization changed.', await present(ctx, found))
}

const settingsOf = async (ctx: Ctx) => ({
  retention: ownDays(await retentionOf(ctx)),
  office_hours: (await readOffice(ctx.db, ctx.state.caller.organization_id)).office_hours,
})

async function present(ctx: Ctx, found: Organization) {
  const { config, limits } = ctx
  const { id, name, hourly_limit, created_at, updated_at } = found
  const widget_limits = {
    session_minute: config.WIDGET_SESSION_MINUTE_LIMIT,
    address_hourly: config.WIDGET_IP_HOURLY_LIMIT,
    application_hourly: config.WIDGET_APPLICATION_HOURLY_LIMIT,
  }
  const requests = await limits.look(checkOfOrganization(config, id, hourly_limit))
  return {
    object: 'organization',
    id,
    name,
    requests,
    widget_limits,
    retention: await retentionOf(ctx),
    office_hours: (await readOffice(ctx.db, id)).office_hours,
    created_at,
    updated_at,
  }
}
