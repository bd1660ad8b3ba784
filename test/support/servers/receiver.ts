import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A webhook as a receiver got it. */
export interface ReceivedWebhook {
  headers: IncomingHttpHeaders
  body: string
}

/** A server that webhooks are sent to. */
export interface Receiver {
  /** `127.0.0.1:port`, as EGRESS_ALLOWED_HOSTS takes it. */
  host: string
  url: string
  received: ReceivedWebhook[]
  /** What it answers from now on. */
  answer: { status: number; body?: string; headers?: Record<string, string> }
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    receiver.received.push({ headers: request.headers, body: await text(request) })
    const { status, headers, body } = receiver.answer
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = {
    ...{ host, url: `http://${host}/hooks`, received: [], answer: { status: 204 } },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return receiver
}
