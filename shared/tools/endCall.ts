import type { Db } from '../lib/db/db.ts'
import { preparedText } from '../lib/db/statements.ts'
import { isDeeperThan, storableJson } from '../lib/storable.ts'
import { type CallStep, type StoredOutcome, stepJson } from './steps.ts'

/** What a worker has learned of a call. */
export interface CallEnd
  extends Pick<CallStep, 'call_id' | 'http_status' | 'result' | 'is_cut' | 'error'> {
  state: 'succeeded' | 'failed' | 'unknown' | 'expired'
  /** The fencing token under which the call was begun last, as far as the worker knows. */
  attempt: number | null
  /** How it is known, if not by the answer to the request. */
  settled_as?: 'probe' | undefined
}

/** How deep a result may be nested that is stored; a deeper one is hostile, and left out. */
const MAX_RESULT_DEPTH = 100

/**
 * Stores the outcome of a call. No fencing token guards it: what is known must be kept also after a
 * lost lease, a handoff or a cancel, and the late answer of a slow worker says what became of an
 * unknown call. But a worker whose call was begun again by another knows only that it succeeded:
 * that its own request failed says nothing of the other one.
 * @returns the outcome that the call has now; undefined: its thread was deleted
 */
export async function endCall(
  db: Db,
  organization_id: string,
  end: CallEnd,
): Promise<StoredOutcome | undefined> {
  const isTooDeep = isDeeperThan(end.result, MAX_RESULT_DEPTH)
  const kept = isTooDeep ? { ...end, result: null, is_cut: true } : end
  const given = storableJson({ organization_id, ...kept })
  const [stored] = await preparedText<{ call: CallStep }>(db, END, { given })
  return stored ? stored.call : readCall(db, organization_id, end.call_id)
}

/** An `unknown` call is settled by its late answer, unless this says again that it is not known. */
const END = `
  with given as materialized (
    select * from json_to_record(:given::json) as given (
      organization_id uuid, call_id uuid, attempt integer, state text, http_status smallint, result jsonb, is_cut boolean,
      error jsonb, settled_as text)
  )
  update reply_steps s
     set state = given.state, http_status = given.http_status, result = given.result, is_cut = given.is_cut, error = given.error,
         ended_at = clock_timestamp(),
         settled_as = coalesce(given.settled_as, case when s.state = 'unknown' then 'answer' end)
    from given
   where s.organization_id = given.organization_id and s.call_id = given.call_id
     and case given.state
           when 'expired' then s.state in ('waiting', 'approved')
           when 'succeeded' then s.state in ('pending', 'unknown')
           when 'failed' then s.state in ('pending', 'unknown') and s.attempt is not distinct from given.attempt
           else s.state = 'pending' and s.attempt is not distinct from given.attempt end
  returning ${stepJson('s')} as call`

/** Reads a call. @returns undefined: its thread was deleted */
export async function readCall(
  db: Db,
  organizationId: string,
  callId: string,
): Promise<CallStep | undefined> {
  const [found] = await preparedText<{ call: CallStep }>(db, READ, { organizationId, callId })
  return found?.call
}

const READ = `
  select ${stepJson('s')} as call from reply_steps s
   where s.organization_id = :organizationId and s.call_id = :callId`
