import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'

/**
 * Seconds after a minute during which API processes still store its refusals. Later refusals get
 * another event.
 */
const SETTLED_SECONDS = 10
/** The most minutes of one call. */
const BATCH = 1_000

/** Writes an event for each past minute in which a limit refused requests. @returns how many */
export async function writeLimitEvents(db: Db): Promise<number> {
  const rows = await sqlText(
    db,
    `with due as materialized (
       select organization_id, minute, bucket from limit_minutes
        where minute < now() - interval '1 minute ${SETTLED_SECONDS} seconds'
        limit ${BATCH} for update skip locked
     ), ended as (
       delete from limit_minutes m using due
        where m.organization_id = due.organization_id and m.minute = due.minute and m.bucket = due.bucket
       returning m.*
     )
     insert into event_outbox (organization_id, type, target_kind, target_id, facts)
     select organization_id, 'limit.blocked', 'organization', organization_id,
            jsonb_build_object('bucket', bucket, 'minute', minute, 'count', count)
       from ended order by minute
     returning id`,
  )
  return rows.length
}
