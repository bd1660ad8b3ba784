import type { Db } from '../lib/db/db.ts'
import { isForeignKeyViolation } from '../lib/db/failures.ts'
import { sql } from '../lib/db/statements.ts'
import { notFound } from '../lib/errors.ts'

/** A thread, and the user who reads it. */
export interface ThreadReader {
  organization_id: string
  thread_id: string
  user_id: string
}

/**
 * Stores that a user has read a thread up to a message. An earlier message than before changes
 * nothing.
 * @throws AppError not_found: the thread has no such message
 */
export async function markRead(
  db: Db,
  { organization_id, thread_id, user_id }: ThreadReader,
  messageId: string,
): Promise<void> {
  const marked = await sql(db)`
    insert into thread_reads (organization_id, thread_id, user_id, seq)
    select organization_id, thread_id, ${user_id}, seq from messages
     where organization_id = ${organization_id} and thread_id = ${thread_id} and id = ${messageId}
    on conflict (organization_id, thread_id, user_id)
      do update set seq = greatest(thread_reads.seq, excluded.seq)
    returning seq`.catch((error) => {
    // The thread has been deleted since its message was found.
    if (isForeignKeyViolation(error)) return []
    throw error
  })
  if (marked.length === 0) throw notFound('message')
}
