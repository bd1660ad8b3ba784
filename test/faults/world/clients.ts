import { Agent, request } from 'undici'
import type { Credentials } from '../../support/http/client.ts'
import { draw, pick } from './draw.ts'
import { sleep } from './servers.ts'
import { DATABASE_TIMEOUT_SECONDS, REPLY_WAIT_SECONDS, type World } from './world.ts'

/**
 * Extra seconds for a busy machine, on top of the wait for the reply and for a database that hangs.
 */
const SLACK_SECONDS = 6
/** The longest that a request may take, in milliseconds. */
const REQUEST_MS = (REPLY_WAIT_SECONDS + DATABASE_TIMEOUT_SECONDS + SLACK_SECONDS) * 1000
/** Milliseconds for which a client keeps trying: the deadline of a reply, and a sweep. */
const PATIENCE_MS = 130_000
const AFTER_BREAK_MS = 200
const MAX_CLIENTS = 60

/** The outcome of a client's message. */
export interface Outcome {
  thread: string
  content: string
  key: string
  /** undefined: the client never learnt it. */
  replyId: string | undefined
  status: 'completed' | 'failed' | 'gave up'
  /** The text of the reply, as the client read it. */
  text: string | null
  errorCode: string | undefined
  postedAt: number
  /** When the API first said that it has the message. */
  acceptedAt: number | undefined
  /** Milliseconds from the first try to the reply. */
  ms: number
  /** The longest POST that was answered, in milliseconds. */
  longestPostMs: number
  /** The status of each answer; 0: none came. */
  answers: number[]
  /** Requests that were not answered in time. */
  hung: number
  /** Whether an answer had the header Idempotent-Replayed. */
  replayed: boolean
}

export interface Clients {
  organizationId: string
  post(thread: string, content: string, key: string, options?: PostOptions): Promise<Outcome>
  /** Sends one request, without retries. @throws when it is not answered */
  send(method: 'GET' | 'POST', path: string, sent?: Sent): Promise<Answer>
  /** @param agent the id of the agent that answers; by default a new one */
  makeThreads(count: number, agent?: string): Promise<string[]>
  close(): Promise<void>
}

export interface PostOptions {
  /** Asks not to wait for the reply, and reads it afterwards. */
  async?: boolean
  /** When the message was posted first, by earlier requests that the outcome does not contain. */
  postedAt?: number
}

interface Sent {
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The index of the API to call. */
  at?: number
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: any
}

/**
 * Makes clients of one organization. They retry with the same Idempotency-Key whenever that may
 * help.
 */
export function makeClients(world: World, credentials: Credentials): Clients {
  const agent = new Agent({ connections: 2 * MAX_CLIENTS, keepAliveTimeout: 4_000 })
  const authorization = { 'X-API-Key': credentials.client_id, 'X-API-Secret': credentials.secret }
  let sent = 0

  async function send(
    method: 'GET' | 'POST',
    path: string,
    { body, headers, signal, at }: Sent = {},
  ) {
    const address = world.addresses[(at ?? sent++) % world.addresses.length]!
    const response = await request(address + path, {
      method,
      headers: {
        ...authorization,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: body ? JSON.stringify(body) : null,
      dispatcher: agent,
      signal: signal ?? AbortSignal.timeout(REQUEST_MS),
    })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      headers: response.headers,
      body: JSON.parse(text),
    } as Answer
  }

  /**
   * @returns undefined if the connection broke or no answer came in time; the outcome records it
   */
  async function tryOnce(
    outcome: Outcome,
    ...sending: Parameters<typeof send>
  ): Promise<Answer | undefined> {
    try {
      const answer = await send(...sending)
      outcome.answers.push(answer.status)
      if (answer.headers['idempotent-replayed']) outcome.replayed = true
      return answer
    } catch (error) {
      outcome.answers.push(0)
      if ((error as Error).name === 'TimeoutError') outcome.hung++
      else await sleep(AFTER_BREAK_MS)
      return undefined
    }
  }

  async function post(
    thread: string,
    content: string,
    key: string,
    { async = false, postedAt }: PostOptions = {},
  ) {
    const began = Date.now()
    const outcome: Outcome = {
      thread,
      content,
      key,
      replyId: undefined,
      status: 'gave up',
      text: null,
      errorCode: undefined,
      postedAt: postedAt ?? began,
      acceptedAt: undefined,
      ms: 0,
      longestPostMs: 0,
      answers: [],
      hung: 0,
      replayed: false,
    }
    const headers = { 'Idempotency-Key': key, ...(async ? { Prefer: 'respond-async' } : {}) }
    const path = `/api/v1/conversations/${thread}/messages`
    while (Date.now() < began + PATIENCE_MS) {
      const started = Date.now()
      const answer = outcome.replyId
        ? await tryOnce(outcome, 'GET', `${path}/${outcome.replyId}?wait=5`)
        : await tryOnce(outcome, 'POST', path, { body: { content }, headers })
      if (!answer) continue
      if (!outcome.replyId)
        outcome.longestPostMs = Math.max(outcome.longestPostMs, Date.now() - started)
      const { status, body } = answer
      if (body.data?.id) {
        outcome.replyId = body.data.id
        outcome.acceptedAt ??= Date.now()
        if (!isFinished(body.data)) continue
        outcome.status = body.data.status
        outcome.text = body.data.content
        outcome.errorCode = body.data.error?.code ?? body.code
        break
      }
      if (status !== 503 && status !== 429) {
        world.problems.push(`${status} ${body.code} for a message: ${body.detail}`)
        break
      }
      if (!answer.headers['retry-after'])
        world.problems.push(`${status} ${body.code} without Retry-After`)
      await sleep(Number(answer.headers['retry-after'] ?? 1) * 1000)
    }
    outcome.ms = Date.now() - began
    return outcome
  }

  const clients: Clients = {
    organizationId: credentials.organization_id,
    post,
    send,
    async makeThreads(count, agent) {
      const made = agent ?? (await send('POST', '/api/v1/agents', { body: { name: 'Ada' } }))
      const agent_id = typeof made === 'string' ? made : made.body.data.id
      return inTurns(Array.from({ length: count }), 20, async () => {
        const { status, body } = await send('POST', '/api/v1/conversations', { body: { agent_id } })
        if (status !== 201)
          throw new Error(`a conversation could not be made: ${JSON.stringify(body)}`)
        return body.data.id as string
      })
    },
    close: () => agent.destroy(),
  }
  world.clients.push(clients)
  return clients
}

const isFinished = ({ status }: { status: string }) => !['queued', 'processing'].includes(status)

/** Works on all items, at most `most` at a time, beginning in their order. */
export async function inTurns<In, Out>(
  all: In[],
  most: number,
  work: (one: In, index: number) => Promise<Out>,
) {
  const results: Out[] = []
  let next = 0
  const turn = async () => {
    while (next < all.length) {
      const index = next++
      results[index] = await work(all[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: most }, turn))
  return results
}

export interface LoadOptions extends PostOptions {
  threads: string[]
  messages: number
  /**
   * Seconds over which the messages are posted, as far as clients are free; 0: as fast as possible.
   */
  seconds: number
  /** Called when the last message is about to be posted. */
  posted?: () => void
}

/**
 * Posts messages with at most 60 clients. The thread of each message is drawn, so that some threads
 * have several messages in flight and others one after the other.
 */
export async function load(
  world: World,
  clients: Clients,
  options: LoadOptions,
): Promise<Outcome[]> {
  const { threads, messages, seconds } = options
  const texts = Array.from({ length: messages }, (_, index) => `question ${index}.`)
  const began = Date.now()
  return inTurns(texts, MAX_CLIENTS, async (content, index) => {
    await sleep(Math.max(0, began + (index * seconds * 1000) / messages - Date.now()))
    if (index === messages - 1) options.posted?.()
    const thread = pick(threads, draw(world.seed, 'thread', index))
    return clients.post(thread, content, `key-${index}`, options)
  })
}
