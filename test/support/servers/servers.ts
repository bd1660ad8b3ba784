import { spawnSync } from 'node:child_process'
import { Redis } from 'ioredis'
import { databaseAt, onPostgres } from './postgres.ts'
import { findServers, JOB, type SharedServers } from './sharedServers.ts'

export { freePort } from './ports.ts'

/** The servers that the jobs of a run share. */
const servers: SharedServers = findServers()
let databases = 0
/** This job's database of Redis, which was empty when it was first opened. */
let redis: Promise<string> | undefined

/** Makes a migrated database for one test file, as a copy of the template. */
export async function makeDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = await servers.postgres()
  const name = `parley_test_${process.pid}_${++databases}`
  const server = databaseAt(template, 'postgres')
  // Copying the template's files takes a third of the time of writing its pages to the log.
  const from = new URL(template).pathname.slice(1)
  await onPostgres(server, `create database ${name} template ${from} strategy file_copy`)
  return {
    url: databaseAt(template, name),
    async drop() {
      // The run's server is deleted with its files. New files would have to avoid each of the 870
      // inodes that a database leaves behind, which ext4 does not reuse for some minutes: that took
      // 10 % of the processor time.
      if (process.env.DATABASE_URL) await onPostgres(server, `drop database ${name} with (force)`)
    },
  }
}

/**
 * Makes a database without tables.
 * @param options of `create database`, such as an encoding
 */
export async function makeEmptyDatabase(
  options = '',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = await servers.postgres()
  const name = `parley_empty_${process.pid}_${++databases}`
  const server = databaseAt(template, 'postgres')
  await onPostgres(server, `create database ${name} template template0 ${options}`)
  return {
    url: databaseAt(template, name),
    drop: async () => void (await onPostgres(server, `drop database ${name} with (force)`)),
  }
}

export const hasRedis =
  Boolean(process.env.REDIS_URL) || spawnSync('redis-server', ['--version']).status === 0

/** Empties this job's database of Redis. @returns its address */
export async function emptyRedis(): Promise<string> {
  redis ??= openRedis()
  const url = await redis
  await withRedis(url, (client) => client.flushdb())
  return url
}

/** @throws if it has other data, because the tests delete everything they find */
async function openRedis(): Promise<string> {
  const url = databaseAt(await servers.redis(), JOB)
  const keys = await withRedis(url, (client) => client.dbsize())
  if (keys > 0 && process.env.REDIS_URL)
    throw new Error(
      `${url} has ${keys} keys, which the tests would delete. Let REDIS_URL name an empty server.`,
    )
  return url
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

/** Stops the servers, for a program that is not a test run. */
export async function stopServers(): Promise<void> {
  if (redis) await emptyRedis()
  await servers.stop()
}
