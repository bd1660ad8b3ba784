import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { v7 as uuid } from 'uuid'
import { enqueueEntries } from '../../shared/knowledge/indexJobs.ts'
import { type Config, loadConfig } from '../../shared/lib/config/config.ts'
import { type Db, makeDb, type Pool } from '../../shared/lib/db/db.ts'
import { sql } from '../../shared/lib/db/statements.ts'
import { makeLog } from '../../shared/lib/observability/log.ts'
import { migrateQueue } from '../../shared/lib/queue/queue.ts'
import { sentencesOf } from '../../shared/lib/text/sentences.ts'
import { ensureOrganization } from '../../shared/people/organizations.ts'
import { INDEX_LANE } from '../../workers/lanes/indexLane.ts'
import type { LaneDeps, WorkerLane } from '../../workers/lanes/lane.ts'
import { startWorker } from '../../workers/worker.ts'
import { familyCpuMs } from '../load/procfs.ts'
import { onOwnServer, storeResults } from './run.ts'

/**
 * Measures how long it takes until question/answer pairs that wait are indexed: one at a time, and
 * in groups. Both take turns in one run, each with an organization of its own, on an embedded
 * PostgreSQL that waits for the disk at each commit.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '1000' },
    alone: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    store: { type: 'boolean', default: false },
  },
})
/** Pairs that are indexed in groups, and one at a time. */
const PAIRS = Number(values.pairs)
const ALONE = Number(values.alone ?? PAIRS)
const ROUNDS = Number(values.rounds)
/** The pairs of each way that are indexed before, so that code is compiled and loaded. */
const WARM_UP = 50
/** Sentences of an answer: it then is about as long as a chunk. */
const SENTENCES = 5
const POLL_MS = 100

const { work } = INDEX_LANE
const alone = (deps: LaneDeps) => ({ ...work(deps), together: undefined })
const WAYS: Record<string, { lane: WorkerLane; pairs: number }> = {
  'one at a time': { lane: { ...INDEX_LANE, work: alone }, pairs: ALONE },
  'in groups': { lane: INDEX_LANE, pairs: PAIRS },
}

/** Of one pair, in milliseconds: on the clock, and of the processors. */
interface Cost {
  clock: number
  node: number
  postgres: number
}

function report(costs: Record<string, Cost>): void {
  const [alone, together] = Object.values(costs) as [Cost, Cost]
  const processors = ({ node, postgres }: Cost) => node + postgres
  const faster = {
    clock: tenths(alone.clock / together.clock),
    processors: tenths(processors(alone) / processors(together)),
  }
  console.table(costs)
  console.log(
    `in groups, ${faster.clock} times faster, with 1/${faster.processors} of the processor time`,
  )
  if (!values.store) return
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version }
  const pairs = { 'one at a time': ALONE, 'in groups': PAIRS }
  storeResults('indexing', { machine, pairs, ms_of_a_pair: costs, faster })
}

async function measure(url: string, postmaster: number): Promise<Record<string, Cost>> {
  const config = loadConfig({
    DATABASE_URL: url,
    LLM_MODEL: 'builtin:extractive',
    LOG_LEVEL: 'silent',
  })
  await migrateQueue(config, makeLog('bench', config))
  const db = makeDb(url, config.DATABASE_POOL)
  // Other load on the machine distorts the figures, so it is printed.
  console.log(`load of the machine before: ${loadavg()[0]}`)
  try {
    const ways = Object.entries(WAYS)
    const sums = new Map(ways.map(([name]) => [name, { clock: 0, node: 0, postgres: 0 }]))
    for (let round = 0; round <= ROUNDS; round++)
      for (const [name, { lane, pairs }] of ways) {
        const { id } = await ensureOrganization(db, name)
        const count = round === 0 ? WARM_UP : Math.ceil(pairs / ROUNDS)
        await queuePairs(db, id, count)
        const cost = await untilIndexed(db, config, lane, postmaster)
        if (round === 0) continue
        const sum = sums.get(name)!
        for (const [of, ms] of Object.entries(cost)) sum[of as keyof Cost] += ms / count / ROUNDS
      }
    return Object.fromEntries([...sums].map(([name, sum]) => [name, rounded(sum)]))
  } finally {
    await db.destroy()
  }
}

/** Runs a worker until nothing waits. @returns what it cost in all */
async function untilIndexed(
  db: Pool,
  config: Config,
  lane: WorkerLane,
  postmaster: number,
): Promise<Cost> {
  await sql(db)`vacuum analyze`
  const postgres = familyCpuMs(postmaster)
  const node = process.cpuUsage()
  const clock = performance.now()
  const log = makeLog('bench', config)
  const worker = startWorker({ lanes: [lane], config, db, log, name: 'bench' })
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const waiting = await sql(db)`select from open_jobs limit 1`
    if (waiting.length === 0) break
  }
  const { user, system } = process.cpuUsage(node)
  const cost = {
    clock: performance.now() - clock,
    node: (user + system) / 1000,
    postgres: familyCpuMs(postmaster) - postgres,
  }
  await worker.stop(0)
  const unready = await sql(db)`select from knowledge_entries where status <> 'ready' limit 1`
  if (unready.length > 0) throw new Error('A pair could not be indexed.')
  return cost
}

/** Stores pairs whose answers are sentences of XQuAD, and opens their jobs. */
async function queuePairs(db: Db, organizationId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => uuid())
  const questions = ids.map((_, nth) => `What about ${nth}?`)
  const answers = ids.map(
    (_, nth) => `${nth}. ${Array.from({ length: SENTENCES }, anySentence).join(' ')}`,
  )
  await db.transaction(async (transaction) => {
    await sql(transaction)`
      insert into knowledge_entries (id, organization_id, kind, question, answer, status, request_id)
      select id, ${organizationId}, 'qa', question, answer, 'pending', 'bench'
        from unnest(${ids}::uuid[], ${questions}::text[], ${answers}::text[]) as pair (id, question, answer)`
    await enqueueEntries(transaction, organizationId, ids, {
      request_id: 'bench',
      reply_to: null,
      deadline_seconds: 86_400,
      wake_up_grace_ms: 0,
    })
  })
}

const { data } = JSON.parse(readFileSync('bench/data/xquad.en.json', 'utf8')) as {
  data: { paragraphs: { context: string }[] }[]
}
const sentences = data
  .flatMap(({ paragraphs }) => paragraphs.flatMap(({ context }) => sentencesOf(context)))
  .filter((sentence) => sentence.length < 140)
let state = 1

/** Returns a sentence; the same ones in each run. */
function anySentence(): string {
  state = (state * 48_271) % 2_147_483_647
  return sentences[state % sentences.length]!
}

const tenths = (value: number) => Math.round(value * 10) / 10
const rounded = ({ clock, node, postgres }: Cost): Cost => ({
  clock: tenths(clock),
  node: tenths(node),
  postgres: tenths(postgres),
})

await onOwnServer(async (url, postmaster) => report(await measure(url, postmaster)))
