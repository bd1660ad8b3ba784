import { randomUUID } from 'node:crypto'
import { Client } from 'undici'

export interface WarmUp {
  /** The shortest warm-up, in milliseconds. */
  ms: number
  /**
   * The warm-up also lasts until these numbers of messages and clients are reached, but no longer
   * than `most_ms`. Code that V8 has not compiled yet costs several times as much.
   */
  messages: number
  clients: number
  most_ms: number
}

/**
 * The load, in a process of its own. Each client posts one message after the other over its own
 * connection, to paths that no other client uses at that time. The process is started by a message
 * with the load, and reports when the warm-up ends, when the measured time ends, and what it
 * measured.
 */
export interface Load {
  /** The clients are distributed over these addresses. */
  addresses: string[]
  headers: Record<string, string>
  clients: number
  /**
   * If there are more paths than clients, each client moves to the next path with every message.
   */
  paths: string[]
  questions: string[]
  /** Whether every question is new. */
  areNew: boolean
  /**
   * Milliseconds over which the clients' starts are spread evenly, so that they do not post in
   * step.
   */
  begin_ms: number
  warm_up: WarmUp
  /** The measured time lasts at least until this number of messages has been answered. */
  measure_ms: number
  measure_messages: number
  /** Messages that earlier loads have posted; this one continues after them. */
  begun: number
}

/** Even a number of messages is not waited for longer than this. */
const MOST_MEASURED_MS = 300_000

export interface Measured {
  /** Messages answered within the measured time. */
  messages: number
  seconds: number
  latencies_ms: { p50: number; p95: number; p99: number; max: number }
  /** Ids of all replies, including those of the warm-up. */
  replies: number
  distinct_replies: number
}

export type Report =
  | { event: 'warm' | 'measured' }
  | { event: 'done'; measured: Measured }
  | { event: 'failed'; reason: string }

const send = (report: Report) => process.send!(report)

function post(
  client: Client,
  path: string,
  headers: string[],
  body: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let status = 0
    const chunks: Buffer[] = []
    client.dispatch(
      { method: 'POST', path, headers, body },
      {
        onConnect() {},
        onHeaders(code) {
          status = code
          return true
        },
        onData(chunk) {
          chunks.push(chunk)
          return true
        },
        onComplete() {
          const [first] = chunks
          resolve({
            status,
            text: (chunks.length === 1 ? first! : Buffer.concat(chunks)).toString(),
          })
        },
        onError: reject,
      },
    )
  })
}

/**
 * @returns the reply's id
 * @throws if the answer is not a finished reply
 */
function readReply(status: number, text: string): string {
  if (status === 201) {
    const { data } = JSON.parse(text)
    if (data.role === 'assistant' && data.status === 'completed' && data.content) return data.id
  }
  throw new Error(`an answer is no reply: ${status} ${text.slice(0, 500)}`)
}

async function drive(load: Load): Promise<Measured> {
  const { addresses, clients, paths, questions, warm_up } = load
  const everybody = Math.max(clients, warm_up.clients)
  const common = Object.entries({ ...load.headers, 'content-type': 'application/json' }).flat()
  const bodies = questions.map((content) => JSON.stringify({ content }))
  const replies = new Set<string>()
  const latencies: number[] = []
  let [count, warm, measuring, over] = [0, false, false, false]

  async function talk(index: number): Promise<void> {
    await sleep((load.begin_ms * index) / everybody)
    const client = new Client(addresses[index % addresses.length]!, {
      bodyTimeout: 0,
      headersTimeout: 0,
    })
    for (let turn = 0; index < clients ? !over : !warm; turn++) {
      const headers = [...common, 'idempotency-key', randomUUID()]
      const place = load.begun + index + turn * everybody
      const nth = (index * 31 + turn) % bodies.length
      const body = load.areNew
        ? JSON.stringify({
            content: `${questions[nth]} It is about order ${place}.`,
          })
        : bodies[nth]!
      const started = performance.now()
      const { status, text } = await post(client, paths[place % paths.length]!, headers, body)
      if (measuring) latencies.push(performance.now() - started)
      replies.add(readReply(status, text))
      count++
    }
    await client.close()
  }

  const all = Array.from({ length: everybody }, (_, index) => talk(index))
  const talking = Promise.all(all)
  const begun = performance.now()
  // Any failure ends the run, because its figures would be worthless.
  const pause = (ms: number) => Promise.race([sleep(ms), talking])
  await pause(load.begin_ms + warm_up.ms)
  while (count < warm_up.messages && performance.now() - begun < warm_up.most_ms) await pause(100)
  warm = true
  await Promise.all(all.slice(clients))
  send({ event: 'warm' })
  measuring = true
  const started = performance.now()
  await pause(load.measure_ms)
  const ends = started + MOST_MEASURED_MS
  while (latencies.length < load.measure_messages && performance.now() < ends) await pause(50)
  measuring = false
  const seconds = (performance.now() - started) / 1000
  send({ event: 'measured' })
  over = true
  await talking
  if (latencies.length === 0) throw new Error(`nobody was answered within ${load.measure_ms} ms`)
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.ceil(share * latencies.length) - 1]!
  return {
    messages: latencies.length,
    seconds,
    latencies_ms: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) },
    replies: count,
    distinct_replies: replies.size,
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

process.on('message', async (load: Load) => {
  try {
    send({ event: 'done', measured: await drive(load) })
  } catch (error) {
    send({ event: 'failed', reason: (error as Error).message })
  }
})
process.once('disconnect', () => process.exit(0))
