import { existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { Asked, Entry, Moment, Order, Report } from './ledger.ts'

/**
 * The program of `startLedger`, run as `ledgerProgram.ts PORT FILE`. It remembers effects only
 * through its file, so that it can be killed at any moment and started again.
 */
const [port, file] = process.argv.slice(2) as [string, string]

/** Answers by the key of a call. A call that is at work has an answer that is not there yet. */
const byKey = new Map<string, Promise<object>>()
/** Calls that had their effect. */
const done = new Set<string>()
/** Calls that may have their effect later. */
const working = new Set<string>()

for (const entry of existsSync(file) ? entriesOf(readFileSync(file, 'utf8')) : []) {
  if (entry.kind !== 'effect') continue
  done.add(entry.call_id)
  if (entry.key) byKey.set(entry.key, Promise.resolve(receiptOf(entry.call_id)))
}
const ledger = openSync(file, 'a')

interface Hold {
  moment: Moment
  count: number
  released: Promise<void>
  release: () => void
}
const holds = new Map<string, Hold>()

process.on('message', ({ point, moment }: Order) => {
  holds.get(point)?.release()
  holds.delete(point)
  if (!moment) return
  let release!: () => void
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  holds.set(point, { moment, count: 0, released, release })
})
// The tests' process has ended.
process.on('disconnect', () => process.exit())

const report = (what: Report) => process.send!(what)

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://ledger')
  const [, route, id] = pathname.split('/')
  const answer = (body: object) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (route === 'effects') return answer({ state: stateOf(id!) })
  const asked: Asked = {
    route: route as Asked['route'],
    call_id: String(request.headers['parley-call']),
    key: request.headers['idempotency-key'] as string | undefined,
    point: searchParams.get('point') ?? JSON.parse(await textOf(request)).point,
  }
  write({ kind: 'request', ...asked })
  response.once('finish', () => report({ point: asked.point, answered: true }))
  return answer(await (asked.route === 'keyed' ? onceByKey(asked) : act(asked)))
})
server.listen(Number(port), '127.0.0.1', () => report({ ready: true }))

const stateOf = (id: string) => (done.has(id) ? 'done' : working.has(id) ? 'working' : 'none')

/** Answers a key that is known as it was answered first, or will be. */
function onceByKey(asked: Asked): Promise<object> {
  const key = asked.key ?? ''
  const first = byKey.get(key) ?? act(asked)
  byKey.set(key, first)
  return first
}

async function act(asked: Asked): Promise<object> {
  working.add(asked.call_id)
  await pass(asked.point, 'before')
  if (asked.route !== 'read') write({ kind: 'effect', ...asked })
  done.add(asked.call_id)
  await pass(asked.point, 'after')
  return receiptOf(asked.call_id)
}

/** Waits while calls of the point are held at the moment. */
async function pass(point: string, moment: Moment): Promise<void> {
  const hold = holds.get(point)
  if (hold?.moment !== moment) return
  report({ point, held: ++hold.count })
  await hold.released
}

/** Writes a line, and returns when it is on the disk. */
function write(entry: Entry): void {
  writeSync(ledger, `${JSON.stringify(entry)}\n`)
  fsyncSync(ledger)
}

function receiptOf(call_id: string): object {
  return { done: true, receipt: `receipt of ${call_id}` }
}

function entriesOf(text: string): Entry[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
