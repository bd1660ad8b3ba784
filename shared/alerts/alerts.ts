import { v7 as uuid } from 'uuid'
import { recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'

/**
 * What owners are warned of: a rate limit or a budget is used to 80 %, many replies fail, or the
 * model of a connection does not answer.
 */
export const ALERT_KINDS = ['limit', 'budget', 'failures', 'connection'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** The figures of a crossing. Each kind has those that apply to it. */
export interface AlertFacts {
  /** Of a limit: its bucket, as in `RateLimit`. */
  bucket?: string
  /** Of a limit: the application that has it. Missing: the organization has it. */
  application_id?: string
  /** Of a limit: the requests that its window allows. Of a budget: its amount. */
  limit?: number
  /** What of it was used. */
  used?: number
  budget_id?: string
  /** Of a budget: in what it counts, such as `usd`. */
  unit?: string
  /** Replies that failed, and all that ended, in the last 15 minutes. */
  failed?: number
  replies?: number
  connection_id?: string
  model?: string
}

/** A crossing of a threshold. */
export interface Alert {
  id: string
  kind: AlertKind
  /** What it is about, within its kind: no two open alerts of a kind share a subject. */
  subject: string
  facts: AlertFacts
  created_at: Date
  updated_at: Date
  /** null: it resolves once all is well again. */
  ends_at: Date | null
  /** null: it is open. */
  resolved_at: Date | null
}

/** The share of a limit or budget from which on owners are warned. */
export const WARNED_SHARE = 0.8

export const alertRecords = recordsOf<Alert>({
  table: 'alerts',
  name: 'alert',
  conditions: {
    state: (state) => (state === 'open' ? 'resolved_at is null' : 'resolved_at is not null'),
  },
})

/** A crossing that was found. */
export interface FoundAlert extends Pick<Alert, 'kind' | 'subject' | 'facts' | 'ends_at'> {
  organization_id: string
}

/** The most users who get a mail about an alert. */
const MAX_RECIPIENTS = 50

const RAISE = `
  with found as (
    select * from json_to_recordset(:found::json)
      as found (id uuid, organization_id uuid, kind text, subject text, facts jsonb, ends_at timestamptz)),
  raised as (
    insert into alerts (id, organization_id, kind, subject, facts, ends_at)
    select f.id, f.organization_id, f.kind, f.subject, jsonb_strip_nulls(f.facts), f.ends_at
      from found f join organizations o on o.id = f.organization_id
    on conflict (organization_id, kind, subject) where resolved_at is null do nothing
    returning id, organization_id, kind, subject),
  mailed as (
    insert into owner_mails (organization_id, user_id, kind, alert_id)
    select r.organization_id, u.id, 'alert', r.id
      from raised r cross join lateral (
        select id from users
         where organization_id = r.organization_id and deactivated_at is null
           and coalesce(mail_alerts, role = 'owner')
         order by id limit ${MAX_RECIPIENTS}) u)
  select organization_id, kind, subject from raised`

/**
 * Stores alerts and queues the mails about them. An alert that is open already stays as it is.
 * @returns those that are new
 */
export async function raiseAlerts(
  db: Db,
  found: readonly FoundAlert[],
): Promise<Pick<FoundAlert, 'organization_id' | 'kind' | 'subject'>[]> {
  if (!found.length) return []
  // Lists are sorted by ids, which begin with their time.
  const given = found.map((alert) => ({ ...alert, id: uuid() }))
  return sqlText(db, RAISE, { found: JSON.stringify(given) })
}

/** Resolves alerts whose window has ended. @returns how many */
export async function resolveEnded(db: Db): Promise<number> {
  const rows = await sql(db)`
    update alerts set resolved_at = now(), updated_at = now()
     where resolved_at is null and ends_at <= now() returning id`
  return rows.length
}

/**
 * Resolves open alerts of a kind that are no longer found.
 * @param still those for which all is not yet well
 */
export async function resolveOthers(
  db: Db,
  kind: AlertKind,
  still: readonly Pick<FoundAlert, 'organization_id' | 'subject'>[],
): Promise<number> {
  const rows = await sql(db)`
    update alerts a set resolved_at = now(), updated_at = now()
     where a.resolved_at is null and a.kind = ${kind} and not exists (
       select from json_to_recordset(${JSON.stringify(still)}::json) as still (organization_id uuid, subject text)
        where still.organization_id = a.organization_id and still.subject = a.subject)
    returning a.id`
  return rows.length
}

/** Days that resolved alerts are kept. */
const KEPT_DAYS = 90

/** Deletes alerts that were resolved long ago. @returns how many */
export async function deleteOldAlerts(db: Db): Promise<number> {
  const rows = await sql(db)`
    delete from alerts where resolved_at < now() - make_interval(days => ${KEPT_DAYS}) returning id`
  return rows.length
}
