import type { Feedback } from './feedback.ts'
import type { ThreadKind } from './threads.ts'

/** Presents feedback on a thread of this kind, or on one of its replies. */
export function presentFeedback(kind: ThreadKind, feedback: Feedback) {
  const { id, thread_id, message_id, reviewer, rating, comment, created_at, updated_at } = feedback
  return {
    object: 'feedback',
    id,
    [`${kind}_id`]: thread_id,
    message_id,
    reviewer,
    rating,
    comment,
    created_at,
    updated_at,
  }
}
