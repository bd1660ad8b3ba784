import { recordsOf } from '../lib/db/crud.ts'

/** Why a thread is handed off. */
export const HANDOFF_REASONS = [
  'customer_request',
  'no_answer',
  'low_rating',
  'topic',
  'takeover',
  'other',
] as const
export type HandoffReason = (typeof HANDOFF_REASONS)[number]

/** What assigns a user: a person, with their own name or a colleague's, or the organization's rule. */
export const ASSIGNED_BY = ['person', 'rule'] as const
export type AssignedBy = (typeof ASSIGNED_BY)[number]

const IS_OPEN = `exists (select from threads t where t.organization_id = handoffs.organization_id and t.id = handoffs.thread_id
                          and t.status in ('active', 'open'))`
/**
 * SQL conditions on a row of `handoffs`, by how it ended: the agent got the chat back, or the chat
 * was closed or expired before. `open`: people still have it.
 */
export const HANDOFF_OUTCOMES = {
  returned: 'returned_at is not null',
  closed: `returned_at is null and not ${IS_OPEN}`,
  open: `returned_at is null and ${IS_OPEN}`,
} as const
export type HandoffOutcome = keyof typeof HANDOFF_OUTCOMES

/**
 * SQL conditions for further states: a person answered, or the customer was notified that nobody
 * has answered in time.
 */
export const HANDOFF_STATES = {
  any: 'true',
  answered: 'first_reply_at is not null',
  unanswered: 'unanswered_at is not null',
  ...HANDOFF_OUTCOMES,
} as const
export type HandoffFilter = keyof typeof HANDOFF_STATES

/** A period during which people have or had a thread. */
export interface Handoff {
  id: string
  thread_id: string
  agent_id: string
  /** The `handoff_epoch` of the thread during the handoff. */
  epoch: number
  reason: HandoffReason
  note: string | null
  requested_by: 'visitor' | 'key' | 'user' | 'rule'
  /** The user who answers; null: no user is assigned. */
  assignee_id: string | null
  assigned_at: Date | null
  /**
   * What last set or removed the assignee; null: nothing yet, or the assignee has left since.
   */
  assigned_by: AssignedBy | null
  /** Messages of the customer during the handoff. */
  questions: number
  last_question_id: string | null
  /** Messages of people to the customer during the handoff. */
  replies: number
  last_reply_id: string | null
  first_reply_at: Date | null
  /** When the customer was last notified that nobody has answered in time; null: never. */
  unanswered_at: Date | null
  /**
   * Since when the customer waits for a person; null: a person wrote last, or the customer's last
   * message only thanks for an answer.
   */
  waiting_since: Date | null
  /** By when a person should answer; null: nobody waits, or the organization has no target. */
  due_at: Date | null
  /** When a target was last missed; null: never. */
  overdue_at: Date | null
  /** Whether the first answer met its target; null: it had none, or it is still open. */
  first_answer_met: boolean | null
  next_answers_met: number
  next_answers_missed: number
  return_note: string | null
  /** null: people have the thread now. */
  returned_at: Date | null
  created_at: Date
  updated_at: Date
}

export const handoffRecords = recordsOf<Handoff>({ table: 'handoffs', name: 'handoff' })
