import { randomUUID } from 'node:crypto'
import { Client } from 'undici'

export interface WarmUp {
  /** At least so long. */
  ms: number
  /** And until so many were answered, by at least so many clients, but no longer than so: what V8 has not compiled yet costs several times as much. */
  messages: number
  clients: number
  most_ms: number
}

/**
 * The load, in a process of its own: each client posts over its own connection, one message after the other, to paths that no other
 * client posts to at that time.
 * Told what to do by one message, it says when the warm-up is over, when the measured time is over, and what it measured.
 */
export interface Load {
  /** Clients are dealt out to these. */
  addresses: string[]
  headers: Record<string, string>
  clients: number
  /** Where there are more than clients, these go on from one to the next with each message. */
  paths: string[]
  questions: string[]
  /** Whether nothing is asked twice. */
  areNew: boolean
  /** The clients begin evenly over this time, so that they do not march in step. */
  begin_ms: number
  warm_up: WarmUp
  measure_ms: number
}

export interface Measured {
  /** Answered while it was measured. */
  messages: number
  seconds: number
  latencies_ms: { p50: number; p95: number; p99: number; max: number }
  /** Ids of all replies, those of the warm-up included. */
  replies: number
  distinct_replies: number
}

export type Report =
  | { event: 'warm' | 'measured' }
  | { event: 'done'; measured: Measured }
  | { event: 'failed'; reason: string }

const tell = (report: Report) => process.send!(report)

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
          resolve({ status, text: (chunks.length === 1 ? first! : Buffer.concat(chunks)).toString() })
        },
        onError: reject,
      },
    )
  })
}

/** @returns the reply's id @throws when it is no finished reply */
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
    const client = new Client(addresses[index % addresses.length]!, { bodyTimeout: 0, headersTimeout: 0 })
    for (let turn = 0; index < clients ? !over : !warm; turn++) {
      const headers = [...common, 'idempotency-key', randomUUID()]
      const nth = (index * 31 + turn) % bodies.length
      const body = load.areNew
        ? JSON.stringify({ content: `${questions[nth]} It is about order ${turn * everybody + index}.` })
        : bodies[nth]!
      const started = performance.now()
      const { status, text } = await post(
        client,
        paths[(index + turn * everybody) % paths.length]!,
        headers,
        body,
      )
      if (measuring) latencies.push(performance.now() - started)
      replies.add(readReply(status, text))
      count++
    }
    await client.close()
  }

  const all = Array.from({ length: everybody }, (_, index) => talk(index))
  const talking = Promise.all(all)
  const begun = performance.now()
  // Whatever goes wrong ends all of it: figures of a run with failures are worth nothing.
  const pause = (ms: number) => Promise.race([sleep(ms), talking])
  await pause(load.begin_ms + warm_up.ms)
  while (count < warm_up.messages && performance.now() - begun < warm_up.most_ms) await pause(100)
  warm = true
  await Promise.all(all.slice(clients))
  tell({ event: 'warm' })
  measuring = true
  const started = performance.now()
  await pause(load.measure_ms)
  measuring = false
  const seconds = (performance.now() - started) / 1000
  tell({ event: 'measured' })
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
    tell({ event: 'done', measured: await drive(load) })
  } catch (error) {
    tell({ event: 'failed', reason: (error as Error).message })
  }
})
process.once('disconnect', () => process.exit(0))
