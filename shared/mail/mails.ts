import type { Db } from '../lib/db/db.ts'
import { prepared, sql } from '../lib/db/statements.ts'
import type { Contact } from './contacts.ts'

/** A mail that a worker sends now. */
export interface ClaimedMail {
  id: string
  organization_id: string
  thread_id: string
  kind: 'handoff' | 'answer' | 'transcript'
  /** The user who gets a mail about a handoff; null: another mail. */
  user_id: string | null
  /** The fencing token: each claim raises it. */
  attempts: number
  created_at: Date
}

/** Seconds that a person's message stays unseen before it is mailed to the customer. */
const UNSEEN_SECONDS = 120
/**
 * Schedules a mail of a person's message to the customer, unless the customer views the thread
 * first. Call it in the transaction that stores the message.
 */
export async function mailAnswerLater(
  transaction: Db,
  organizationId: string,
  threadId: string,
): Promise<void> {
  // The update waits for a worker that ends an earlier mail of the thread, so no message is missed.
  await sql(transaction)`
    insert into mails (organization_id, thread_id, kind, due_at)
    select organization_id, thread_id, 'answer', now() + make_interval(secs => ${UNSEEN_SECONDS})
      from contacts where organization_id = ${organizationId} and thread_id = ${threadId}
    on conflict (thread_id, kind, coalesce(user_id, thread_id)) do update
      set due_at = greatest(mails.due_at, excluded.due_at)`
}

/**
 * Schedules a mail with a thread's transcript to the proven address of its customer. Requests
 * before it is sent make a single mail. @returns false: the thread has no proven address
 */
export async function mailTranscript(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<boolean> {
  // A mail that was given up is attempted again.
  const rows = await sql(db)`
    with proven as (
      select organization_id, thread_id from contacts
       where organization_id = ${organizationId} and thread_id = ${threadId} and proven_at is not null
    ), made as (
      insert into mails (organization_id, thread_id, kind, due_at)
      select organization_id, thread_id, 'transcript', now() from proven
      on conflict (thread_id, kind, coalesce(user_id, thread_id)) do update
        set due_at = now(), created_at = now() where mails.due_at > now() + interval '1 day'
    )
    select from proven`
  return rows.length > 0
}

/**
 * Finds the proven address that gets the transcript of an open thread when it is closed.
 * @returns undefined: the agent mails no transcripts, the thread has no proven address, or it is a
 *   test
 */
export async function findContactAtEnd(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<Pick<Contact, 'id' | 'sealed_email'> | undefined> {
  const [contact] = await sql<Pick<Contact, 'id' | 'sealed_email'>>(db)`
    select c.id, c.sealed_email
      from threads t
      join agents a on a.organization_id = t.organization_id and a.id = t.agent_id and a.mail_transcripts
      join contacts c on c.organization_id = t.organization_id and c.thread_id = t.id and c.proven_at is not null
     where t.organization_id = ${organizationId} and t.id = ${threadId} and t.status in ('active', 'open') and not t.is_test`
  return contact
}

/**
 * Claims due mails for `leaseSeconds`, during which no other worker gets them. Of the mails about
 * handoffs to one user only the first is claimed, because it is sent for all of them.
 */
export const claimMails = (db: Db, most: number, leaseSeconds: number): Promise<ClaimedMail[]> =>
  prepared<ClaimedMail>(db)`
    update mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
     where id = any(array(
             select id from mails m
              where due_at <= now()
                and not exists (select from mails o
                     where o.organization_id = m.organization_id and o.user_id = m.user_id and (o.created_at, o.id) < (m.created_at, m.id)
                       and o.due_at <= now() + make_interval(secs => ${leaseSeconds}))
              order by due_at limit ${most} for update skip locked))
    returning id, organization_id, thread_id, kind, user_id, attempts, created_at`

/** Schedules another attempt at a mail, if the claim still holds. @returns whether it held */
export async function retryMail(
  db: Db,
  { organization_id, id, attempts }: ClaimedMail,
  seconds: number,
): Promise<boolean> {
  const rows = await sql(db)`
    update mails set due_at = now() + make_interval(secs => ${seconds})
     where organization_id = ${organization_id} and id = ${id} and attempts = ${attempts}
    returning id`
  return rows.length > 0
}

/** Deletes a mail that was sent or is no longer needed, if the claim still holds. */
export async function endMail(
  db: Db,
  { organization_id, id, attempts }: ClaimedMail,
): Promise<void> {
  await sql(db)`
    delete from mails where organization_id = ${organization_id} and id = ${id} and attempts = ${attempts}`
}

/** A message of a person. */
interface PersonSaid {
  seq: number
  content: string
  author_name: string | null
}

/** The inputs of a mail with answers to the customer. */
export interface AnswerMail {
  contact_id: string
  sealed_email: string
  locale: string | null
  organization: string
  /** The origin of the page on which the customer asked; null: unknown. */
  page_origin: string | null
  /** Messages of people that the customer has not seen, oldest first. */
  said: PersonSaid[]
}

/** The most messages in a mail. */
const MAX_SAID = 20

/**
 * Reads the inputs of a mail with answers. @returns undefined: no contact, or no unseen message of
 * a person
 */
export async function loadAnswerMail(
  db: Db,
  { organization_id, thread_id }: ClaimedMail,
): Promise<AnswerMail | undefined> {
  const [found] = await sql<AnswerMail>(db)`
    select c.id as contact_id, c.sealed_email, t.locale, o.name as organization, t.page_origin, coalesce((
             select json_agg(json_build_object('seq', m.seq, 'content', m.content, 'author_name', m.author_name) order by m.seq)
               from (select seq, content, author_name from messages
                      where organization_id = c.organization_id and thread_id = c.thread_id and role = 'human_agent'
                        and not is_internal and metadata->>'automatic' is null and seq > c.mailed_seq and created_at > coalesce(c.seen_at, '-infinity')
                      order by seq limit ${MAX_SAID}) m), '[]') as said
      from contacts c
      join threads t on t.organization_id = c.organization_id and t.id = c.thread_id
      join organizations o on o.id = c.organization_id
     where c.organization_id = ${organization_id} and c.thread_id = ${thread_id}`
  return found?.said.length ? found : undefined
}

/**
 * Records the place up to which messages were mailed, and ends the mail. If people have written
 * more since, the mail stays for these messages.
 */
export async function endAnswerMail(
  db: Db,
  mail: ClaimedMail,
  mailedSeq: number | undefined,
): Promise<void> {
  const { organization_id, id, thread_id, attempts } = mail
  await db.transaction(async (transaction) => {
    const held = await sql(transaction)`
      select id from mails
       where organization_id = ${organization_id} and id = ${id} and attempts = ${attempts} for update`
    if (mailedSeq !== undefined)
      await sql(transaction)`
        update contacts set mailed_seq = greatest(mailed_seq, ${mailedSeq})
         where organization_id = ${organization_id} and thread_id = ${thread_id}`
    if (!held.length) return
    if (!(await loadAnswerMail(transaction, mail))) return endMail(transaction, mail)
    await sql(transaction)`
      update mails set attempts = 0, created_at = now(), due_at = now() + make_interval(secs => ${UNSEEN_SECONDS})
       where organization_id = ${organization_id} and id = ${id}`
  })
}

/** A message of a transcript. */
interface TranscriptMessage {
  role: 'user' | 'assistant' | 'human_agent'
  content: string
  author_name: string | null
  created_at: string
}

/** The inputs of a mail with a transcript. */
export interface TranscriptMail
  extends Pick<AnswerMail, 'contact_id' | 'sealed_email' | 'locale' | 'organization'> {
  agent: string
  /** The last messages, without internal notes, oldest first. */
  said: TranscriptMessage[]
  /** Whether earlier messages were left out. */
  is_cut: boolean
}

/** The most messages and characters of a mailed transcript. The newest are kept. */
const MAX_TRANSCRIPT = { messages: 200, characters: 200_000 }

/**
 * Reads the inputs of a mail with a transcript. @returns undefined: no proven address, or no
 * messages
 */
export async function loadTranscriptMail(
  db: Db,
  { organization_id, thread_id }: ClaimedMail,
): Promise<TranscriptMail | undefined> {
  const [found] = await sql<Omit<TranscriptMail, 'is_cut'>>(db)`
    select c.id as contact_id, c.sealed_email, t.locale, o.name as organization, a.name as agent, coalesce((
             select json_agg(json_build_object('role', m.role, 'content', m.content, 'author_name', m.author_name,
                                               'created_at', m.created_at) order by m.seq desc)
               from (select seq, role, content, author_name, created_at from messages
                      where organization_id = c.organization_id and thread_id = c.thread_id and status = 'completed'
                        and content <> '' and not is_internal
                      order by seq desc limit ${MAX_TRANSCRIPT.messages + 1}) m), '[]') as said
      from contacts c
      join threads t on t.organization_id = c.organization_id and t.id = c.thread_id
      join agents a on a.organization_id = t.organization_id and a.id = t.agent_id
      join organizations o on o.id = c.organization_id
     where c.organization_id = ${organization_id} and c.thread_id = ${thread_id} and c.proven_at is not null`
  if (!found?.said.length) return undefined
  const said: TranscriptMessage[] = []
  let left = MAX_TRANSCRIPT.characters
  for (const message of found.said.slice(0, MAX_TRANSCRIPT.messages)) {
    left -= message.content.length
    if (left < 0) break
    said.unshift(message)
  }
  return { ...found, said, is_cut: said.length < found.said.length }
}

/**
 * Deletes mails that could not be sent within a day, for example without a mail server.
 * @returns how many
 */
export async function deleteOldMails(db: Db): Promise<number> {
  const rows = await sql(
    db,
  )`delete from mails where created_at < now() - interval '1 day' returning id`
  return rows.length
}
