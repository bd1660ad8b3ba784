import { NIL } from 'uuid'
import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import type { Share } from '../lib/jobs.ts'
import {
  crashedAttempt,
  crashesOf,
  HOLDER_IS_GONE,
  LEASE,
  SUSPECT_CRASHES,
  type SuspectsDue,
} from './crashes.ts'
import { allDown, type ModelsDown, modelValues } from './modelsDown.ts'
import {
  availableSince,
  isFirstInThread,
  jobColumns,
  type LeasedJob,
  msBetween,
} from './openJobs.ts'
import { MANY_RUNNING, type ScanBounds, UNBOUNDED } from './scanBounds.ts'

/**
 * A worker that claims jobs, and its limits. Claims work the same way for every lane.
 *
 * A claim is a lease, which its holder renews. When the lease has expired, any worker may claim the
 * row, which raises `attempt`, the fencing token. Each write of a holder names its `attempt`, so a
 * holder that has lost its lease changes no row.
 */
export interface Claimant {
  /** The name of this process in rows and jobs. */
  worker: string
  /** The column whose values are the shares that get slots in turn. Default: the organization. */
  share?: Share | undefined
  /** The most running jobs of one share in all workers. Concurrent claims may exceed it. */
  shareConcurrency: number
  /**
   * If shares are endpoints: the most running jobs of this worker for endpoints whose last try
   * failed.
   */
  failingSlots?: number | undefined
  /** Milliseconds that a claim lasts without a renewal. */
  leaseMs: number
  /** Models that are down. Replies that no other model may answer are not claimed. */
  down?: ModelsDown | undefined
  /** Where scans begin. By default, they begin at the first row. */
  bounds?: ScanBounds | undefined
  /** A query that reads the inputs of the job from the row `claimed`. The claim returns them. */
  inputs?: string | undefined
}

const valuesOf = ({
  worker,
  shareConcurrency,
  failingSlots,
  leaseMs,
  down,
  bounds = UNBOUNDED,
}: Claimant) => ({
  worker,
  shareConcurrency,
  failingSlots: failingSlots ?? shareConcurrency,
  leaseMs,
  waiting: bounds.waiting,
  held: bounds.held,
  runningCounts: bounds.runningCounts,
  ...modelValues(down),
})

/**
 * SQL for how many jobs the share `o` is running. For a share with many jobs, it takes the count of
 * the worker's last sweep. The limit is a literal: with a bind value, the planner expects all rows
 * for each share, and PostgreSQL spends 300 ms on compiling the statement (`jit`). Expired leases
 * do not count. Otherwise a share at its limit would be stuck when all its workers died.
 */
const running = (share: Share) => `coalesce((:runningCounts::json ->> o.share::text)::integer, (
  select count(*)::integer from (
    select from open_jobs p
     where p.lane = :lane and p.${share} = o.share and p.worker is not null
       and p.claimed_at >= :held::timestamptz and p.lease_expires_at > now()
     limit ${MANY_RUNNING}) held))`

/** SQL for whether the share `o` is an endpoint whose last try failed. */
const IS_FAILING: Record<Share, string> = {
  organization_id: 'false',
  endpoint_id: `exists (select from webhook_endpoints e
      where e.organization_id = o.organization_id and e.id = o.share and e.failures > 0)`,
}

/**
 * SQL for a common table expression: how many jobs each share of the rows runs, and how many it may
 * run. A failing endpoint may run one job.
 */
const runningCounts = (share: Share, rows: string) => `running_counts as materialized (
       select share, running, is_failing, case when is_failing then 1 else :shareConcurrency::integer end as most
         from (select share, ${running(share)} as running, ${IS_FAILING[share]} as is_failing
                 from (select distinct share, organization_id from ${rows}) o) counted
     )`

/** SQL for how many more jobs of failing endpoints this worker may run. */
const FAILING_ROOM = `(select :failingSlots::integer - count(*) from open_jobs p
      join webhook_endpoints e on e.organization_id = p.organization_id and e.id = p.endpoint_id
     where p.lane = :lane and p.worker = :worker and p.claimed_at >= :held::timestamptz and e.failures > 0)`

/** SQL for whether no worker holds the job and it may run now. */
const mayRun = (models: string) => `j.worker is null and j.run_at <= now() ${models}`

/**
 * SQL that reads a job by its id. With a further condition, the planner could choose the index of
 * the waiting jobs, which seems as cheap to it while few jobs wait.
 */
const byId = (id: string) => `(select * from open_jobs where id = ${id} and lane = :lane limit 1)`
const byIdLocked = (id: string) =>
  `(select * from open_jobs where id = ${id} and lane = :lane limit 1 for update skip locked)`

/**
 * Claims the rows that wake-ups name, and returns each claimed row once. Skips a row if another
 * worker holds it or has finished it. Leaves a row to the sweep if it may not run yet, is a suspect
 * or goes to a failing endpoint.
 */
export async function claimWoken(
  db: Db,
  lane: string,
  woken: readonly Pick<LeasedJob, 'id' | 'organization_id'>[],
  claimant: Claimant,
): Promise<LeasedJob[]> {
  const { share = 'organization_id' } = claimant
  const ready = `j.organization_id = woken.organization_id and ${mayRun(claimant.down ? `and not ${allDown()}` : '')}`
  return claimRows(
    db,
    lane,
    `woken as materialized (
       select woken.*, j.${share} as share, row_number() over (partition by j.${share} order by j.run_at) as nth
         from json_to_recordset(:woken::json) as woken (organization_id uuid, id uuid)
         cross join lateral ${byId('woken.id')} j
        where ${ready} and ${isFirstInThread('j')} and j.crashes < ${SUSPECT_CRASHES}
     ), ${runningCounts(share, 'woken')}, due as (
       select j.* from (
           select woken.* from woken join running_counts using (share) where running + nth <= most and not is_failing) woken
         cross join lateral ${byIdLocked('woken.id')} j
        where ${ready}
     )`,
    { woken: JSON.stringify(woken), ...valuesOf(claimant) },
    claimant.inputs,
  )
}

/**
 * Finds the rows that no worker holds although a wake-up named them. Such rows wait for an earlier
 * job of their thread or for other jobs of their organization.
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
  /**
   * Jobs that have just ended. The next jobs of their threads are due at once, without waiting for
   * their `sweep_at`.
   */
  ended?: readonly Pick<LeasedJob, 'thread_id' | 'position'>[]
  /** Where the walk over shares begins. The claim moves the cursor on. Default: the first share. */
  cursor?: ShareCursor
}

/**
 * Returns how many rows a claim looks at: more than `limit`, because other workers may be claiming
 * some of them.
 */
const withSlack = (limit: number) => 2 * limit + 8

/** The most shares that one claim walks over. */
const WALKED = 16
/** The most due rows that a claim takes from each of these shares. */
const OF_ONE = 8

/**
 * Rounds the slack up to a power of two, so that a connection prepares few statements. The slack is
 * a literal: with a bind value as its limit, the planner expects a tenth of all waiting rows. The
 * estimated cost would grow with the backlog until PostgreSQL compiles the statement (`jit`) for
 * 1.3 s of processor time.
 */
const roundedSlack = (slack: number) => 2 ** Math.ceil(Math.log2(slack))

/**
 * Where the next walk over shares begins, if more than `WALKED` shares have waiting jobs. Each
 * process keeps its own.
 */
export interface ShareCursor {
  /** The last share that a claim walked over. */
  after: string
}

/**
 * SQL for common table expressions. `waiting_shares` has the next shares after the cursor. `found`
 * has the rows that have been due longest, and some due rows of each of these shares. So a claim
 * costs the same however many rows and shares wait, and finds jobs of every share in turn, even if
 * another share has thousands of older jobs. The walk takes one look-up per share, whether or not
 * its jobs are due. After the last share, it goes on at the first. `offset 0` keeps the planner
 * from repeating the look-up for each use of its result. The sub-selects hide the times from the
 * planner, so that the plan that it keeps seems no more expensive than a plan for the values of
 * this call, which takes 1.5 ms to make.
 */
function findDue(share: Share, columns: string, isDue: string, slack: number): string {
  const ofShare = share === 'organization_id' ? '' : `and j.${share} is not null`
  const firstShare = (condition: string) => `(
         select j.${share} from open_jobs j
          where j.lane = :lane and j.worker is null and j.sweep_at >= (select :waiting::timestamptz) ${ofShare} ${condition}
          order by j.${share} limit 1)`
  return `waiting_shares (share, first, nth) as (
       select :after::uuid, null::uuid, 0
       union all
       select next.share, coalesce(o.first, next.share), o.nth + 1
         from waiting_shares o cross join lateral (
           select coalesce(${firstShare(`and j.${share} > o.share`)}, ${firstShare('')}) as share offset 0) next
        where o.nth < ${WALKED} and next.share is distinct from o.first and next.share is not null
     ), found as (
       (select ${columns}, j.sweep_at as due_at from open_jobs j
         where j.sweep_at > '-infinity' and ${isDue} ${ofShare} and ${isFirstInThread('j')}
         order by j.sweep_at limit ${slack})
       union
       select j.* from waiting_shares o cross join lateral (
           select * from (
             select ${columns}, j.sweep_at from open_jobs j
              where j.${share} = o.share and ${isDue} and ${isFirstInThread('j')}
              order by j.sweep_at limit ${OF_ONE}) j
            limit (select 1 + :slack::integer / count(*) from waiting_shares)) j
        where o.nth > 0`
}

/**
 * SQL like that of `findDue`, for suspects. Suspects are few and have an index of their own, so
 * that no other row is read.
 */
const findSuspects = (columns: string, isDue: string, slack: number) => `found as (
       (select ${columns}, j.sweep_at as due_at from open_jobs j
         where j.crashes >= ${SUSPECT_CRASHES} and ${isDue} and ${isFirstInThread('j')}
         order by j.sweep_at limit ${slack})`

/**
 * Claims up to `limit` due rows of any share: rows whose wake-up was lost or refused, and the rows
 * that `takeOver` and `ended` add. Rows of shares with the fewest running jobs come first, then the
 * rows that have been due longest. So 500 messages of one organization do not delay 5 messages of
 * another.
 */
export async function claimDue(
  db: Db,
  lane: string,
  { limit, takeOver, suspects, ended = [], cursor = { after: NIL }, ...claimant }: Due,
): Promise<LeasedJob[]> {
  const { down, share = 'organization_id' } = claimant
  const isTrial = down?.trial !== undefined
  const models = down ? `and ${isTrial ? '' : 'not '}${allDown(isTrial)}` : ''
  const isDue = `j.lane = :lane and j.worker is null and j.sweep_at >= (select :waiting::timestamptz)
    and j.sweep_at <= (select now()) ${models} and ${crashesOf(suspects)}`
  const isLost = `j.worker is not null and j.lease_expires_at <= now() and ${HOLDER_IS_GONE} ${models} and ${crashesOf(suspects)}`
  const isNext = `${mayRun(models)} and j.crashes < ${SUSPECT_CRASHES}`
  const threads = ended.flatMap(({ thread_id, position }) =>
    thread_id ? [{ thread_id, position }] : [],
  )
  const columns = `j.id, j.organization_id, j.${share} as share`
  const slack = withSlack(limit)
  const ofSuspects = suspects === true || typeof suspects === 'number'
  const found = ofSuspects
    ? findSuspects(columns, isDue, roundedSlack(slack))
    : findDue(share, columns, isDue, roundedSlack(slack))
  const rows = await claimRows<LeasedJob & { walked_to: string | null }>(
    db,
    lane,
    `${found}
       ${
         takeOver
           ? `union
       (select ${columns}, j.lease_expires_at from open_jobs j
         where j.lane = :lane and j.claimed_at >= :held::timestamptz and ${isLost}
         order by j.lease_expires_at limit ${roundedSlack(slack)})`
           : ''
       }
       ${
         threads.length
           ? `union
       select j.* from json_to_recordset(:threads::json) as ended (thread_id uuid, position integer)
         cross join lateral (
           select ${columns}, j.run_at from open_jobs j
            where j.thread_id = ended.thread_id and j.position > ended.position and j.sweep_at > now() and ${isNext}
              and ${isFirstInThread('j')}
            order by j.position limit 1) j`
           : ''
       }
     ), ${runningCounts(share, 'found')}, candidates as (
       select id, due_at, most, is_failing, running + row_number() over (partition by share order by due_at) as place
         from found join running_counts using (share)
     ), chosen as (
       select *, row_number() over (partition by is_failing order by place, due_at) as nth from candidates where place <= most
     ), due as (
       select j.* from (
           select id from chosen where ${share === 'endpoint_id' ? `not is_failing or nth <= ${FAILING_ROOM}` : 'true'}
            order by place, due_at) c
         cross join lateral ${byIdLocked('c.id')} j
        where (${mayRun(models)}) ${takeOver ? `or (${isLost})` : ''}
        limit :limit
     )`,
    {
      limit,
      slack,
      threads: JSON.stringify(threads),
      crashes: Number(suspects),
      after: cursor.after,
      ...valuesOf(claimant),
    },
    claimant.inputs,
    ofSuspects ? undefined : `(select share from waiting_shares where nth = ${WALKED})`,
  )
  if (!ofSuspects) cursor.after = rows[0]?.walked_to ?? NIL
  return rows.filter(({ id }) => id !== null)
}

/** Which jobs of an organization a worker does together with one that it has claimed. */
export interface Together {
  /** The most further jobs; below `MANY_RUNNING`, or claims would count them late. */
  most: number
  /** Returns SQL for whether a job can be done together with others. @param job the row's name */
  isSmall: (job: string) => string
}

/**
 * Claims further jobs of the organization of a small job, if they are small and wait, too. Looks at
 * the jobs that have waited longest. They do not count against the organization's limit: they take
 * little more time than the first job alone. Leaves out jobs with which a worker died.
 */
export async function claimTogether(
  db: Db,
  lane: string,
  { id, organization_id }: LeasedJob,
  { most, isSmall }: Together,
  claimant: Claimant,
): Promise<LeasedJob[]> {
  return claimRows(
    db,
    lane,
    `waiting as materialized (
       select j.* from open_jobs j
        where j.lane = :lane and j.worker is null and j.organization_id = :organizationId
          and j.sweep_at >= (select :waiting::timestamptz)
          and (select ${isSmall('first')} from ${byId(':id')} first)
        order by j.sweep_at limit ${2 * most}
     ), due as (
       select j.* from (
           select w.id from waiting w where ${isSmall('w')} order by w.sweep_at limit ${most}) small
         cross join lateral ${byIdLocked('small.id')} j
        where ${mayRun('')} and j.crashes = 0
     )`,
    { id, organizationId: organization_id, ...valuesOf(claimant) },
    claimant.inputs,
  )
}

/**
 * Claims the rows of the common table expression `due`, and records the attempts of workers that
 * died while they held these rows. Does not wait for the disk: decision 25 says what happens if
 * PostgreSQL crashes and loses the claim. The update names the ids twice, so that PostgreSQL looks
 * the rows up by id whatever the planner expects.
 */
async function claimRows<Row extends LeasedJob>(
  db: Db,
  lane: string,
  dueTable: string,
  values: Record<string, unknown>,
  inputs: string | undefined,
  walkedTo?: string,
): Promise<Row[]> {
  return preparedText<Row>(
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
     returning ${jobColumns('j')}, j.agent_id, j.question_id, j.asked_id, j.steps, j.application_id, j.traced, due.worker is not null as taken_over,
               ${msBetween(availableSince('due'), 'now()')} as wait_ms
     )
     select claimed.* ${inputs ? `, (select to_json(i) from (${inputs}) i) as inputs` : ''} ${
       walkedTo
         ? `, walked.walked_to from (select ${walkedTo} as walked_to) walked left join claimed on true`
         : 'from claimed'
     }`,
    { lane, ...values },
  )
}
