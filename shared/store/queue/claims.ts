import type { Db } from '../../db/db.ts'
import { preparedText } from '../../db/statements.ts'
import {
  crashedAttempt,
  crashesOf,
  HOLDER_IS_GONE,
  LEASE,
  SUSPECT_CRASHES,
  type SuspectsDue,
} from './crashes.ts'
import { allDown, type ModelsDown, modelValues } from './modelsDown.ts'
import { availableSince, isFirstInThread, jobColumns, type LeasedJob, msBetween } from './openJobs.ts'
import { MANY_RUNNING, type ScanBounds, UNBOUNDED } from './scanBounds.ts'

/**
 * Who claims jobs, and within which limits. Claims work the same way for every lane.
 *
 * A claim is a lease, which its holder renews. When it has expired, any worker may claim the row, which
 * raises `attempt`, the fencing token. Each write of a holder names its `attempt`, so a holder that has lost
 * its lease changes no row.
 */
export interface Claimant {
  /** The name of this process in rows and jobs. */
  worker: string
  /** The most running jobs of one organization in all workers. Concurrent claims may exceed it a little. */
  organizationConcurrency: number
  /** Milliseconds that a claim lasts without a renewal. */
  leaseMs: number
  /** Models that are down. Replies that have no other are not claimed. */
  down?: ModelsDown | undefined
  /** Where scans begin. By default, they begin at the first row. */
  bounds?: ScanBounds | undefined
  /** A query that reads the inputs of the job from the row `claimed`. The claim returns them. */
  inputs?: string | undefined
}

const valuesOf = ({ worker, organizationConcurrency, leaseMs, down, bounds = UNBOUNDED }: Claimant) => ({
  ...{
    worker,
    organizationConcurrency,
    leaseMs,
    waiting: bounds.waiting,
    held: bounds.held,
    runningCounts: bounds.runningCounts,
  },
  ...modelValues(down),
})

/**
 * SQL for how many jobs the organization is running. For one with many, it takes the count of the worker's
 * last sweep. The limit is a literal: with a bind value, the planner expects all rows for each organization,
 * and PostgreSQL spends 300 ms on compiling the statement (`jit`). Expired leases do not count; otherwise an
 * organization whose workers all died while it was at its limit would be stuck.
 */
const running = (
  organization: string,
) => `coalesce((:runningCounts::json ->> ${organization}::text)::integer, (
  select count(*)::integer from (
    select from open_jobs p
     where p.lane = :lane and p.organization_id = ${organization} and p.worker is not null
       and p.claimed_at >= :held::timestamptz and p.lease_expires_at > now()
     limit ${MANY_RUNNING}) held))`

/** SQL for whether no worker holds the job and it may run now. */
const mayRun = (models: string) => `j.worker is null and j.run_at <= now() ${models}`

/**
 * Reads a job by its id. A further condition could make the planner choose the index of the waiting jobs,
 * which it considers as cheap while few jobs wait.
 */
const byId = (id: string) => `(select * from open_jobs where id = ${id} and lane = :lane limit 1)`
const byIdLocked = (id: string) =>
  `(select * from open_jobs where id = ${id} and lane = :lane limit 1 for update skip locked)`

/**
 * Claims the rows that wake-ups name, and returns each claimed row once. A row is missing from the result if
 * another worker holds it or has finished it. It is also missing if it may not run yet or is a suspect; the
 * sweep claims it then.
 */
export async function claimWoken(
  db: Db,
  lane: string,
  woken: readonly Pick<LeasedJob, 'id' | 'organization_id'>[],
  claimant: Claimant,
): Promise<LeasedJob[]> {
  const ready = `j.organization_id = woken.organization_id and ${mayRun(claimant.down ? `and not ${allDown()}` : '')}`
  return claimRows(
    db,
    lane,
    `woken as materialized (
       select woken.*, row_number() over (partition by woken.organization_id order by j.run_at) as nth
         from json_to_recordset(:woken::json) as woken (organization_id uuid, id uuid)
         cross join lateral ${byId('woken.id')} j
        where ${ready} and ${isFirstInThread('j')} and j.crashes < ${SUSPECT_CRASHES}
     ), running_counts as materialized (
       select organization_id, ${running('o.organization_id')} as running
         from (select distinct organization_id from woken) o
     ), due as (
       select j.* from (
           select woken.* from woken join running_counts using (organization_id) where running + nth <= :organizationConcurrency) woken
         cross join lateral ${byIdLocked('woken.id')} j
        where ${ready}
     )`,
    { woken: JSON.stringify(woken), ...valuesOf(claimant) },
    claimant.inputs,
  )
}

/**
 * Finds the rows that no worker holds although a wake-up named them. They wait for an earlier job of their
 * thread or for other jobs of their organization.
 * @returns their ids
 */
export async function findWaiting(
  db: Db,
  lane: string,
  woken: readonly Pick<LeasedJob, 'id' | 'organization_id'>[],
): Promise<string[]> {
  const rows = await preparedText<{ id: string }>(
    db,
    `select woken.id from json_to_recordset(:woken::json) as woken (organization_id uuid, id uuid)
      cross join lateral ${byId('woken.id')} j
      where j.organization_id = woken.organization_id and j.worker is null`,
    { lane, woken: JSON.stringify(woken) },
  )
  return rows.map(({ id }) => id)
}

export interface Due extends Claimant {
  /** The most rows to claim. */
  limit: number
  /** Whether to claim rows whose lease has expired, too. */
  takeOver: boolean
  suspects: SuspectsDue
  /** Jobs that have just ended. The next jobs of their threads are due, even if their wake-ups are not late. */
  ended?: readonly Pick<LeasedJob, 'thread_id' | 'position'>[]
}

/** How many rows a claim looks at, because it skips those that other workers are claiming at this moment. */
const withSlack = (limit: number) => 2 * limit + 8

/**
 * Claims up to `limit` due rows of any organization: those whose wake-up was lost or refused, and those that
 * `takeOver` and `ended` add. Rows of organizations with the fewest running jobs come first, then the rows
 * that have been due longest. So an organization that posts 500 messages does not delay one that posts 5.
 */
export async function claimDue(
  db: Db,
  lane: string,
  { limit, takeOver, suspects, ended = [], ...claimant }: Due,
): Promise<LeasedJob[]> {
  const { down } = claimant
  const isTrial = down?.trial !== undefined
  const models = down ? `and ${isTrial ? '' : 'not '}${allDown(isTrial)}` : ''
  const waits = `j.lane = :lane and j.worker is null and j.sweep_at >= :waiting::timestamptz and j.sweep_at <= now()
    ${models} and ${crashesOf(suspects)}`
  const isLost = `j.worker is not null and j.lease_expires_at <= now() and ${HOLDER_IS_GONE} ${models} and ${crashesOf(suspects)}`
  const isNext = `${mayRun(models)} and j.crashes < ${SUSPECT_CRASHES}`
  const threads = ended.flatMap(({ thread_id, position }) => (thread_id ? [{ thread_id, position }] : []))
  // `organizations_due` steps through the index with one look-up per organization, however many rows wait.
  return claimRows(
    db,
    lane,
    `organizations_due as (
       (select j.organization_id from open_jobs j where ${waits} order by j.organization_id limit 1)
       union all
       select (select j.organization_id from open_jobs j where ${waits} and j.organization_id > o.organization_id
                order by j.organization_id limit 1)
         from organizations_due o where o.organization_id is not null
     ), found as (
       select j.* from organizations_due o cross join lateral (
           select j.id, j.organization_id, j.sweep_at as due_at from open_jobs j
            where j.organization_id = o.organization_id and ${waits} and ${isFirstInThread('j')}
            order by j.sweep_at limit :slack) j
       ${
         takeOver
           ? `union all
       (select j.id, j.organization_id, j.lease_expires_at from open_jobs j
         where j.lane = :lane and j.claimed_at >= :held::timestamptz and ${isLost}
         order by j.lease_expires_at limit :slack)`
           : ''
       }
       ${
         threads.length
           ? `union all
       select j.* from json_to_recordset(:threads::json) as ended (thread_id uuid, position integer)
         cross join lateral (
           select j.id, j.organization_id, j.run_at from open_jobs j
            where j.thread_id = ended.thread_id and j.position > ended.position and j.sweep_at > now() and ${isNext}
              and ${isFirstInThread('j')}
            order by j.position limit 1) j`
           : ''
       }
     ), running_counts as materialized (
       select organization_id, ${running('o.organization_id')} as running
         from (select distinct organization_id from found) o
     ), candidates as (
       select id, due_at, running + row_number() over (partition by organization_id order by due_at) as place
         from found join running_counts using (organization_id)
     ), due as (
       select j.* from (
           select id from candidates where place <= :organizationConcurrency order by place, due_at) c
         cross join lateral ${byIdLocked('c.id')} j
        where (${mayRun(models)}) ${takeOver ? `or (${isLost})` : ''}
        limit :limit
     )`,
    {
      ...{ limit, slack: withSlack(limit), threads: JSON.stringify(threads), crashes: Number(suspects) },
      ...valuesOf(claimant),
    },
    claimant.inputs,
  )
}

/**
 * Claims the rows of the common table expression `due`, and records the attempts of workers that died while
 * they held them. Does not wait for the disk: decision 25 says what happens if PostgreSQL crashes and loses
 * the claim. The update names the ids twice, so that PostgreSQL looks the rows up by id whatever the planner
 * expects.
 */
async function claimRows(
  db: Db,
  lane: string,
  dueTable: string,
  values: Record<string, unknown>,
  inputs: string | undefined,
): Promise<LeasedJob[]> {
  return preparedText<LeasedJob>(
    db,
    `with recursive ${dueTable}, crashed as (
       insert into jobs (organization_id, lane, target_id, request_id, worker, attempt, outcome, error_code, wait_ms, run_ms, id)
       select ${crashedAttempt('due')}, gen_random_uuid() from due where worker is not null
     ), claimed as (
     update open_jobs j
        set worker = :worker, attempt = j.attempt + 1, claimed_at = now(), lease_expires_at = now() + ${LEASE},
            crashes = j.crashes + (j.worker is not null)::int, draft = null
       from due, (select set_config('synchronous_commit', 'off', true)) not_waiting
      where j.lane = :lane and j.id = any(array(select id from due)) and j.id = due.id
     returning ${jobColumns('j')}, j.agent_id, j.question_id, j.application_id, j.traced, due.worker is not null as taken_over,
               ${msBetween(availableSince('due'), 'now()')} as wait_ms
     )
     select claimed.* ${inputs ? `, (select to_json(i) from (${inputs}) i) as inputs` : ''} from claimed`,
    { lane, ...values },
  )
}
