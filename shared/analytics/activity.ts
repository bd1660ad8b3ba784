import type { Db } from '../lib/db/db.ts'
import { sql } from '../lib/db/statements.ts'
import { isTried, OF_NO_TEST, TEST } from '../lib/db/testThreads.ts'

/**
 * Figures of messages, replies and costs. Whole hours come from the roll-ups of
 * `activityRollups.ts`, all other time from the rows. So sums are exact for any range of time, and
 * percentiles are within 2.5 %.
 */

/** A range of time, and the part of it that the roll-ups cover. */
export interface ActivityRange {
  from: Date
  to: Date
  rolled_from: Date
  rolled_to: Date
}

const HOUR_MS = 3_600_000

/** Reads the hour up to which the organization's activity is rolled up. */
export async function readRolledUntil(db: Db, organizationId: string): Promise<Date> {
  const [row] = await sql<{ until: Date }>(db)`
    select until from activity_rolled where organization_id = ${organizationId}`
  return row?.until ?? new Date(0)
}

/**
 * Splits a range of time into rolled-up hours and the rest.
 * @param until as `readRolledUntil` returns it
 */
export function activityRangeOf(from: Date, to: Date, until: Date): ActivityRange {
  const begin = Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS
  const end = Math.min(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS, until.getTime())
  const [rolled_from, rolled_to] = end > begin ? [new Date(begin), new Date(end)] : [to, to]
  return { from, to, rolled_from, rolled_to }
}

/** How figures are grouped and limited. */
export interface ActivityGrouping {
  /** Returns SQL for the start of a row's bucket, from the column of this name. */
  timestamp: (column: string) => string
  by?: readonly ('agent_id' | 'model')[]
  /** Limits the figures to the agent `:agent_id`. */
  ofAgent?: boolean
}

const ROLLED = 'organization_id = :organization_id and hour >= :rolled_from and hour < :rolled_to'
const RANGES = [
  ['from', 'rolled_from'],
  ['rolled_to', 'to'],
] as const

const agentOf = ({ ofAgent }: ActivityGrouping) => (ofAgent ? 'and agent_id = :agent_id' : '')

/**
 * Sums the rows of a table that no roll-up covers: one `select` for the time before the roll-ups,
 * and one for the time after.
 */
const rowsOf = (table: string, where: string, columns: string, groups: number) =>
  RANGES.map(
    ([begin, end]) => `
    select ${columns} from ${table}
     where organization_id = :organization_id and created_at >= :${begin} and created_at < :${end} and ${where}
     group by ${Array.from({ length: groups }, (_, n) => n + 1).join(', ')}`,
  ).join(' union all ')

const count = (condition: string) => `count(*) filter (where ${condition})`

/** The figures that the rows of each table add to. */
const SUMS = {
  messages: {
    messages: 'count(*)',
    replies: count("status = 'completed'"),
    failed_replies: count("status = 'failed'"),
    cancelled_replies: count("status = 'cancelled'"),
  },
  open_jobs: {
    messages: 'count(*)',
    unfinished_replies: 'count(*)',
  },
  usages: {
    calls: 'count(*)',
    unpriced_calls: count('cost_usd is null'),
    input_tokens: 'sum(input_tokens)',
    cached_tokens: 'sum(cached_tokens)',
    output_tokens: 'sum(output_tokens)',
    cost_usd: 'coalesce(sum(cost_usd), 0)',
  },
  threads: {
    conversations: count("kind = 'conversation'"),
    sessions: count("kind = 'session'"),
  },
} as const

/** Every figure of activity, in the order of the columns. */
const FIGURES = [...new Set(Object.values(SUMS).flatMap((sums) => Object.keys(sums)))]

/** The figures of the roll-ups, whose hours have no unfinished replies. */
const ROLLED_FIGURES = FIGURES.map((figure) => (figure === 'unfinished_replies' ? '0' : figure))

/**
 * The rows that count. Each question has one reply, so counting replies counts messages. A reply
 * that waits for a decision does not count: the reply that continues it does.
 */
const WHERE = {
  messages: `role = 'assistant' and completed_at is not null and status <> 'requires_action' and ${OF_NO_TEST}`,
  // A trial of an agent's settings has no thread.
  open_jobs: `lane = 'reply' and thread_id is not null and ${OF_NO_TEST}`,
  usages: `outcome <> '${TEST}'`,
  threads: `not ${isTried()}`,
}

/**
 * Returns a table expression with `timestamp`, the other keys and each figure. May have several
 * rows with the same keys.
 * @param tables without `threads`: ranges in which only threads began are left out
 */
export function activityOf(
  grouping: ActivityGrouping,
  tables: readonly (keyof typeof SUMS)[] = ['messages', 'open_jobs', 'usages', 'threads'],
): string {
  const { timestamp, by = [] } = grouping
  const agent = agentOf(grouping)
  const parts = tables.map((table) => {
    const hasModel = table === 'messages' || table === 'usages'
    const keys = by.map((key) => (key === 'model' && !hasModel ? 'null::text' : key))
    const sums = FIGURES.map((figure) => (SUMS[table] as Record<string, string>)[figure] ?? '0')
    const columns = [timestamp('created_at'), ...keys, ...sums].join(', ')
    return rowsOf(table, `${WHERE[table]} ${agent}`, columns, 1 + by.length)
  })
  const some = tables.includes('threads') ? 'true' : '(messages > 0 or calls > 0)'
  const named = FIGURES.map((figure, n) => `${ROLLED_FIGURES[n]} as ${figure}`)
  return `(
    select ${[`${timestamp('hour')} as timestamp`, ...by, ...named].join(', ')} from activity_rollups
     where ${ROLLED} and ${some} ${agent}
    union all ${parts.join(' union all ')})`
}

/** The durations: their rows, and SQL for the milliseconds. */
const TIMED = [
  {
    what: 'reply',
    table: 'messages',
    where: `role = 'assistant' and status = 'completed' and ${OF_NO_TEST}`,
    ms: "date_part('epoch', completed_at - created_at) * 1000",
  },
  {
    what: 'model',
    table: 'usages',
    where: "outcome in ('completed', 'tool_round')",
    ms: 'model_ms',
  },
  { what: 'wait', table: 'jobs', where: "lane = 'reply'", ms: 'wait_ms' },
] as const

/**
 * Returns a table expression with `timestamp`, `what`, `duration_bucket` and `count`. Waits are not
 * known by agent.
 */
export function durationsOf(grouping: ActivityGrouping): string {
  const { timestamp, ofAgent } = grouping
  const agent = agentOf(grouping)
  const parts = TIMED.filter(({ what }) => !ofAgent || what !== 'wait').map(
    ({ what, table, where, ms }) =>
      rowsOf(
        table,
        `${where} ${agent}`,
        `${timestamp('created_at')}, '${what}', duration_bucket(${ms}), count(*)`,
        3,
      ),
  )
  return `(
    select ${timestamp('hour')} as timestamp, what, duration_bucket, count from activity_durations where ${ROLLED} ${agent}
    union all ${parts.join(' union all ')})`
}

/**
 * Returns SQL for a percentile over rows with a `duration_bucket`, `upto` (the count up to it) and
 * `whole` (the total count). Interpolates between two durations, like `percentile_cont`.
 */
export const percentile = (share: number) => {
  const place = `${share} * (whole - 1)`
  const at = (rank: string) => `bucket_duration(min(duration_bucket) filter (where upto > ${rank}))`
  const [lower, upper] = [at(`floor(${place})`), at(`ceil(${place})`)]
  return `${lower} + (${upper} - ${lower}) * min(${place} - floor(${place}))`
}

/** Returns a table expression with `code` and `count` of the failed replies. */
export function failuresOf(grouping: ActivityGrouping): string {
  const agent = agentOf(grouping)
  return `(
    select code, count from activity_failures where ${ROLLED} ${agent}
    union all ${rowsOf('messages', `${FAILED} ${agent}`, `${FAILURE}, count(*)`, 1)})`
}

const FAILED = `status = 'failed' and ${OF_NO_TEST}`
const FAILURE = "coalesce(error ->> 'code', 'unknown')"

/**
 * Returns SQL for the sum of a figure, limited to the column's range, because organizations set the
 * prices of their own connections.
 */
const rolledSum = (figure: string) =>
  figure === 'cost_usd' ? 'least(sum(cost_usd), 99999999)' : `sum(${figure})`

/**
 * Hours with unfinished replies are not rolled up, so a step need not search all open jobs for
 * them.
 */
const ENDED = ['messages', 'usages', 'threads'] as const

/**
 * Returns the statements that replace the roll-ups from `:from` to `:to` by new sums of the rows.
 */
export function rollupStatements(): string[] {
  const grouping: ActivityGrouping = {
    timestamp: (column) => `date_bin('1 hour', ${column}, 'epoch')`,
  }
  const rolledFigures = FIGURES.filter((figure) => figure !== 'unfinished_replies')
  const timed = TIMED.map(({ what, table, where, ms }) => {
    const agent = what === 'wait' ? 'null::uuid' : 'agent_id'
    return `select ${grouping.timestamp('created_at')}, '${what}', ${agent}, duration_bucket(${ms}), count(*) from ${table}
             where ${WITHIN} and ${where} group by 1, 2, 3, 4`
  })
  const emptied = ['activity_rollups', 'activity_durations', 'activity_failures'].map(
    (table) =>
      `delete from ${table} where organization_id = :organization_id and hour >= :from and hour < :to`,
  )
  return [
    ...emptied,
    `insert into activity_rollups (organization_id, hour, agent_id, model, ${rolledFigures.join(', ')})
     select :organization_id::uuid, timestamp, agent_id, model, ${rolledFigures.map(rolledSum).join(', ')}
       from ${activityOf({ ...grouping, by: ['agent_id', 'model'] }, ENDED)} a group by 1, 2, 3, 4`,
    `insert into activity_durations (organization_id, hour, what, agent_id, duration_bucket, count)
     select :organization_id::uuid, * from (${timed.join(' union all ')}) d`,
    `insert into activity_failures (organization_id, hour, agent_id, code, count)
     select :organization_id::uuid, ${grouping.timestamp('created_at')}, agent_id, ${FAILURE}, count(*) from messages
      where ${WITHIN} and ${FAILED} group by 2, 3, 4`,
  ]
}

const WITHIN = 'organization_id = :organization_id and created_at >= :from and created_at < :to'
