import type { Config } from '../lib/config/config.ts'
import { builder, run } from '../lib/db/builder.ts'
import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { partitionNames } from './partitions.ts'

/**
 * The kinds of data that an organization can keep for less time than the service, each with the
 * setting of the service.
 */
export const SERVICE_SETTINGS = {
  message_days: 'MESSAGE_DAYS',
  trace_days: 'TRACE_DAYS',
  request_log_days: 'REQUEST_LOG_DAYS',
  analytics_days: 'ANALYTICS_DAYS',
  audit_days: 'AUDIT_DAYS',
} as const

export type RetentionSetting = keyof typeof SERVICE_SETTINGS
export const RETENTION_SETTINGS = Object.keys(SERVICE_SETTINGS) as RetentionSetting[]

/** Days; null: the setting of the service applies. */
export type Retention = Record<RetentionSetting, number | null>

export interface RetentionPeriod {
  /** The organization's own setting; null: the service's applies. */
  own: number | null
  /** The setting of the service, which is the maximum; null: forever. */
  most: number | null
  /** The days that apply: the lesser of both; null: forever. */
  days: number | null
}

const NOTHING_OWN: Retention = {
  message_days: null,
  trace_days: null,
  request_log_days: null,
  analytics_days: null,
  audit_days: null,
}

export async function readRetention(db: Db, organizationId: string): Promise<Retention> {
  const [row] = await sql<Retention>(db)`
    select message_days, trace_days, request_log_days, analytics_days, audit_days from retentions
     where organization_id = ${organizationId}`
  return row ?? NOTHING_OWN
}

/** Stores the values in `changes`. @returns all values after the change */
export async function changeRetention(
  db: Db,
  organizationId: string,
  changes: Partial<Retention>,
): Promise<Retention> {
  const query = builder('retentions')
    .insert({ organization_id: organizationId, ...changes })
    .onConflict('organization_id')
    .merge({ ...changes, updated_at: builder.fn.now() })
    .returning(RETENTION_SETTINGS)
  return (await run<Retention>(db, query)).rows[0]!
}

/** Returns how long each kind of an organization's data is kept. */
export function retentionPeriods(
  config: Config,
  retention: Retention,
): Record<RetentionSetting, RetentionPeriod> {
  const of = (name: RetentionSetting): RetentionPeriod => {
    const most = config[SERVICE_SETTINGS[name]] || null
    const own = retention[name]
    return { own, most, days: own && most ? Math.min(own, most) : (own ?? most) }
  }
  return Object.fromEntries(RETENTION_SETTINGS.map((name) => [name, of(name)])) as Record<
    RetentionSetting,
    RetentionPeriod
  >
}

/** The tables of each kind, with the column of a row's age. */
const TABLES: Record<
  Exclude<RetentionSetting, 'message_days'>,
  readonly (readonly [table: string, time: string])[]
> = {
  trace_days: [['reply_traces', 'created_at']],
  request_log_days: [['request_logs', 'created_at']],
  analytics_days: [
    ['request_rollups', 'hour'],
    ['request_durations', 'hour'],
    ['endpoint_durations', 'hour'],
    ['limit_blocks', 'created_at'],
    ['limit_allowances', 'hour'],
    ['activity_durations', 'hour'],
    ['activity_failures', 'hour'],
    ['jobs', 'created_at'],
  ],
  audit_days: [['audit_events', 'created_at']],
}

/** The most rows that one statement deletes. */
const BATCH_ROWS = 10_000
/** The most statements of one call for a table or partition. */
const MAX_BATCHES = 20

/**
 * SQL for the time before which rows of organization `o` have expired; null: they are kept forever.
 */
const endOf = (kept: RetentionSetting) =>
  `now() - make_interval(days => least(r.${kept}, nullif(:days, 0)))`

/**
 * Deletes expired rows of one kind, except messages, in small statements that hold locks briefly.
 * @param serviceDays the setting of the service. An organization's own setting applies if it is
 *   less
 * @returns how many rows of each table
 */
export async function deleteOldRows(
  db: Db,
  kept: keyof typeof TABLES,
  serviceDays: number,
  stop?: AbortSignal,
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  // Each partition separately, because a `ctid` is unique only in its partition.
  for (const [table, time] of TABLES[kept])
    for (const partition of await partitionNames(db, table)) {
      const rows = await deleteOldRowsOf(db, partition, time, { kept, serviceDays, stop })
      deleted[table] = (deleted[table] ?? 0) + rows
    }
  return deleted
}

async function deleteOldRowsOf(
  db: Db,
  table: string,
  time: string,
  {
    kept,
    serviceDays,
    stop,
  }: { kept: RetentionSetting; serviceDays: number; stop: AbortSignal | undefined },
): Promise<number> {
  let rows = 0
  for (let batch = 0; batch < MAX_BATCHES && !stop?.aborted; batch++) {
    const [deleted] = await sqlText<{ rows: number }>(
      db,
      // Iterates over the organizations, because each has its own retention and all indexes begin
      // with them.
      `with deleted as (delete from ${table} where ctid = any (array(
         select old.ctid from organizations o left join retentions r on r.organization_id = o.id
          cross join lateral (
            select ctid from ${table}
             where organization_id = o.id and ${time} < ${endOf(kept)}
             limit ${BATCH_ROWS} for update skip locked
          ) old limit ${BATCH_ROWS})) returning 1)
       select count(*)::int as rows from deleted`,
      { days: serviceDays },
    )
    rows += deleted!.rows
    if (deleted!.rows < BATCH_ROWS) break
  }
  return rows
}

/**
 * The approximate number of messages that one statement deletes. It deletes whole threads, so it
 * may delete more.
 */
const BATCH_MESSAGES = 5_000
/**
 * The most threads of an organization that one statement deletes, so that a large organization does
 * not delay others.
 */
const BATCH_THREADS = 100

/**
 * Deletes threads whose last message is older than the retention of their organization, oldest
 * first, with their messages, feedback and traces. Their usage rows stay, so that their cost
 * remains known. A thread stays if a reply is unfinished, or if its messages are not rolled up yet,
 * because the figures would lose them.
 *
 * A thread that gets a message at this moment is locked and therefore skipped. Afterwards it is no
 * longer old. A message that comes a moment too late finds no thread.
 * @param serviceDays the setting of the service; 0: forever, unless the organization has its own
 *   setting
 * @returns how many threads and messages were deleted
 */
export async function deleteOldThreads(
  db: Db,
  serviceDays: number,
): Promise<{ threads: number; messages: number }> {
  const [deleted] = await sqlText<{ threads: number; messages: number }>(
    db,
    `with candidates as (
       select t.id, sum(t.last_seq) over (order by t.nth, t.active_at, t.id) - t.last_seq as messages_before
         from organizations o
         left join retentions r on r.organization_id = o.id
         join activity_rolled a on a.organization_id = o.id
        cross join lateral (
          select oldest.*, row_number() over (order by active_at, id) as nth
            from (
              select t.id, b.active_at, t.last_seq
                from threads_by_activity b join threads t on t.id = b.thread_id
               where b.organization_id = o.id and b.active_at < ${endOf('message_days')} and b.active_at < a.until
                     ${UNFINISHED}
               order by b.active_at, b.thread_id limit ${BATCH_THREADS}) oldest) t
     ), old as (
       select t.id, t.last_seq from threads t join organizations o on o.id = t.organization_id
         left join retentions r on r.organization_id = o.id
        where t.id = any(array(select id from candidates where messages_before < ${BATCH_MESSAGES}))
          and t.active_at < ${endOf('message_days')} ${UNFINISHED}
          for update of t skip locked
     ), deleted as (
       delete from threads t using old where t.id = old.id returning old.last_seq
     )
     select count(*)::int as threads, coalesce(sum(last_seq), 0)::int as messages from deleted`,
    { days: serviceDays },
  )
  return deleted!
}

/** The most test threads that one statement deletes. */
const BATCH_TESTS = 100

/**
 * Deletes threads of test keys a day after they were opened, with their messages, feedback and
 * traces. A thread with an unfinished reply stays until the reply has ended.
 * @returns how many threads were deleted
 */
export async function deleteTestThreads(db: Db): Promise<number> {
  const rows = await sqlText(
    db,
    `with old as (
       select t.id from threads t
        where t.is_test and t.created_at < now() - interval '1 day' ${UNFINISHED}
        limit ${BATCH_TESTS} for update of t skip locked
     )
     delete from threads t using old where t.id = old.id returning t.id`,
    {},
  )
  return rows.length
}

/**
 * SQL for whether the thread `t` has no unfinished reply. Does not use `not exists`, which the
 * planner may turn into a join that reads all threads. Nor does it use `is null`, which the planner
 * expects of 0.5 % of the threads, so that it would sort all old threads.
 */
const UNFINISHED = `and coalesce((
  select false from open_jobs j where j.thread_id = t.id and j.position >= t.first_open_seq limit 1), true)`
