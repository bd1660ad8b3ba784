import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import knex from 'knex'
import { startServer } from '../api/server.ts'
import { findPlace } from '../cli/local/paths.ts'
import { startPostgres } from '../cli/local/postgres.ts'
import { createApplication } from '../shared/applications/applications.ts'
import { loadConfig } from '../shared/lib/config/config.ts'
import { makeDb } from '../shared/lib/db/db.ts'
import { knexConfig } from '../shared/lib/db/migrations.ts'
import { makeLog } from '../shared/lib/observability/log.ts'
import { migrateQueue } from '../shared/lib/queue/queue.ts'
import { ensureOrganization } from '../shared/people/organizations.ts'
import { seedThreads } from './seedThreads.ts'

/**
 * Measures how long the list of threads takes with many messages of an organization: whole,
 * filtered, and searched for terms that are rare, frequent, short, Chinese, a name, or in no
 * thread. Uses HTTP, on an embedded PostgreSQL of its own.
 */
const THREADS = Number(process.argv[2] ?? 50_000)
const MESSAGES = 2 * THREADS
const CUSTOMERS = 20_000
const WARM_UP = 2
const SAMPLES = 20

const QUERIES: Record<string, Record<string, string>> = {
  'no search': {},
  'replies that failed': { has_failures: 'true' },
  'a rare word': { search: 'Astronomica' },
  'a word in every third message': { search: 'which' },
  'two letters': { search: 'ku' },
  'one letter': { search: 'z' },
  'letters beyond ASCII': { search: 'größte' },
  'Chinese, two characters': { search: '大学' },
  'Chinese, one character': { search: '国' },
  'a name of a customer': { search: 'keller 4711' },
  'nowhere, not even in names': { search: 'xylophonist' },
  'a name, in names alone': { person: 'keller 4711' },
  'a rare word, of one agent, in a week': {
    search: 'Astronomica',
    kind: 'conversation',
    from: weekAgo(),
  },
}

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(await findPlace(folder))
  try {
    const results = await measure(postgres.url)
    console.table(results)
    mkdirSync('bench/results', { recursive: true })
    const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version }
    const report = {
      measured_at: new Date().toISOString(),
      machine,
      load: loadavg()[0],
      messages: MESSAGES,
      threads: THREADS,
      customers: CUSTOMERS,
      samples: SAMPLES,
      results,
    }
    writeFileSync('bench/results/threads.json', `${JSON.stringify(report, null, 2)}\n`)
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(url: string) {
  const config = loadConfig({
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: '0',
    API_HOURLY_LIMIT: '1000000',
  })
  const log = makeLog('bench', { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' })
  const migrator = knex(knexConfig(url))
  await migrator.migrate.latest()
  await migrator.destroy()
  await migrateQueue(config, log)
  const db = makeDb(url, 10)
  const { id: organization_id } = await ensureOrganization(db, 'Bench')
  const { application, secret } = await createApplication(db, {
    organization_id,
    name: 'Bench',
    allowed_origins: [],
  })
  await seedThreads(db, organization_id, {
    threads: THREADS,
    customers: CUSTOMERS,
    texts: readTexts(),
  })
  const headers = { 'X-API-Key': application.client_id, 'X-API-Secret': secret }
  // Other load on the machine distorts the figures, so it is printed.
  console.log(`load of the machine before: ${loadavg()[0]}`)
  const server = await startServer({ config, db, log })
  try {
    const results: object[] = []
    for (const [what, query] of Object.entries(QUERIES)) {
      const address = `http://127.0.0.1:${server.port}/api/v1/threads?${new URLSearchParams({ ...query, limit: '50' })}`
      const times: number[] = []
      let found = 0
      for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
        const begin = performance.now()
        const response = await fetch(address, { headers })
        const { data } = (await response.json()) as { data: object[] }
        if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
        if (sample >= 0) times.push(performance.now() - begin)
        found = data.length
      }
      times.sort((a, b) => a - b)
      const [median_ms, worst_ms] = [times[SAMPLES / 2]!, times.at(-1)!].map(Math.round)
      results.push({ what, query, rows: found, median_ms, worst_ms })
    }
    return results
  } finally {
    await server.stop(0)
    await db.destroy()
  }
}

/** Questions with the paragraph that answers them, in three languages. */
function readTexts(): [question: string, answer: string][] {
  return ['en', 'de', 'zh'].flatMap((language) => {
    const { data } = JSON.parse(readFileSync(`bench/data/xquad.${language}.json`, 'utf8')) as {
      data: { paragraphs: { context: string; qas: { question: string }[] }[] }[]
    }
    return data.flatMap(({ paragraphs }) =>
      paragraphs.flatMap(({ context, qas }) =>
        qas.map(({ question }) => [question, context] as [string, string]),
      ),
    )
  })
}

function weekAgo(): string {
  return new Date(Date.now() - 7 * 86_400_000).toISOString()
}

await bench()
