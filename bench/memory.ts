import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeTables } from '../docs/tables/make.ts'
import { killAll, type Process, startProcess } from './load/processes.ts'
import { familyPssMb, rssMb } from './load/procfs.ts'
import { QUESTIONS } from './load/seed.ts'
import { type Stack, startStack } from './load/stack.ts'

/**
 * Measures the memory of each process of the Procfile, started as it is there and with the default
 * settings: idle, and while 200 clients wait for replies of a model that takes a second. Resident
 * memory counts the pages of Node's program in each process.
 */
/** What Node takes by itself in a container of 512 MB. On a large machine it would collect late. */
const NODE_OPTIONS = '--max-old-space-size=256'
const IDLE_MS = 10_000
const CLIENTS = 200
const MODEL_MS = 1_000
const LOAD_MS = 60_000
const SAMPLE_MS = 500

/** Megabytes (2^20 bytes) of a process. */
export interface ProcessMemory {
  idle: number
  /** With the pages that processes share counted in part. */
  idle_own: number
  /** The median of the samples under load. */
  busy: number
  busy_most: number
}

/** Returns the arguments of Node for each process of the Procfile, apart from the release step. */
const commands = () =>
  [...readFileSync('Procfile', 'utf8').matchAll(/^(\S+): node (.+)$/gm)]
    .filter(([, name]) => name !== 'release')
    .map(([, name, args]) => ({ name: name!, args: args!.split(' ') }))

export interface MemoryReport {
  measured_at: string
  machine: { cpus: number; node: string; load: number | undefined }
  /** The messages that were posted. */
  posted: number
  figures: Record<string, ProcessMemory>
}

async function startAll(stack: Stack, databaseUrl: string, model: string) {
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: stack.redisUrl,
    NODE_ENV: 'production',
    NODE_OPTIONS,
    LOG_FORMAT: 'json',
    HOST: '127.0.0.1',
    PORT: '0',
    LLM_MODEL: 'openai:bench',
    OPENAI_BASE_URL: model,
    WIDGET_TOKEN_KEYS: `bench:${'0123456789abcdef'.repeat(2)}`,
    SECRET_KEYS: `bench:${'0123456789abcdef'.repeat(4)}`,
  }
  const processes = commands().map(({ name, args }) =>
    startProcess({ name, folder: stack.folder, args }, env),
  )
  const [web, ...workers] = processes
  const [, port] = await web!.printed(/"port":(\d+),"queue"/)
  await Promise.all(workers.map((worker) => worker.printed(/"msg":"working"/)))
  return { processes, address: `http://127.0.0.1:${port}` }
}

/** Posts one message after the other, each a new question, until the time is over. */
async function postUntil(end: number, address: string, { headers, paths }: Stack['seeded']) {
  let posted = 0
  const client = async (path: string) => {
    while (Date.now() < end) {
      const content = `${QUESTIONS[posted++ % QUESTIONS.length]} ${randomUUID()}`
      // The server may close an idle connection at the moment at which a message is sent on it.
      const response = await fetch(address + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      }).catch(() => undefined)
      if (!response) continue
      if (![201, 202].includes(response.status))
        throw new Error(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(paths.slice(0, CLIENTS).map(client))
  return posted
}

async function sampleUntil(ended: () => boolean, processes: readonly Process[]) {
  const samples = new Map(processes.map(({ name }) => [name, [] as number[]]))
  while (!ended()) {
    await sleep(SAMPLE_MS)
    for (const { name, pid } of processes) samples.get(name)!.push(Math.round(rssMb(pid)))
  }
  return samples
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function measure(stack: Stack): Promise<Pick<MemoryReport, 'figures' | 'posted'>> {
  const database = await stack.makeDatabase()
  const model = await stack.startModel(MODEL_MS)
  const { processes, address } = await startAll(stack, database.url, model.url)
  await sleep(IDLE_MS)
  const idle = processes.map(({ pid }) => ({
    idle: Math.round(rssMb(pid)),
    idle_own: Math.round(familyPssMb(pid)),
  }))
  let over = false
  const posting = postUntil(Date.now() + LOAD_MS, address, stack.seeded).finally(() => {
    over = true
  })
  const samples = await sampleUntil(() => over, processes)
  const posted = await posting
  const figures: MemoryReport['figures'] = {}
  for (const [nth, { name }] of processes.entries()) {
    const busy = samples.get(name)!
    figures[name] = { ...idle[nth]!, busy: median(busy), busy_most: Math.max(...busy) }
  }
  for (const each of [...processes, model]) await each.stop()
  await database.drop()
  return { figures, posted }
}

const stack = await startStack({ entries: 100, conversations: CLIENTS, statements: false })
try {
  const { figures, posted } = await measure(stack)
  console.table(figures)
  const machine = { cpus: cpus().length, node: process.version, load: loadavg()[0] }
  const report: MemoryReport = { measured_at: new Date().toISOString(), machine, posted, figures }
  writeFileSync('bench/results/memory.json', `${JSON.stringify(report, null, 2)}\n`)
  writeTables()
} finally {
  await killAll()
  await stack.stop()
}
