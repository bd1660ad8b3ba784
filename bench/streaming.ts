import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg } from 'node:os'
import { createParser } from 'eventsource-parser'
import { Client } from '../test/support/http/client.ts'
import { makeCredentials } from '../test/support/product/parley.ts'
import { killAll, runApi, runWorker } from '../test/support/product/processes.ts'
import { makeTestDb } from '../test/support/product/testDb.ts'
import { emptyRedis, hasRedis, makeDatabase, stopServers } from '../test/support/servers/servers.ts'

/**
 * Measures how long the first token takes from the model to a client of the built API. Model and
 * client run in this process; in between are two processes, a queue's notifications and two
 * sockets.
 */
const TOKEN = 'First'
/** Long enough for everything else in the request to be done before the token comes. */
const MODEL_MS = 50
const WARM_UP = 20
const MESSAGES = 200

interface Result {
  queue: string
  clients: number
  p50_ms: number
  p95_ms: number
  worst_ms: number
}

/** The time at which the model wrote its token, by the question. */
const written = new Map<string, number>()

async function startModel(): Promise<{ url: string; close: () => void }> {
  const event = (choice: object) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice] })}\n\n`
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const question = (JSON.parse(body).messages as { content: string }[]).at(-1)!.content
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    await new Promise((resolve) => setTimeout(resolve, MODEL_MS))
    written.set(question, performance.now())
    response.write(
      event({ index: 0, delta: { role: 'assistant', content: TOKEN }, finish_reason: null }),
    )
    await new Promise((resolve) => setTimeout(resolve, MODEL_MS))
    response.end(`${event({ index: 0, delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => server.closeAllConnections(),
  }
}

/** @returns milliseconds from the model's token to the client's */
async function ask(
  { address, authorization }: Client,
  path: string,
  content: string,
): Promise<number> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { ...authorization, Accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ content }),
  })
  let read = 0
  const parser = createParser({
    onEvent: ({ event }) => {
      if (event === 'delta') read ||= performance.now()
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }))
  return read - written.get(content)!
}

async function measure(queue: 'redis' | 'postgres', clients: number): Promise<Result> {
  const [database, model] = [await makeDatabase(), await startModel()]
  const env = {
    DATABASE_URL: database.url,
    PORT: '0',
    HOST: '127.0.0.1',
    API_HOURLY_LIMIT: '1000000',
    LLM_MODEL: 'openai:m',
    OPENAI_BASE_URL: model.url,
    ...(queue === 'redis' ? { REDIS_URL: await emptyRedis() } : {}),
  }
  const db = makeTestDb(database.url, 2)
  const client = new Client((await runApi(env)).address, await makeCredentials(db, 'Bench'))
  await runWorker(env)
  const agent_id = (await client.makeAgent()).id
  const took: number[] = []
  const talk = async (name: number) => {
    const { id } = await client.makeConversation({ agent_id })
    for (let turn = 0; turn < MESSAGES / clients + WARM_UP; turn++) {
      const ms = await ask(client, `/api/v1/conversations/${id}/messages`, `${name} asks ${turn}`)
      if (turn >= WARM_UP) took.push(ms)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, name) => talk(name)))
  await killAll()
  await db.destroy()
  model.close()
  await database.drop()
  took.sort((a, b) => a - b)
  const at = (share: number) => Math.round(took[Math.floor(share * (took.length - 1))]! * 10) / 10
  return { queue, clients, p50_ms: at(0.5), p95_ms: at(0.95), worst_ms: at(1) }
}

const results: Result[] = []
for (const queue of hasRedis ? (['redis', 'postgres'] as const) : (['postgres'] as const))
  for (const clients of [1, 10]) results.push(await measure(queue, clients))
console.table(results)
await stopServers()
mkdirSync('bench/results', { recursive: true })
const machine = {
  cpus: cpus().length,
  model: cpus()[0]?.model,
  node: process.version,
  load: loadavg()[0],
}
const report = { measured_at: new Date().toISOString(), machine, messages: MESSAGES, results }
writeFileSync('bench/results/streaming.json', `${JSON.stringify(report, null, 2)}\n`)
