import type { LeasedJob } from '../jobs/openJobs.ts'
import type { Db } from '../lib/db/db.ts'
import { isForeignKeyViolation } from '../lib/db/failures.ts'
import { untilFree } from '../lib/db/lockRetry.ts'
import { preparedText } from '../lib/db/statements.ts'
import { storableJson } from '../lib/storable.ts'
import { HELD, IS_OWN } from './held.ts'
import { type CallStep, MAX_TOOL_CALLS } from './steps.ts'
import type { Tool } from './tools.ts'

/**
 * Statements that store the intent of a call. Only after one of them has said `begun` may a socket
 * open for the call.
 */

/** A call that gets its row: it begins, waits for a decision, or has its outcome already. */
export interface NewCall
  extends Pick<
    CallStep,
    | 'step'
    | 'call_id'
    | 'asked_in'
    | 'same_as'
    | 'name'
    | 'title'
    | 'effect'
    | 'arguments'
    | 'digest'
    | 'state'
    | 'decides'
    | 'http_status'
    | 'result'
    | 'is_cut'
    | 'error'
  > {
  /** undefined: there is no such tool. */
  tool: Pick<Tool, 'id' | 'updated_at'> | undefined
  /** Milliseconds until a decision comes too late; null: it waits for none. */
  expires_ms: number | null
}

/**
 * `begun`: the row is stored; `until`: when the lease ends at the earliest, if it is not renewed, in
 * milliseconds of `performance.now()`. `lost`: another worker has the job, it was cancelled, or people have
 * taken the thread over. `full`: the question has had its last call. `changed`: an owner has
 * changed, switched off or deleted the tool since it was read. All but `begun` store nothing.
 */
export type Begun =
  | { kind: 'begun'; until: number; expires_at: string | null }
  | { kind: 'lost' | 'full' | 'changed' }

/**
 * Stores a call. Calls of one job are stored one after the other, or the count of calls could miss
 * one.
 * @throws RowLocked if a row stays locked for `rowLockedMs` milliseconds
 */
export async function beginCall(
  db: Db,
  claim: LeasedJob,
  { tool, ...call }: NewCall,
  rowLockedMs: number,
): Promise<Begun> {
  const given = givenOf(claim, { ...call, tool_id: tool?.id, tool_updated_at: tool?.updated_at })
  return untilFree(async () => {
    const at = performance.now()
    try {
      const [row] = await preparedText<BeginRow>(db, BEGIN, { given })
      return begunOf(row!, at)
    } catch (error) {
      // The tool is being deleted.
      if (isForeignKeyViolation(error)) return { kind: 'changed' as const }
      throw error
    }
  }, rowLockedMs)
}

interface BeginRow {
  is_begun: boolean
  is_own: boolean
  lease_ms: number | null
  has_room: boolean | null
  is_same: boolean | null
  expires_at: string | null
}

/**
 * @param at when the statement was sent
 * @returns undefined: a row was locked
 */
function begunOf(row: BeginRow, at: number): Begun | undefined {
  const { is_begun, is_own, lease_ms, expires_at } = row
  if (!is_own) return { kind: 'lost' }
  if (lease_ms === null) return undefined
  if (is_begun) return { kind: 'begun', until: at + lease_ms, expires_at }
  if (!row.has_room) return { kind: 'full' }
  return row.is_same ? undefined : { kind: 'changed' }
}

/** SQL for whether the tool of a row is still what the worker has read, and may be called. */
const isSameTool = (row: string) => `exists (
    select from tools t
     where t.organization_id = ${row}.organization_id and t.id = ${row}.tool_id and t.is_active and t.mcp_change is null
       and date_trunc('milliseconds', t.updated_at) = ${row}.tool_updated_at)`

/**
 * `before` is the row of an earlier try whose acknowledgement was lost. A call without a request of
 * its own needs no tool: it was deleted, or it was never there.
 */
const BEGIN = `
  with given as materialized (
    select * from json_to_record(:given::json) as given (
      organization_id uuid, id uuid, attempt integer, step smallint, call_id uuid, asked_in smallint, same_as smallint, tool_id uuid,
      tool_updated_at timestamptz, name text, title text, effect text, arguments jsonb, digest text, state text, decides text,
      expires_ms float8, http_status smallint, result jsonb, is_cut boolean, error jsonb)
  ), ${HELD}, checked as materialized (
    select held.*, state not in ('pending', 'waiting') or ${isSameTool('held')} as is_same,
           (select count(*) from reply_steps s where s.organization_id = held.organization_id
               and s.question_id = held.question_id and s.kind = 'tool') < ${MAX_TOOL_CALLS} as has_room
      from held
  ), good as (
    select * from checked where is_same and has_room
  ), counted as (
    update open_jobs j set steps = greatest(j.steps, good.step)
      from good where j.lane = 'reply' and j.id = any(array(select id from good)) and j.id = good.id
  ), stored as (
    insert into reply_steps (organization_id, question_id, step, kind, reply_id, thread_id, agent_id, is_test, call_id,
                             asked_in, same_as, tool_id, name, title, effect, arguments, digest, state, decides, expires_at,
                             http_status, result, is_cut, error, run_by, attempt, tries, started_at, ended_at)
    select organization_id, question_id, step, 'tool', id, thread_id, agent_id, is_test, call_id, asked_in, same_as,
           (select t.id from tools t where t.organization_id = good.organization_id and t.id = good.tool_id),
           name, title, effect, arguments, decode(digest, 'hex'), state, decides,
           clock_timestamp() + make_interval(secs => expires_ms / 1000), http_status, result, is_cut, error, id, attempt,
           (state = 'pending')::integer, case when state = 'pending' then clock_timestamp() end,
           case when state not in ('pending', 'waiting') then clock_timestamp() end
      from good
    on conflict do nothing
    returning to_json(expires_at) as expires_at
  ), before as (
    select to_json(s.expires_at) as expires_at
      from given join reply_steps s on s.organization_id = given.organization_id and s.call_id = given.call_id
     where s.run_by = given.id and s.attempt = given.attempt
  )
  select exists (select from stored) or exists (select from before) as is_begun,
         coalesce((select expires_at from stored), (select expires_at from before)) as expires_at,
         (select lease_ms from held) as lease_ms, (select is_same from checked) as is_same,
         (select has_room from checked) as has_room, ${IS_OWN} as is_own`

/** A stored call that begins, or begins again after a crash. */
export interface StoredCall extends Pick<CallStep, 'call_id' | 'digest'> {
  /** Its state, as the worker has read it. `approved`: the approval is used up. */
  was: 'approved' | 'pending'
  tool: Pick<Tool, 'id' | 'updated_at'>
}

/** As `Begun`; `refused`: it may not begin, and its row says why. */
export type BegunAgain = { kind: 'begun'; until: number } | { kind: 'lost' | 'refused' }

/** The most times that a call is begun. */
export const MAX_TRIES = 4

/**
 * Begins a stored call: one that was approved, or one that a crash has interrupted and that may be
 * repeated. The call is refused if its row has another state, was begun four times, was begun under
 * this fencing token, or by a reply other than this one, and if its tool or arguments differ.
 * @throws RowLocked if a row stays locked for `rowLockedMs` milliseconds
 */
export async function beginAgain(
  db: Db,
  claim: LeasedJob,
  { tool, ...call }: StoredCall,
  rowLockedMs: number,
): Promise<BegunAgain> {
  const given = givenOf(claim, { ...call, tool_id: tool.id, tool_updated_at: tool.updated_at })
  return untilFree(async () => {
    const at = performance.now()
    const [row] = await preparedText<AgainRow>(db, AGAIN, { given })
    const { is_begun, is_own, lease_ms, may_begin } = row!
    if (!is_own) return { kind: 'lost' as const }
    if (lease_ms === null) return undefined
    if (is_begun) return { kind: 'begun' as const, until: at + lease_ms }
    return may_begin ? undefined : { kind: 'refused' as const }
  }, rowLockedMs)
}

interface AgainRow {
  is_begun: boolean
  is_own: boolean
  lease_ms: number | null
  may_begin: boolean | null
}

const AGAIN = `
  with given as materialized (
    select * from json_to_record(:given::json) as given (
      organization_id uuid, id uuid, attempt integer, call_id uuid, was text, digest text, tool_id uuid, tool_updated_at timestamptz)
  ), ${HELD}, checked as materialized (
    select held.*, s.state = held.was and s.tool_id = held.tool_id and s.digest = decode(held.digest, 'hex') and s.tries < ${MAX_TRIES}
           and (held.was = 'approved' or (s.run_by = held.id and s.attempt < held.attempt))
           and ${isSameTool('held')} as may_begin
      from held join reply_steps s
        on s.organization_id = held.organization_id and s.call_id = held.call_id and s.question_id = held.question_id
  ), begun as (
    update reply_steps s
       set state = 'pending', tries = s.tries + 1, run_by = c.id, attempt = c.attempt, started_at = clock_timestamp()
      from checked c
     where c.may_begin and s.organization_id = c.organization_id and s.call_id = c.call_id and s.state = c.was
    returning s.step
  )
  select exists (select from begun) or exists (
           select from given join reply_steps s on s.organization_id = given.organization_id and s.call_id = given.call_id
            where s.run_by = given.id and s.attempt = given.attempt and s.state = 'pending') as is_begun,
         (select lease_ms from held) as lease_ms, (select may_begin from checked) as may_begin, ${IS_OWN} as is_own`

const givenOf = ({ organization_id, id, attempt }: LeasedJob, call: object) =>
  storableJson({ organization_id, id, attempt, ...call })
