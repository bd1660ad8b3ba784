import { type Db, sql } from '../db.ts'

/** Where requests are counted when there is no Redis; `api/limits.ts` does so through its library. */
export const LIMITS_TABLE = 'rate_limits'

/** Forgets windows that are over. */
export async function deleteOldLimits(db: Db): Promise<void> {
  await sql(db)`delete from rate_limits where expire < ${Date.now()}`
}
