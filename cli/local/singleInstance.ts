import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { join, relative } from 'node:path'
import type { Environment } from '../../shared/lib/config/config.ts'

/**
 * What a running instance answers. The admin tool needs its database, and a second start its
 * address.
 */
export interface Instance {
  pid: number
  address: string
  /** Empty while the database starts. */
  database_url: string
  /**
   * The settings of its processes, by name. They contain secrets, such as the database's address.
   */
  settings?: Environment
  /** Whether it is about to end, so that waiting for the folder makes sense. */
  leaving: boolean
}

const MAX_WAIT_MS = 30_000

/**
 * Finds the running instance of a folder by its socket, which the instance answers. The kernel
 * closes the socket when the process ends. A lock file with a process id could not distinguish a
 * crashed instance from another program that has got its id.
 */
export async function findInstance(home: string): Promise<Instance | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(socketOf(home))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => resolve(undefined))
    socket.on('end', () => resolve(text ? JSON.parse(text) : undefined))
  })
}

/**
 * Takes the folder, and waits for an instance that is leaving.
 * @returns releases the folder
 * @throws if another instance has it
 */
export const becomeInstance = (home: string, describe: () => Instance) =>
  oneAtATime(home, () => takeFolder(home, describe))

/**
 * Runs work while no other process of this folder does, so that two starts cannot both find it
 * free. The lock is an abstract socket name, which only Linux has. The kernel releases it when the
 * process ends.
 */
async function oneAtATime<T>(home: string, work: () => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') return work()
  const name = `\0parley-${createHash('sha256')
    .update(await realpath(home))
    .digest('hex')}`
  const lock = createServer((socket) => socket.destroy())
  const take = () =>
    new Promise<boolean>((resolve) => {
      lock.once('error', () => resolve(false)).listen(name, () => resolve(true))
    })
  for (const until = Date.now() + MAX_WAIT_MS; !(await take()) && Date.now() < until; )
    await new Promise((resolve) => setTimeout(resolve, 50))
  try {
    return await work()
  } finally {
    lock.close()
  }
}

async function takeFolder(home: string, describe: () => Instance): Promise<() => Promise<void>> {
  let other = await findInstance(home)
  for (const until = Date.now() + MAX_WAIT_MS; other?.leaving && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    other = await findInstance(home)
  }
  if (other)
    throw new Error(
      `Parley already runs on ${home}: process ${other.pid}, ${other.address}.\n` +
        'Stop that instance first, or give this one a folder of its own with PARLEY_DATA_DIR (and a PORT).',
    )
  const path = socketOf(home)
  await rm(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(JSON.stringify(describe()))
  })
  // Only this user may connect, because the answer has the database's password.
  const umask = process.umask(0o077)
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve)
    })
  } finally {
    process.umask(umask)
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/**
 * Returns the shorter of the socket's two paths, because names are limited to 107 bytes on Linux.
 */
function socketOf(home: string): string {
  const absolute = join(home, 'instance.sock')
  const here = relative(process.cwd(), absolute)
  return here.length < absolute.length ? here : absolute
}
