import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { exists, findPlace, type Place, type User } from './place.ts'

/**
 * The embedded PostgreSQL: real server binaries from npm, run by us. The package's own class ties the server to this
 * process group and to exit hooks, so that a Ctrl-C would stop the database before the workers; see docs/decisions.
 */
export interface EmbeddedPostgres {
  url: string
  /** Resolves when the server has shut down; its clients should be gone by then. */
  stop(): Promise<void>
}

const DATABASE = 'parley'
const START_MS = 15_000
const STOP_MS = 10_000

/** Starts the server on a free port of the loopback address, and makes its data folder the first time. */
export async function startPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const place = await findPlace(resolve(dataDir))
  const password = await ensureCluster(place)
  await stopOrphan(place)
  const port = await freePort()
  const server = launch(place, port)
  const url = (database: string) => `postgresql://parley:${password}@127.0.0.1:${port}/${database}`
  try {
    await ensureDatabase(url('postgres'), server, join(place.home, 'postgres.log'))
  } catch (error) {
    await end(server.pid!)
    throw error
  }
  return { url: url(DATABASE), stop: () => end(server.pid!) }
}

/** @returns the database's password. A cluster that was half made when somebody pulled the plug is made anew. */
async function ensureCluster({ binaries, home, user }: Place): Promise<string> {
  const data = join(home, 'data')
  const passwordFile = join(home, 'password')
  if (await exists(data)) return (await readFile(passwordFile, 'utf8')).trim()
  const password = randomBytes(24).toString('hex')
  const half = join(home, 'data.new')
  await rm(half, { recursive: true, force: true })
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const options = [
    '--username=parley',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ]
  await run(join(binaries, 'initdb'), ['-D', half, ...options], user)
  await rename(half, data)
  return password
}

function launch({ binaries, home, user }: Place, port: number): ChildProcess {
  const log = openSync(join(home, 'postgres.log'), 'a')
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200']
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', join(home, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    // A process group of its own: Ctrl-C goes to the whole group of this process, and the database must end last.
    {
      ...user,
      cwd: home,
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    },
  )
  closeSync(log)
  server.unref()
  return server
}

/** Waits until the server takes connections, and makes the database if it is not there. */
async function ensureDatabase(url: string, server: ChildProcess, log: string): Promise<void> {
  const until = Date.now() + START_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
      if (!rowCount) await client.query(`create database ${DATABASE}`)
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until)
        throw new Error(`The embedded PostgreSQL did not start; ${log} says why.`, { cause: error })
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** A server that outlived the process that started it (`kill -9`) still holds the data folder. */
async function stopOrphan({ home }: Place): Promise<void> {
  const pidFile = join(home, 'data', 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  if (await isPostgresOf(pid, home)) await end(pid)
  // Left by a crash; its number may belong to any program by now.
  else await rm(pidFile, { force: true })
}

async function isPostgresOf(pid: number, home: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    run('ps', ['-o', 'command=', '-p', String(pid)]),
  )
  return command.includes('postgres') && command.includes(join(home, 'data'))
}

/** SIGINT is PostgreSQL's fast shutdown: clients are disconnected, nothing is lost. */
async function end(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    for (const until = Date.now() + STOP_MS; isAlive(pid) && Date.now() < until; ) await sleep(20)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function run(program: string, args: string[], user?: User): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} failed:\n${output}`)),
    )
  })
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
