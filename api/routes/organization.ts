import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { getOrganization, type Organization, renameOrganization } from '../../shared/store/organizations.ts'
import { noteAudit } from '../audit.ts'
import { claimOfOrganization } from '../buckets.ts'
import type { Ctx, Services, State } from '../context.ts'
import { answer } from '../envelope.ts'
import { authenticate } from '../middleware/authenticate.ts'
import { validate, validationFailed } from '../middleware/validate.ts'
import { operation } from '../operation.ts'
import { object, one, record, text } from '../schemas.ts'
import { organizationRequests } from './limitUse.ts'

/** No control characters; and no UUID, for the operator names an organization by its id or its name. */
const NAME =
  '^(?!\\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\s*$)[^\\x00-\\x1f\\x7f]*\\S[^\\x00-\\x1f\\x7f]*$'

const organizationChanges = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string', minLength: 1, maxLength: 120, pattern: NAME } },
  examples: [{ name: 'Greenleaf' }],
} as const

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
organizations.patch(
  '/api/v1/organization',
  operation('changeOrganization', 'Rename your organization', { 200: one(organization) }),
  authenticate('owner'),
  validate(organizationChanges),
  patchOwn,
)

async function getOwn(ctx: Ctx) {
  const found = await getOrganization(ctx.db, ctx.state.caller.organization_id)
  answer(ctx, 200, 'Organization found.', await present(ctx, found))
}

async function patchOwn(ctx: Ctx) {
  const { name } = ctx.state.body as FromSchema<typeof organizationChanges>
  noteAudit(ctx, { before: await getOrganization(ctx.db, ctx.state.caller.organization_id) })
  const renamed = await renameOrganization(ctx.db, ctx.state.caller.organization_id, name.trim())
  if (!renamed)
    throw validationFailed([
      { field: 'name', code: 'taken', detail: 'is the name of another organization here: choose another' },
    ])
  answer(ctx, 200, 'Organization renamed.', await present(ctx, renamed))
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
