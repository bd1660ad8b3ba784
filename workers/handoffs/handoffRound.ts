import type { Handoffs } from '../../shared/handoffs/handoffs.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import type { Log } from '../../shared/lib/observability/log.ts'

/** What a round of the chores for handoffs works with. */
export interface HandoffRound {
  db: Db
  log: Log
  handoffs: Handoffs
  /** Signals that a thread has changed. */
  threadChanged: (organizationId: string, threadId: string) => void
  /** Once aborted, no further chat is changed. */
  stop: AbortSignal
}
