import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message that a client sent. */
export interface McpMessage {
  method: string
  id?: number | string
  params?: Record<string, unknown>
  headers: IncomingHttpHeaders
}

/** Answers a message, or does not. */
export type McpAnswer = (response: ServerResponse, message: McpMessage) => void

export interface McpStandIn {
  url: string
  /** `host:port`, for EGRESS_ALLOWED_HOSTS. */
  host: string
  received: McpMessage[]
  /** Of `tools/list`, in one page. */
  tools: Record<string, unknown>[]
  /** Answers a method differently from now on. */
  on(method: string, answer: McpAnswer): void
  /** How often a method was asked. */
  count(method: string): number
  close(): Promise<void>
}

/** Answers with the result of a request. */
export const result =
  (value: object): McpAnswer =>
  (response, { id }) =>
    json(response, 200, { jsonrpc: '2.0', id, result: { ...COMPLETE, ...value } })

/** What results of the protocol without sessions have. */
const COMPLETE = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }

/** Answers with an error of JSON-RPC. */
export const rpcError =
  (code: number, message = 'refused'): McpAnswer =>
  (response, { id }) =>
    json(response, 200, { jsonrpc: '2.0', id, error: { code, message } })

export const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** The version that has sessions, and the one whose requests stand alone. */
export const PROTOCOLS = ['2025-11-25', '2026-07-28'] as const

/** Starts a server of MCP with one tool, `add`, which answers that it was done. */
export async function startMcp(protocol: string = PROTOCOLS[1]): Promise<McpStandIn> {
  const isStateless = protocol >= PROTOCOLS[1]
  const received: McpMessage[] = []
  const standIn = {
    received,
    tools: [
      {
        name: 'add',
        title: 'Add',
        description: 'Adds two numbers.',
        inputSchema: {
          type: 'object',
          properties: { a: { type: 'number' }, b: { type: 'number' } },
          required: ['a', 'b'],
        },
      },
    ] as Record<string, unknown>[],
  }
  const answers = new Map<string, McpAnswer>([
    ['tools/list', (response, message) => result({ tools: standIn.tools })(response, message)],
    ['tools/call', result({ content: [{ type: 'text', text: 'done' }] })],
    ['notifications/initialized', (response) => void response.writeHead(202).end()],
    isStateless
      ? ['server/discover', result({ supportedVersions: [protocol], capabilities: { tools: {} } })]
      : [
          'initialize',
          (response, message) => {
            response.setHeader('mcp-session-id', 'session-1')
            result({
              protocolVersion: protocol,
              capabilities: { tools: {} },
              serverInfo: { name: 'stand-in', version: '1' },
            })(response, message)
          },
        ],
  ])
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const message = {
        ...(body ? JSON.parse(body) : { method: request.method }),
        headers: request.headers,
      } as McpMessage
      received.push(message)
      const answer = answers.get(message.method)
      if (answer) answer(response, message)
      else if (request.method === 'POST') rpcError(-32_601, 'Method not found')(response, message)
      else response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(standIn, {
    url: `http://${host}/mcp`,
    host,
    on: (method: string, answer: McpAnswer) => void answers.set(method, answer),
    count: (method: string) => received.filter((message) => message.method === method).length,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
