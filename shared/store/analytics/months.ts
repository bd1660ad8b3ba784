import type { Config } from '../../config/config.ts'
import { type Db, sql } from '../../db/db.ts'

/**
 * The tables that are partitioned by month, so that a whole month can be dropped: migration 0053. A partition is named after its table and
 * month (UTC), as in `jobs_2027_01`; the first one holds all before a month, as in `jobs_until_2027_01`, and `jobs_rest` what has no other.
 */
interface Monthly {
  table: string
  /** What says to which month a row belongs. */
  key: 'created_at' | 'reply_id'
  /** The setting after whose days a month is dropped; 0: never. */
  kept: 'REQUEST_LOG_DAYS' | 'ANALYTICS_DAYS' | 'USAGE_DAYS'
}

const MONTHLY: readonly Monthly[] = [
  { table: 'request_logs', key: 'created_at', kept: 'REQUEST_LOG_DAYS' },
  { table: 'jobs', key: 'created_at', kept: 'ANALYTICS_DAYS' },
  { table: 'usages', key: 'reply_id', kept: 'USAGE_DAYS' },
]

/** Months after this one that have a partition. Without workers for so long, rows go to the partition of the rest. */
const AHEAD = 3

/** Milliseconds that a change waits for its lock, because later statements queue behind it. The next round tries again. */
const LOCK_MS = 800

interface Partition {
  name: string
  /** The month after its last one; null: of the rest. */
  end: Date | null
}

/**
 * Makes the partitions of the coming months, and drops those of which every row is past its time.
 * @returns how many
 */
export async function keepMonths(
  db: Db,
  days: Pick<Config, Monthly['kept']>,
  now = new Date(),
): Promise<Record<string, number>> {
  const counts = { made: 0, dropped: 0 }
  for (const monthly of MONTHLY) {
    const last = addMonths(now, AHEAD)
    for (let month = await firstMissing(db, monthly); month <= last; month = addMonths(month, 1)) {
      // Another worker is at it. A later month must not come first: the ones before it would never be made.
      if (!(await makeMonth(db, monthly, month))) break
      counts.made++
    }
    // Autovacuum analyzes the partitions, but not the whole.
    if (counts.made > 0) await db.raw(`analyze ${monthly.table}`)
    const kept = days[monthly.kept]
    if (kept === 0) continue
    const before = new Date(now.getTime() - kept * 86_400_000)
    for (const { name, end } of await partitionsOf(db, monthly))
      if (end && end <= before) counts.dropped += await dropMonth(db, monthly, { name, end })
  }
  return counts
}

/** All partitions of a table; of one that is not partitioned, the table itself. */
export async function partitionNames(db: Db, table: string): Promise<string[]> {
  const rows = await sql<{ name: string }>(db)`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = ${table}::regclass order by c.relname`
  return rows.length ? rows.map(({ name }) => name) : [table]
}

async function partitionsOf(db: Db, { table }: Monthly): Promise<Partition[]> {
  return (await partitionNames(db, table)).map((name) => {
    const [, until, year, month] = /_(until_)?(\d{4})_(\d\d)$/.exec(name) ?? []
    const begin = year ? new Date(Date.UTC(Number(year), Number(month) - 1, 1)) : null
    return { name, end: begin && (until ? begin : addMonths(begin, 1)) }
  })
}

async function firstMissing(db: Db, monthly: Monthly): Promise<Date> {
  const ends = (await partitionsOf(db, monthly)).map(({ end }) => Number(end))
  return new Date(Math.max(...ends))
}

/** Moves the month's rows out of the rest. Inserts do not wait for it. */
async function makeMonth(db: Db, { table, key }: Monthly, month: Date): Promise<number> {
  const name = `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`
  const [from, to] = [month, addMonths(month, 1)].map((time) => keyAt(key, time))
  return alone(db, async (transaction) => {
    if ((await partitionNames(transaction, table)).includes(name)) return
    await transaction.raw(
      `create table ${name} (like ${table} including all);
       with moved as (
         delete from ${table}_rest where ${key} >= '${from}' and ${key} < '${to}' returning *)
       insert into ${name} select * from moved;
       alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`,
    )
  })
}

/** What is not rolled up yet stays, or the figures would lose it. */
async function dropMonth(
  db: Db,
  { table }: Monthly,
  { name, end }: { name: string; end: Date },
): Promise<number> {
  const [behind] = await sql<{ is: boolean }>(db)`
    select exists (select from activity_rolled where until < ${end}) as is`
  if (behind!.is) return 0
  return alone(db, async (transaction) => {
    if (!(await partitionNames(transaction, table)).includes(name)) return
    await transaction.raw(`alter table ${table} detach partition ${name}; drop table ${name}`)
  })
}

/** @returns 1; 0 where another worker is at it */
function alone(db: Db, work: (transaction: Db) => Promise<void>): Promise<number> {
  return db.transaction(async (transaction) => {
    const { rows } = await transaction.raw(
      `select pg_try_advisory_xact_lock(hashtext('parley months')) as mine,
              set_config('lock_timeout', '${LOCK_MS}ms', true)`,
    )
    if (!rows[0].mine) return 0
    await work(transaction)
    return 1
  })
}

const addMonths = (time: Date, months: number) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))

/** The least key of a month. The first 48 bits of a UUIDv7 are its time. */
function keyAt(key: Monthly['key'], month: Date): string {
  const hex = month.getTime().toString(16).padStart(12, '0')
  return key === 'created_at'
    ? month.toISOString()
    : `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
