import type { Db } from '../lib/db/db.ts'
import { preparedText, sql } from '../lib/db/statements.ts'

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
  /** Dates of this time zone, as `YYYY-MM-DD`, on which nobody answers; by date. */
  holidays: { date: string; name: string | null }[]
}

/** Whether people are available now. */
export interface Office {
  office_hours: OfficeHours | null
  is_open: boolean
  /** When people are next available; null: they are available now, or never. */
  opens_at: Date | null
}

/** Days to look ahead for the next opening: a week, today again, and a day for each holiday. */
const DAYS_AHEAD = 8

const HOLIDAYS = `coalesce(o.office_hours->'holidays', '[]')`

/**
 * Reads whether people are available; without office hours, they always are. PostgreSQL knows the
 * time zones.
 */
export async function readOffice(db: Db, organizationId: string): Promise<Office> {
  const [office] = await preparedText<Office>(
    db,
    `select o.office_hours || jsonb_build_object('timezone', o.time_zone, 'holidays', ${HOLIDAYS}) as office_hours,
            o.office_hours is null or coalesce(spans.is_open, false) as is_open,
            case when not coalesce(spans.is_open, false) then spans.opens_at end as opens_at
       from organizations o
      cross join lateral (select (now() at time zone o.time_zone)::date as today) t
      cross join lateral (
        select bool_or(now() >= opens and now() < closes) as is_open, min(opens) filter (where opens > now()) as opens_at
          from office_spans(o.office_hours, o.time_zone, today, today + ${DAYS_AHEAD} + jsonb_array_length(${HOLIDAYS}))) spans
      where o.id = :organizationId`,
    { organizationId },
  )
  return office ?? { office_hours: null, is_open: true, opens_at: null }
}

/** Sets the days and holidays of the office hours; null: always open. */
export async function setOfficeHours(
  db: Db,
  organizationId: string,
  hours: Pick<OfficeHours, 'days' | 'holidays'> | null,
): Promise<void> {
  await sql(db)`
    update organizations set updated_at = now(),
           office_hours = ${hours && JSON.stringify(stored(hours))}::jsonb || jsonb_build_object('timezone', time_zone)
     where id = ${organizationId}`
}

const stored = ({ days, holidays }: Pick<OfficeHours, 'days' | 'holidays'>) => ({
  days,
  holidays: holidays.toSorted((left, right) => (left.date < right.date ? -1 : 1)),
})
