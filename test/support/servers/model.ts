import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { readDelimited } from '../data/prompts.ts'

export interface ChatMessage {
  role: string
  content: string
  /** Of the assistant: the calls that it asked for. */
  tool_calls?: ChatCall[]
  /** Of the role `tool`: the call whose result this is. */
  tool_call_id?: string
}

/** A tool call in OpenAI's form, whose arguments are JSON. */
export interface ChatCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** A tool call that the fake model asks for. */
export interface ScriptedCall {
  /** Default: a new one for each call of an answer, and for each answer. */
  id?: string
  name: string
  /** A text is sent as it is, whether it is JSON or not. Default: `{}`. */
  arguments?: Record<string, unknown> | string
}

export interface ChatRequest {
  model: string
  messages: ChatMessage[]
  tools?: {
    type: 'function'
    function: { name: string; description: string; parameters: Record<string, unknown> }
  }[]
  temperature?: number
  max_tokens?: number
  stream?: boolean
}

/** Returns the user's message that a request is about, as the model reads it. */
export function questionIn({ messages }: ChatRequest): string {
  const { content } = messages.findLast(({ role }) => role === 'user')!
  return readDelimited('user_message', content) ?? content
}

/** Returns the results of tool calls that a request sends, in their order. */
export const resultsIn = ({ messages }: ChatRequest): { id: string; content: string }[] =>
  messages
    .filter(({ role }) => role === 'tool')
    .map(({ tool_call_id = '', content }) => ({ id: tool_call_id, content }))

/** How the provider answers one call; `echo` answers with the whole prompt. */
export type Behaviour =
  | {
      text: string
      delayMs?: number
      after?: Promise<void>
      finish_reason?: string | null
      usage?: null
      /** How many of the 11 input tokens were in the provider's cache. */
      cached?: number
    }
  /**
   * Asks for tools, with a text beside the calls if there is one. In a stream, the arguments of
   * each call come in two pieces.
   */
  | {
      calls: readonly ScriptedCall[]
      text?: string
      delayMs?: number
      after?: Promise<void>
      finish_reason?: string | null
      usage?: null
      cached?: number
      /** Cuts a stream in the middle of the last call's arguments. */
      ending?: 'reset'
    }
  /**
   * Streams these pieces, `everyMs` milliseconds apart, the last one after `after`; as a whole if
   * no stream is asked for.
   */
  | { pieces: string[]; everyMs: number; after?: Promise<void>; ending?: 'reset' | 'hang' }
  | { echo: true; delayMs?: number }
  | { status: number; headers?: Record<string, string>; body?: string; delayMs?: number }
  | { raw: string }
  | { reset: true }
  | { hang: true }
  /**
   * A body that never ends. A byte comes every so many milliseconds, so that no wait between two
   * bytes is long.
   */
  | { drip: number }
  /** A body that never ends, sent as fast as it is read. */
  | { flood: true }

/** Makes a moment that a test chooses: `promise` resolves when `come` is called. */
export function makeMoment() {
  let come!: () => void
  const promise = new Promise<void>((resolve) => {
    come = resolve
  })
  return { come, promise }
}

export type Decide = (request: ChatRequest, index: number, path: string) => Behaviour

/** A server that speaks the OpenAI protocol, so that the real provider's client runs. */
export interface FakeModel {
  url: string
  /** Every request so far. */
  requests: ChatRequest[]
  /** The headers of every request. */
  headers: IncomingHttpHeaders[]
  /** Calls whose client disconnected before the answer. */
  aborted: number
  /**
   * Sets the behaviour of each call, by the request, the number of requests before it, and its
   * path.
   */
  behave: (decide: Decide) => void
  reset(): void
  close(): Promise<void>
}

const ECHO = (): Behaviour => ({ echo: true })

export async function startFakeModel(): Promise<FakeModel> {
  let decide: Decide = ECHO
  const server = createServer(async (request, response) => {
    const chat = JSON.parse(await textOf(request)) as ChatRequest
    const behaviour = decide(chat, model.requests.length, request.url!)
    model.requests.push(chat)
    model.headers.push(request.headers)
    response.once('close', () => {
      if (!response.writableEnded) model.aborted++
    })
    await answer(behaviour, chat, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const model: FakeModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    headers: [],
    aborted: 0,
    behave(next) {
      decide = next
    },
    reset() {
      decide = ECHO
      model.requests = []
      model.headers = []
      model.aborted = 0
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return model
}

async function answer(
  behaviour: Behaviour,
  chat: ChatRequest,
  response: ServerResponse,
): Promise<void> {
  if ('hang' in behaviour) return
  if ('reset' in behaviour) {
    response.socket?.resetAndDestroy()
    return
  }
  if ('raw' in behaviour) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(behaviour.raw)
    return
  }
  if ('delayMs' in behaviour) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs))
  if ('status' in behaviour) {
    const body =
      behaviour.body ?? JSON.stringify({ error: { message: 'the provider says no', type: 'fake' } })
    response
      .writeHead(behaviour.status, { 'Content-Type': 'application/json', ...behaviour.headers })
      .end(body)
    return
  }
  if ('drip' in behaviour) return drip(response, behaviour.drip)
  if ('flood' in behaviour) return flood(response)
  if ('pieces' in behaviour && chat.stream) return sendPieces(response, chat, behaviour)
  if ('after' in behaviour) await behaviour.after
  if ('calls' in behaviour) return sendCalls(response, chat, behaviour)
  const content =
    'echo' in behaviour
      ? chat.messages.map((m) => `${m.role}: ${m.content}`).join('\n')
      : 'pieces' in behaviour
        ? behaviour.pieces.join('')
        : behaviour.text
  const usage = 'usage' in behaviour ? undefined : usageOf(behaviour)
  const finish_reason = 'finish_reason' in behaviour ? behaviour.finish_reason : 'stop'
  if (chat.stream) {
    sendPiece(response, chat, content)
    return endPieces(response, chat, finish_reason, usage)
  }
  sendWhole(response, chat, { role: 'assistant', content }, finish_reason, usage)
}

function sendWhole(
  response: ServerResponse,
  chat: ChatRequest,
  message: object,
  finish_reason: string | null | undefined,
  usage: object | undefined,
): void {
  const body = {
    ...common(chat, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason }],
    usage,
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

let answersWithCalls = 0

/** Answers with calls, as OpenAI does: a stream gives id and name in the first piece of a call. */
function sendCalls(
  response: ServerResponse,
  chat: ChatRequest,
  behaviour: Extract<Behaviour, { calls: unknown }>,
): void {
  const { calls, text, finish_reason = 'tool_calls', ending } = behaviour
  const answer = ++answersWithCalls
  const asked = calls.map(({ id, name, arguments: given = {} }, at) => ({
    id: id ?? `call_${answer}_${at}`,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }))
  const usage = 'usage' in behaviour ? undefined : usageOf(behaviour)
  if (!chat.stream) {
    const message = { role: 'assistant', content: text ?? null, tool_calls: asked }
    sendWhole(response, chat, message, finish_reason, usage)
    return
  }
  if (text) sendPiece(response, chat, text)
  const send = (delta: object) =>
    sendEvent(response, chat, { choices: [{ index: 0, delta, finish_reason: null }] })
  for (const [index, { function: called, ...call }] of asked.entries()) {
    const { name, arguments: written } = called
    const half = written.length >> 1
    const first = { index, ...call, function: { name, arguments: '' } }
    send({ role: 'assistant', content: null, tool_calls: [first] })
    send({ tool_calls: [{ index, function: { arguments: written.slice(0, half) } }] })
    if (ending && index === asked.length - 1) {
      response.socket?.end()
      return
    }
    send({ tool_calls: [{ index, function: { arguments: written.slice(half) } }] })
  }
  endPieces(response, chat, finish_reason, usage)
}

const usageOf = (behaviour: Behaviour) => ({
  prompt_tokens: 11,
  completion_tokens: 7,
  total_tokens: 18,
  ...('cached' in behaviour && { prompt_tokens_details: { cached_tokens: behaviour.cached } }),
})

const common = ({ model }: ChatRequest, object: string) => ({
  id: 'chatcmpl-1',
  object,
  created: 1,
  model,
})

function sendEvent(response: ServerResponse, chat: ChatRequest, event: object): void {
  if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(
    `data: ${JSON.stringify({ ...common(chat, 'chat.completion.chunk'), ...event })}\n\n`,
  )
}

const sendPiece = (response: ServerResponse, chat: ChatRequest, content: string) =>
  sendEvent(response, chat, {
    choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }],
  })

function endPieces(
  response: ServerResponse,
  chat: ChatRequest,
  finish_reason: string | null = 'stop',
  usage?: object,
): void {
  sendEvent(response, chat, { choices: [{ index: 0, delta: {}, finish_reason }] })
  if (usage) sendEvent(response, chat, { choices: [], usage })
  response.end('data: [DONE]\n\n')
}

async function sendPieces(
  response: ServerResponse,
  chat: ChatRequest,
  { pieces, everyMs, after, ending }: Extract<Behaviour, { pieces: string[] }>,
): Promise<void> {
  for (const [at, piece] of pieces.entries()) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    if (at === pieces.length - 1) await after
    if (response.destroyed) return
    sendPiece(response, chat, piece)
  }
  if (ending === 'hang') return
  if (ending === 'reset') response.socket?.resetAndDestroy()
  else
    endPieces(response, chat, 'stop', { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 })
}

async function drip(response: ServerResponse, everyMs: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  for (let sent = 0; !response.destroyed; sent++) {
    response.write(sent === 0 ? '{' : ' ')
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const some = Buffer.alloc(64 * 1024, ' ')
  const more = () => {
    while (!response.destroyed && response.write(some));
  }
  response.on('drain', more)
  more()
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
