import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Db } from './db.ts'
import { preparedText } from './statements.ts'

/** Most locks last milliseconds. */
const FIRST_PAUSE_MS = 2
/** The longest pause, as a share of the whole time. */
const LONGEST_PAUSE = 1 / 40

export class RowLocked extends AppError {
  constructor() {
    super('unavailable', 'Somebody is changing or deleting this at the moment. Try again.', { retryAfter: 5 })
  }
}

/**
 * Retries a `skip locked` statement until the row is free, instead of holding a connection while waiting for the lock: deleting an
 * agent locks all its threads and messages for seconds, and waiting writers could take every connection.
 * @param attempt undefined: the row is held
 * @throws RowLocked when the row stays locked for `mostMs`
 */
export async function untilFree<T>(attempt: () => Promise<T | undefined>, mostMs: number): Promise<T> {
  const begun = performance.now()
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, mostMs * LONGEST_PAUSE)) {
    const result = await attempt()
    if (result !== undefined) return result
    if (performance.now() - begun > mostMs) throw new RowLocked()
    await setTimeout(pause)
  }
}

/** One row, and what is written to it. The texts are constants, with values as `:name`. */
interface Write {
  table: string
  /** The condition that finds the row while it is still to be written. */
  own: string
  set: string
  /** More of the statement's `with`, for what it does besides; `written` has the row. */
  also?: string
}

/**
 * Writes one row in its own statement, and retries as `untilFree` does.
 * @returns false when there is no such row
 * @throws RowLocked
 */
export function writeWhenFree(
  db: Db,
  { table, own, set, also }: Write,
  values: Readonly<Record<string, unknown>>,
  mostMs: number,
): Promise<boolean> {
  const statement = `
    with free as (
      select id from ${table} where ${own} for no key update skip locked
    ), written as (
      update ${table} r set ${set}
       where ${own} and id = any(array(select id from free))
      returning r.id
    )${also ? `, ${also}` : ''}
    select exists (select from written) as is_written from ${table} where ${own}`
  return untilFree(async () => {
    const [row] = await preparedText<{ is_written: boolean }>(db, statement, values)
    return row ? row.is_written || undefined : false
  }, mostMs)
}
