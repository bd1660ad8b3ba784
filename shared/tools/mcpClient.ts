import type { Client } from '@modelcontextprotocol/client'
import about from '../../package.json' with { type: 'json' }
import { type GuardedFetch, makeGuardedFetch } from '../lib/egress/guardedFetch.ts'

/** How a server of MCP is reached. */
export interface McpTarget {
  url: string
  /** Of every request, with the credentials. */
  headers: Record<string, string>
  /** The version that it spoke last; null: it is asked for. */
  protocol: string | null
}

interface McpLimits {
  trustedHosts: ReadonlySet<string>
  /** The most bytes of each answer. */
  maxBytes: number
  signal: AbortSignal
}

/** Loads the client, which takes 35 MB, at the first use. */
export const mcpPackage = () => import('@modelcontextprotocol/client')

/** The first version whose requests stand alone; earlier ones begin a session. */
const FIRST_STATELESS = '2026-07-28'
/** A listing takes eight, and a call four. Each question of the server takes one more. */
const MOST_REQUESTS = 16
/** The signal limits the time; the client wants a limit of its own. */
const NO_LIMIT_MS = 2 ** 31 - 1

/** Limits of one request of a client. */
export const requestLimits = (signal: AbortSignal) => ({ signal, timeout: NO_LIMIT_MS })

/**
 * Does `work` with a client that is connected to a server of MCP by streamable HTTP, and closes it.
 * The client has no capabilities: a server that asks a question gets none answered. It never sends
 * a request again by itself.
 * @param watch wraps the client's `fetch`
 * @throws the errors of the client and of `requestOnce`
 */
export async function withClient<T>(
  target: McpTarget,
  { signal, ...limits }: McpLimits,
  watch: (fetch: GuardedFetch) => GuardedFetch,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { Client, StreamableHTTPClientTransport } = await mcpPackage()
  const client = new Client(
    { name: 'Parley', version: about.version },
    {
      capabilities: {},
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: NO_LIMIT_MS, maxRetries: 0 } },
      inputRequired: { autoFulfill: false },
    },
  )
  const fetch = makeGuardedFetch({ ...limits, mostRequests: MOST_REQUESTS, signal })
  const transport = new StreamableHTTPClientTransport(new URL(target.url), {
    fetch: watch(fetch),
    // Else the client would send a request again to where a server redirects.
    requestInit: { headers: target.headers, redirect: 'manual' },
    reconnectionOptions: NO_RECONNECTION,
  })
  try {
    await client.connect(transport, { ...requestLimits(signal), ...priorOf(target) })
    return await work(client)
  } finally {
    await endSession(transport)
    await client.close()
  }
}

const NO_RECONNECTION = {
  maxRetries: 0,
  initialReconnectionDelay: 1,
  maxReconnectionDelay: 1,
  reconnectionDelayGrowFactor: 1,
}

/** What is known of the server, so that a call need not ask for its version. */
function priorOf({ protocol }: McpTarget) {
  if (protocol === null) return {}
  if (protocol < FIRST_STATELESS) return { prior: { kind: 'legacy' } as const }
  const discover = { supportedVersions: [protocol], capabilities: { tools: {} } }
  return { prior: { kind: 'modern', discover } as const }
}

/** Milliseconds for the end of a session, which servers need not know. */
const END_MS = 1_000

/** Ends the session, if the server has begun one. Never throws. */
async function endSession(transport: {
  sessionId?: string | undefined
  terminateSession(): Promise<void>
}): Promise<void> {
  if (transport.sessionId === undefined) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, END_MS)
  })
  await Promise.race([transport.terminateSession().catch(() => undefined), late])
  clearTimeout(timer)
}
