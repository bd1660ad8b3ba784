import { type Check, createBelow, recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { withFreeName } from '../lib/db/freeNames.ts'
import { sql } from '../lib/db/statements.ts'
import { AppError } from '../lib/errors.ts'
import type { Place } from '../lib/sealing.ts'

/** Whether a call changes something in the other system, so that it must not be made twice. */
export type Effect = 'read' | 'write'

/** Who must agree to a call before it is made. */
export type Confirm = 'never' | 'customer' | 'person'

/** A value of JSON without parts. */
export type Plain = string | number | boolean | null

/** How to ask the other system whether a call had its effect, after an answer was lost. */
export interface ToolProbe {
  /** As `Tool.url_template`, which is requested with GET, and names the call: `{{call.id}}`. */
  url_template: string
  /** Points at a value of the answer (RFC 6901); with a 404, the value is null. */
  pointer: string
  /** The values that say that the call had its effect. */
  done: Plain[]
  /** The values that say that it had none. */
  not_done: Plain[]
  /**
   * Whether `not_done` is final: the other system will not carry the call out later, because it is
   * not at work on it any more.
   */
  is_final: boolean
}

/**
 * Which calls are confirmed, by one of their arguments. An argument that is missing or of another
 * type is confirmed.
 */
export type ConfirmWhen =
  /** Numbers greater than this one. */
  { pointer: string; above: number } | { pointer: string; among: Plain[] }

/** What a server of MCP says of a tool now, if it differs from what an owner has accepted. */
export interface McpChange {
  description: string
  input_schema: Record<string, unknown>
  /** Of the change: who accepts it names what they have read. */
  digest: string
}

export interface ToolFields {
  /** What models call it by: `[a-z][a-z0-9_]{0,47}`. */
  name: string
  /** What people read. */
  title: string
  /** Says to models what it does and when it is of use. */
  description: string
  kind: 'http' | 'mcp'
  /** The JSON schema of its arguments, an object; see `inputSchema.ts`. */
  input_schema: Record<string, unknown>
  /** Questions for which it is of use. */
  examples: string[]
  effect: Effect
  /** null: a tool of a server of MCP, as with `url_template`. */
  method: string | null
  url_template: string | null
  /** null: the request has no body. */
  body_template: unknown
  /** The header of the credentials; null: none are sent. */
  auth_header: string | null
  /** The value of `auth_header`, sealed in the row's `toolPlace`. */
  sealed_auth: string | null
  /** The last four characters of the credentials. */
  auth_hint: string | null
  /** The secret that signs requests, sealed; null: a tool of a server of MCP. */
  sealed_secret: string | null
  /** The header for the id of the call; null: the other system knows no such keys. */
  idempotency_header: string | null
  probe: ToolProbe | null
  confirm: Confirm
  /** null: all calls are confirmed as `confirm` says. */
  confirm_when: ConfirmWhen | null
  /** The question to whoever decides, with `{name}` of arguments; null: arguments are listed. */
  confirm_text: string | null
  /** Whether only customers may use it whom a server or a signed token has identified. */
  needs_verified: boolean
  /** Whether its results come from the owner alone, so that writes after it need no decision. */
  trusts_result: boolean
  /** Whether threads of test keys may have it write. */
  in_tests: boolean
  timeout_ms: number
  /** The most bytes of an answer, after unpacking. */
  max_bytes: number
  is_active: boolean
  mcp_server_id: string | null
  /** Its name at the server. */
  mcp_name: string | null
  /** The SHA-256 of what an owner has accepted. */
  mcp_digest: string | null
  /** null: the server says what an owner has accepted. */
  mcp_change: McpChange | null
}

/** Something that agents can have done: a request to another system. */
export interface Tool extends ToolFields {
  id: string
  organization_id: string
  created_at: Date
  updated_at: Date
}

/** For whom and for what a call is made: our word, never the model's. */
export interface CallFacts {
  organization_id: string
  agent_id: string
  thread_id: string
  /** The owner's own id of the customer; null: not known. */
  customer_id: string | null
  /** Whether a server or a signed token has identified the customer. */
  is_verified: boolean
  /** The id of the call, which is the same each time that it is sent. */
  call_id: string
  /** Whether the thread is a test. */
  is_test: boolean
  traits: Record<string, unknown> | null
  /** Of the question. */
  metadata: Record<string, unknown>
}

/** Defaults of a tool's fields. */
export const TOOL_DEFAULTS = {
  input_schema: { type: 'object', properties: {} },
  examples: [],
  body_template: null,
  idempotency_header: null,
  probe: null,
  confirm: 'never',
  confirm_when: null,
  confirm_text: null,
  needs_verified: false,
  trusts_result: false,
  in_tests: false,
  timeout_ms: 8_000,
  max_bytes: 65_536,
  is_active: true,
} as const satisfies Partial<ToolFields>

const records = recordsOf<Tool>({ table: 'tools', name: 'tool', defaults: TOOL_DEFAULTS })

/** Returns the place in which a tool's credentials and secret are sealed. */
export const toolPlace = ({
  organization_id,
  id,
}: Pick<Tool, 'organization_id' | 'id'>): Place => ({
  organization_id,
  table: 'tools',
  row: id,
})

/** The columns of JSON, which pg would send as arrays of PostgreSQL or as plain text. */
const JSON_COLUMNS = [
  'input_schema',
  'body_template',
  'probe',
  'confirm_when',
  'mcp_change',
] as const

function asColumns(fields: Partial<Tool>): Partial<Tool> {
  const columns = JSON_COLUMNS.filter((name) => fields[name] !== undefined && fields[name] !== null)
  return {
    ...fields,
    ...Object.fromEntries(columns.map((name) => [name, JSON.stringify(fields[name])])),
  }
}

/** The tools of an organization. */
export const toolRecords = {
  ...records,

  /** Stores a tool. @throws AppError name_taken if the organization has a tool of this name */
  create: (db: Db, organizationId: string, fields: Partial<Tool>): Promise<Tool> =>
    named(fields, () => records.create(db, organizationId, asColumns(fields))),

  /** @throws AppError not_found; name_taken; what `check` throws */
  change: (
    db: Db,
    organizationId: string,
    id: string,
    changes: Partial<Tool>,
    check?: Check<Tool>,
  ): Promise<Tool> =>
    named(changes, () => records.change(db, organizationId, id, asColumns(changes), check)),

  /**
   * @throws AppError not_found; tool_in_use, which names the agents that may call it; what `check`
   *   throws
   */
  async remove(db: Db, organizationId: string, id: string, check?: Check<Tool>): Promise<Tool> {
    return db.transaction(async (transaction) => {
      const tool = await records.lock(transaction, organizationId, id)
      check?.(tool)
      await requireNoAgents(transaction, organizationId, [id])
      return records.remove(transaction, organizationId, id)
    })
  },
}

const named = ({ name }: Partial<Tool>, work: () => Promise<Tool>) =>
  withFreeName('tools_names', `tool ${name}`, work)

/** The most agents that a refused deletion names. */
const MAX_AGENTS = 100

/**
 * Refuses the deletion of tools that agents may call. The tools are locked, so that no agent can be
 * given one of them.
 * @throws AppError tool_in_use
 */
export async function requireNoAgents(
  transaction: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  const agents = await sql<{ id: string; name: string }>(transaction)`
    select id, name from agents
     where organization_id = ${organizationId} and deleted_at is null and tool_ids && ${ids}::uuid[]
     order by name, id limit ${MAX_AGENTS}`
  if (agents.length === 0) return
  const shown = agents.slice(0, 5).map((agent) => agent.name)
  const more = agents.length > shown.length ? ` and ${agents.length - shown.length} more` : ''
  throw new AppError(
    'tool_in_use',
    `Agents may call this tool: ${shown.join(', ')}${more}. Take it out of their tool_ids first.`,
    { data: { agents } },
  )
}

/** The most tools of an organization. */
export const MAX_TOOLS = 200

/**
 * Stores a tool.
 * @returns undefined: the organization has `MAX_TOOLS` already
 * @throws AppError name_taken
 */
export const addTool = (
  db: Db,
  organizationId: string,
  fields: Partial<Tool>,
): Promise<Tool | undefined> =>
  createBelow(db, organizationId, { table: 'tools', most: MAX_TOOLS }, (transaction) =>
    toolRecords.create(transaction, organizationId, fields),
  )

/**
 * Locks an organization's tools against changes and deletion until the transaction ends.
 * @returns the ids of those that exist
 */
export async function lockTools(
  transaction: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await sql<{ id: string }>(transaction)`
    select id from tools where organization_id = ${organizationId} and id = any(${ids}::uuid[])
     order by id for share`
  return new Set(rows.map(({ id }) => id))
}
