import pg from 'pg'
import { eventually } from '../http/client.ts'
import type { TestDb } from './testDb.ts'

/**
 * Intercepts the statements that this process sends to its databases, in whichever way. Each runs
 * when `pass` is called.
 * @returns a function that stops it
 */
export function interceptStatements(intercept: (text: string, pass: () => any) => any): () => void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]) {
    const [statement] = args as [string | { text?: string }]
    const text = typeof statement === 'string' ? statement : (statement.text ?? '')
    return intercept(text, () => query.apply(this, args as never))
  } as typeof query
  return () => {
    pg.Client.prototype.query = query
  }
}

/** Counts the statements that match `like` and that the work sends. */
export async function countStatements(work: () => Promise<unknown>, like = /./): Promise<number> {
  let count = 0
  const end = interceptStatements((text, pass) => {
    if (like.test(text)) count++
    return pass()
  })
  try {
    await work()
  } finally {
    end()
  }
  return count
}

/** Resolves when so many statements of this database wait for a lock. */
export const waitsForLock = (db: TestDb, count = 1): Promise<boolean> =>
  eventually(async () => {
    const { rows } = await db.raw(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length >= count
  })
