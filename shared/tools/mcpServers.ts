import { type Check, createBelow, recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { withFreeName } from '../lib/db/freeNames.ts'
import { sql } from '../lib/db/statements.ts'
import type { Place, Sealer } from '../lib/sealing.ts'
import type { McpTarget } from './mcpClient.ts'
import { requireNoAgents } from './tools.ts'

export interface McpServer {
  id: string
  organization_id: string
  /** The names of its tools begin with it. */
  name: string
  url: string
  /** The header of the credentials; null: none are sent. */
  auth_header: string | null
  /** The value of `auth_header`, sealed in the row's `mcpServerPlace`. */
  sealed_auth: string | null
  /** The last four characters of the credentials. */
  auth_hint: string | null
  /** The version of MCP that it spoke last; null: not reached yet. */
  protocol: string | null
  /** `new`: not asked yet. */
  status: 'new' | 'ready' | 'unreachable'
  /** What the last listing found, for people. */
  detail: string | null
  /** When it was asked last for its tools, also in vain; null: never. */
  listed_at: Date | null
  created_at: Date
  updated_at: Date
}

const records = recordsOf<McpServer>({ table: 'mcp_servers', name: 'MCP server' })

/** Returns the place in which a server's credentials are sealed. */
export const mcpServerPlace = ({
  organization_id,
  id,
}: Pick<McpServer, 'organization_id' | 'id'>): Place => ({
  organization_id,
  table: 'mcp_servers',
  row: id,
})

/** The servers of MCP of an organization. */
export const mcpServerRecords = {
  ...records,

  /**
   * Deletes a server with its tools.
   * @throws AppError not_found; tool_in_use while agents may call one of its tools; what `check`
   *   throws
   */
  async remove(
    db: Db,
    organizationId: string,
    id: string,
    check?: Check<McpServer>,
  ): Promise<McpServer> {
    return db.transaction(async (transaction) => {
      check?.(await records.lock(transaction, organizationId, id))
      const tools = await sql<{ id: string }>(transaction)`
        select id from tools where organization_id = ${organizationId} and mcp_server_id = ${id}
         order by id for update`
      const ids = tools.map((tool) => tool.id)
      await requireNoAgents(transaction, organizationId, ids)
      return records.remove(transaction, organizationId, id)
    })
  },
}

/** The most servers of an organization. */
export const MAX_MCP_SERVERS = 20

/**
 * Stores a server.
 * @returns undefined: the organization has `MAX_MCP_SERVERS` already
 * @throws AppError name_taken
 */
export const addMcpServer = (
  db: Db,
  organizationId: string,
  fields: Partial<McpServer>,
): Promise<McpServer | undefined> =>
  withFreeName('mcp_servers_names', `server of MCP ${fields.name}`, () =>
    createBelow(
      db,
      organizationId,
      { table: 'mcp_servers', most: MAX_MCP_SERVERS },
      (transaction) => records.create(transaction, organizationId, fields),
    ),
  )

/**
 * Says how a server is reached.
 * @throws AppError secret_key_missing
 */
export const targetOf = (server: McpServer, sealer: Sealer): McpTarget => ({
  url: server.url,
  headers:
    server.auth_header === null || server.sealed_auth === null
      ? {}
      : { [server.auth_header]: sealer.open(server.sealed_auth, mcpServerPlace(server)) },
  protocol: server.protocol,
})
