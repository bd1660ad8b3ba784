import type { FollowedCall } from '../../shared/chat/drafts.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import type { NotificationSender } from '../../shared/lib/queue/notifications.ts'
import type { CallStep } from '../../shared/tools/steps.ts'

/**
 * Sends the state of a tool call to the followers of its reply.
 * @param ms milliseconds that it took; null: it has not ended
 */
export type ShowCall = (claim: LeasedJob, call: CallStep, ms?: number | null) => void

/** Makes a `ShowCall`. Nobody waits for it: whoever misses it reads the rows. */
export const makeShowCall =
  (notifications: Pick<NotificationSender, 'send'>, log: Log): ShowCall =>
  ({ id, request_id, attempt, streamed }, call, ms = null) => {
    if (!streamed) return
    const { call_id, name, title, state, decides, expires_at } = call
    const shown: FollowedCall = { call_id, name, title, state, decides, expires_at, ms }
    notifications
      .send(id, JSON.stringify({ attempt, call: shown }))
      .catch((error) =>
        log.warn({ id, request_id, err: error }, 'could not show a tool call to its followers'),
      )
  }
