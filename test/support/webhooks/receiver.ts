import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook as it arrived. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  at: number
}

/** Answers a webhook, or does not. @param nth counts from 0 */
export type Behave = (response: ServerResponse, received: Received, nth: number) => void

export interface Receiver {
  url: string
  /** `host:port`, for EGRESS_ALLOWED_HOSTS. */
  host: string
  received: Received[]
  behave(next: Behave): void
  close(): Promise<void>
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Behave =>
  (response) =>
    void response.writeHead(status, headers).end(body)

export const hanging: Behave = () => undefined
export const cutting: Behave = (response) => void response.socket!.destroy()

/** Starts a customer's server, which receives webhooks. */
export async function startReceiver(first: Behave = answering(204)): Promise<Receiver> {
  let behave = first
  const received: Received[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        path: request.url!,
        headers: request.headers,
        at: Date.now(),
        body: Buffer.concat(chunks).toString(),
      }
      behave(response, one, received.push(one) - 1)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/hook`,
    host,
    received,
    behave(next) {
      behave = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
