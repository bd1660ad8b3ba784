import type { Db } from '../lib/db/db.ts'
import { prepared, sql } from '../lib/db/statements.ts'
import type { Alert } from './alerts.ts'

/** A mail to an owner that a worker sends now: about an alert, or about a week. */
export interface ClaimedOwnerMail {
  id: string
  organization_id: string
  user_id: string
  alert_id: string | null
  /** The Monday on which the week began, `2026-11-23`; null: the mail is about an alert. */
  week: string | null
  /** The fencing token: each claim raises it. */
  attempts: number
}

/** Who gets a mail, and in which language. */
export interface MailReader {
  email: string
  language: 'en' | 'de'
  organization: string
}

/** Claims due mails for `leaseSeconds`, during which no other worker gets them. */
export const claimOwnerMails = (
  db: Db,
  most: number,
  leaseSeconds: number,
): Promise<ClaimedOwnerMail[]> =>
  prepared<ClaimedOwnerMail>(db)`
    update owner_mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
     where id = any(array(
       select id from owner_mails where due_at <= now() order by due_at limit ${most} for update skip locked))
    returning id, organization_id, user_id, alert_id, week::text as week, attempts`

/**
 * Ends a mail, or schedules another attempt, if the claim still holds.
 * @param seconds until the next attempt; null: it was sent, is no longer needed, or is given up
 */
export async function endOwnerMail(
  db: Db,
  { organization_id, id, attempts }: ClaimedOwnerMail,
  seconds: number | null,
): Promise<void> {
  await sql(db)`
    update owner_mails set due_at = now() + make_interval(secs => ${seconds}::float8)
     where organization_id = ${organization_id} and id = ${id} and attempts = ${attempts}`
}

/** Reads who gets a mail; undefined: the user was deactivated, or wants no such mails any more. */
export async function readMailReader(
  db: Db,
  { organization_id, user_id, week }: ClaimedOwnerMail,
): Promise<MailReader | undefined> {
  const [reader] = await sql<MailReader>(db)`
    select u.email, case when u.language ~ '^de' then 'de' else 'en' end as language, o.name as organization
      from users u join organizations o on o.id = u.organization_id
     where u.organization_id = ${organization_id} and u.id = ${user_id} and u.deactivated_at is null
       and coalesce(case when ${week}::date is null then u.mail_alerts else u.mail_weekly end, u.role = 'owner')`
  return reader
}

/** An alert with the names that its mail shows. */
export interface MailedAlert extends Pick<Alert, 'kind' | 'facts' | 'ends_at'> {
  /** The name of the application of a limit; null: it was deleted, or there is none. */
  application: string | null
}

/** Reads the alert of a mail; undefined: it is resolved, so that nobody need look. */
export async function readMailedAlert(
  db: Db,
  { organization_id, alert_id }: ClaimedOwnerMail,
): Promise<MailedAlert | undefined> {
  const [alert] = await sql<MailedAlert>(db)`
    select a.kind, a.facts, a.ends_at, p.name as application
      from alerts a
      left join applications p on p.organization_id = a.organization_id and p.id::text = a.facts ->> 'application_id'
     where a.organization_id = ${organization_id} and a.id = ${alert_id} and a.resolved_at is null`
  return alert
}

/** Hours after the end of a week (UTC) until which its mail may still be made. */
const WEEK_HOURS = 48
/** The hour of Monday (UTC) from which on the mails about the last week are made. */
const FROM_HOUR = 6

/**
 * Makes the mails about the last week, Monday to Sunday by UTC, for organizations in which something
 * was asked. Each user gets one a week, also if several workers make them.
 * @returns how many
 */
export async function mailLastWeek(db: Db): Promise<number> {
  const rows = await sql(db)`
    with last as (
      select (date_trunc('week', now() at time zone 'utc') - interval '7 days')::date as week,
             date_trunc('week', now() at time zone 'utc') at time zone 'utc' as ended_at)
    insert into owner_mails (organization_id, user_id, kind, week)
    select u.organization_id, u.id, 'week', last.week
      from last
      join users u on u.deactivated_at is null and coalesce(u.mail_weekly, u.role = 'owner')
     where now() >= last.ended_at + make_interval(hours => ${FROM_HOUR})
       and now() < last.ended_at + make_interval(hours => ${WEEK_HOURS})
       and not exists (select from owner_mails o where o.user_id = u.id and o.week = last.week)
       and exists (
         select from threads_by_activity t
          where t.organization_id = u.organization_id and t.active_at >= last.ended_at - interval '7 days')
    on conflict do nothing
    returning id`
  return rows.length
}

/** Days that ended mails are kept, so that none is made twice. */
const KEPT_DAYS = 14

/** Deletes old mails; also those that could not be sent, for example without a mail server. */
export async function deleteOldOwnerMails(db: Db): Promise<number> {
  const rows = await sql(db)`
    delete from owner_mails where created_at < now() - make_interval(days => ${KEPT_DAYS}) returning id`
  return rows.length
}
