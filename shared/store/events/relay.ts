import type { Db } from '../../db/db.ts'
import { sql } from '../../db/statements.ts'
import type { Job } from '../../jobs.ts'

export async function relayEvents(
  db: Db,
): Promise<{ moved: number; organizations: string[]; deliveries: Job[] }> {
  return db.transaction(async (transaction) => {
    const [lock] = await sql<{ mine: boolean }>(transaction)`
      select pg_try_advisory_xact_lock(hashtext('relay')) as mine`
    if (!lock!.mine) return { moved: 0, organizations: [], deliveries: [] }
    const moved = await sql<{ organization_id: string }>(transaction)`
      with batch as (
        delete from event_outbox where id in (select id from event_outbox order by created_at limit 500) returning *
      )
      insert into events (position, id, organization_id, type, target_kind, target_id, facts, is_test, created_at)
      select nextval('event_positions'), id, organization_id, type, target_kind, target_id, facts, is_test, created_at from batch
      returning id, organization_id`
    const ids = moved.map((one: any) => one.id)
    const deliveries = ids.length
      ? await sql<Job>(transaction)`
      with made as (
        insert into webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, next_attempt_at)
        select gen_random_uuid(), e.organization_id, e.id, v.id, v.type, now()
          from events v join webhook_endpoints e on e.organization_id = v.organization_id and e.is_active
           and (v.type = any(e.events) or '*' = any(e.events))
         where v.id = any(${ids}::uuid[])
        returning *
      )
      insert into open_jobs (lane, id, organization_id, endpoint_id, request_id, sweep_at, deadline_at)
      select 'deliver', id, organization_id, endpoint_id, event_id::text, now() + interval '500 ms', now() + interval '7 days' from made
      returning id, organization_id, request_id`
      : []
    return {
      moved: moved.length,
      organizations: [...new Set(moved.map((one) => one.organization_id))],
      deliveries,
    }
  })
}
