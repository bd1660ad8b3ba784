import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  constants,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { exists, type Place, type User } from './paths.ts'

/**
 * The embedded PostgreSQL: real server binaries from npm. The package's own class ties the server
 * to this process group and to exit hooks, so that a Ctrl-C would stop the database before the
 * workers; see docs/decisions.
 */
export interface EmbeddedPostgres {
  url: string
  /** Resolves when the server has shut down. Its clients should have disconnected before. */
  stop(): Promise<void>
}

const DATABASE = 'parley'
/** Milliseconds that a starting server may stay silent. */
const START_MS = 15_000
const PROGRESS_MS = 5_000
const STOP_MS = 10_000
const RESTART_MS = 1_000
const HALF_MADE = 'data.new-'
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Starts the server on a free port of the loopback address, and creates its data folder the first
 * time. If the server ends by itself, starts it again on the same port.
 * @param settings its own settings, such as `fsync=off`
 * @param onRecovery called every 5 s with the seconds so far while the server recovers from a
 *   crash, which may take minutes
 */
export async function startPostgres(
  place: Place,
  settings: string[] = [],
  onRecovery: (seconds: number) => void = () => undefined,
): Promise<EmbeddedPostgres> {
  const password = await ensureCluster(place)
  await stopOrphan(place)
  const memory = (await isShared('/dev/shm')) ? [] : ['dynamic_shared_memory_type=mmap']
  const port = await freePort()
  const url = (database: string) => `postgresql://parley:${password}@127.0.0.1:${port}/${database}`
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let server = open()

  function open(): ChildProcess {
    const opened = launch(place, port, [...memory, ...settings])
    const dismiss = opened.pid ? endWithUs(opened.pid, place.user) : () => undefined
    opened.once('exit', () => {
      dismiss()
      if (stopping) return
      console.error('The embedded PostgreSQL ended, starting it again')
      timer = setTimeout(() => {
        server = open()
      }, RESTART_MS)
    })
    return opened
  }

  async function stop(): Promise<void> {
    stopping = true
    clearTimeout(timer)
    if (server.pid) await end(server.pid)
  }

  try {
    await ensureDatabase(url('postgres'), join(place.home, 'postgres.log'), onRecovery)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: url(DATABASE), stop }
}

/**
 * Creates the cluster, again if an earlier start was interrupted.
 * @returns the database's password
 */
async function ensureCluster({ binaries, home, user }: Place): Promise<string> {
  const data = join(home, 'data')
  const passwordFile = join(home, 'password')
  if (await exists(data)) {
    // PostgreSQL refuses a folder that others may enter or that another user owns, such as a copy
    // or a restored backup.
    await chmod(data, 0o700)
    if (user) await chown(data, user.uid, user.gid)
    const password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim()
    if (!password)
      throw new Error(
        `${passwordFile} has no password. Restore it, or remove ${home} to begin anew.`,
      )
    return password
  }
  const password = randomBytes(24).toString('hex')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (user) await chown(passwordFile, user.uid, user.gid)
  const options = [
    '--username=parley',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ]
  // Uses a new name each time: the initdb of a killed start may still be writing to the old one.
  const half = join(home, `${HALF_MADE}${randomBytes(4).toString('hex')}`)
  await run(join(binaries, 'initdb'), ['-D', half, ...options], user)
  await rename(half, data)
  for (const name of await readdir(home))
    if (name.startsWith(HALF_MADE))
      await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined)
  return password
}

function launch({ binaries, home, user }: Place, port: number, more: string[]): ChildProcess {
  const log = openSync(join(home, 'postgres.log'), 'a')
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...more,
  ]
  const server = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      join(home, 'data'),
      '-p',
      String(port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    // Runs in its own process group: Ctrl-C reaches the whole group of this process, and the
    // database must end last.
    { ...user, cwd: home, detached: true, stdio: ['ignore', log, log], env: ENVIRONMENT },
  )
  server.on('error', (error) =>
    console.error(`The embedded PostgreSQL cannot be run: ${error.message}`),
  )
  closeSync(log)
  server.unref()
  return server
}

/**
 * Ends the server when this process is gone, even by `kill -9`: the pipe to this shell closes then.
 * The server waits for its clients, which end by themselves.
 * @returns ends the shell
 */
function endWithUs(pid: number, user?: User): () => void {
  const shell = spawn('sh', ['-c', 'read -r line || kill -TERM "$0"', String(pid)], {
    ...user,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const pipe = shell.stdin as Socket
  for (const handle of [shell, pipe]) handle.on('error', () => undefined).unref()
  return () => pipe.end('\n')
}

/** Whether shared memory exists, which some containers lack. */
const isShared = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )

/** SQLSTATE of a server that is starting or recovering. */
const CANNOT_CONNECT_NOW = '57P03'

/** Waits until the server takes connections, and creates the database if it is missing. */
async function ensureDatabase(
  url: string,
  log: string,
  onRecovery: (seconds: number) => void,
): Promise<void> {
  const begun = Date.now()
  let reported = begun
  for (let until = begun + START_MS; ; ) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rowCount } = await client.query('select from pg_database where datname = $1', [
        DATABASE,
      ])
      if (!rowCount) await client.query(`create database ${DATABASE}`)
      return
    } catch (error) {
      if ((error as { code?: string }).code === CANNOT_CONNECT_NOW) {
        until = Date.now() + START_MS
        if (Date.now() - reported > PROGRESS_MS) {
          reported = Date.now()
          onRecovery(Math.round((reported - begun) / 1000))
        }
      }
      if (Date.now() > until)
        throw new Error(`The embedded PostgreSQL did not start; ${log} says why.`, { cause: error })
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Stops a server that outlived its parent (`kill -9`) and still holds the data folder. */
async function stopOrphan({ home }: Place): Promise<void> {
  const pidFile = join(home, 'data', 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!pid) return
  if (await isPostgresOf(pid, home)) await end(pid)
  // A crash left this file. Its process id may belong to any program by now.
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function run(program: string, args: string[], user?: User): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...user, cwd: '/', env: ENVIRONMENT })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
      })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${program} failed:\n${output}`)),
    )
  })
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
