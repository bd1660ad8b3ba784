import pLimit from 'p-limit'
import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { parseHosts } from '../lib/egress/publicAddresses.ts'
import { AppError } from '../lib/errors.ts'
import type { Sealer } from '../lib/sealing.ts'
import { whyUnreached } from './mcpCall.ts'
import { mcpPackage } from './mcpClient.ts'
import { type ListedTool, listMcpTools, MAX_LISTED, type McpListing } from './mcpListing.ts'
import { type McpServer, mcpServerRecords, targetOf } from './mcpServers.ts'
import { MAX_TOOLS, type McpChange, type Tool, toolRecords } from './tools.ts'

export interface McpDeps {
  db: Db
  config: Pick<Config, 'EGRESS_ALLOWED_HOSTS'>
  sealer: Sealer
}

/** The most milliseconds of a listing. */
const LISTING_MS = 10_000

/**
 * Asks a server for its tools and stores what it says. New tools are off until an owner says what
 * they do. A tool that the server describes differently now is off until an owner accepts it. One
 * that is gone is off.
 * @returns the server; its `detail` says what was found, also if it was not reached
 */
export async function refreshMcpServer(
  { db, config, sealer }: McpDeps,
  server: McpServer,
  stop: AbortSignal,
): Promise<McpServer> {
  // Loading the client must not take from the server's time.
  await mcpPackage()
  const signal = AbortSignal.any([stop, AbortSignal.timeout(LISTING_MS)])
  const { organization_id, id } = server
  let listing: McpListing
  try {
    const target = targetOf(server, sealer)
    listing = await listMcpTools(target, parseHosts(config.EGRESS_ALLOWED_HOSTS), signal)
  } catch (error) {
    return mcpServerRecords.change(db, organization_id, id, {
      status: 'unreachable',
      detail: error instanceof AppError ? error.message : whyUnreached(error, signal),
      listed_at: new Date(),
    })
  }
  return db.transaction(async (transaction) => {
    const locked = await mcpServerRecords.lock(transaction, organization_id, id)
    // An owner has given it another address while the old one answered.
    if (locked.url !== server.url) return locked
    const detail = await storeListing(transaction, locked, listing)
    return mcpServerRecords.change(transaction, organization_id, id, {
      status: 'ready',
      protocol: listing.protocol,
      detail,
      listed_at: new Date(),
    })
  })
}

/** Stores what a server lists. @returns what was found, in sentences */
async function storeListing(
  transaction: Db,
  server: McpServer,
  { tools, is_partial, unusable }: McpListing,
): Promise<string> {
  const { organization_id } = server
  const held = await sql<Tool>(transaction)`
    select * from tools where organization_id = ${organization_id} order by id for no key update`
  const own = new Map(
    held.filter((tool) => tool.mcp_server_id === server.id).map((tool) => [tool.mcp_name, tool]),
  )
  const names = new Set(held.map(({ name }) => name))
  const counts = { added: 0, changed: 0, full: 0 }
  for (const listed of tools) {
    const tool = own.get(listed.mcp_name)
    own.delete(listed.mcp_name)
    if (tool) {
      const mcp_change = changeOf(tool, listed)
      if (mcp_change) counts.changed++
      if (mcp_change?.digest !== tool.mcp_change?.digest)
        await toolRecords.change(transaction, organization_id, tool.id, { mcp_change })
    } else if (names.size >= MAX_TOOLS) counts.full++
    else {
      const name = nameOf(server.name, listed.mcp_name, names)
      names.add(name)
      await toolRecords.create(transaction, organization_id, newTool(server, listed, name))
      counts.added++
    }
  }
  const gone = is_partial ? [] : [...own.values()]
  for (const tool of gone.filter(({ is_active }) => is_active))
    await toolRecords.change(transaction, organization_id, tool.id, { is_active: false })
  return sentencesOf({ ...counts, listed: tools.length, gone: gone.length, is_partial, unusable })
}

/** What the server says differently now; null: nothing. */
const changeOf = (tool: Tool, listed: ListedTool): McpChange | null =>
  tool.mcp_digest === listed.digest
    ? null
    : {
        description: listed.description,
        input_schema: listed.input_schema,
        digest: listed.digest,
      }

/** Makes a server's new tool, which is off: an owner says what it does, and switches it on. */
const newTool = (server: McpServer, listed: ListedTool, name: string): Partial<Tool> => ({
  name,
  title: listed.title,
  description: listed.description,
  kind: 'mcp',
  input_schema: listed.input_schema,
  effect: listed.is_read_only ? 'read' : 'write',
  confirm: listed.is_read_only ? 'never' : 'customer',
  is_active: false,
  mcp_server_id: server.id,
  mcp_name: listed.mcp_name,
  mcp_digest: listed.digest,
})

const MAX_TOOL_NAME = 48

/** Makes a name that models take, and that no other tool has. */
function nameOf(server: string, mcpName: string, taken: ReadonlySet<string>): string {
  const plain = `${server}_${mcpName}`.toLowerCase().replace(/[^a-z0-9]+/g, '_')
  for (let nth = 1; ; nth++) {
    const end = nth === 1 ? '' : `_${nth}`
    const name = `${plain.slice(0, MAX_TOOL_NAME - end.length)}${end}`
    if (!taken.has(name)) return name
  }
}

const tools = (count: number) => (count === 1 ? '1 tool' : `${count} tools`)
const are = (count: number) => (count === 1 ? '1 tool is' : `${count} tools are`)

function sentencesOf(found: {
  listed: number
  added: number
  changed: number
  gone: number
  full: number
  unusable: number
  is_partial: boolean
}): string {
  const { listed, added, changed, gone, full, unusable, is_partial } = found
  return [
    `The server lists ${tools(listed)}.`,
    added > 0 && `${are(added)} new: say what each does, and switch it on.`,
    changed > 0 && `${are(changed)} described differently, and off until you accept the change.`,
    gone > 0 && `${are(gone)} gone, and off.`,
    unusable > 0 && `${tools(unusable)} cannot be used: name or schema is not right or too large.`,
    full > 0 && `There is no room for ${tools(full)}: your organization has ${MAX_TOOLS}.`,
    is_partial && `Only the first ${MAX_LISTED} are read.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Servers that a round of the chore asks, and how many of them at a time. */
const ROUND = 20
const AT_ONCE = 4

/**
 * Asks the servers for their tools that were not asked for an hour.
 * @returns how many were asked, and for how many that could not be stored
 */
export async function refreshMcpServers(
  deps: McpDeps,
  stop: AbortSignal,
): Promise<{ servers: number; not_stored: number }> {
  const servers = await sql<McpServer>(deps.db)`
    select * from mcp_servers where listed_at is null or listed_at < now() - interval '1 hour'
     order by listed_at nulls first limit ${ROUND}`
  const limit = pLimit(AT_ONCE)
  const refresh = async (server: McpServer) => {
    if (!stop.aborted) await refreshMcpServer(deps, server, stop)
  }
  const ended = await Promise.allSettled(servers.map((server) => limit(refresh, server)))
  const failed = ended.filter(({ status }) => status === 'rejected')
  return { servers: servers.length, not_stored: failed.length }
}

/**
 * Accepts what a server says of a tool now, as an owner has read it.
 * @param tool locked
 * @param digest of the change that was read
 * @returns undefined: the server says something else by now, or what was accepted before
 */
export const acceptedBy = (tool: Tool, digest: string): Partial<Tool> | undefined =>
  tool.mcp_change?.digest === digest
    ? {
        description: tool.mcp_change.description,
        input_schema: tool.mcp_change.input_schema,
        mcp_digest: digest,
        mcp_change: null,
      }
    : undefined
