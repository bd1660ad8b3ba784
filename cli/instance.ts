import { mkdir, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { join, relative, resolve } from 'node:path'

/** What a running instance tells whoever asks: the admin tool needs its database, a second start its address. */
export interface Instance {
  pid: number
  address: string
  database_url: string
}

/**
 * One instance per data folder, by a socket in it that the running one answers. The kernel closes it when the process
 * ends, however it ends; a lock file with a process id could not tell a crash from a number that was given out again.
 */
export async function findInstance(dataDir: string): Promise<Instance | undefined> {
  return new Promise((resolve) => {
    const socket = createConnection(socketOf(dataDir))
    let text = ''
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', () => resolve(undefined))
    socket.on('end', () => resolve(JSON.parse(text)))
  })
}

/** Takes the data folder. @returns what gives it back. @throws when another instance has it */
export async function becomeInstance(
  dataDir: string,
  describe: () => Instance,
): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const other = await findInstance(dataDir)
  if (other)
    throw new Error(
      `Parley already runs on ${resolve(dataDir)}: process ${other.pid}, ${other.address}.\n` +
        'Stop that one first, or give this one a folder of its own with PARLEY_DATA_DIR (and a PORT).',
    )
  const path = socketOf(dataDir)
  await rm(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(JSON.stringify(describe()))
  })
  // For this user only: the answer has the database's password.
  const umask = process.umask(0o077)
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  } finally {
    process.umask(umask)
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** Sockets have short names (107 bytes on Linux), so the shorter of the two paths. */
function socketOf(dataDir: string): string {
  const absolute = join(resolve(dataDir), 'instance.sock')
  const here = relative(process.cwd(), absolute)
  return here.length < absolute.length ? here : absolute
}
