import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../load/report/figures.ts'
import type { Stack } from '../load/stack.ts'
import type { Measured } from './capacity.ts'

const SYNCS = 100
const PAGE_BYTES = 8192

/** Measures the bytes of rows on the disk, and the milliseconds of a sync of the disk. */
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

/** Returns the median time to write a page to a file in the folder, in milliseconds. */
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
