import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import pg from 'pg'
import { findPlace } from '../../cli/local/paths.ts'
import { startPostgres } from '../../cli/local/postgres.ts'
import { bareEnvironment } from '../../test/support/product/processes.ts'
import { freePort } from '../../test/support/servers/servers.ts'
import { startParley } from './parley.ts'
import { killAll, type Process, startProcess } from './processes.ts'
import { makeApplication, type Seeded, seed } from './seed.ts'

const shell = promisify(execFile)
const SEEDED = 'bench_seeded'

/**
 * The servers that all measurements of a run share, and the seeded database that each measurement
 * copies.
 */
export interface Stack {
  folder: string
  redisUrl: string
  redisPid: number
  postgresPid: number
  /** PostgreSQL's own settings. */
  postgres: Record<string, string>
  seeded: Seeded
  /** Runs a statement in a database of the server; '': in the server's own database. */
  query<Row extends object>(database: string, statement: string): Promise<Row[]>
  startModel(delayMs: number): Promise<Process & { url: string }>
  /** Makes a copy of the seeded database, or of another one. */
  makeDatabase(template?: string): Promise<{ name: string; url: string; drop(): Promise<void> }>
  /** Makes a copy of the seeded database that is kept, and replaces a database of the same name. */
  copySeeded(name: string): Promise<void>
  urlOf(database: string): string
  emptyRedis(): Promise<void>
  /** Commands since Redis started, including those within scripts. */
  countRedisCommands(): Promise<number>
  stop(options?: { keepLogs: boolean }): Promise<void>
}

interface Options {
  entries: number
  conversations: number
  /** Whether PostgreSQL counts its statements. */
  statements: boolean
  /** Memory for PostgreSQL's pages, in the form of its setting; unset: the default. */
  sharedBuffers?: string
  /** The folder in which PostgreSQL's data is kept for the next run; unset: the data is removed. */
  kept?: string | undefined
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Starts the servers. Stops them, and the processes of `startProcess`, if it fails or a signal
 * interrupts the run.
 */
export async function startStack({
  entries,
  conversations,
  statements,
  sharedBuffers,
  kept,
}: Options): Promise<Stack> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'parley-bench-'))
  mkdirSync(folder, { recursive: true })
  // PostgreSQL does not run as root, and its own user must be able to enter the folder.
  chmodSync(folder, 0o755)
  const place = await findPlace(folder)
  let postgres = await startPostgres(place)
  const urlOf = (database: string) =>
    Object.assign(new URL(postgres.url), { pathname: `/${database}` }).href
  const query = async <Row extends object>(database: string, statement: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: urlOf(database || 'postgres') })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  if (sharedBuffers) await query('', `alter system set shared_buffers = '${sharedBuffers}'`)
  if (statements) {
    await query('', `alter system set shared_preload_libraries = 'pg_stat_statements'`)
    await query('', 'alter system set pg_stat_statements.track_planning = on').catch(
      () => undefined,
    )
  }
  if (sharedBuffers || statements) {
    await postgres.stop()
    postgres = await startPostgres(place)
  }
  if (statements) {
    await query('', 'alter system set pg_stat_statements.track_planning = on')
    await query('', 'select pg_reload_conf()')
  }
  const redis = await startRedis(folder)

  async function stop({ keepLogs } = { keepLogs: false }): Promise<void> {
    for (const signal of SIGNALS) process.off(signal, breakOff)
    const ended = new Promise((resolve) => redis.child.once('exit', resolve))
    redis.child.kill('SIGTERM')
    await ended
    await postgres.stop()
    // The data is large, so it is always removed, unless it is to be kept.
    if (!kept) await rm(keepLogs ? place.home : folder, { recursive: true, force: true })
  }
  async function breakOff(): Promise<void> {
    // Requests to a process that is being killed fail, and must not stop the clean-up.
    process.on('uncaughtException', () => undefined)
    await killAll()
    await stop()
    process.exit(130)
  }
  for (const signal of SIGNALS) process.once(signal, breakOff)

  async function startModel(delayMs: number) {
    const args = ['bench/load/model.js']
    const model = startProcess({ name: 'model', folder, args }, { DELAY_MS: String(delayMs) })
    const [, port] = await model.printed(/listening on (\d+)/)
    return Object.assign(model, { url: `http://127.0.0.1:${port}/v1` })
  }

  async function makeSeeded(): Promise<Seeded> {
    const file = join(folder, 'seeded.json')
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
    await query('', `create database ${SEEDED}`)
    if (statements) await query(SEEDED, 'create extension pg_stat_statements')
    const env = { DATABASE_URL: urlOf(SEEDED) }
    // Without REDIS_URL, so that the queue's own tables exist for either backend.
    await shell('node', ['dist/cli/migrate.js'], { env: { ...bareEnvironment(), ...env } })
    const headers = await makeApplication(env)
    const model = await startModel(0)
    const parley = await startParley({
      folder,
      model: model.url,
      databaseUrl: env.DATABASE_URL,
      lanes: ['index'],
    })
    const paths = await seed(parley.addresses[0]!, headers, { entries, conversations })
    await parley.stop()
    await model.stop()
    await query(SEEDED, 'vacuum analyze')
    if (kept) writeFileSync(file, JSON.stringify({ headers, paths }))
    return { headers, paths }
  }

  async function copyOf(template: string, name: string): Promise<void> {
    // An interrupted run may have left a database behind.
    await query('', `drop database if exists ${name} with (force)`)
    await query('', `create database ${name} template ${template}`)
  }

  const seeded = await makeSeeded().catch(async (error: unknown) => {
    await killAll()
    await stop({ keepLogs: true })
    throw error
  })
  let databases = 0
  return {
    folder,
    redisUrl: redis.url,
    redisPid: redis.child.pid!,
    postgresPid: await postmasterOf(query),
    postgres: await settingsOf(query),
    seeded,
    query,
    startModel,
    copySeeded: (name) => copyOf(SEEDED, name),
    urlOf,
    async makeDatabase(template = SEEDED) {
      const name = `bench_${++databases}`
      await copyOf(template, name)
      // Writes the pages that copying has left now, and not during a measurement.
      await query('', 'checkpoint')
      return {
        name,
        url: urlOf(name),
        drop: async () => void (await query('', `drop database ${name} with (force)`)),
      }
    },
    emptyRedis: () => withRedis(redis.url, async (client) => void (await client.flushall())),
    countRedisCommands: () => withRedis(redis.url, countCommands),
    stop,
  }
}

async function startRedis(folder: string): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const settings = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    'maxmemory-policy': 'noeviction',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('spawn', resolve)
  })
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url, { retryStrategy: () => 50 })
  client.on('error', () => undefined)
  await client.ping()
  client.disconnect()
  return { url, child }
}

async function withRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url)
  try {
    return await work(client)
  } finally {
    client.disconnect()
  }
}

async function countCommands(client: Redis): Promise<number> {
  const calls = (await client.info('commandstats')).matchAll(/^cmdstat_.*?:calls=(\d+)/gm)
  return [...calls].reduce((sum, [, count]) => sum + Number(count), 0)
}

async function postmasterOf(query: Stack['query']): Promise<number> {
  const [row] = await query<{ pid: string }>(
    '',
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  return Number(row!.pid)
}

async function settingsOf(query: Stack['query']): Promise<Record<string, string>> {
  const names = [
    'server_version',
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'shared_buffers',
    'max_connections',
  ]
  const rows = await query<{ name: string; value: string }>(
    '',
    `select name, current_setting(name) as value from pg_settings where name = any('{${names}}')`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
