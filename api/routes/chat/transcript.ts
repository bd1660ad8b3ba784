import { feedbackRecords } from '../../../shared/chat/feedback.ts'
import { listMessages } from '../../../shared/chat/messages.ts'
import { presentFeedback } from '../../../shared/chat/presentFeedback.ts'
import { presentMessage } from '../../../shared/chat/presentMessage.ts'
import { presentThread } from '../../../shared/chat/presentThread.ts'
import type { Thread } from '../../../shared/chat/threads.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import type { Page, Paged } from '../../../shared/lib/db/paging.ts'

/** Records that an export reads at a time. */
export const PAGE = 200

/** A record of a transcript as its own route answers it, with its type. */
export type Line = { type: string } & Record<string, unknown>

export const lineOf = (type: string, record: object): Line => ({ type, ...record })

/**
 * Reads a thread piece by piece: the thread, its messages in order, and its feedback, oldest first.
 */
export async function* transcriptOf(
  db: Db,
  organizationId: string,
  thread: Thread,
): AsyncGenerator<Line[]> {
  const { id: thread_id, kind } = thread
  yield [lineOf(kind, presentThread(thread))]
  for await (const messages of pagesOf((page) =>
    listMessages(db, organizationId, thread_id, page, true),
  ))
    yield messages.map((message) => lineOf('message', presentMessage(message)))
  for await (const feedback of pagesOf((page) =>
    feedbackRecords.list(db, organizationId, { thread_id }, page),
  ))
    yield feedback.map((rating) => lineOf('feedback', presentFeedback(kind, rating)))
}

/** Reads a whole list page by page: a slow client holds no database connection. */
export async function* pagesOf<Row extends { id: string }>(
  read: (page: Page) => Promise<Paged<Row>>,
): AsyncGenerator<Row[]> {
  let after: string | undefined
  do {
    const { rows, has_more } = await read({
      limit: PAGE,
      order: 'asc',
      ...(after ? { after } : {}),
    })
    if (rows.length) yield rows
    after = has_more ? rows.at(-1)!.id : undefined
  } while (after)
}
