import type { Db } from '../lib/db/db.ts'
import { prepared } from '../lib/db/statements.ts'

/**
 * Ends the calls of a thread that wait for a decision, or were approved and not begun: people have
 * taken the thread over. The caller has locked the thread, and has deleted its open jobs, so that no
 * worker begins a call meanwhile.
 */
export async function endCallsOfThread(
  transaction: Db,
  organizationId: string,
  threadId: string,
): Promise<void> {
  await prepared(transaction)`
    update reply_steps set state = 'expired', error = ${HANDED_OFF}::jsonb, ended_at = clock_timestamp()
     where organization_id = ${organizationId} and thread_id = ${threadId} and state in ('waiting', 'approved')`
}

const HANDED_OFF = JSON.stringify({
  code: 'handed_off',
  detail: 'People have taken over before the call was made.',
})
