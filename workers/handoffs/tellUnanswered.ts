import { DEFAULT_POLICY } from '../../shared/agents/handoffPolicy.ts'
import type { Handoffs } from '../../shared/handoffs/handoffs.ts'
import { readOffice } from '../../shared/handoffs/officeHours.ts'
import { unansweredMessage } from '../../shared/handoffs/sayings.ts'
import { findUnanswered, type UnansweredHandoff } from '../../shared/handoffs/waiting.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError } from '../../shared/lib/errors.ts'
import type { Log } from '../../shared/lib/observability/log.ts'
import { languageOf } from '../../shared/lib/text/language.ts'

/** Handoffs of one round. The next one goes on, seconds later. */
const MOST = 100

interface Telling {
  db: Db
  log: Log
  handoffs: Handoffs
  /** Signals that a thread has changed. */
  threadChanged: (organizationId: string, threadId: string) => void
  /** Once it is aborted, nobody else is told. */
  stop: AbortSignal
}

/**
 * Tells customers that nobody has answered in time, and returns their chats to agents that want
 * that, unless a person has answered in them before. Each is told once for each wait, however many
 * workers look. @returns how many were told
 */
export async function tellUnanswered({
  db,
  log,
  handoffs,
  threadChanged,
  stop,
}: Telling): Promise<number> {
  let told = 0
  for (const one of await findUnanswered(db, MOST)) {
    if (stop.aborted) break
    const isTold = await tellOne(db, handoffs, one).catch((error) => {
      // The thread is gone, or somebody is changing it: the next round looks again.
      if (!(error instanceof AppError))
        log.warn(
          { handoff: one.id, err: error },
          'could not tell a customer that nobody has answered',
        )
      return false
    })
    if (!isTold) continue
    told++
    threadChanged(one.organization_id, one.thread_id)
  }
  return told
}

async function tellOne(db: Db, handoffs: Handoffs, one: UnansweredHandoff): Promise<boolean> {
  const { organization_id, thread_id, thread_kind, last_question, locale, policy } = one
  const language = languageOf(last_question ?? '', one.language ?? locale)
  const { unanswered_action } = policy ?? DEFAULT_POLICY
  // Who has begun to answer keeps the chat: the agent does not come in between.
  const isReturned = unanswered_action === 'return' && !one.first_reply_at
  const content = unansweredMessage(isReturned, language, await readOffice(db, organization_id))
  const place = { organization_id, id: thread_id, kind: thread_kind }
  return handoffs.noticeUnanswered(db, place, one, content, isReturned)
}
