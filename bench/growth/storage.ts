import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../load/report/figures.ts'
import type { Stack } from '../load/stack.ts'
import type { Measured } from './capacity.ts'

const SYNCS = 100
const PAGE_BYTES = 8192

/**
 * Measures how many bytes rows take on the disk, and how many milliseconds the disk takes for a
 * sync.
 */
export async function readStorage(
  stack: Stack,
  database: string,
): Promise<Pick<Measured, 'exchange_bytes' | 'request_bytes' | 'sync_ms'>> {
  const [row] = await stack.query<{ exchange: number; request: number }>(
    database,
    `select (select sum(pg_total_relation_size(name::regclass)) from unnest('{threads,messages,usages,jobs}'::text[]) name)::float8
              / (select count(*) from usages) as exchange,
            pg_total_relation_size('request_logs')::float8 / (select count(*) from request_logs) as request`,
  )
  return {
    exchange_bytes: row!.exchange,
    request_bytes: row!.request,
    sync_ms: syncMs(stack.folder),
  }
}

/** Milliseconds for a page that is written to a file in the folder; the median. */
function syncMs(folder: string): number {
  const file = join(folder, 'sync')
  const opened = openSync(file, 'w')
  const page = Buffer.alloc(PAGE_BYTES, 1)
  const times = Array.from({ length: SYNCS }, (_, at) => {
    writeSync(opened, page, 0, PAGE_BYTES, at * PAGE_BYTES)
    const began = performance.now()
    fdatasyncSync(opened)
    return performance.now() - began
  })
  closeSync(opened)
  rmSync(file)
  return median(times)
}
