import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import type { ClaimedMail } from './mails.ts'

/** The most recipients of a mail about one handoff. */
const MAX_RECIPIENTS = 50
/** The most handoffs that one call mails about. */
const MAX_HANDOFFS = 100
/** Minutes after a mail during which further handoffs are gathered for the next one. */
const GATHER_MINUTES = 5
/** The most chats that a mail lists, and the most characters of a customer's words in it. */
const MAX_LISTED = 10
const EXCERPT = 300

/**
 * Creates the mails about handoffs without an assignee, once for each wait of the customer. After a
 * person's first answer, mails go out only when the customer was notified that nobody has answered
 * in time, because people who work in another system are assigned to nothing. A handoff that a user
 * of the dashboard requested gets no mails until the customer writes. Tests get none.
 * @param waitMs milliseconds that the customer must have waited. Waits of more than a day get no
 *   mail
 * @returns how many mails
 */
export async function mailWaitingHandoffs(db: Db, waitMs: number): Promise<number> {
  const rows = await sql(db)`
    with waiting as (
      -- The thread first, in the common order of locks. A thread that is being deleted is left out.
      select h.id from handoffs h join threads t on t.organization_id = h.organization_id and t.id = h.thread_id
       where h.returned_at is null and h.assignee_id is null and (h.notified_at is null or h.notified_at < h.waiting_since)
         and (h.first_reply_at is null or h.unanswered_at >= h.waiting_since) and (h.requested_by <> 'user' or h.questions > 0) and not t.is_test
         and h.waiting_since > now() - interval '1 day' and h.waiting_since < now() - make_interval(secs => ${waitMs / 1000})
       limit ${MAX_HANDOFFS} for key share of t skip locked
    ), noted as (
      update handoffs set notified_at = now()
       where id in (select id from waiting) and (notified_at is null or notified_at < waiting_since)
      returning id, organization_id, thread_id
    )
    insert into mails (organization_id, thread_id, kind, handoff_id, user_id, due_at)
    select n.organization_id, n.thread_id, 'handoff', n.id, u.id,
           greatest(now(), u.handoffs_mailed_at + make_interval(mins => ${GATHER_MINUTES}))
      from noted n cross join lateral (
        select id, handoffs_mailed_at from users
         where organization_id = n.organization_id and deactivated_at is null
           and coalesce(mail_handoffs, role = 'owner')
         order by id limit ${MAX_RECIPIENTS}) u
    on conflict (thread_id, kind, coalesce(user_id, thread_id)) do update
      set handoff_id = excluded.handoff_id, due_at = excluded.due_at, attempts = 0, created_at = now()
    returning id`
  return rows.length
}

/** A chat whose customer waits for a person. */
export interface WaitingChat {
  thread_id: string
  agent: string
  /** null: not known. */
  customer_name: string | null
  /** The beginning of the customer's last message; null: the customer has written nothing. */
  said: string | null
  /** Minutes that the customer has waited. */
  minutes: number
}

/** The inputs of a mail about all handoffs that wait for one user. */
export interface HandoffMail {
  email: string
  /** BCP 47; null: not known. */
  language: string | null
  /** The longest waits first, at most 10. */
  chats: WaitingChat[]
  /** How many customers wait, those not listed included. */
  count: number
}

/**
 * Reads the inputs of the mail about handoffs that a user gets.
 * @returns `loaded_at`, the time up to which it contains the user's mails, null if there are none;
 *   and no `mail` if people have taken or answered all chats, or the user may not sign in any more
 */
export async function loadHandoffMail(
  db: Db,
  { organization_id, user_id }: ClaimedMail,
): Promise<{ loaded_at: string | null; mail?: HandoffMail }> {
  const [{ loaded_at } = { loaded_at: null }] = await sql<{ loaded_at: string | null }>(db)`
    select max(created_at)::text as loaded_at from mails
     where organization_id = ${organization_id} and user_id = ${user_id} and kind = 'handoff'`
  const rows = await sql<WaitingChat & Omit<HandoffMail, 'chats'>>(db)`
    select u.email, u.language, t.id as thread_id, a.name as agent, count(*) over ()::integer as count,
           nullif(left(coalesce(nullif(trim(c.traits->>'name'), ''), trim(c.traits->>'email')), ${EXCERPT}), '') as customer_name,
           (select left(q.content, ${EXCERPT + 1}) from messages q
             where q.organization_id = t.organization_id and q.thread_id = t.id and q.role = 'user' order by q.seq desc limit 1) as said,
           floor(extract(epoch from now() - h.waiting_since) / 60)::integer as minutes
      from mails m
      join users u on u.organization_id = m.organization_id and u.id = m.user_id and u.deactivated_at is null
      join handoffs h on h.organization_id = m.organization_id and h.id = m.handoff_id
       and h.returned_at is null and h.assignee_id is null and h.waiting_since is not null
      join threads t on t.organization_id = m.organization_id and t.id = m.thread_id
      join agents a on a.organization_id = m.organization_id and a.id = h.agent_id
      left join contexts c on c.organization_id = t.organization_id and c.id = coalesce(t.user_context_id,
        (select id from contexts where organization_id = t.organization_id and user_reference = t.customer_id))
     where m.organization_id = ${organization_id} and m.user_id = ${user_id} and m.kind = 'handoff'
       and m.created_at <= ${loaded_at}::timestamptz
     order by h.waiting_since, h.id limit ${MAX_LISTED}`
  const [first] = rows
  if (!first) return { loaded_at }
  const { email, language, count } = first
  return { loaded_at, mail: { email, language, count, chats: rows.map(listed) } }
}

const listed = ({ thread_id, agent, customer_name, said, minutes }: WaitingChat): WaitingChat => ({
  thread_id,
  agent,
  customer_name,
  said: said && said.length > EXCERPT ? `${said.slice(0, EXCERPT).trimEnd()}…` : said,
  minutes,
})

/**
 * Ends a user's mails about handoffs up to the time at which they were read.
 * @param isSent whether a mail went out: further handoffs are then gathered for some minutes
 */
export async function endHandoffMail(
  db: Db,
  { organization_id, user_id }: ClaimedMail,
  loadedAt: string | null,
  isSent: boolean,
): Promise<void> {
  await sql(db)`
    with ended as (
      delete from mails
       where organization_id = ${organization_id} and user_id = ${user_id} and kind = 'handoff'
         and created_at <= ${loadedAt}::timestamptz
    )
    update users set handoffs_mailed_at = now()
     where organization_id = ${organization_id} and id = ${user_id} and ${isSent}::boolean`
}
