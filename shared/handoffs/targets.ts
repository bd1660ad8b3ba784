import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'

/**
 * By when people of an organization should answer, in minutes within the office hours, 1 to 10,080;
 * null: no target.
 */
export interface Targets {
  /** From the handoff to the first answer of a person. */
  first_answer_minutes: number | null
  /** From each later question to its answer. */
  next_answer_minutes: number | null
}

/** Reads the targets of an organization. */
export async function readTargets(db: Db, organizationId: string): Promise<Targets> {
  const [found] = await sql<Targets>(db)`
    select first_answer_minutes, next_answer_minutes from organizations where id = ${organizationId}`
  return found ?? { first_answer_minutes: null, next_answer_minutes: null }
}

/** Sets the given targets of an organization. */
export async function setTargets(
  db: Db,
  organizationId: string,
  targets: Partial<Targets>,
): Promise<void> {
  const { first_answer_minutes: first, next_answer_minutes: next } = targets
  await sql(db)`
    update organizations
       set first_answer_minutes = case when ${first !== undefined}::boolean then ${first ?? null}::integer else first_answer_minutes end,
           next_answer_minutes = case when ${next !== undefined}::boolean then ${next ?? null}::integer else next_answer_minutes end,
           updated_at = now()
     where id = ${organizationId}`
}

/** Sets the deadlines of waiting customers anew, after the targets or the office hours changed. */
export async function renewDeadlines(db: Db, organizationId: string): Promise<void> {
  await sql(db)`
    update handoffs h
       set due_at = office_deadline(o.office_hours, o.time_zone, h.waiting_since,
                                    case when h.first_reply_at is null then o.first_answer_minutes else o.next_answer_minutes end)
      from organizations o
     where o.id = ${organizationId} and h.organization_id = o.id and h.returned_at is null and h.waiting_since is not null`
}

/** SQL: whether the wait of a row of `handoffs` is not yet counted as missed. */
const IS_NOT_COUNTED = `coalesce(overdue_at, '-infinity') < waiting_since`

/** Counts a person's answer to the customer of a locked thread: its target is met or missed. */
export async function countAnswer(
  transaction: Db,
  organization_id: string,
  id: string,
  message_id: string,
): Promise<void> {
  await sqlText(
    transaction,
    `update handoffs
        set replies = replies + 1, last_reply_id = :message_id, updated_at = at,
            first_reply_at = coalesce(first_reply_at, at), waiting_since = null,
            first_answer_met = case when first_reply_at is null then coalesce(first_answer_met, at <= due_at) else first_answer_met end,
            next_answers_met = next_answers_met + coalesce((first_reply_at is not null and at <= due_at)::integer, 0),
            next_answers_missed = next_answers_missed + coalesce((first_reply_at is not null and at > due_at and ${IS_NOT_COUNTED})::integer, 0),
            overdue_at = case when at > due_at and ${IS_NOT_COUNTED} then at else overdue_at end
       from (select clock_timestamp() as at) answered
      where organization_id = :organization_id and id = :id`,
    { organization_id, id, message_id },
  )
}

/** A chat whose customer should have had an answer. */
export interface OverdueChat {
  organization_id: string
  thread_id: string
}

/**
 * Counts targets as missed that nobody has met in time, once for each wait, the earliest first.
 * Rows that a request is changing wait for the next call.
 * @returns the chats
 */
export const markOverdue = (db: Db, most: number): Promise<OverdueChat[]> =>
  sqlText<OverdueChat>(
    db,
    `with late as (
       select h.organization_id, h.id from handoffs h
         join threads t on t.organization_id = h.organization_id and t.id = h.thread_id and t.handoff_id = h.id
          and t.status in ('active', 'open')
        where h.returned_at is null and h.due_at < now() and ${IS_NOT_COUNTED}
        order by h.due_at limit :most for no key update of h skip locked
     )
     update handoffs h
        set overdue_at = clock_timestamp(), updated_at = clock_timestamp(),
            first_answer_met = case when first_reply_at is null then false else first_answer_met end,
            next_answers_missed = next_answers_missed + (first_reply_at is not null)::integer
       from late where h.organization_id = late.organization_id and h.id = late.id
     returning h.organization_id, h.thread_id`,
    { most },
  )
