import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { findPlace, type Place } from '../../../cli/local/paths.ts'
import { migrate } from '../../../shared/lib/db/migrations.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { migrateQueue } from '../../../shared/lib/queue/queue.ts'
import { bareEnvironment } from '../../support/product/processes.ts'
import { onPostgres } from '../../support/servers/postgres.ts'
import { lastingPort } from './ports.ts'

const execute = promisify(execFile)

/** A database server that can be killed, frozen, and started again on the same port and data. */
export interface FaultyServer {
  url: string
  /** Resolves when the server answers. */
  start(): Promise<void>
  /** Ends the server with this signal, and resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>
  /**
   * Sends SIGSTOP to all its processes: connections stay open and new ones are taken, but nothing
   * answers.
   */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Ends the server and deletes its data. */
  remove(): Promise<void>
}

const START_MS = 30_000
const DATABASE = 'parley'

// --- both

/** The servers that run. A run that ends early must not leave them behind. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
process.once('SIGTERM', () => process.exit(143))

interface Program {
  url: string
  launch: () => Promise<ChildProcess>
  isReady: () => Promise<boolean>
  /** Signals every process of the server, not only its first. */
  signalAll: (pid: number, signal: NodeJS.Signals) => Promise<void>
  remove: () => Promise<void>
}

function faulty({ url, launch, isReady, signalAll, remove }: Program): FaultyServer {
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  async function end(signal: NodeJS.Signals) {
    if (child?.pid) await signalAll(child.pid, 'SIGCONT')
    child?.kill(signal)
    await ended
    child = undefined
  }
  return {
    url,
    async start() {
      const started = await launch()
      running.add(started)
      ended = once(started, 'exit').then(() => running.delete(started))
      child = started
      for (const until = Date.now() + START_MS; !(await isReady()); await sleep(50))
        if (Date.now() > until || started.exitCode !== null) throw new Error(`${url} did not start`)
    },
    end,
    freeze: () => signalAll(child!.pid!, 'SIGSTOP'),
    thaw: () => signalAll(child!.pid!, 'SIGCONT'),
    async remove() {
      await end('SIGINT')
      await remove()
    },
  }
}

// --- PostgreSQL

/**
 * Clusters with a migrated database, by the folder of their version. Each is made once for all
 * worlds of this process.
 */
const templates = new Map<string, Promise<{ place: Place; remove: () => Promise<void> }>>()

/**
 * Makes a PostgreSQL with the schema and no rows, which is not started yet.
 * @param folderOfVersion the folder of another version, to use its schema
 */
export async function makePostgres(folderOfVersion = ''): Promise<FaultyServer> {
  const template = templates.get(folderOfVersion) ?? makeTemplate(folderOfVersion)
  templates.set(folderOfVersion, template)
  const { place } = await template
  const folder = await mkdtemp(join(tmpdir(), 'parley-faults-'))
  await ownFolder(folder, place)
  const home = { ...place, home: folder }
  await execute('cp', ['-Rp', join(place.home, 'data'), folder], { ...place.user })
  return postgresAt(home, await lastingPort(), () => rm(folder, { recursive: true, force: true }))
}

/** Deletes the clusters that worlds are copied from. */
export async function removeTemplate(): Promise<void> {
  const made = [...templates.values()]
  templates.clear()
  for (const template of made) await (await template).remove()
}

async function makeTemplate(folderOfVersion: string) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-faults-template-'))
  await chmod(folder, 0o755)
  const place = await findPlace(folder)
  const { binaries, home, user } = place
  const options = [
    '--username=parley',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  await execute(join(binaries, 'initdb'), ['-D', join(home, 'data'), ...options], {
    ...user,
    cwd: '/',
  })
  const remove = () => rm(folder, { recursive: true, force: true })
  const server = postgresAt(place, await lastingPort(), remove)
  await server.start()
  await onPostgres(server.url.replace(DATABASE_PATH, '/postgres'), `create database ${DATABASE}`)
  if (folderOfVersion) {
    const env = { ...bareEnvironment(), DATABASE_URL: server.url }
    await execute('node', [join(folderOfVersion, 'dist/cli/migrate.js')], { env })
  } else {
    await migrate(server.url)
    await migrateQueue(
      { DATABASE_URL: server.url },
      makeLog('faults', { LOG_LEVEL: 'warn', LOG_FORMAT: 'json' }),
    )
  }
  await server.end('SIGINT')
  return { place, remove }
}

const DATABASE_PATH = new RegExp(`/${DATABASE}$`)

async function ownFolder(folder: string, { user }: Place): Promise<void> {
  await chmod(folder, 0o755)
  if (user) await chown(folder, user.uid, user.gid)
}

function postgresAt(
  { binaries, home, user }: Place,
  port: number,
  remove: () => Promise<void>,
): FaultyServer {
  const url = `postgresql://parley@127.0.0.1:${port}/${DATABASE}`
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  const args = [
    '-D',
    join(home, 'data'),
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  return faulty({
    url,
    async launch() {
      const log = await open(join(home, 'postgres.log'), 'a')
      const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
      const stdio = ['ignore', log.fd, log.fd] as ['ignore', number, number]
      const child = spawn(join(binaries, 'postgres'), args, { ...user, cwd: home, stdio, env })
      await log.close()
      return child
    },
    isReady: () =>
      onPostgres(url.replace(DATABASE_PATH, '/postgres'), 'select').then(
        () => true,
        () => false,
      ),
    signalAll: signalTree,
    remove,
  })
}

/**
 * Signals a process and its children. PostgreSQL's backends lead process groups of their own, so
 * they are found by their parent.
 */
async function signalTree(pid: number, signal: NodeJS.Signals): Promise<void> {
  const kill = (one: number) => {
    try {
      process.kill(one, signal)
    } catch {
      // The process has ended.
    }
  }
  kill(pid)
  const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid='])
  for (const line of stdout.split('\n')) {
    const [child, parent] = line.trim().split(/\s+/).map(Number)
    if (parent === pid) kill(child!)
  }
}

// --- Redis

/** Makes a Redis that keeps nothing when it is killed, and is not started yet. */
export async function makeRedis(): Promise<FaultyServer> {
  const port = await lastingPort()
  const url = `redis://127.0.0.1:${port}`
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]
  return faulty({
    url,
    launch: async () =>
      spawn('redis-server', [...settings, '--maxmemory-policy', 'noeviction'], {
        cwd: tmpdir(),
        stdio: 'ignore',
      }),
    isReady: () =>
      onRedis(url, (redis) => redis.ping()).then(
        () => true,
        () => false,
      ),
    signalAll: async (pid, signal) => void process.kill(pid, signal),
    remove: async () => undefined,
  })
}

/** Runs `work` with a connection of its own. */
export async function onRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', () => undefined)
  try {
    return await work(redis)
  } finally {
    redis.disconnect()
  }
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
