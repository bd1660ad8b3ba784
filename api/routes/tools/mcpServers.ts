import Router from '@koa/router'
import type { FromSchema } from 'json-schema-to-ts'
import { v7 as uuid } from 'uuid'
import { isTrusted, parseHosts, whyNotAllowed } from '../../../shared/lib/egress/publicAddresses.ts'
import { parseUrl } from '../../../shared/lib/parseUrl.ts'
import {
  addMcpServer,
  MAX_MCP_SERVERS,
  type McpServer,
  mcpServerPlace,
  mcpServerRecords,
} from '../../../shared/tools/mcpServers.ts'
import { acceptedBy, refreshMcpServer } from '../../../shared/tools/mcpTools.ts'
import { isReservedHeader, toolProblems } from '../../../shared/tools/toolFields.ts'
import { toolRecords } from '../../../shared/tools/tools.ts'
import { noteAudit } from '../../audit/recordEvent.ts'
import type { Ctx, Services, State } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { ifMatch, seenBy } from '../../http/etags.ts'
import { validationFailed } from '../../http/fieldErrors.ts'
import { idempotently } from '../../http/idempotent.ts'
import { operation } from '../../http/operation.ts'
import { deleted, many, one, orNull, presenter, record, text, time } from '../../http/schemas.ts'
import { authenticate } from '../../middleware/authenticate.ts'
import { rateLimit } from '../../middleware/rateLimit.ts'
import { validate, validateChanges, validateNew } from '../../middleware/validate.ts'
import { changesOf } from '../records/changes.ts'
import { handlersOf } from '../records/crud.ts'
import { idOf } from '../records/ids.ts'
import { validatePage } from '../records/paging.ts'
import {
  auth,
  type GivenAuth,
  presentAuth,
  requireAuthAgain,
  type SealedAuth,
  sealAuth,
  shownAuth,
} from './credentials.ts'
import { presentTool, tool } from './toolFields.ts'

const newServer = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'url'],
  properties: {
    name: {
      type: 'string',
      pattern: '^[a-z][a-z0-9_]{0,19}$',
      examples: ['shop'],
      description:
        'Name with which the names of its tools begin: at most 20 small letters, digits and _. It never changes.',
    },
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      examples: ['https://shop.example.com/mcp'],
      description:
        'Address at which it speaks MCP by streamable HTTP. It must be public, with https; the operator can allow others (`EGRESS_ALLOWED_HOSTS`). Another server needs `auth` again.',
    },
    auth: {
      ...auth,
      description:
        'Header with the credentials that the server asks for. They are encrypted, and no answer, log, export or audit event has them. Default: null, none are sent.',
    },
  },
  examples: [{ name: 'shop', url: 'https://shop.example.com/mcp' }],
} as const
type NewServer = FromSchema<typeof newServer>
type ServerChanges = Partial<{ [Name in keyof NewServer]: NewServer[Name] | null }>

const { name, url } = newServer.properties
const server = record('McpServer', 'A server of MCP, whose tools agents may call.', {
  name,
  url,
  auth: shownAuth('McpCredentials', 'The credentials of a server of MCP, without their value.'),
  protocol: orNull(text('Version of MCP that it spoke last.'), 'not reached yet'),
  status: {
    type: 'string',
    enum: ['new', 'ready', 'unreachable'],
    description: 'Whether it has listed its tools when it was asked last. `new`: not asked yet.',
  },
  detail: orNull(
    text('What was found when it was asked last, for people; its wording may change.'),
    'not asked yet',
  ),
  listed_at: orNull(time('When it was asked last for its tools'), 'not asked yet'),
})
const shown = presenter<McpServer>(server)
const present = (row: McpServer) => ({
  ...shown(row),
  auth: presentAuth(row),
})
const { list, read, show, remove } = handlersOf(mcpServerRecords, present, 'its tools')

const acceptance = {
  type: 'object',
  additionalProperties: false,
  required: ['digest'],
  properties: {
    digest: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      examples: ['5309720a7d7465752f28722cedc9c42ba34834d6631fc22ca7ff986275d29677'],
      description: "Digest of the change that you have read: the tool's `mcp_change.digest`.",
    },
  },
  examples: [{ digest: '5309720a7d7465752f28722cedc9c42ba34834d6631fc22ca7ff986275d29677' }],
} as const

/** Owners decide whose tools agents may call; everybody of the dashboard reads it. */
export const mcpServers = new Router<State, Services>()
mcpServers.post(
  '/api/v1/mcp-servers',
  operation(
    'createMcpServer',
    'Create a server of MCP',
    { 201: one(server) },
    `Asks the server for its tools, for at most 10 s, and stores each as a tool that is off: read what it says, set its \`effect\` and \`confirm\`, and switch it on. What a server says of its tools are hints alone. It is asked again each hour; a tool that it describes differently then is off until you accept the change. Your organization has at most ${MAX_MCP_SERVERS} servers.`,
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validateNew(newServer),
  postServer,
)
mcpServers.get(
  '/api/v1/mcp-servers',
  operation(
    'listMcpServers',
    'List the servers of MCP',
    { 200: many(server) },
    'Newest first by default.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  validatePage('desc', { table: 'mcp_servers' }),
  list,
)
mcpServers.get(
  '/api/v1/mcp-servers/:id',
  operation(
    'readMcpServer',
    'Read a server of MCP',
    { 200: one(server) },
    'The `ETag` of the answer can be sent as `If-Match` with a change.',
  ),
  authenticate('application', 'dashboard'),
  rateLimit,
  read,
)
mcpServers.patch(
  '/api/v1/mcp-servers/:id',
  operation(
    'changeMcpServer',
    'Change a server of MCP',
    { 200: one(server) },
    'Changes only the fields in the body, and asks the server for its tools if a field has changed. Another server as `url` needs `auth` in the same request: stored credentials are sent to no other server.',
    ifMatch('server'),
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validateChanges(
    {
      ...changesOf(newServer, ['name']),
      examples: [{ url: 'https://shop.example.com/v2/mcp' }],
    },
    show,
  ),
  patchServer,
)
mcpServers.delete(
  '/api/v1/mcp-servers/:id',
  operation(
    'deleteMcpServer',
    'Delete a server of MCP',
    { 200: deleted },
    'Deletes its tools as well. Answers 409 `tool_in_use` while agents have one of them in their `tool_ids`.',
    ifMatch('server'),
  ),
  authenticate('application', 'owner'),
  rateLimit,
  remove,
)
mcpServers.post(
  '/api/v1/mcp-servers/:id/refresh',
  operation(
    'refreshMcpServer',
    'Ask a server of MCP for its tools',
    { 200: one(server) },
    'Takes at most 10 s. `detail` says what was found: how many tools are new, have changed or are gone.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  postRefresh,
)
mcpServers.post(
  '/api/v1/tools/:id/accept',
  operation(
    'acceptTool',
    'Accept what a server says of a tool',
    { 200: one(tool) },
    'The tool gets the description and the schema of its `mcp_change`, and can be called again if it `is_active`. Answers 422 if the server says something else by now: read the tool again.',
  ),
  authenticate('application', 'owner'),
  rateLimit,
  validate(acceptance),
  postAcceptance,
)

const deps = ({ db, config, sealer }: Ctx) => ({ db, config, sealer })
/** The listing has its own limit, and is stored also if the client has gone. */
const NEVER = new AbortController().signal

async function postServer(ctx: Ctx) {
  const { auth, ...given } = ctx.state.body as NewServer
  const { organization_id } = ctx.state.caller
  const url = requireAddress(ctx, given.url)
  const created = await idempotently(
    ctx,
    async (db) => {
      const id = uuid()
      const fields = { ...given, url, ...sealedAuth(ctx, id, auth ?? null), id }
      const added = await addMcpServer(db, organization_id, fields)
      if (added) return added
      const detail = `your organization has ${MAX_MCP_SERVERS} servers of MCP, which is the most: delete one`
      throw validationFailed([{ field: 'name', code: 'too_many', detail }])
    },
    (id) => mcpServerRecords.get(ctx.db, organization_id, id),
  )
  const asked =
    created.status === 'new' ? await refreshMcpServer(deps(ctx), created, NEVER) : created
  answer(ctx, 201, 'MCP server created.', present(asked))
}

async function patchServer(ctx: Ctx) {
  const { auth, url: given } = ctx.state.body as ServerChanges
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, mcpServerRecords.name)
  const url = given ? requireAddress(ctx, given) : undefined
  const changed = await ctx.db.transaction(async (transaction) => {
    const before = await mcpServerRecords.lock(transaction, organization_id, id)
    seenBy(ctx, present)?.(before)
    noteAudit(ctx, { before: present(before) })
    const isElsewhere = url !== undefined && new URL(url).origin !== new URL(before.url).origin
    requireAuthAgain(before, isElsewhere, auth)
    return mcpServerRecords.change(transaction, organization_id, id, {
      ...(url !== undefined && { url, protocol: null, status: 'new' }),
      ...(auth !== undefined && sealedAuth(ctx, id, auth)),
    })
  })
  const isSame = url === undefined && auth === undefined
  const asked = isSame ? changed : await refreshMcpServer(deps(ctx), changed, NEVER)
  answer(ctx, 200, 'MCP server changed.', present(asked))
}

async function postRefresh(ctx: Ctx) {
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, mcpServerRecords.name)
  const found = await mcpServerRecords.get(ctx.db, organization_id, id)
  noteAudit(ctx, { before: present(found) })
  const asked = await refreshMcpServer(deps(ctx), found, NEVER)
  const detail = asked.status === 'ready' ? 'The server has listed its tools.' : 'Not reached.'
  answer(ctx, 200, detail, present(asked))
}

async function postAcceptance(ctx: Ctx) {
  const { digest } = ctx.state.body as FromSchema<typeof acceptance>
  const { organization_id } = ctx.state.caller
  const id = idOf(ctx, toolRecords.name)
  const accepted = await ctx.db.transaction(async (transaction) => {
    const before = await toolRecords.lock(transaction, organization_id, id)
    noteAudit(ctx, { before: presentTool(before) })
    const isAccepted = before.mcp_change === null && before.mcp_digest === digest
    if (isAccepted) return before
    const changes = acceptedBy(before, digest)
    if (!changes)
      throw validationFailed([
        {
          field: 'digest',
          code: 'not_current',
          detail: 'is not that of the change that the server makes now: read the tool again',
        },
      ])
    const allowedHosts = parseHosts(ctx.config.EGRESS_ALLOWED_HOSTS)
    const problems = toolProblems({ ...before, ...changes }, allowedHosts)
    if (problems.length) throw validationFailed(problems)
    return toolRecords.change(transaction, organization_id, id, changes)
  })
  answer(ctx, 200, 'Change accepted.', presentTool(accepted))
}

/** Checks the address of a server. @throws AppError validation_failed */
function requireAddress(ctx: Ctx, given: string): string {
  const url = parseUrl(given)
  const trusted = parseHosts(ctx.config.EGRESS_ALLOWED_HOSTS)
  const reason = url ? whyNotAllowed(url, trusted) : 'It is not an address.'
  const isOpen = url && url.protocol !== 'https:' && !isTrusted(url, trusted)
  if (url && !reason && !isOpen) return url.href
  const detail = reason
    ? `is refused: ${reason}`
    : 'must begin with https://, because others could read and change what is sent'
  throw validationFailed([{ field: 'url', code: 'url_not_allowed', detail }])
}

/** Headers that the client of MCP sets. */
const OF_CLIENT = /^(?:mcp-.*|last-event-id)$/i

/**
 * Checks and seals the credentials of a server.
 * @throws AppError validation_failed, secret_key_missing
 */
function sealedAuth(ctx: Ctx, id: string, auth: GivenAuth): SealedAuth {
  if (auth && (isReservedHeader(auth.header) || OF_CLIENT.test(auth.header)))
    throw validationFailed([
      { field: 'auth.header', code: 'reserved', detail: 'is set by Parley: name another header' },
    ])
  const { organization_id } = ctx.state.caller
  return sealAuth(ctx, mcpServerPlace({ organization_id, id }), auth)
}
