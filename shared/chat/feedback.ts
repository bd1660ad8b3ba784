import { v7 as uuid } from 'uuid'
import { recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'

export interface Feedback {
  id: string
  thread_id: string
  /** The rated reply; null: the session or conversation as a whole. */
  message_id: string | null
  reviewer: string
  /** From 1 to 5. */
  rating: number
  comment: string | null
  created_at: Date
  updated_at: Date
}

/** Ratings up to this value are negative. */
export const NEGATIVE_RATING = 2

export const feedbackRecords = recordsOf<Feedback>({ table: 'feedback', name: 'feedback' })

export interface PutFeedback {
  feedback: Feedback
  isNew: boolean
  /** The rating that it replaces; null: none, or a rating that was stored at the same moment. */
  replaced: number | null
}

/**
 * Stores feedback, or replaces the reviewer's earlier feedback on the same target. The caller must
 * have checked the target.
 */
export async function putFeedback(
  db: Db,
  organizationId: string,
  feedback: Omit<Feedback, 'id' | 'created_at' | 'updated_at'>,
): Promise<PutFeedback> {
  const id = uuid()
  const [put] = await sql<Feedback & { replaced: number | null }>(db)`
    insert into feedback (id, organization_id, thread_id, message_id, reviewer, rating, comment)
    values (${id}, ${organizationId}, ${feedback.thread_id}, ${feedback.message_id}, ${feedback.reviewer},
            ${feedback.rating}, ${feedback.comment})
    on conflict (thread_id, message_id, reviewer) do update
      set rating = excluded.rating, comment = excluded.comment, updated_at = now()
    returning *, (select rating from feedback earlier where earlier.id = feedback.id) as replaced`
  const { replaced, ...stored } = put!
  return { feedback: stored, isNew: stored.id === id, replaced }
}
