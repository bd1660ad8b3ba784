import type { Db } from '../lib/db/db.ts'
import { prepared, sql } from '../lib/db/statements.ts'

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

/** The hours in which people of an organization answer. */
export interface OfficeHours {
  /** The organization's time zone, by its name in the IANA database. */
  timezone: string
  /** Spans within a day, as `HH:MM`; `to` may be `24:00`. A day may have several, or none. */
  days: { day: (typeof WEEKDAYS)[number]; from: string; to: string }[]
}

/** Whether people are available now. */
export interface Office {
  office_hours: OfficeHours | null
  is_open: boolean
  /** When people are next available; null: they are available now, or never. */
  opens_at: Date | null
}

/** Days to look ahead for the next opening: a week, and today again. */
const DAYS_AHEAD = 8

/**
 * Reads whether people are available; without office hours, they always are. PostgreSQL knows the
 * time zones.
 */
export async function readOffice(db: Db, organizationId: string): Promise<Office> {
  const [office] = await prepared<Office>(db)`
    select o.office_hours || jsonb_build_object('timezone', o.time_zone) as office_hours, o.office_hours is null or coalesce(spans.is_open, false) as is_open,
           case when not coalesce(spans.is_open, false) then spans.opens_at end as opens_at
      from organizations o
     cross join lateral (
       select bool_or(now() >= opens and now() < closes) as is_open, min(opens) filter (where opens > now()) as opens_at
         from (select (day::date + (span->>'from')::time) at time zone zone as opens,
                      (day::date + (span->>'to')::interval) at time zone zone as closes
                 from (select o.time_zone as zone) z
                cross join generate_series((now() at time zone zone)::date::timestamp, ((now() at time zone zone)::date + ${DAYS_AHEAD}::int)::timestamp, '1 day') day
                cross join jsonb_array_elements(o.office_hours->'days') span
                where span->>'day' = to_char(day, 'fmday')) each_span) spans
     where o.id = ${organizationId}`
  return office ?? { office_hours: null, is_open: true, opens_at: null }
}

/** Sets the days of the office hours; null: always open. */
export async function setOfficeHours(
  db: Db,
  organizationId: string,
  hours: Pick<OfficeHours, 'days'> | null,
): Promise<void> {
  await sql(db)`
    update organizations set updated_at = now(),
           office_hours = ${hours && JSON.stringify({ days: hours.days })}::jsonb || jsonb_build_object('timezone', time_zone)
     where id = ${organizationId}`
}
