import { parseHosts } from '../lib/egress/publicAddresses.ts'
import { AppError } from '../lib/errors.ts'
import { type CallAnswer, type CallTool, notSent, type PlannedToolCall } from './callAnswer.ts'
import { makeCallHttp } from './httpCall.ts'
import { callMcp } from './mcpCall.ts'
import type { McpTarget } from './mcpClient.ts'
import { mcpServerRecords, targetOf } from './mcpServers.ts'
import { type McpDeps, refreshMcpServer } from './mcpTools.ts'
import { toolRecords } from './tools.ts'

/** Makes the sender of the calls of all tools. */
export function makeCallTool(deps: McpDeps): CallTool {
  const callHttp = makeCallHttp(deps.config, deps.sealer)
  const trustedHosts = parseHosts(deps.config.EGRESS_ALLOWED_HOSTS)
  return async (call, signal) => {
    if (call.tool.kind === 'http') return callHttp(call, signal)
    const target = await findTarget(deps, call, signal)
    return 'kind' in target ? target : callMcp(target, call, trustedHosts, signal)
  }
}

/** Milliseconds for which a listing of a server's tools is believed. */
const FRESH_MS = 600_000

/**
 * Finds the server of a tool, and asks it for its tools if that was long ago. Nothing that fails
 * here has sent the call.
 * @returns an answer if the tool may not be called: it is not what an owner has accepted
 */
async function findTarget(
  deps: McpDeps,
  { tool }: PlannedToolCall,
  signal: AbortSignal,
): Promise<McpTarget | CallAnswer> {
  const { db, sealer } = deps
  const { organization_id, id, mcp_server_id } = tool
  try {
    const server = await mcpServerRecords.get(db, organization_id, mcp_server_id ?? '')
    const age = Date.now() - (server.listed_at?.getTime() ?? 0)
    if (server.status === 'ready' && age < FRESH_MS) return targetOf(server, sealer)
    const listed = await refreshMcpServer(deps, server, signal)
    if (listed.status !== 'ready') return notSent(listed.detail ?? '')
    const now = await toolRecords.get(db, organization_id, id)
    const isSame = now.is_active === tool.is_active && now.mcp_digest === tool.mcp_digest
    if (isSame && !now.mcp_change) return targetOf(listed, sealer)
    return notSent('Its server of MCP describes the tool differently now.', 'tool_unavailable')
  } catch (error) {
    const detail = error instanceof AppError ? error.message : 'Its server could not be looked up.'
    return notSent(detail, 'tool_unavailable')
  }
}
