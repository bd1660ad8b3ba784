import { threadRow } from '../lib/db/threadRow.ts'

/**
 * SQL for the open job that a row of `given` (organization_id, id, attempt) holds: its lane is
 * `reply`, a worker has it under this fencing token, and its thread was not handed off since.
 */
const ownJob = (columns: string, lock = '') => `
  select ${columns} from open_jobs j
   where j.lane = 'reply' and j.id = given.id and j.organization_id = given.organization_id
     and j.attempt = given.attempt and j.worker is not null limit 1 ${lock}`

/**
 * SQL for the common table expression `held` of the statements that store a step: each row of
 * `given` with its thread, question and agent. It checks what the end of a reply checks, and locks
 * as it does: first the thread, so that nothing hands it off or deletes it meanwhile, then the job.
 * There is no row if the lease was stolen, if the reply was cancelled or its thread deleted, if
 * people have taken the thread over, or if another transaction has locked one of the rows.
 */
export const HELD = `held as materialized (
    select given.*, t.id as thread_id, t.is_test, j.question_id, j.agent_id, j.lease_ms
      from given
     cross join lateral (${ownJob('j.thread_id')}) seen
     cross join lateral ${threadRow('seen.thread_id', 'for key share skip locked')} t
     cross join lateral (${ownJob(
       `j.epoch, j.agent_id, coalesce(j.asked_id, j.question_id) as question_id,
        (extract(epoch from j.lease_expires_at - clock_timestamp()) * 1000)::float8 as lease_ms`,
       'for no key update skip locked',
     )}) j
     where j.epoch = t.handoff_epoch and t.handoff_id is null
  )`

/**
 * SQL for whether the claim still holds its job, as it was before the statement. If it does and
 * `held` has no row, another transaction had locked a row.
 */
export const IS_OWN = `exists (
    select from given
     cross join lateral (${ownJob('j.thread_id, j.epoch')}) own
     cross join lateral ${threadRow('own.thread_id')} t
     where own.epoch = t.handoff_epoch and t.handoff_id is null)`
