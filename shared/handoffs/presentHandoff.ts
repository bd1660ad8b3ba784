import type { ThreadKind } from '../chat/threads.ts'
import type { Handoff } from './records.ts'

/** The fields of a handoff that visitors do not see. */
const HIDDEN = {
  note: null,
  assignee_id: null,
  assigned_by: null,
  due_at: null,
  overdue_at: null,
  return_note: null,
}

/**
 * Presents a handoff of a thread of this kind.
 * @param isForVisitor hides the assignee, and the notes that people write for each other
 */
export function presentHandoff(kind: ThreadKind, handoff: Handoff, isForVisitor = false) {
  const { id, thread_id, agent_id, reason, note, requested_by, assignee_id, assigned_at } = handoff
  const { assigned_by, due_at, overdue_at } = handoff
  const { questions, replies, first_reply_at, unanswered_at, return_note, returned_at } = handoff
  return {
    object: 'handoff',
    id,
    [`${kind}_id`]: thread_id,
    agent_id,
    reason,
    note,
    requested_by,
    assignee_id,
    assigned_at,
    assigned_by,
    questions,
    replies,
    first_reply_at,
    unanswered_at,
    due_at,
    overdue_at,
    return_note,
    returned_at,
    created_at: handoff.created_at,
    updated_at: handoff.updated_at,
    ...(isForVisitor && HIDDEN),
  }
}
