import type { Db } from '../../db/db.ts'
import { preparedText } from '../../db/prepared.ts'
import type { Lane } from '../../jobs.ts'
import { unfinishedOf, waitingOf } from './backlog.ts'
import {
  CRASHES,
  crashesOf,
  HOLDER_IS_GONE,
  LEASE,
  recordCrashes,
  SUSPECT_CRASHES,
  type SuspectsDue,
} from './crashes.ts'
import { dueSince, isHeadOfThread, msBetween, TABLES } from './due.ts'
import { byModel, type ModelsDown, modelValues } from './modelsDown.ts'
import { type LoadedMaterial, materialOf } from './replyInputs.ts'

/**
 * Claims jobs, the same way for every lane: replies are rows of `messages`, indexing jobs rows of `knowledge_entries`.
 *
 * A claim is a lease. Its holder renews it; once it has expired, any worker may claim the row anew, which raises
 * `attempt`. All that a holder writes is fenced by its `attempt`: a holder that lost its lease changes no row.
 */
export interface LeasedJob {
  id: string
  organization_id: string
  /** The thread of a reply. */
  thread_id: string | null
  /** Whether a client follows the reply while it is written. */
  streamed: boolean
  request_id: string
  waiter: string | null
  /** The fencing token. */
  attempt: number
  /** Attempts that failed so far, other than by a crash. */
  failures: number
  /** Workers that died while they held the row. */
  crashes: number
  /** The trace that it belongs to: W3C trace context. */
  traceparent?: string | null
  /** Whether another worker died while it held the row. */
  taken_over: boolean
  /** Milliseconds until the deadline; negative when it has passed. */
  deadline_ms: number
  /** Milliseconds from when a worker could have taken the row to this claim. */
  wait_ms: number
  /** After a reply was completed: whether its thread has a next one, or its organization one that is due. */
  moreDue?: boolean
  /** After a reply was completed: the reply as JSON, for the client that waits. */
  finished?: string
  /** What a reply is made from; missing where it was deleted at that moment. */
  material?: LoadedMaterial
}

export interface Claimant {
  /** This process, as rows and jobs name it. */
  worker: string
  /** How many rows of one organization run at a time. Approximate: claims of the same moment do not see each other. */
  organizationConcurrency: number
  /** How long a claim lasts without a renewal. */
  leaseMs: number
  /** The models whose replies are left alone. */
  down?: ModelsDown | undefined
}

/** Counted no further than the limit. Leases that ran out do not count, or an organization whose workers all died at its limit would be stuck. */
const running = (table: string, organization: string) => `(
  select count(*) from (
    select from ${table} p
     where ${waitingOf('p')} = ${organization} and p.wake_at > now() and p.status = 'processing'
     order by p.wake_at limit :organizationConcurrency) held)`

const MATERIAL = materialOf('claimed.organization_id', 'claimed.id')

/** `wake_at` in a query that finds its rows otherwise: the index of it must not be taken, see the migration 0014. */
const UNINDEXED = "coalesce(r.wake_at, 'infinity')"

export const claimColumns = (lane: Lane) => `r.id, r.organization_id,
  ${lane === 'reply' ? 'r.thread_id, r.streamed' : 'null::uuid as thread_id, false as streamed'}, r.request_id, r.traceparent, r.waiter, r.attempt, r.failures,
  r.crashes, (extract(epoch from r.deadline_at - now()) * 1000)::float8 as deadline_ms`

/**
 * Claims the rows that wake-ups name, each once. One that is missing from the result: somebody else has it or had it when it
 * ended, or it may not run yet, or it is a suspect; all but the first are for the sweep.
 */
export async function claimWoken(
  db: Db,
  lane: Lane,
  woken: readonly Pick<LeasedJob, 'id' | 'organization_id'>[],
  { worker, organizationConcurrency, leaseMs, down }: Claimant,
): Promise<LeasedJob[]> {
  const { table, waiting } = TABLES[lane]
  const mayRun = `r.organization_id = woken.organization_id and r.id = woken.id and r.status = '${waiting}' and r.queued_at <= now()
    ${down ? `and ${byModel(lane, 'out')}` : ''}`
  return claimRows(
    db,
    lane,
    `woken as materialized (
       select woken.*, row_number() over (partition by woken.organization_id order by queued_at) as nth
         from json_to_recordset(:woken::json) as woken (organization_id uuid, id uuid)
         cross join lateral (
           select queued_at from ${table} r
            where ${mayRun} and ${isHeadOfThread(lane, 'r')} and r.crashes < ${SUSPECT_CRASHES} limit 1) r
     ), shares as materialized (
       select organization_id, ${running(table, 'o.organization_id')} as running
         from (select distinct organization_id from woken) o
     ), due as (
       select r.* from (
           select woken.* from woken join shares using (organization_id) where running + nth <= :organizationConcurrency) woken
         cross join lateral (select r.* from ${table} r where ${mayRun} for update of r skip locked) r
     )`,
    { woken: JSON.stringify(woken), organizationConcurrency, worker, leaseMs, ...modelValues(down) },
  )
}

/** @returns the ids of those that wait, though a wake-up named them: for their turn, or for others of their organization */
export async function findWaiting(
  db: Db,
  lane: Lane,
  woken: readonly Pick<LeasedJob, 'id' | 'organization_id'>[],
): Promise<string[]> {
  const { table, waiting } = TABLES[lane]
  const rows = await preparedText<{ id: string }>(
    db,
    `select id from json_to_recordset(:woken::json) as woken (organization_id uuid, id uuid)
      where (select r.status from ${table} r where r.id = woken.id and r.organization_id = woken.organization_id) = '${waiting}'`,
    { woken: JSON.stringify(woken) },
    'once',
  )
  return rows.map(({ id }) => id)
}

export interface Due extends Claimant {
  /** How many rows to claim at most. */
  limit: number
  /** Whether rows whose lease ran out are due. */
  takeOver: boolean
  suspects: SuspectsDue
  /** Claims only replies of models that are down, to test whether those are back. */
  trial?: boolean
  /** Threads whose next reply need not wait for its wake-up to be overdue: the one before it has just been finished. */
  threadIds?: string[]
}

/** Rows that others are claiming at this moment are skipped, so more are looked at than wanted. */
const withSlack = (limit: number) => 2 * limit + 8

/**
 * Claims up to `limit` rows of any organization that no wake-up was answered for. Fair: first those whose organization has the
 * fewest running, then the ones due longest. So one that has posted 500 does not make another wait that posts 5.
 */
export async function claimDue(
  db: Db,
  lane: Lane,
  { limit, takeOver, suspects, trial, threadIds = [], worker, organizationConcurrency, leaseMs, down }: Due,
): Promise<LeasedJob[]> {
  const { table, waiting } = TABLES[lane]
  const ofModels = down ? `and ${byModel(lane, trial ? 'in' : 'out')}` : ''
  const due = (wakeAt: string) => `${wakeAt} <= now() ${ofModels}
    and ${takeOver ? `(r.status = '${waiting}' or ${HOLDER_IS_GONE})` : `r.status = '${waiting}'`}
    and ${crashesOf(suspects)}`
  const next = `r.status = '${waiting}' and r.queued_at <= now() and r.crashes < ${SUSPECT_CRASHES} ${ofModels}`
  // Steps through the index from organization to organization: one look each, however many rows wait.
  return claimRows(
    db,
    lane,
    `organizations_due as (
       (select r.organization_id from ${table} r where ${due('r.wake_at')} order by ${waitingOf('r')} limit 1)
       union all
       select (select r.organization_id from ${table} r where ${due('r.wake_at')} and ${waitingOf('r')} > o.organization_id
                order by ${waitingOf('r')} limit 1)
         from organizations_due o where o.organization_id is not null
     ), shares as materialized (
       select organization_id, ${running(table, 'o.organization_id')} as running
         from organizations_due o where organization_id is not null
     ), candidates as (
       select r.id, s.running + r.nth as place, r.wake_at
         from shares s cross join lateral (
           select r.id, r.wake_at, row_number() over (order by r.wake_at) as nth from ${table} r
            where ${waitingOf('r')} = s.organization_id and ${due('r.wake_at')} and ${isHeadOfThread(lane, 'r')}
            order by r.wake_at limit :slack) r
       ${
         threadIds.length === 0
           ? ''
           : `union all
       select r.id, ${running(table, 'r.organization_id')} + 1, r.wake_at from ${table} r
        where ${unfinishedOf('r')} = any(:threadIds) and r.completed_at is null and ${UNINDEXED} > now() and ${next} and ${isHeadOfThread(lane, 'r')}`
       }
     ), due as (
       select r.* from (
           select id from candidates where place <= :organizationConcurrency order by place, wake_at) c
         cross join lateral (
           select r.* from ${table} r where r.id = c.id and (${due(UNINDEXED)} ${threadIds.length ? `or ${next}` : ''})
              for update of r skip locked) r
        limit :limit
     )`,
    {
      ...{ limit, slack: withSlack(limit), organizationConcurrency, worker, leaseMs, threadIds },
      ...{ crashes: Number(suspects), ...modelValues(down) },
    },
  )
}

/**
 * Claims the rows of the common table expression `due`, and records the attempts whose workers ended with them. Waits for no
 * disk: see decision 25 on what a claim is worth that a crash of PostgreSQL undoes. The rows are named twice so that they are
 * looked for by their ids whatever the planner expects (docs/performance.md).
 */
async function claimRows(
  db: Db,
  lane: Lane,
  dueTable: string,
  bindings: Record<string, string | number | string[] | undefined>,
): Promise<LeasedJob[]> {
  const { table } = TABLES[lane]
  return preparedText<LeasedJob>(
    db,
    `with recursive ${dueTable}, crashed as (
       ${recordCrashes(lane, 'due')}
     ), claimed as (
     update ${table} r
        set status = 'processing', attempt = r.attempt + 1, updated_at = now(), claimed_at = now(), worker = :worker,
            ${lane === 'reply' ? 'draft = null, ' : ''}crashes = ${CRASHES}, wake_at = now() + ${LEASE}
       from due, (select set_config('synchronous_commit', 'off', true)) not_waiting
      where r.id = any(array(select id from due)) and r.id = due.id
     returning ${claimColumns(lane)}, due.status = 'processing' as taken_over,
               ${msBetween(dueSince(lane, 'due'), 'now()')} as wait_ms
     )
     select claimed.* ${lane === 'reply' ? `, (select to_json(m) from (${MATERIAL}) m) as material` : ''} from claimed`,
    bindings,
    'once',
  )
}
