import type { Db } from '../lib/db/db.ts'
import { prepared } from '../lib/db/statements.ts'

/** A request that was answered. */
export interface RequestEntry {
  /** UUID v7. */
  id: string
  organization_id: string
  application_id: string | null
  client_id: string | null
  credential: 'application' | 'widget' | 'dashboard'
  method: string
  /** The route, with `{name}` for its parameters and no slash at its end. */
  endpoint: string
  status_code: number
  duration_ms: number
  request_id: string
  /** In ISO 8601. */
  created_at: string
}

/** A request that a rate limit allowed or refused. */
export interface LimitEntry {
  id: string
  organization_id: string
  client_id: string | null
  endpoint: string
  /** The limit's name. */
  bucket: string
  outcome: 'allowed' | 'blocked'
  created_at: string
}

/**
 * Stores requests and adds them to the roll-ups, in one statement. Only new rows are added to the
 * roll-ups, so a request that an earlier attempt stored is not counted again. Rows are written in a
 * fixed order, so that concurrent processes wait for each other instead of deadlocking.
 */
export async function storeRequests(db: Db, entries: readonly RequestEntry[]): Promise<void> {
  await prepared(db)`
    with entries as (
      select e.* from json_to_recordset(${JSON.stringify(entries)}::json) as e
             (id uuid, organization_id uuid, application_id uuid, client_id text, credential text, method text,
              endpoint text, status_code smallint, duration_ms real, request_id text, created_at timestamptz)
        -- An organization that was just deleted must not make the rows of others fail.
        join organizations o on o.id = e.organization_id
    ), logged as (
      insert into request_logs (id, organization_id, client_id, credential, method, endpoint, status_code,
                                duration_ms, request_id, created_at)
      select id, organization_id, client_id, credential, method, endpoint, status_code, duration_ms, request_id,
             created_at
        from entries
      on conflict do nothing
      returning organization_id, date_bin('1 hour', created_at, 'epoch') as hour, client_id, method, endpoint,
                status_code, duration_ms, duration_bucket(duration_ms)
    ), counted as (
      insert into request_rollups as r (organization_id, hour, client_id, method, endpoint, status_code, count)
      select organization_id, hour, client_id, method, endpoint, status_code, count(*)
        from logged group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict (organization_id, hour, client_id, method, endpoint, status_code) do update
        set count = r.count + excluded.count
    ), timed as (
      insert into request_durations as r
             (organization_id, hour, client_id, method, endpoint, status_code, duration_bucket, count, total_ms)
      select organization_id, hour, client_id, method, endpoint, status_code, duration_bucket, count(*),
             sum(duration_ms::float8)
        from logged group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (organization_id, hour, client_id, method, endpoint, status_code, duration_bucket) do update
        set count = r.count + excluded.count, total_ms = r.total_ms + excluded.total_ms
    ), timed_by_endpoint as (
      insert into endpoint_durations as r
             (organization_id, hour, method, endpoint, duration_bucket, count, errors, total_ms)
      select organization_id, hour, method, endpoint, duration_bucket, count(*),
             count(*) filter (where status_code >= 400), sum(duration_ms::float8)
        from logged group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (organization_id, hour, method, endpoint, duration_bucket) do update
        set count = r.count + excluded.count, errors = r.errors + excluded.errors,
            total_ms = r.total_ms + excluded.total_ms
    )
    insert into application_uses as u (organization_id, application_id, last_used_at)
    select a.organization_id, a.id, max(e.created_at)
      from entries e join applications a on a.organization_id = e.organization_id and a.id = e.application_id
     group by 1, 2 order by 1, 2
    on conflict (organization_id, application_id) do update
      set last_used_at = greatest(u.last_used_at, excluded.last_used_at)`
}

/** Stores each refusal, and adds allowed requests to the sums of their hours. */
export async function storeLimitEvents(db: Db, entries: readonly LimitEntry[]): Promise<void> {
  await prepared(db)`
    with entries as (
      select e.* from json_to_recordset(${JSON.stringify(entries)}::json) as e
             (id uuid, organization_id uuid, client_id text, endpoint text, bucket text, outcome text,
              created_at timestamptz)
        join organizations o on o.id = e.organization_id
    ), blocked as (
      insert into limit_blocks (id, organization_id, client_id, endpoint, bucket, created_at)
      select id, organization_id, client_id, endpoint, bucket, created_at from entries where outcome = 'blocked'
      on conflict do nothing
    )
    insert into limit_allowances as r (organization_id, hour, client_id, endpoint, bucket, count)
    select organization_id, date_bin('1 hour', created_at, 'epoch'), client_id, endpoint, bucket, count(*)
      from entries where outcome = 'allowed' group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (organization_id, hour, client_id, endpoint, bucket) do update
      set count = r.count + excluded.count`
}
