import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { findPlace } from '../../cli/place.ts'
import { type EmbeddedPostgres, startPostgres } from '../../cli/postgres.ts'
import { makeDb } from '../../shared/db.ts'
import { makeLog } from '../../shared/log.ts'
import { migrateQueue } from '../../shared/queue.ts'

/**
 * The real servers of a test run: the PostgreSQL of DATABASE_URL or an embedded one, the Redis of REDIS_URL or one
 * started from the PATH. Started when first asked for, once for all test files, and stopped by the root hooks.
 */
const TEMPLATE = `parley_test_template_${process.pid}`
interface Servers {
  postgres?: Promise<{ url: (database: string) => string; stop: () => Promise<void> }>
  redis?: { url: string; child?: ChildProcess; folder?: string }
  databases: number
}

/**
 * On the global object, for there are two of this module: mocha loads test files and hooks by require, and by import those
 * test files that reach a package which only can be imported (eld).
 */
const held = globalThis as unknown as { parleyTestServers?: Servers }
held.parleyTestServers ??= { databases: 0 }
const servers = held.parleyTestServers

async function openPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'))
  // The tests may run as root, and the server never does: it must be able to enter.
  chmodSync(folder, 0o755)
  let embedded: EmbeddedPostgres | undefined
  if (!process.env.DATABASE_URL) embedded = await startPostgres(await findPlace(folder))
  const base = new URL(process.env.DATABASE_URL ?? embedded!.url)
  const url = (database: string) => Object.assign(new URL(base), { pathname: `/${database}` }).href
  await onServer(base.href, `create database ${TEMPLATE}`)
  const db = makeDb(url(TEMPLATE), 2)
  await db.migrate.latest()
  await db.destroy()
  await migrateQueue(
    { DATABASE_URL: url(TEMPLATE) },
    makeLog('test', { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' }),
  )
  return {
    url,
    async stop() {
      await onServer(base.href, `drop database ${TEMPLATE} with (force)`)
      await embedded?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A migrated database of a test file's own: a copy of the template. */
export async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  servers.postgres ??= openPostgres()
  const { url } = await servers.postgres
  const name = `parley_test_${process.pid}_${++servers.databases}`
  await onServer(url('postgres'), `create database ${name} template ${TEMPLATE}`)
  return { url: url(name), drop: () => onServer(url('postgres'), `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

export const hasRedis =
  Boolean(process.env.REDIS_URL) || spawnSync('redis-server', ['--version']).status === 0

/** An empty Redis. */
export async function emptyRedis(): Promise<string> {
  if (!servers.redis) {
    if (process.env.REDIS_URL) {
      await refuseUsedRedis(process.env.REDIS_URL)
      servers.redis = { url: process.env.REDIS_URL }
    } else {
      const folder = mkdtempSync(join(tmpdir(), 'parley-test-redis-'))
      const port = await freePort()
      const args = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
        '--maxmemory-policy',
        'noeviction',
      ]
      servers.redis = {
        url: `redis://127.0.0.1:${port}`,
        folder,
        child: spawn('redis-server', args, { stdio: 'ignore' }),
      }
    }
  }
  await withRedis(servers.redis.url, (client) => client.flushdb())
  return servers.redis.url
}

/** The tests empty the database that they use, so it must be theirs. */
async function refuseUsedRedis(url: string): Promise<void> {
  const keys = await withRedis(url, (client) => client.dbsize())
  if (keys > 0)
    throw new Error(
      `REDIS_URL names a database with ${keys} keys, which the tests would delete. Name an empty one, such as …/15.`,
    )
}

async function withRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { retryStrategy: () => 50 })
  client.on('error', () => undefined)
  try {
    return await work(client)
  } finally {
    client.disconnect()
  }
}

export async function stopServers(): Promise<void> {
  const { redis, postgres } = servers
  if (redis?.child) {
    const ended = new Promise((resolve) => redis.child!.once('exit', resolve))
    redis.child.kill('SIGTERM')
    await ended
    await rm(redis.folder!, { recursive: true, force: true })
  } else if (redis) await withRedis(redis.url, (client) => client.flushdb())
  await (await postgres)?.stop()
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
