import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Db } from './db.ts'
import { preparedText } from './statements.ts'

/** Short, because most locks last only milliseconds. The pause doubles each time. */
const FIRST_PAUSE_MS = 2
/** The longest pause, as a share of `mostMs`: 250 ms of 10 s. */
const LONGEST_PAUSE = 1 / 40

export class RowLocked extends AppError {
  constructor() {
    super(
      'unavailable',
      'Another request is changing or deleting this record at the moment. Try again.',
      {
        retryAfter: 5,
      },
    )
  }
}

/**
 * Retries a `skip locked` statement until its row is free. Waiting for the lock in PostgreSQL would
 * keep a connection busy: deleting an agent locks all its threads and messages for seconds, and the
 * waiting writers could use up the pool.
 * @param attempt runs the statement; returns undefined if the row was locked
 * @param mostMs milliseconds after which no further attempt is made
 * @throws RowLocked if the row is still locked after `mostMs`; what `attempt` throws
 */
export async function untilFree<T>(
  attempt: () => Promise<T | undefined>,
  mostMs: number,
): Promise<T> {
  const begun = performance.now()
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, mostMs * LONGEST_PAUSE)) {
    const result = await attempt()
    if (result !== undefined) return result
    if (performance.now() - begun > mostMs) throw new RowLocked()
    await setTimeout(pause)
  }
}

/** An update of one row. The texts are constant SQL, with values as `:name`. */
interface Write {
  table: string
  /** The condition that the row matches as long as it may be written. */
  own: string
  set: string
  /**
   * Another common table expression of the statement. It can read the updated row's id from
   * `written`.
   */
  also?: string
}

/**
 * Updates one row with a statement of its own, and retries as `untilFree` does while the row is
 * locked.
 * @returns false if no row matches
 * @throws RowLocked if the row stays locked for `mostMs` milliseconds
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
