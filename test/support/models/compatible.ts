import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that the server received. */
export interface Received {
  method: string
  path: string
  authorization: string | undefined
  body: any
}

/** A server of models that speaks OpenAI's protocol, and accepts one key. */
export interface CompatibleServer {
  /** Its address, with `/v1`. */
  url: string
  /** `host:port`. */
  host: string
  received: Received[]
  /** The key that it accepts; undefined: any, or none. */
  key: string | undefined
  models: string[]
  /** The text of its replies. */
  reply: string
  /** Answers a request in another way; undefined: as usual. */
  instead: ((received: Received, response: ServerResponse) => boolean) | undefined
  close(): Promise<void>
}

/** Starts a server of models, which knows its list, embeddings and whole replies. */
export async function startCompatible(): Promise<CompatibleServer> {
  const server = createServer(async (request, response) => {
    const received: Received = {
      method: request.method!,
      path: request.url!,
      authorization: request.headers.authorization,
      body: await jsonOf(request),
    }
    one.received.push(received)
    if (!one.instead?.(received, response)) answer(one, received, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const one: CompatibleServer = {
    url: `http://${host}/v1`,
    host,
    received: [],
    key: undefined,
    models: ['large', 'small'],
    reply: 'It comes tomorrow.',
    instead: undefined,
    close: () => closeAll(server),
  }
  return one
}

function answer(one: CompatibleServer, received: Received, response: ServerResponse): void {
  const [status, body] = answerOf(one, received)
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function answerOf(
  { key, models, reply }: CompatibleServer,
  { path, authorization, body }: Received,
): [status: number, body: object] {
  if (key && authorization !== `Bearer ${key}`)
    return [
      401,
      {
        error: {
          message: `Incorrect API key: ${authorization}`,
          code: authorization?.slice('Bearer '.length),
        },
      },
    ]
  if (path === '/v1/models') return [200, { data: models.map((id) => ({ id })) }]
  if (path === '/v1/embeddings') {
    const data = body.input.map((_: string, index: number) => ({ index, embedding: [1, index, 0] }))
    return [200, { data, usage: {} }]
  }
  if (path !== '/v1/chat/completions') return [404, { error: { message: 'no such path' } }]
  if (!models.includes(body.model))
    return [404, { error: { message: 'no such model', code: 'model_not_found' } }]
  const choices = [
    { index: 0, message: { role: 'assistant', content: reply }, finish_reason: 'stop' },
  ]
  return [200, { choices, usage: { prompt_tokens: 1000, completion_tokens: 100 } }]
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) text += piece
  return text ? JSON.parse(text) : undefined
}

async function closeAll(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
