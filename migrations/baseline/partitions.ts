/**
 * Months after the last bound that have a partition from the start. The workers' chores make later
 * partitions.
 */
const MONTHS = 3

/**
 * Returns SQL for the first partitions of the tables that only grow: retention drops a month
 * instead of deleting its rows. `shared/retention/partitions.ts` makes and drops later partitions.
 */
export function partitions(now: Date): string {
  // Rows of the past, such as those of a restored backup or of the demo, go into a partition of
  // their own.
  const bound = monthFrom(now, 2)
  const statements = ['jobs', 'usages', 'request_logs'].flatMap((table) => [
    `create table ${table}_until_${nameOf(bound)} partition of ${table}
       for values from (minvalue) to ('${keyAt(table, bound)}')`,
    ...monthsOf(table, bound, MONTHS),
    ...restOf(table),
    `analyze ${table}`,
  ])
  return [
    ...statements,
    ...monthsOf('events', monthFrom(now, 0), MONTHS + 1),
    ...restOf('events'),
  ].join(';\n')
}

const monthsOf = (table: string, first: Date, count: number) =>
  Array.from({ length: count }, (_, nth) => monthFrom(first, nth)).map(
    (month) => `create table ${table}_${nameOf(month)} partition of ${table}
      for values from ('${keyAt(table, month)}') to ('${keyAt(table, monthFrom(month, 1))}')`,
  )

const restOf = (table: string) => [
  `create table ${table}_rest partition of ${table} default`,
  `comment on table ${table}_rest is 'rows of months that have no partition: none, while workers run'`,
]

/** Returns the first moment of the month that is `months` after the month of `time`, in UTC. */
const monthFrom = (time: Date, months: number) =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))

/** Returns a month's name in tables, such as `2027_01`. */
const nameOf = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_')

/** Returns the least key of a month. The first 48 bits of a UUID of version 7 are its time. */
function keyAt(table: string, month: Date): string {
  const hex = month.getTime().toString(16).padStart(12, '0')
  return table === 'usages'
    ? `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
    : month.toISOString()
}
