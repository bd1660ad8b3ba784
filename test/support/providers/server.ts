import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeCallModel, type Spent } from '../../../workers/models/model.ts'
import type { ModelMessage, OfferedTool } from '../../../workers/prompt/prompt.ts'
import type { Answer, Completion, Received, Stand } from './fixture.ts'

export const COMPLETION: Completion = {
  pieces: ['We open ', 'at nine', '. Ça va 👩‍🔬!'],
  ends: 'stop',
  usage: { input: 90, cached: 64, output: 7 },
}

/** How a stand-in answers a request. */
export type Serve = (response: ServerResponse, request: Received) => void

/** A server that stands in for any provider. */
export interface StandIn {
  url: string
  requests: Received[]
  /** Requests whose client disconnected before the end of the answer. */
  left: number
  serve: Serve
  close: () => Promise<unknown>
}

export async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => {
    response.once('close', () => response.writableEnded || standIn.left++)
    const chunks: Buffer[] = []
    request
      .on('data', (chunk) => chunks.push(chunk))
      .once('end', () => {
        const { url: path = '', headers } = request
        const received = {
          path,
          headers,
          body: JSON.parse(Buffer.concat(chunks).toString() || 'null'),
        }
        standIn.requests.push(received)
        standIn.serve(response, received)
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    left: 0,
    serve: (response) => response.writeHead(500).end(),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

/** Answers as a whole, or in pieces if the request asks for a stream. */
export const answering =
  ({ protocol }: Stand, completion: Completion): Serve =>
  (response, { path, body }) => {
    const { type, begin, piece, calls, end } = protocol.stream
    // Bedrock and Gemini name the mode in the path, and Ollama always streams.
    if (!body.stream && !path.includes('stream'))
      return sendJson(response, protocol.whole(completion))
    response.writeHead(200, { 'Content-Type': type })
    response.write(begin(completion))
    for (const text of completion.pieces) response.write(piece(text))
    if (completion.calls) response.write(calls(completion))
    response.end(end(completion))
  }

export const refusing =
  ({ status, body }: Answer, headers: Record<string, string> = {}): Serve =>
  (response) =>
    sendJson(response, body as object, status, headers)

export function sendJson(
  response: ServerResponse,
  body: object,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify(body))
}

/** What `caller` sends unless a test has other messages. */
export const MESSAGES: readonly ModelMessage[] = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello.' },
  { role: 'user', content: 'When do you open?' },
]

interface CallOptions {
  onText?: ((text: string) => void) | undefined
  signal?: AbortSignal
  seconds?: number
  onSpent?: (spent: Spent) => void
  messages?: readonly ModelMessage[]
  tools?: readonly OfferedTool[]
}

/**
 * Calls a provider's model at a stand-in, as a worker does. Each `caller` remembers which
 * parameters were refused.
 */
export function caller({ model, settings }: Stand, url: string, seconds = 100) {
  const callModel = makeCallModel({ MODEL_TIMEOUT_SECONDS: seconds, ...settings(url) })
  return ({
    onText,
    onSpent,
    signal = new AbortController().signal,
    messages = MESSAGES,
    tools,
  }: CallOptions = {}) =>
    callModel({
      model,
      temperature: 0.3,
      max_output_tokens: 50,
      signal,
      onText,
      onSpent,
      request_id: 'request-1',
      messages,
      tools,
    })
}
