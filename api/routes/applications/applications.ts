import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { requireAgents } from '../../../shared/agents/agents.ts'
import {
  applicationRecords,
  type OwnApplication,
} from '../../../shared/applications/applicationRecords.ts'
import { createApplication } from '../../../shared/applications/applications.ts'
import { MAX_ORIGIN_LENGTH } from '../../../shared/lib/origins.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer, answerDeleted } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import {
  deleted,
  many,
  object,
  one,
  orNull,
  presenter,
  record,
  text,
  time,
} from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validateChanges, validateNew } from '../../middleware/validate.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'
import { originsOf, requireWithin } from './applicationFields.ts'
import { newSecretOf, presentSecret, secret } from './applicationSecrets.ts'
import { identitySecret, presentIdentitySecret } from './identitySecrets.ts'

const hourly = { type: ['integer', 'null'], minimum: 1, maximum: 1_000_000_000 } as const

const limits = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    hourly_limit: {
      ...hourly,
      description:
        "API requests an hour with the application's keys; at most the limit of the organization. Null: only the organization's limit applies.",
    },
    widget_hourly_limit: {
      ...hourly,
      description:
        "Requests an hour of its widgets; at most `WIDGET_APPLICATION_HOURLY_LIMIT` (1,000) of the service. Null: only the service's limit applies.",
    },
  },
  description: 'Limits on requests of this application alone. Default: none.',
} as const

const fields = {
  name: {
    type: 'string',
    minLength: 1,
    maxLength: 120,
    pattern: '\\S',
    description: 'Name of the application for people, such as its site; must not be blank.',
  },
  allowed_origins: {
    type: 'array',
    maxItems: 100,
    description:
      'Origins whose pages may get widget tokens: scheme, host and port as browsers send them; `https://*.example.com` stands for every host below example.com. Default: none, so no page can.',
    items: { type: 'string', maxLength: MAX_ORIGIN_LENGTH },
  },
} as const

const agentIds = {
  type: ['array', 'null'],
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  items: { type: 'string', format: 'uuid' },
  description:
    'Ids of the agents that its widgets reach; sessions and widget configurations of other agents are not found. Null, the default: every agent.',
} as const

const newApplication = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { ...fields, agent_ids: agentIds, limits },
  examples: [{ name: 'Shop', allowed_origins: ['https://shop.example.com'] }],
} as const
type NewApplication = FromSchema<typeof newApplication>

const applicationChanges = {
  type: 'object',
  additionalProperties: false,
  properties: { ...fields, agent_ids: agentIds, limits },
  examples: [{ allowed_origins: ['https://shop.example.com', 'https://*.example.org'] }],
} as const
type ApplicationBodyChanges = FromSchema<typeof applicationChanges>

const properties = {
  name: text(fields.name.description),
  client_id: text(
    'Sent as `X-API-Key`, or to get a widget token; begins with `app_` and is not secret.',
  ),
  allowed_origins: {
    type: 'array',
    items: { type: 'string' },
    description: fields.allowed_origins.description,
  },
  agent_ids: agentIds,
  limits: object('ApplicationLimits', limits.description, limits.properties),
  secrets: {
    type: 'array',
    items: secret,
    description: 'The secrets and keys that are valid now, the oldest first.',
  },
  identity_secrets: {
    type: 'array',
    items: identitySecret,
    description:
      'The valid secrets with which your server signs who its users are; at most two, oldest first.',
  },
  last_used_at: orNull(
    time('When a request of the application last came, by key or token'),
    'never',
  ),
}
const application = record(
  'Application',
  'Credentials of a server or site, the origins that may use them, and their limits.',
  properties,
)
const createdApplication = record(
  'CreatedApplication',
  'A new application, with its first secret.',
  {
    ...properties,
    client_secret: newSecretOf,
  },
  'application',
)
const presentFields = presenter<OwnApplication>(application)
const present = (row: OwnApplication) => ({
  ...presentFields(row),
  secrets: row.secrets.map(presentSecret),
  identity_secrets: row.identity_secrets.map(presentIdentitySecret),
})

const ENDS =
  'its secrets: its requests and its widget tokens are refused everywhere within 5 seconds. Sessions and conversations stay'
const { list, read, show } = handlersOf(applicationRecords, present, ENDS)

const CREATE =
  'Only this answer has the secret: repeating the request with the same `Idempotency-Key` returns null in its place.'

/** For people only: no key may make or change keys. */
export const applications = new Router<State, Services>()
applications.post(
  '/api/v1/applications',
  operation(
    'createApplication',
    'Create an application, with its first secret',
    { 201: one(createdApplication) },
    CREATE,
  ),
  authenticate('owner'),
  rateLimit,
  validateNew(newApplication),
  postApplication,
)
applications.get(
  '/api/v1/applications',
  operation(
    'listApplications',
    'List the applications',
    { 200: many(application) },
    'Sorted by creation time, newest first by default.',
  ),
  authenticate('dashboard'),
  rateLimit,
  validatePage('desc', { table: 'applications' }),
  list,
)
applications.get(
  '/api/v1/applications/:id',
  operation(
    'readApplication',
    'Read an application',
    { 200: one(application) },
    'With the hints of its secrets, never the secrets themselves.',
  ),
  authenticate('dashboard'),
  rateLimit,
  read,
)
applications.patch(
  '/api/v1/applications/:id',
  operation(
    'changeApplication',
    'Change an application',
    { 200: one(application) },
    'Replaces `allowed_origins` and `agent_ids` as a whole, and only the given `limits`. Every process applies the change within 5 seconds.',
    ifMatch('application'),
  ),
  authenticate('owner'),
  rateLimit,
  validateChanges(applicationChanges, show),
  patchApplication,
)
applications.delete(
  '/api/v1/applications/:id',
  operation(
    'deleteApplication',
    'Delete an application',
    { 200: deleted },
    'Every process refuses its secrets and widget tokens within 5 seconds. Sessions and conversations stay.',
    ifMatch('application'),
  ),
  authenticate('owner'),
  rateLimit,
  deleteApplication,
)

async function postApplication(ctx: Ctx) {
  const {
    name,
    allowed_origins = [],
    agent_ids = null,
    limits = {},
  } = ctx.state.body as NewApplication
  const { organization_id } = ctx.state.caller
  const origins = originsOf(allowed_origins)
  if (agent_ids) await requireAgents(ctx.db, organization_id, agent_ids)
  await requireWithin(ctx, limits)
  let client_secret: string | null = null
  const created = await idempotently(
    ctx,
    (db) =>
      db.transaction(async (transaction) => {
        const application = { organization_id, name, allowed_origins: origins, agent_ids }
        const made = await createApplication(transaction, application)
        client_secret = made.secret
        const { id } = made.application
        return applicationRecords.change(transaction, organization_id, id, limits)
      }),
    (id) => applicationRecords.get(ctx.db, organization_id, id),
  )
  const detail = client_secret
    ? 'Application created. Store its secret: it is not shown again.'
    : 'Application created earlier. Only the first answer had its secret: rotate it if you have lost it.'
  answer(ctx, 201, detail, { ...present(created), client_secret })
}

async function patchApplication(ctx: Ctx) {
  const { limits = {}, allowed_origins, ...rest } = ctx.state.body as ApplicationBodyChanges
  const id = idOf(ctx, 'application')
  const origins = allowed_origins && { allowed_origins: originsOf(allowed_origins) }
  const { organization_id } = ctx.state.caller
  if (rest.agent_ids) await requireAgents(ctx.db, organization_id, rest.agent_ids)
  await requireWithin(ctx, limits)
  noteAudit(ctx, { before: present(await applicationRecords.get(ctx.db, organization_id, id)) })
  const changes = { ...rest, ...origins, ...limits }
  const { db } = ctx
  const changed = await applicationRecords.change(
    db,
    organization_id,
    id,
    changes,
    seenBy(ctx, present),
  )
  ctx.credentials.forget(changed.client_id)
  answer(ctx, 200, 'Application changed.', present(changed))
}

async function deleteApplication(ctx: Ctx) {
  const id = idOf(ctx, 'application')
  const { organization_id } = ctx.state.caller
  const removed = await applicationRecords.remove(ctx.db, organization_id, id, seenBy(ctx, present))
  const { client_id, name, allowed_origins } = removed
  ctx.credentials.forget(client_id)
  noteAudit(ctx, { before: { name, client_id, allowed_origins } })
  answerDeleted(ctx, id, `Application deleted, with ${ENDS}.`)
}
