import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createParser } from 'eventsource-parser'
import { Client } from '../test/support/http/client.ts'
import { makeCredentials, TEST_ORIGIN } from '../test/support/product/parley.ts'
import { killAll, runApi } from '../test/support/product/processes.ts'
import { makeTestDb } from '../test/support/product/testDb.ts'
import { emptyRedis, hasRedis, makeDatabase, stopServers } from '../test/support/servers/servers.ts'

/**
 * Measures how long a message of a person takes from the POST to the customer's stream, while
 * hundreds of other streams are open. The person's request and the stream are at different API
 * processes, so the signal goes through Redis or PostgreSQL. Other people write in other chats at
 * the same time. All clients share the cores with the measured processes.
 */
const { values: options } = parseArgs({
  options: {
    streams: { type: 'string', default: '300' },
    messages: { type: 'string', default: '300' },
    /** Messages per second in all other chats together. */
    others: { type: 'string', default: '10' },
    check: { type: 'boolean', default: false },
  },
})
const STREAMS = Number(options.streams)
const MESSAGES = Number(options.messages)
const OTHERS = Number(options.others)
const WARM_UP = 30
const ORGANIZATIONS = 6
/** The most that 95 of 100 messages may take, in milliseconds. */
const TARGET = 150

interface Result {
  queue: string
  streams: number
  p50_ms: number
  p95_ms: number
  worst_ms: number
}

/** A visitor who follows a chat that people have. */
interface Chat {
  path: string
  /** The client of its organization's server, at the process that the visitor does not use. */
  desk: Client
  /** Resolves when the stream shows a message with this content. */
  shows(content: string): Promise<void>
}

async function post(
  address: string,
  path: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ data: { id: string }; token: string }> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { data: { id: string }; token: string }
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

async function openChat(visitorAt: string, desk: Client, agent_id: string): Promise<Chat> {
  const { client_id } = desk.credentials
  const minted = await post(
    visitorAt,
    '/api/v1/auth/widget-token',
    { Origin: TEST_ORIGIN },
    { client_id },
  )
  const visitor = { Authorization: `Bearer ${minted.token}` }
  const { data } = await post(visitorAt, '/api/v1/sessions', visitor, { agent_id })
  const path = `/api/v1/sessions/${data.id}`
  await post(visitorAt, `${path}/handoff`, visitor, {})
  const awaited = new Map<string, () => void>()
  const response = await fetch(`${visitorAt}${path}/events`, {
    headers: { ...visitor, Accept: 'text/event-stream' },
  })
  if (!response.ok) throw new Error(`no stream: ${response.status}`)
  const ready = new Promise<void>((resolve) => awaited.set('ready', resolve))
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'message') awaited.get(JSON.parse(data).content)?.()
      else awaited.get(event ?? '')?.()
    },
  })
  read(response, parser.feed)
  await ready
  return { path, desk, shows: (content) => new Promise((resolve) => awaited.set(content, resolve)) }
}

/** Reads until the processes are killed. */
async function read(response: Response, feed: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body!) feed(decoder.decode(chunk, { stream: true }))
  } catch {}
}

/** @returns milliseconds from the person's POST to the customer's stream */
async function say({ path, desk, shows }: Chat, content: string): Promise<number> {
  const start = performance.now()
  const [took] = await Promise.all([
    shows(content).then(() => performance.now() - start),
    post(desk.address, `${path}/messages`, desk.authorization, { content, role: 'human_agent' }),
  ])
  return took
}

async function measure(queue: 'redis' | 'postgres'): Promise<Result> {
  const database = await makeDatabase()
  const limits = ['API', 'WIDGET_IP', 'WIDGET_APPLICATION'].map((name) => `${name}_HOURLY_LIMIT`)
  const minute = ['WIDGET_SESSION', 'MINT'].map((name) => `${name}_MINUTE_LIMIT`)
  const env = {
    DATABASE_URL: database.url,
    PORT: '0',
    HOST: '127.0.0.1',
    ...Object.fromEntries([...limits, ...minute].map((name) => [name, '1000000'])),
    WIDGET_TOKEN_KEYS: `bench:${'0123456789abcdef'.repeat(2)}`,
    ...(queue === 'redis' ? { REDIS_URL: await emptyRedis() } : {}),
  }
  const db = makeTestDb(database.url, 2)
  const [visitors, desks] = [await runApi(env), await runApi(env)]
  const chats: Chat[] = []
  for (let count = 0; count < ORGANIZATIONS; count++) {
    const desk = new Client(desks.address, await makeCredentials(db, `Bench ${count}`))
    const agent_id = (await desk.makeAgent()).id
    for (let chat = 0; chat < STREAMS / ORGANIZATIONS; chat++)
      chats.push(await openChat(visitors.address, desk, agent_id))
  }
  const [measured, ...others] = chats as [Chat, ...Chat[]]
  const said: Promise<number>[] = []
  const writing = setInterval(() => {
    const turn = said.length
    said.push(say(others[turn % others.length]!, `other ${turn}`))
  }, 1_000 / OTHERS)
  const took: number[] = []
  for (let message = 0; message < MESSAGES + WARM_UP; message++) {
    const ms = await say(measured, `message ${message}`)
    if (message >= WARM_UP) took.push(ms)
  }
  clearInterval(writing)
  await Promise.all(said)
  await killAll()
  await db.destroy()
  await database.drop()
  took.sort((a, b) => a - b)
  const at = (share: number) => Math.round(took[Math.floor(share * (took.length - 1))]! * 10) / 10
  return { queue, streams: chats.length, p50_ms: at(0.5), p95_ms: at(0.95), worst_ms: at(1) }
}

const results: Result[] = []
for (const queue of hasRedis ? (['redis', 'postgres'] as const) : (['postgres'] as const))
  results.push(await measure(queue))
console.table(results)
await stopServers()
mkdirSync('bench/results', { recursive: true })
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  node: process.version,
  load: loadavg()[0],
}
const report = {
  measured_at: new Date().toISOString(),
  machine,
  messages: MESSAGES,
  others: OTHERS,
  results,
}
writeFileSync('bench/results/people.json', `${JSON.stringify(report, null, 2)}\n`)
if (options.check && results.some(({ p95_ms }) => p95_ms > TARGET)) process.exitCode = 1
