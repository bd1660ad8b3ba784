import { markOverdue } from '../../shared/handoffs/targets.ts'
import type { HandoffRound } from './handoffRound.ts'

/** The most chats of one round. The next round, seconds later, takes the rest. */
const MOST = 500

/**
 * Counts the targets that were missed while nobody answered, and shows the chats as late.
 * @returns the number of chats
 */
export async function missTargets({ db, threadChanged }: HandoffRound): Promise<number> {
  const late = await markOverdue(db, MOST)
  for (const { organization_id, thread_id } of late) threadChanged(organization_id, thread_id)
  return late.length
}
