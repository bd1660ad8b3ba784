import { FINISHED, type NotificationSender } from '../lib/queue/notifications.ts'
import type { CancelledReply } from './handoffs.ts'

/** Notifies the waiters and followers of these replies that they have ended. */
export async function notifyCancelled(
  notifications: Pick<NotificationSender, 'send'>,
  cancelled: readonly CancelledReply[],
): Promise<void> {
  for (const { id, reply_to, streamed } of cancelled) {
    if (reply_to) await notifications.send(reply_to, id)
    if (streamed) await notifications.send(id, FINISHED)
  }
}
