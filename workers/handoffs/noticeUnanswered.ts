import { DEFAULT_POLICY } from '../../shared/agents/handoffPolicy.ts'
import type { Handoffs } from '../../shared/handoffs/handoffs.ts'
import { readOffice } from '../../shared/handoffs/officeHours.ts'
import { unansweredMessage } from '../../shared/handoffs/sayings.ts'
import { findUnanswered, type UnansweredHandoff } from '../../shared/handoffs/waiting.ts'
import type { Db } from '../../shared/lib/db/db.ts'
import { AppError } from '../../shared/lib/errors.ts'
import { languageOf } from '../../shared/lib/text/language.ts'
import type { HandoffRound } from './handoffRound.ts'

/** The most handoffs of one round. The next round, seconds later, takes the rest. */
const MOST = 100

/**
 * Posts a notice to customers whom nobody has answered in time. If the agent's policy asks for it
 * and no person has answered yet, also returns the chat to the agent. A customer gets one notice
 * for each wait, however many workers look.
 * @returns the number of customers who got a notice
 */
export async function noticeUnanswered({
  db,
  log,
  handoffs,
  threadChanged,
  stop,
}: HandoffRound): Promise<number> {
  let noticed = 0
  for (const handoff of await findUnanswered(db, MOST)) {
    if (stop.aborted) break
    const isNoticed = await postNotice(db, handoffs, handoff).catch((error) => {
      // The thread is gone, or another transaction is changing it: the next round looks again.
      if (!(error instanceof AppError))
        log.warn(
          { handoff: handoff.id, err: error },
          'could not post the notice that nobody has answered',
        )
      return false
    })
    if (!isNoticed) continue
    noticed++
    threadChanged(handoff.organization_id, handoff.thread_id)
  }
  return noticed
}

async function postNotice(
  db: Db,
  handoffs: Handoffs,
  handoff: UnansweredHandoff,
): Promise<boolean> {
  const { organization_id, thread_id, thread_kind, last_question, locale, policy } = handoff
  const language = languageOf(last_question ?? '', handoff.language ?? locale)
  const { unanswered_action } = policy ?? DEFAULT_POLICY
  // A person who has begun to answer keeps the chat: the agent must not interrupt.
  const isReturned = unanswered_action === 'return' && !handoff.first_reply_at
  const content = unansweredMessage(isReturned, language, await readOffice(db, organization_id))
  const place = { organization_id, id: thread_id, kind: thread_kind }
  return handoffs.noticeUnanswered(db, place, handoff, content, isReturned)
}
