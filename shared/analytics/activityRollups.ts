import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { activityRangeOf, rollupStatements } from './activity.ts'

/**
 * Minutes after its end when an hour is rolled up. By then everything that began in it has been
 * committed, because statements of the API and the workers end within seconds.
 */
const SETTLED_MINUTES = 10

/** A step covers a day if the day has fewer replies than this, and otherwise an hour. */
const STEP_ROWS = 20_000

/**
 * Rolls up hours that have ended, organization by organization, an hour or a day in each step.
 * Concurrent workers take different organizations. From the hour of an unfinished reply on, hours
 * are left for later. The organization that is least behind goes first, so that an organization
 * with years to catch up on does not delay others.
 * @param milliseconds no step begins later than this; the next call continues
 * @param stop no step begins once it is aborted
 * @returns how many steps ran
 */
export async function rollUpActivity(
  db: Db,
  milliseconds: number,
  stop?: AbortSignal,
): Promise<number> {
  const end = performance.now() + milliseconds
  await sql(db)`
    insert into activity_rolled (organization_id, until)
    select id, 'epoch' from organizations o
     where not exists (select from activity_rolled a where a.organization_id = o.id)
    on conflict do nothing`
  await skipEmptyHours(db)
  const unfinished = await oldestUnfinished(db)
  for (let steps = 0; ; steps++) {
    if (stop?.aborted || performance.now() > end) return steps
    if (!(await db.transaction((transaction) => rollUpStep(transaction, unfinished)))) return steps
  }
}

const SETTLED = `date_bin('1 hour', now() - make_interval(mins => ${SETTLED_MINUTES}), 'epoch')`

/** The time of the next row of any kind after `until`; null: none. */
const NEXT = `least(${[
  "messages where role = 'assistant' and",
  'usages where',
  'jobs where',
  'threads where',
]
  .map(
    (rows) =>
      `(select created_at from ${rows} organization_id = a.organization_id and created_at >= a.until
         order by created_at limit 1)`,
  )
  .join(', ')})`

/** Skips the organizations that have nothing to roll up, which are most. */
async function skipEmptyHours(db: Db): Promise<void> {
  await sqlText(
    db,
    `
    with behind as (
      select organization_id from activity_rolled a
       where until < ${SETTLED} and coalesce(${NEXT}, 'infinity') >= ${SETTLED}
         for update skip locked
    )
    update activity_rolled a set until = ${SETTLED} from behind b where a.organization_id = b.organization_id`,
  )
}

interface Step {
  organization_id: string
  from: Date
  to: Date
  settled: Date
}

/**
 * The organizations with unfinished replies, and the hour of each organization's oldest, as
 * PostgreSQL writes it.
 */
interface Unfinished {
  organizations: string[]
  hours: string[]
}

/**
 * Reads every unfinished reply (4 ms for 10,000), so one call serves many steps. It stays valid for
 * these, because replies accepted later belong to hours that are not yet settled.
 */
async function oldestUnfinished(db: Db): Promise<Unfinished> {
  const rows = await sql<{ organization_id: string; hour: string }>(db)`
    select organization_id, date_bin('1 hour', min(created_at), 'epoch')::text as hour from open_jobs
     where lane = 'reply' group by organization_id`
  return {
    organizations: rows.map(({ organization_id }) => organization_id),
    hours: rows.map(({ hour }) => hour),
  }
}

/** Rolls up an hour or a day of an organization. @returns whether anything was due */
async function rollUpStep(db: Db, unfinished: Unfinished): Promise<boolean> {
  const [step] = await sqlText<Step>(
    db,
    `
    with candidates as (
      select a.organization_id, a.until, open.hour as unfinished
        from activity_rolled a
        left join unnest(:organizations::uuid[], :hours::timestamptz[]) as open (organization_id, hour)
          on open.organization_id = a.organization_id
       where a.until < ${SETTLED} and a.until < coalesce(open.hour, 'infinity')
       order by a.until desc limit 1 for update of a skip locked
    ), bounded as (
      select a.organization_id, least(${SETTLED}, a.unfinished) as settled,
             greatest(a.until, date_bin('1 hour', coalesce(${NEXT}, 'infinity'), 'epoch')) as first
        from candidates a
    )
    select organization_id, settled, least(first, settled) as "from",
           least(settled, first + case when (
               select count(*) from (
                 select from messages m where m.organization_id = b.organization_id and m.role = 'assistant'
                    and m.created_at >= first and m.created_at < first + interval '1 day' limit ${STEP_ROWS}) busy
             ) < ${STEP_ROWS} then interval '1 day' else interval '1 hour' end) as "to"
      from bounded b`,
    { ...unfinished },
  )
  if (!step) return false
  const { organization_id, from, to } = step
  if (to > from)
    for (const statement of rollupStatements())
      await sqlText(db, statement, { organization_id, ...activityRangeOf(from, to, new Date(0)) })
  await sql(db)`update activity_rolled set until = ${to} where organization_id = ${organization_id}`
  return true
}
