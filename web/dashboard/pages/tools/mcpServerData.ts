import { queries } from '../../lib/api.ts'
import { TOOLS } from '../../lib/tools.ts'

export const MCP_SERVERS = 'mcp-servers'

/** Reads the servers and their tools again, after a server was asked. */
export async function readAgain(): Promise<void> {
  await Promise.all(
    [MCP_SERVERS, TOOLS].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  )
}
