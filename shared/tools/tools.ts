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

/** Returns the place for which the secrets of a tool are sealed. */
export const toolPlace = ({
  organization_id,
  id,
}: Pick<Tool, 'organization_id' | 'id'>): Place => ({
  organization_id,
  table: 'tools',
  row: id,
})

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
