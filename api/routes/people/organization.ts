import Router from '@koa/router'
import {
  type Assignment,
  readAssignment,
  setAssignment,
} from '../../../shared/handoffs/assignment.ts'
import { readOffice, setOfficeHours } from '../../../shared/handoffs/officeHours.ts'
import {
  readTargets,
  renewDeadlines,
  setTargets,
  type Targets,
} from '../../../shared/handoffs/targets.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import {
  getOrganization,
  lockOrganization,
  type Organization,
  setTimeZone,
  touchOrganization,
} from '../../../shared/people/organizations.ts'
import type { Retention } from '../../../shared/retention/retention.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { operation } from '../../http/operation.ts'
import { described, object, one, record, text } from '../../http/schemas.ts'
import { checkOfOrganization } from '../../limits/buckets.ts'
import { organizationRequests } from '../../limits/limitUse.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateChanges } from '../../middleware/validate.ts'
import {
  completeHours,
  type OfficeChanges,
  officeHours,
  requireTimes,
  timeZone,
} from '../agents/officeHours.ts'
import { assignmentRule } from './availability.ts'
import { ownDays, retention, retentionChanges, retentionOf, storeRetention } from './retention.ts'

const minutes = (description: string) =>
  ({ type: ['integer', 'null'], minimum: 1, maximum: 10_080, description }) as const
const targetFields = {
  first_answer_minutes: minutes(
    'Minutes from the handoff to the first answer of a person, or from the first question after a takeover. Null: no target.',
  ),
  next_answer_minutes: minutes(
    'Minutes from the first question after an answer to the next answer. Null: no target.',
  ),
} as const
const TARGETS = 'By when your people should answer customers, in minutes within the `office_hours`.'
const targets = object('Targets', TARGETS, targetFields)
const targetChanges = {
  type: 'object',
  additionalProperties: false,
  properties: targetFields,
  description: `${TARGETS} What is left out stays.`,
} as const

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
  name: text('Name of the organization, which the operator chooses.'),
  requests: described(organizationRequests, 'How much of the limit on API requests is used.'),
  widget_limits: widgetLimits,
  retention,
  time_zone: timeZone,
  office_hours: officeHours,
  assignment: assignmentRule,
  targets,
})

const organizationChanges = {
  type: 'object',
  additionalProperties: false,
  properties: {
    retention: retentionChanges,
    time_zone: timeZone,
    office_hours: officeHours,
    assignment: assignmentRule,
    targets: targetChanges,
  },
  examples: [{ retention: { message_days: 365 } }],
}
interface OrganizationChanges extends OfficeChanges {
  retention?: Partial<Retention>
  assignment?: Assignment
  targets?: Partial<Targets>
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
    'Change time zone, office hours, assignment, targets and how long data is kept',
    { 200: one(organization) },
    'Changes `time_zone`, `assignment`, `office_hours` as a whole, and the given fields of `targets` and `retention`. Workers delete expired data within the hour, for good.',
    ifMatch('organization'),
  ),
  authenticate('owner'),
  rateLimit,
  validateChanges(organizationChanges, show),
  patchOwn,
)

async function getOwn(ctx: Ctx) {
  answer(ctx, 200, 'Organization found.', await show(ctx))
}

async function show(ctx: Ctx) {
  const found = await getOrganization(ctx.db, ctx.state.caller.organization_id)
  return withRequests(ctx, found, await present(ctx, ctx.db, found))
}

async function patchOwn(ctx: Ctx) {
  const changes = ctx.state.body as OrganizationChanges
  const { retention: kept, office_hours, assignment, targets } = changes
  const { organization_id } = ctx.state.caller
  await requireTimes(ctx, changes)
  const zone = changes.time_zone ?? office_hours?.timezone
  const { found, changed } = await ctx.db.transaction(async (db) => {
    const found = await lockOrganization(db, organization_id)
    const before = await present(ctx, db, found)
    seenBy(ctx, () => before)?.(found)
    if (!kept && !zone && office_hours === undefined && !assignment && !targets)
      return { found, changed: before }
    if (kept) await storeRetention(ctx, kept, db)
    if (zone) await setTimeZone(db, organization_id, zone)
    if (office_hours !== undefined)
      await setOfficeHours(db, organization_id, office_hours && completeHours(office_hours))
    if (targets) await setTargets(db, organization_id, targets)
    if (zone || office_hours !== undefined || targets) await renewDeadlines(db, organization_id)
    if (assignment) await setAssignment(db, organization_id, assignment)
    const after = await present(ctx, db, await touchOrganization(db, organization_id))
    noteAudit(ctx, {
      target: { id: found.id, label: found.name },
      before: settingsOf(before),
      after: settingsOf(after),
    })
    return { found, changed: after }
  })
  answer(ctx, 200, 'Organization changed.', await withRequests(ctx, found, changed))
}

type Own = Awaited<ReturnType<typeof present>>

const settingsOf = ({ retention, time_zone, office_hours, assignment, targets }: Own) => ({
  retention: ownDays(retention),
  time_zone,
  office_hours,
  assignment,
  targets,
})

/** Presents an organization without its requests. */
async function present(
  ctx: Ctx,
  db: Db,
  { id, name, time_zone, created_at, updated_at }: Organization,
) {
  const { config } = ctx
  return {
    object: 'organization',
    id,
    name,
    widget_limits: {
      session_minute: config.WIDGET_SESSION_MINUTE_LIMIT,
      address_hourly: config.WIDGET_IP_HOURLY_LIMIT,
      application_hourly: config.WIDGET_APPLICATION_HOURLY_LIMIT,
    },
    retention: await retentionOf(ctx, db),
    time_zone,
    office_hours: (await readOffice(db, id)).office_hours,
    assignment: await readAssignment(db, id),
    targets: await readTargets(db, id),
    created_at,
    updated_at,
  }
}

async function withRequests({ config, limits }: Ctx, { id, hourly_limit }: Organization, own: Own) {
  return { ...own, requests: await limits.look(checkOfOrganization(config, id, hourly_limit)) }
}
