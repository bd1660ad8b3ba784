import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import { IS_AVAILABLE, TAKES_CHATS } from '../people/availability.ts'
import type { User } from '../people/users.ts'
import type { Handoff } from './records.ts'

/**
 * How chats that are handed off get their assignee: people take them from the queue; each goes to
 * the present person whose turn was longest ago; or to the present person with the fewest open
 * chats.
 */
export const ASSIGNMENTS = ['manual', 'round_robin', 'least_busy'] as const
export type Assignment = (typeof ASSIGNMENTS)[number]

const OPEN_CHATS = `(
  select count(*) from handoffs h
    join threads t on t.organization_id = h.organization_id and t.id = h.thread_id and t.handoff_id = h.id
     and t.status in ('active', 'open')
   where h.organization_id = users.organization_id and h.assignee_id = users.id and h.returned_at is null)`

const TURNS: Readonly<Record<Exclude<Assignment, 'manual'>, string>> = {
  round_robin: 'last_assigned_at nulls first, id',
  least_busy: `${OPEN_CHATS}, last_assigned_at nulls first, id`,
}

/**
 * Assigns an unassigned handoff of a locked thread to the person whose turn it is. The row of the
 * organization is locked until the transaction ends: two handoffs at once would otherwise see the
 * same turn, and go to one person.
 * @returns undefined: nobody is available
 */
export async function assignNext(
  transaction: Db,
  { organization_id, id }: Pick<Handoff, 'id'> & { organization_id: string },
  rule: Exclude<Assignment, 'manual'>,
): Promise<Handoff | undefined> {
  await sql(transaction)`select from organizations where id = ${organization_id} for no key update`
  const [handoff] = await sqlText<Handoff>(
    transaction,
    `with next as (
       select id from users where organization_id = :organization_id and ${IS_AVAILABLE}
        order by ${TURNS[rule]} limit 1 for no key update
     ), turn as (
       update users set last_assigned_at = clock_timestamp() from next
        where users.organization_id = :organization_id and users.id = next.id
       returning users.id
     )
     update handoffs h
        set assignee_id = turn.id, assigned_at = clock_timestamp(), assigned_by = 'rule', updated_at = clock_timestamp()
       from turn
      where h.organization_id = :organization_id and h.id = :id and h.assignee_id is null
     returning h.*`,
    { organization_id, id },
  )
  return handoff
}

/** An unassigned chat that a rule may assign. */
export interface UnassignedChat {
  organization_id: string
  thread_id: string
  thread_kind: 'session' | 'conversation'
}

/**
 * Finds chats that a rule has yet to assign, the longest wait first: nobody was available when they
 * were handed off, or their assignee has left. A chat that a person has put back stays in the queue,
 * and so does one that a person is taking over.
 */
export const findUnassigned = (db: Db, most: number): Promise<UnassignedChat[]> =>
  sqlText<UnassignedChat>(
    db,
    `select h.organization_id, h.thread_id, t.kind as thread_kind
       from organizations o
       join handoffs h on h.organization_id = o.id
       join threads t on t.organization_id = h.organization_id and t.id = h.thread_id and t.handoff_id = h.id
        and t.status in ('active', 'open')
      where o.assignment <> 'manual' and h.returned_at is null and h.assignee_id is null and h.assigned_by is null
        and h.reason <> 'takeover'
        and exists (select from users where users.organization_id = o.id and ${IS_AVAILABLE})
      order by h.waiting_since nulls last, h.id limit :most`,
    { most },
  )

/** Sets how an organization assigns chats from now on. */
export async function setAssignment(
  db: Db,
  organizationId: string,
  assignment: Assignment,
): Promise<void> {
  await sql(db)`
    update organizations set assignment = ${assignment}, updated_at = now() where id = ${organizationId}`
}

/** Reads how an organization assigns chats. */
export async function readAssignment(db: Db, organizationId: string): Promise<Assignment> {
  const [found] = await sql<{ assignment: Assignment }>(db)`
    select assignment from organizations where id = ${organizationId}`
  return found?.assignment ?? 'manual'
}

/** How chats reach a user. */
export interface Availability {
  takes_chats: boolean
  assignment: Assignment
}

/** Reads whether a user gets chats by rule, and the rule of the organization. */
export async function readAvailability(
  db: Db,
  { organization_id, id }: Pick<User, 'id' | 'organization_id'>,
): Promise<Availability | undefined> {
  const [found] = await sqlText<Availability>(
    db,
    `select ${TAKES_CHATS} as takes_chats,
            (select assignment from organizations o where o.id = users.organization_id) as assignment
       from users where organization_id = :organization_id and id = :id`,
    { organization_id, id },
  )
  return found
}
