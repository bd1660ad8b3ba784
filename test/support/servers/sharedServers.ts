import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserServer } from 'playwright-core'
import { findPlace } from '../../../cli/local/paths.ts'
import { type EmbeddedPostgres, startPostgres } from '../../../cli/local/postgres.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { migrateQueue } from '../../../shared/lib/queue/queue.ts'
import { launchChromium } from '../browser/chromium.ts'
import { makeTestDb } from '../product/testDb.ts'
import { freePort } from './ports.ts'
import { databaseAt, onPostgres } from './postgres.ts'

/** The servers of a test run. Each is started when it is first asked for, and serves all jobs. */
export interface SharedServers {
  /** @returns the address of a migrated database to copy, without connections */
  postgres(): Promise<string>
  /** @returns the address of a Redis, without a database number */
  redis(): Promise<string>
  /** @returns the address at which Playwright finds this job's Chromium */
  chromium(job: string): Promise<string>
  stop(): Promise<void>
}

const TEMPLATE = `parley_test_template_${process.pid}`

/**
 * This server need not survive a power cut, and each job has several pools. It keeps the databases
 * of all files, which autovacuum would visit by turns.
 */
const POSTGRES_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'checkpoint_timeout=1h',
  'max_connections=400',
  'autovacuum=off',
  'scram_iterations=1',
]

/** More than there are jobs, since each has a separate database. */
const REDIS_DATABASES = 32

/**
 * The number of the job that this process is. Each has its own database of Redis and its own
 * Chromium.
 */
export const JOB = String(Number(process.env.MOCHA_WORKER_ID ?? 0) % REDIS_DATABASES)

interface Started {
  url: string
  stop(): Promise<void>
}

export function makeSharedServers(): SharedServers {
  const started = new Map<string, Promise<Started>>()
  const only = async (name: string, start: () => Promise<Started>) => {
    if (!started.has(name)) started.set(name, start())
    return (await started.get(name)!).url
  }
  return {
    postgres: () => only('postgres', openPostgres),
    redis: () => only('redis', openRedis),
    chromium: (job) => only(`chromium ${job}`, openChromium),
    async stop() {
      const opened = await Promise.allSettled(started.values())
      await Promise.all(
        opened.map((started) => started.status === 'fulfilled' && started.value.stop()),
      )
    },
  }
}

/** Opens the PostgreSQL of DATABASE_URL, or an embedded one. */
async function openPostgres(): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  // The tests may run as root, but the server never does, and must be able to enter the folder.
  chmodSync(folder, 0o755)
  const embedded = process.env.DATABASE_URL ? undefined : await openEmbedded(folder)
  const base = process.env.DATABASE_URL ?? embedded!.url
  const server = databaseAt(base, 'postgres')
  // Stores the password anew, with one iteration. 4,096 take a client 2 ms for each connection, of
  // which a run opens some thousands.
  if (embedded) await onPostgres(server, `alter role parley password '${new URL(base).password}'`)
  const template = databaseAt(base, TEMPLATE)
  await onPostgres(server, `create database ${TEMPLATE}`)
  const db = makeTestDb(template, 2)
  await db.migrate.latest()
  await db.destroy()
  const log = makeLog('test', { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' })
  await migrateQueue({ DATABASE_URL: template }, log)
  return {
    url: template,
    async stop() {
      await onPostgres(server, `drop database ${TEMPLATE} with (force)`)
      await embedded?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts a PostgreSQL that gets passwords as they are, and hashes them once. A run opens thousands of
 * connections, and each client would hash its password 4,096 times: 13 % of the processor time of
 * some files.
 */
async function openEmbedded(folder: string): Promise<EmbeddedPostgres> {
  const place = await findPlace(folder)
  const embedded = await startPostgres(place, POSTGRES_SETTINGS)
  const server = databaseAt(embedded.url, 'postgres')
  await onPostgres(server, `alter role parley password '${new URL(embedded.url).password}'`)
  await writeFile(join(place.home, 'data/pg_hba.conf'), 'host all all all password\n')
  await onPostgres(server, 'select pg_reload_conf()')
  return embedded
}

/** Opens the Redis of REDIS_URL, or starts one from the PATH. */
async function openRedis(): Promise<Started> {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-redis-'))
  const port = await freePort()
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    databases: REDIS_DATABASES,
    'maxmemory-policy': 'noeviction',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function openChromium(): Promise<Started> {
  const server: BrowserServer = await launchChromium()
  return { url: server.wsEndpoint(), stop: () => server.close() }
}

/** The environment variable with the address of the run's servers, for its jobs. */
const SERVED_AT = 'PARLEY_TEST_SERVERS'

/** Answers the jobs of this run, which are separate processes. */
export async function serve(servers: SharedServers): Promise<() => Promise<void>> {
  const server = createServer(async ({ url: path = '' }, response) => {
    const [, name, job = ''] = path.split('/')
    try {
      const find = {
        postgres: servers.postgres,
        redis: servers.redis,
        chromium: () => servers.chromium(job),
      }
      response.end(await find[name as keyof typeof find]())
    } catch (error) {
      response.writeHead(500).end(String((error as Error).stack))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env[SERVED_AT] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Returns the servers that a job uses: those of its run, or of this process if it belongs to no run
 * (`bench/`).
 */
export function findServers(): SharedServers {
  const address = process.env[SERVED_AT]
  if (!address) return makeSharedServers()
  // Without a persistent connection, because a job must not hold any when its tests are done.
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get(`${address}/${path}`, { agent: false }, async (answer) => {
        const text = (await answer.setEncoding('utf8').toArray()).join('')
        if (answer.statusCode === 200) resolve(text)
        else reject(new Error(text))
      }).once('error', reject)
    })
  return {
    postgres: () => ask('postgres'),
    redis: () => ask('redis'),
    chromium: (job) => ask(`chromium/${job}`),
    stop: async () => undefined,
  }
}
