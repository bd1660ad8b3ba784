import {
  type Ending,
  type EndReply,
  endReplyWithin,
  hasEnded,
} from '../../shared/chat/endReplies.ts'
import type { Handoffs } from '../../shared/handoffs/handoffs.ts'
import { notifyCancelled } from '../../shared/handoffs/notifyCancelled.ts'
import { findThreadKind } from '../../shared/handoffs/waiting.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { RowLocked } from '../../shared/lib/db/lockRetry.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import type { RuledHandoff } from './rule.ts'

interface HandOffDeps {
  db: Db
  endReply: EndReply
  handoffs: Handoffs
  notifications: Pick<NotificationSender, 'send'>
}

/** The end of a claimed reply. */
export type ReplyEnding = Ending & { claim: LeasedJob }

/**
 * Ends a reply and opens its handoff in one transaction, so that a customer never reads of people
 * who were not asked.
 */
export function makeEndAndHandOff({ db, endReply, handoffs, notifications }: HandOffDeps) {
  /** @returns false if the lease was lost @throws RowLocked */
  return async function endAndHandOff(
    ending: ReplyEnding,
    { reason }: RuledHandoff,
  ): Promise<boolean> {
    const { organization_id, thread_id } = ending.claim
    const kind = await findThreadKind(db, organization_id, thread_id!)
    if (!kind) return endReply(ending)
    const place = { organization_id, id: thread_id!, kind }
    const end = (transaction: Db) => endReplyWithin(transaction, ending)
    const fields = { reason, note: null, requested_by: 'rule' } as const
    const done = await handoffs.storeAndHandOff(db, place, end, fields).catch((error) => {
      // The thread has been deleted since.
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    })
    if (!done) return endReply(ending)
    if (!done.isDue) {
      const before = await hasEnded(db, ending)
      if (before === undefined) throw new RowLocked()
      return before
    }
    await notifyCancelled(notifications, done.cancelled)
    return true
  }
}
