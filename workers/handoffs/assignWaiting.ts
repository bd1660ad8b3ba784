import { findUnassigned } from '../../shared/handoffs/assignment.ts'
import type { HandoffRound } from './handoffRound.ts'

/** The most chats of one round. The next round, seconds later, takes the rest. */
const MOST = 100

/**
 * Assigns chats by the rules of their organizations once somebody is available.
 * @returns the number of chats that have an assignee now
 */
export async function assignWaiting({ db, log, handoffs, threadChanged, stop }: HandoffRound) {
  let assigned = 0
  for (const { organization_id, thread_id, thread_kind } of await findUnassigned(db, MOST)) {
    if (stop.aborted) break
    const place = { organization_id, id: thread_id, kind: thread_kind }
    const isAssigned = await handoffs.assignByRule(db, place).catch((error) => {
      // The thread is gone, or another transaction is changing it: the next round looks again.
      log.warn({ thread: thread_id, err: error }, 'a chat could not be assigned')
      return false
    })
    if (!isAssigned) continue
    assigned++
    threadChanged(organization_id, thread_id)
  }
  return assigned
}
