import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { v7 as uuid } from 'uuid'
import { parseHosts } from '../../../shared/lib/egress/publicAddresses.ts'
import { newWebhookSecret } from '../../../shared/lib/signatures.ts'
import { leadToSameServer, toolProblems } from '../../../shared/tools/toolFields.ts'
import {
  addTool,
  MAX_TOOLS,
  TOOL_DEFAULTS,
  type Tool,
  toolPlace,
  toolRecords,
} from '../../../shared/tools/tools.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, one } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate, validateChanges, validateNew } from '../../middleware/validate.ts'
import { changesOf } from '../records/changes.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'
import { requireAuthAgain, sealAuth } from './credentials.ts'
import {
  changeable,
  HTTP_ONLY,
  type NewTool,
  newTool,
  presentTool,
  secret,
  type ToolChanges,
  tool,
  toolWithSecret,
} from './toolFields.ts'

const { list, read, show, remove } = handlersOf(
  toolRecords,
  presentTool,
  'its credentials and its secret',
)

const rotation = {
  type: 'object',
  additionalProperties: false,
  properties: {
    secret: {
      ...secret,
      description:
        'The new secret. Have your server take it beside the old one first, so that no request is refused. Default: a random one.',
    },
  },
  examples: [{}],
} as const

const { secret: _, ...changing } = changeable.properties

/** Owners decide what agents can have done; everybody of the dashboard reads it. */
export const tools = new Router<State, Services>()
tools.post(
  '/api/v1/tools',
  operation(
    'createTool',
    'Create a tool',
    { 201: one(toolWithSecret) },
    `Agents that name it in \`tool_ids\` can call it from then on. Its requests are signed: only this answer has the secret, and null if you gave it or repeat the request with the same \`Idempotency-Key\`. Your organization has at most ${MAX_TOOLS} tools. Answers 409 \`name_taken\` if it has a tool of this name.`,
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validateNew(newTool),
  postTool,
)
tools.get(
  '/api/v1/tools',
  operation(
    'listTools',
    'List the tools',
    { 200: many(tool) },
    "Your organization's tools, those of servers of MCP included; newest first by default.",
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'tools' }),
  list,
)
tools.get(
  '/api/v1/tools/:id',
  operation(
    'readTool',
    'Read a tool',
    { 200: one(tool) },
    'The `ETag` of the answer can be sent as `If-Match` with a change.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  read,
)
tools.patch(
  '/api/v1/tools/:id',
  operation(
    'changeTool',
    'Change a tool',
    { 200: one(tool) },
    'Changes only the fields in the body; `input_schema`, `body_template`, `probe`, `confirm_when` and `auth` are replaced as a whole. Calls that wait for a decision expire, because nobody has agreed to the changed tool. Another server as `url_template` needs `auth` in the same request: stored credentials are sent to no other server. A tool of a server of MCP keeps its name, description and schema.',
    ifMatch('tool'),
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validateChanges(
    {
      ...changesOf({ type: 'object', required: changeable.required, properties: changing }),
      examples: [{ confirm: 'customer' }],
    },
    show,
  ),
  patchTool,
)
tools.delete(
  '/api/v1/tools/:id',
  operation(
    'deleteTool',
    'Delete a tool',
    { 200: deleted },
    'Answers 409 `tool_in_use` while agents have it in their `tool_ids`. Calls of the past stay.',
    ifMatch('tool'),
  ),
  authenticate('application', 'owner'),
  rateLimit,
  remove,
)
tools.post(
  '/api/v1/tools/:id/rotate',
  operation(
    'rotateTool',
    'Rotate the secret of a tool',
    { 201: one(toolWithSecret) },
    'Requests are signed with the new secret from then on. Only this answer has it: repeating the request with the same `Idempotency-Key` rotates nothing and returns null in its place.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validate(rotation),
  postRotation,
)

async function postTool(ctx: Ctx) {
  const { auth, secret: given, ...body } = ctx.state.body as NewTool
  const { organization_id } = ctx.state.caller
  let made: string | null = null
  const created = await idempotently(
    ctx,
    async (db) => {
      const id = uuid()
      const place = toolPlace({ organization_id, id })
      if (!given) made = newWebhookSecret()
      const fields = {
        title: titleOf(body.name),
        method: body.effect === 'read' ? 'GET' : 'POST',
        ...body,
        ...sealAuth(ctx, place, auth ?? null),
        sealed_secret: ctx.sealer.seal(given ?? made!, place),
        kind: 'http',
        id,
      } as Partial<Tool>
      requireRight(ctx, { ...TOOL_DEFAULTS, ...fields } as Tool)
      const added = await addTool(db, organization_id, fields)
      if (added) return added
      const detail = `your organization has ${MAX_TOOLS} tools, which is the most: delete one`
      throw validationFailed([{ field: 'name', code: 'too_many', detail }])
    },
    (id) => toolRecords.get(ctx.db, organization_id, id),
  )
  noteAudit(ctx, { fields: auditedFields(ctx) })
  const detail = made
    ? 'Tool created. Store its secret: it is not shown again.'
    : 'Tool created. This answer does not have its secret: it was given, or shown once.'
  answer(ctx, 201, detail, { ...presentTool(created), secret: made })
}

/** Returns a title for people: `order_status` becomes "Order status". */
const titleOf = (name: string) =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`

async function patchTool(ctx: Ctx) {
  const { auth, ...given } = ctx.state.body as ToolChanges
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, toolRecords.name)
  const place = toolPlace({ organization_id, id })
  const sealed = auth === undefined ? {} : sealAuth(ctx, place, auth)
  const changes = { ...given, ...sealed } as Partial<Tool>
  const changed = await ctx.db.transaction(async (transaction) => {
    const before = await toolRecords.lock(transaction, organization_id, id)
    seenBy(ctx, presentTool)?.(before)
    noteAudit(ctx, { before: presentTool(before), fields: auditedFields(ctx) })
    if (before.kind === 'mcp') refuseHttpFields(ctx)
    const after = { ...before, ...withDefaults(changes) }
    requireRight(ctx, after)
    const isSame = leadToSameServer(before.url_template, after.url_template)
    requireAuthAgain(after, !isSame, auth)
    return toolRecords.change(transaction, organization_id, id, changes)
  })
  answer(ctx, 200, 'Tool changed.', presentTool(changed))
}

const defaults: Readonly<Record<string, unknown>> = TOOL_DEFAULTS

/** Writes for each null what the record will have for it. */
const withDefaults = (changes: Partial<Tool>): Partial<Tool> =>
  Object.fromEntries(
    Object.entries({ ...changes }).map(([name, value]) => [name, value ?? defaults[name] ?? null]),
  )

/** @throws AppError validation_failed if the body changes what a server of MCP describes */
function refuseHttpFields(ctx: Ctx): void {
  const named = HTTP_ONLY.filter((name) => Object.hasOwn(ctx.state.body as object, name))
  if (named.length)
    throw validationFailed(
      named.map((field) => ({
        field,
        code: 'of_server',
        detail: 'is what its server of MCP says: change it there, or at the server',
      })),
    )
}

async function postRotation(ctx: Ctx) {
  const { secret: given } = ctx.state.body as FromSchema<typeof rotation>
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, toolRecords.name)
  let made: string | null = null
  const rotated = await idempotently(
    ctx,
    async (db) => {
      if (!given) made = newWebhookSecret()
      const sealed_secret = ctx.sealer.seal(given ?? made!, toolPlace({ organization_id, id }))
      return toolRecords.change(db, organization_id, id, { sealed_secret })
    },
    () => toolRecords.get(ctx.db, organization_id, id),
  )
  const detail = made
    ? 'Secret rotated. Store the new one: it is not shown again.'
    : 'Secret rotated. This answer does not have it: it was given, or shown once.'
  answer(ctx, 201, detail, { ...presentTool(rotated), secret: made })
}

/** Refuses a wrong tool. @throws AppError validation_failed */
function requireRight(ctx: Ctx, fields: Tool): void {
  const problems = toolProblems(fields, parseHosts(ctx.config.EGRESS_ALLOWED_HOSTS))
  if (problems.length) throw validationFailed(problems)
}

/** Names the audited fields. No audit event has a given secret. */
const auditedFields = (ctx: Ctx) =>
  Object.keys(ctx.state.body as object).filter((field) => field !== 'secret')
