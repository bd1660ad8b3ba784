import type { Db } from '../lib/db/db.ts'
import { leastIdAt } from '../lib/db/ids.ts'
import { sqlText } from '../lib/db/statements.ts'

/** The most rows that one statement deletes. */
const BATCH_ROWS = 5_000
/** The most statements of one call. */
const MAX_BATCHES = 40

/** SQL for the smallest id that an event of `:days` days ago may have. */
const BEFORE = leastIdAt(
  '(extract(epoch from now() - make_interval(days => :days)) * 1000)::bigint',
)

/**
 * Deletes the ended deliveries of events older than `days`, with their attempts, and events of that
 * age that were never relayed. `partitions.ts` drops a partition of events once all of its events
 * are as old.
 * @returns how many rows of each table, without the attempts
 */
export async function deleteOldDeliveries(
  db: Db,
  days: number,
  stop?: AbortSignal,
): Promise<Record<string, number>> {
  const statements = {
    webhook_deliveries: `delete from webhook_deliveries where (organization_id, id) in (
        select organization_id, id from webhook_deliveries where event_id < ${BEFORE} and status <> 'pending'
         limit ${BATCH_ROWS} for update skip locked) returning 1`,
    event_outbox: `delete from event_outbox where id in (
        select id from event_outbox where id < ${BEFORE} order by id limit ${BATCH_ROWS} for update skip locked) returning 1`,
  }
  const deleted: Record<string, number> = {}
  for (const [table, statement] of Object.entries(statements))
    for (let batch = 0; batch < MAX_BATCHES && !stop?.aborted; batch++) {
      const rows = (await sqlText(db, statement, { days })).length
      deleted[table] = (deleted[table] ?? 0) + rows
      if (rows < BATCH_ROWS) break
    }
  return deleted
}
