import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'

/**
 * A table that is partitioned by month, so that a whole month can be dropped
 * (`migrations/baseline/partitions.ts`). A partition is named after its table and month in UTC,
 * such as `jobs_2027_01`. The first partition, such as `jobs_until_2027_01`, holds all earlier
 * rows. `jobs_rest` holds the rows of no other partition.
 */
interface PartitionedTable {
  table: string
  /** The column that determines a row's month. */
  key: 'created_at' | 'reply_id'
  /** The setting for the days that months are kept; 0: forever. */
  kept: 'REQUEST_LOG_DAYS' | 'ANALYTICS_DAYS' | 'USAGE_DAYS' | 'EVENT_DAYS'
  /** Whether roll-ups are computed from its rows. The rows then stay until this is done. */
  isSummedUp: boolean
}

const PARTITIONED: readonly PartitionedTable[] = [
  { table: 'request_logs', key: 'created_at', kept: 'REQUEST_LOG_DAYS', isSummedUp: true },
  { table: 'jobs', key: 'created_at', kept: 'ANALYTICS_DAYS', isSummedUp: true },
  { table: 'usages', key: 'reply_id', kept: 'USAGE_DAYS', isSummedUp: true },
  { table: 'events', key: 'created_at', kept: 'EVENT_DAYS', isSummedUp: false },
]

/**
 * The number of future months that have a partition. If no worker runs for longer, new rows go to
 * `…_rest`.
 */
const AHEAD = 3

/**
 * The most milliseconds that a change waits for its lock, because later statements queue behind it.
 * The next round retries.
 */
const LOCK_MS = 800

interface Partition {
  name: string
  /** The first moment after its months; null: it is `…_rest`. */
  end: Date | null
}

/**
 * Creates the partitions of the coming months, and drops partitions whose rows have all expired.
 * @returns how many were created and dropped
 */
export async function maintainPartitions(
  db: Db,
  days: Pick<Config, PartitionedTable['kept']>,
  now = new Date(),
): Promise<Record<string, number>> {
  const counts = { made: 0, dropped: 0 }
  for (const monthly of PARTITIONED) {
    const last = addMonths(now, AHEAD)
    for (let month = await firstMissing(db, monthly); month <= last; month = addMonths(month, 1)) {
      // Another worker is creating it. A later month must not come first, because the months before
      // it would then never be created.
      if (!(await makeMonth(db, monthly, month))) break
      counts.made++
    }
    // Autovacuum analyzes the partitions, but not the partitioned table.
    if (counts.made > 0) await sqlText(db, `analyze ${monthly.table}`)
    const kept = days[monthly.kept]
    if (kept === 0) continue
    const before = new Date(now.getTime() - kept * 86_400_000)
    for (const { name, end } of await partitionsOf(db, monthly))
      if (end && end <= before) counts.dropped += await dropMonth(db, monthly, { name, end })
  }
  return counts
}

/**
 * Returns the names of all partitions of a table, or of the table itself if it is not partitioned.
 */
export async function partitionNames(db: Db, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }>(db)`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = ${table}::regclass order by c.relname`
  return rows.length ? rows.map(({ name }) => name) : [table]
}

async function partitionsOf(db: Db, { table }: PartitionedTable): Promise<Partition[]> {
  return (await partitionNames(db, table)).map((name) => {
    const [, until, year, month] = /_(until_)?(\d{4})_(\d\d)$/.exec(name) ?? []
    const begin = year ? new Date(Date.UTC(Number(year), Number(month) - 1, 1)) : null
    return { name, end: begin && (until ? begin : addMonths(begin, 1)) }
  })
}

async function firstMissing(db: Db, monthly: PartitionedTable): Promise<Date> {
  const ends = (await partitionsOf(db, monthly)).map(({ end }) => Number(end))
  return new Date(Math.max(...ends))
}

/**
 * Creates the partition of a month, and moves its rows there from `…_rest`. Does not block inserts.
 */
async function makeMonth(db: Db, { table, key }: PartitionedTable, month: Date): Promise<number> {
  const name = `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`
  const [from, to] = [month, addMonths(month, 1)].map((time) => keyAt(key, time))
  return alone(db, async (transaction) => {
    if ((await partitionNames(transaction, table)).includes(name)) return
    await sqlText(
      transaction,
      `create table ${name} (like ${table} including all);
       with moved as (
         delete from ${table}_rest where ${key} >= '${from}' and ${key} < '${to}' returning *)
       insert into ${name} select * from moved;
       alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`,
    )
  })
}

/** Drops a month, unless it has hours that are not rolled up yet, which the figures would lose. */
async function dropMonth(
  db: Db,
  { table, isSummedUp }: PartitionedTable,
  { name, end }: { name: string; end: Date },
): Promise<number> {
  const [behind] = await sql<{ is: boolean }>(db)`
    select exists (select from activity_rolled where until < ${end}) as is`
  if (isSummedUp && behind!.is) return 0
  return alone(db, async (transaction) => {
    if (!(await partitionNames(transaction, table)).includes(name)) return
    await sqlText(transaction, `alter table ${table} detach partition ${name}; drop table ${name}`)
  })
}

/** Runs `work` unless another worker is changing partitions. @returns 1 if it ran, otherwise 0 */
function alone(db: Db, work: (transaction: Db) => Promise<void>): Promise<number> {
  return db.transaction(async (transaction) => {
    const [lock] = await sqlText<{ mine: boolean }>(
      transaction,
      `select pg_try_advisory_xact_lock(hashtext('parley months')) as mine,
              set_config('lock_timeout', '${LOCK_MS}ms', true)`,
    )
    if (!lock!.mine) return 0
    await work(transaction)
    return 1
  })
}

const addMonths = (time: Date, months: number) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))

/** Returns the smallest key of a month. The first 48 bits of a UUID of version 7 are its time. */
function keyAt(key: PartitionedTable['key'], month: Date): string {
  const hex = month.getTime().toString(16).padStart(12, '0')
  return key === 'created_at'
    ? month.toISOString()
    : `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
