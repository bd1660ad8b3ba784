import type { Db } from '../lib/db/db.ts'
import { prepared } from '../lib/db/statements.ts'

/** Who answers in a thread now. */
export interface HandoffState {
  handled_by: 'agent' | 'human'
  /** When the thread was handed off; null: the agent has it. */
  requested_at: Date | null
  /** The user who answers; null: no user is assigned. */
  assignee: { name: string | null; photo: string | null } | null
  /**
   * When the waiting customer was notified that nobody has answered in time; null: no notice, or
   * the customer no longer waits.
   */
  unanswered_at: Date | null
  /** Whether the customer has left an address for the answers. */
  has_contact: boolean
}

/** Reads who answers in a thread. @returns undefined: the thread was deleted */
export async function readHandoffState(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<HandoffState | undefined> {
  const [found] = await prepared<HandoffState>(db)`
    select case when t.handoff_id is null then 'agent' else 'human' end as handled_by, h.created_at as requested_at,
           case when u.id is not null then json_build_object('name', u.name, 'photo', u.photo) end as assignee,
           case when h.unanswered_at >= h.waiting_since then h.unanswered_at end as unanswered_at,
           exists (select from contacts c where c.organization_id = t.organization_id and c.thread_id = t.id) as has_contact
      from threads t
      left join handoffs h on h.organization_id = t.organization_id and h.id = t.handoff_id
      left join users u on u.organization_id = t.organization_id and u.id = h.assignee_id
     where t.organization_id = ${organizationId} and t.id = ${threadId}`
  return found
}
