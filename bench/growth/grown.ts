import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createApplication } from '../../shared/applications/applications.ts'
import { makeDb } from '../../shared/lib/db/db.ts'
import { setHourlyLimit } from '../../shared/people/organizations.ts'
import type { Stack } from '../load/stack.ts'
import { type Seeded, seedGrowth, sizesOf } from './seed.ts'

/** The organization of the bench's clients, which has most of the rows. */
const ORGANIZATION = 'Bench'
/** More questions than can be asked in an hour. */
const NO_LIMIT = 2_000_000_000

/** A database with the size of three months, with credentials for its threads. */
export interface Grown {
  name: string
  url: string
  headers: Record<string, string>
  /** The organization with the chunks. */
  library: { headers: Record<string, string> }
  longestPath: string
}

export const pathOf = (threadId: string) => `/api/v1/conversations/${threadId}/messages`

/** Fills a copy of the stack's database, or finds the copy of an earlier run. */
export async function findGrown(
  stack: Stack,
  share: number,
  log: (line: string) => void,
): Promise<Grown> {
  const file = join(stack.folder, `grown-${share}.json`)
  const name = `bench_grown_${String(share).replace('.', '_')}`
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8'))
    return { ...kept, url: stack.urlOf(kept.name) }
  }
  const url = stack.urlOf(name)
  await stack.copySeeded(name)
  const seeded = await seedGrowth(url, sizesOf(share), {
    name: ORGANIZATION,
    until: Date.now(),
    log,
  })
  const grown = { name, headers: stack.seeded.headers, ...(await openLibrary(url, seeded)) }
  writeFileSync(file, JSON.stringify(grown))
  return { ...grown, url }
}

async function openLibrary(url: string, { libraryId, longestThreadId }: Seeded) {
  const db = makeDb(url, 1)
  try {
    await setHourlyLimit(db, libraryId, NO_LIMIT)
    const { application, secret } = await createApplication(db, {
      organization_id: libraryId,
      name: ORGANIZATION,
      allowed_origins: [],
    })
    return {
      library: {
        headers: { 'x-api-key': application.client_id, 'x-api-secret': secret },
      },
      longestPath: pathOf(longestThreadId),
    }
  } finally {
    await db.destroy()
  }
}

/**
 * Loads everything that a message may read. For the request log, these are only the indexes,
 * because messages write to it and do not read it.
 */
export async function readIntoMemory(stack: Stack, { name }: Grown): Promise<void> {
  await stack.query(name, 'create extension if not exists pg_prewarm')
  await stack.query(
    name,
    `select sum(pg_prewarm(oid)) from pg_class
      where relnamespace = 'public'::regnamespace
        and (relkind = 'i' or relkind = 'r' and relname not in ('request_logs', 'request_durations', 'endpoint_durations'))`,
  )
}
