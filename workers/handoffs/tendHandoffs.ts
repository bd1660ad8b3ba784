import { assignWaiting } from './assignWaiting.ts'
import type { HandoffRound } from './handoffRound.ts'
import { missTargets } from './missTargets.ts'
import { noticeUnanswered } from './noticeUnanswered.ts'

/** The chores for chats that people have: what nobody's request does. */
export async function tendHandoffs(round: HandoffRound): Promise<void> {
  const assigned = await assignWaiting(round)
  if (assigned > 0) round.log.info({ handoffs: assigned }, 'chats were assigned by rule')
  const late = await missTargets(round)
  if (late > 0) round.log.info({ handoffs: late }, 'targets for answers were missed')
  const noticed = await noticeUnanswered(round)
  if (noticed > 0)
    round.log.info({ handoffs: noticed }, 'customers were notified that nobody has answered')
}
