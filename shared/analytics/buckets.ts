import type { Db } from '../lib/db/db.ts'
import { folded } from '../lib/db/folded.ts'
import { sql, sqlText } from '../lib/db/statements.ts'
import type { TimeBucket } from './requests.ts'
import type { Window } from './timeWindows.ts'

/**
 * Reads the start of each bucket that is at least partly in the window, oldest first.
 * @param timezone IANA name of the time zone in which days, weeks and months begin
 */
export async function bucketsIn(
  db: Db,
  { from, to }: Pick<Window, 'from' | 'to'>,
  bucket: TimeBucket,
  timezone: string,
): Promise<Date[]> {
  // Hours are counted in UTC: where clocks are set back, an hour of local time occurs twice.
  const zone = bucket === 'hour' ? 'UTC' : timezone
  const rows = await sql<{ start: Date }>(db)`
    select start
      from generate_series(date_trunc(${bucket}, ${from}::timestamptz at time zone ${zone}::text),
                           ${to}::timestamptz at time zone ${zone}::text, ${`1 ${bucket}`}::interval) as local,
           lateral (select local at time zone ${zone}::text as start) as bucket
     where start < ${to}
     order by start`
  return rows.map(({ start }) => start)
}

/** Whether the database has each time zone, by its name in lower case. */
const known = new Map<string, Promise<boolean>>()

/**
 * Returns whether JavaScript and PostgreSQL both have a time zone of this IANA name, ignoring case.
 */
export async function isTimezone(db: Db, name: string): Promise<boolean> {
  const key = name.toLowerCase()
  // Keeps the map small: it holds only names of real time zones.
  if (!known.has(key) && !isInJavaScript(name)) return false
  const found = known.get(key) ?? isInDatabase(db, key)
  known.set(key, found)
  found.catch(() => known.delete(key))
  return found
}

function isInJavaScript(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

async function isInDatabase(db: Db, key: string): Promise<boolean> {
  const statement = `select from pg_timezone_names where ${folded('name')} = :key limit 1`
  return (await sqlText(db, statement, { key })).length > 0
}
