import type { Db } from '../lib/db/db.ts'
import { activityOf, activityRangeOf, readRolledUntil } from './activity.ts'
import {
  bindingsOf,
  bucketOf,
  type Numbered,
  type NumberedPage,
  orderOf,
  type RequestQuery,
  readPage,
  rollupOf,
  type Sorting,
  type TimeBucket,
} from './requests.ts'

export interface UsageFigures {
  /** Null when grouped by agent or model, because a request belongs to neither. */
  requests: number | null
  messages: number
  replies: number
  failed_replies: number
  input_tokens: number
  /** Those of the input tokens that providers had in their caches. */
  cached_tokens: number
  output_tokens: number
  total_tokens: number
  /** The total of the known costs of calls. */
  cost_usd: number
  unpriced_calls: number
}

export type Usage = UsageFigures & { timestamp: string; agent_id?: string; model?: string | null }

const FIGURES = `coalesce(sum(messages), 0) as messages, coalesce(sum(replies), 0) as replies,
  coalesce(sum(failed_replies), 0) as failed_replies, coalesce(sum(input_tokens), 0) as input_tokens,
  coalesce(sum(cached_tokens), 0) as cached_tokens, coalesce(sum(output_tokens), 0) as output_tokens,
  coalesce(sum(input_tokens + output_tokens), 0) as total_tokens, coalesce(sum(cost_usd), 0) as cost_usd,
  coalesce(sum(unpriced_calls), 0) as unpriced_calls`

/** The fields by which usage can be sorted. */
export const USAGE_SORTS = [
  'timestamp',
  'messages',
  'replies',
  'failed_replies',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'total_tokens',
  'cost_usd',
] as const

const COLUMN = { agent: 'agent_id', model: 'model' } as const

/**
 * Sums messages, replies, tokens and costs by time; empty ranges are left out. Messages and replies
 * count at the time of the message's posting. Tokens and costs, also of failed calls, count at the
 * time of the model call. The query's filter applies only to requests.
 * @param bucket `window`: one sum for the whole window
 * @param sorting by one of `USAGE_SORTS`
 */
export async function sumUsage(
  db: Db,
  query: RequestQuery,
  grouping: keyof typeof COLUMN | undefined,
  bucket: TimeBucket | 'window',
  page: NumberedPage,
  sorting: Sorting,
): Promise<Numbered<Usage> & { totals: UsageFigures }> {
  const timestamp = (of?: string) =>
    bucket === 'window' ? 'cast(:from as timestamptz)' : bucketOf(bucket, of)
  const column = grouping && COLUMN[grouping]
  const group = column ? `, ${column}` : ''
  const figures = `${column ? 'null::bigint' : 'coalesce(sum(requests), 0)'} as requests, ${FIGURES}`
  const requests = `
      union all
      select ${timestamp()}, sum(count), 0, 0, 0, 0, 0, 0, 0, 0 from ${rollupOf('counts', query.filter, [])} r group by 1`
  const groupedBy = { timestamp, by: column ? [column] : [] }
  const rows = `
    select timestamp ${group}, ${figures} from (
      select timestamp ${group}, 0 as requests, messages, replies, failed_replies, input_tokens, cached_tokens, output_tokens, cost_usd,
             unpriced_calls
        from ${activityOf(groupedBy, ['messages', 'open_jobs', 'usages'])} a
      ${column ? '' : requests}
    ) parts
    group by timestamp ${group}`
  const more = `, (select row_to_json(t) from (select ${figures} from all_rows) t) as totals`
  const { organization_id, window } = query
  const range = activityRangeOf(window.from, window.to, await readRolledUntil(db, organization_id))
  return readPage(
    db,
    { rows, order: orderOf(sorting, `timestamp${group}`), more },
    { ...bindingsOf(query), ...range },
    page,
  ) as never
}
