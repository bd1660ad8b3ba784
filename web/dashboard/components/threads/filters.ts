import type { Paths } from '../../lib/api.ts'

export type ThreadQuery = NonNullable<Paths['/api/v1/threads']['get']['parameters']['query']>

/** The filters in the address. */
export const FILTERS = [
  'search',
  'kind',
  'person',
  'agent_id',
  'is_test',
  'is_playground',
  'status',
  'from',
  'to',
  'user_context_id',
  'has_failures',
  'has_feedback',
  'has_negative_feedback',
  'has_positive_feedback',
  'has_ungrounded_replies',
  'has_grounded_replies',
  'topic',
  'metadata_key',
  'metadata_value',
  'handoffs',
  'handoff_reason',
  'during_from',
  'during_to',
] as const
export type FilterName = (typeof FILTERS)[number]
export type Filters = Partial<Record<FilterName, string>>

export const filtersOf = (search: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS.map((name) => [
      name,
      search.get(name) ?? (name === 'search' ? search.get('text') : null),
    ]).filter(([, value]) => value),
  )

/** Returns the filters as the end of an address: `?kind=session`, or ''. */
export function addressOf(filters: Filters, more: Record<string, string | undefined> = {}): string {
  const all = Object.entries({ ...filters, ...more }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  return all.length ? `?${new URLSearchParams(all)}` : ''
}

/** Returns the query for the API. Days are whole days in the browser's time zone. */
export function queryOf({ from, to, ...filters }: Filters): ThreadQuery {
  const begin = dayOf(from)
  const end = dayOf(to, 1)
  const wishes = Object.entries(filters).map(([name, value]) => [
    name,
    name.startsWith('has_') ? true : name.startsWith('is_') ? value === 'true' : value,
  ])
  return {
    ...(Object.fromEntries(wishes) as ThreadQuery),
    ...(begin && { from: begin }),
    ...(end && { to: end }),
  }
}

/** Returns the same query for the address of an export. */
export const exportQueryOf = (query: ThreadQuery): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))

/** Returns the first instant of a day, or of the day `later` days after it. */
function dayOf(text: string | undefined, later = 0): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '')?.map(Number) ?? []
  if (!year || !month || !day) return undefined
  return new Date(year, month - 1, day + later).toISOString()
}
