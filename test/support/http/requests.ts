import { v7 as uuid } from 'uuid'
import type { RequestEntry } from '../../../shared/analytics/recording.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export interface RequestClient {
  organization_id: string
  application_id: string | null
  client_id: string | null
}

/** Makes a generator of the same numbers from 0 to 1 in each run. */
export function makeRandom(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Makes a logged request. `fields` replaces its route, status, duration and so on. */
export const makeEntry = (
  client: RequestClient,
  at: Date,
  fields: Partial<RequestEntry> = {},
): RequestEntry => ({
  ...client,
  id: uuid(),
  credential: 'application',
  method: 'GET',
  endpoint: '/api/v1/agents',
  status_code: 200,
  duration_ms: 12.5,
  request_id: `request-${at.getTime()}`,
  created_at: at.toISOString(),
  ...fields,
})

/**
 * Makes requests at random times, with several methods, endpoints, statuses and durations, oldest
 * first.
 */
export function makeEntries(
  clients: RequestClient[],
  count: number,
  from: Date,
  to: Date,
): RequestEntry[] {
  const random = makeRandom(count)
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!
  const times = Array.from({ length: count }, () =>
    Math.floor(from.getTime() + random() * (to.getTime() - from.getTime())),
  ).sort((a, b) => a - b)
  return times.map((time) =>
    makeEntry(pick(clients), new Date(time), {
      method: pick(['GET', 'POST', 'DELETE']),
      endpoint: pick(['/api/v1/agents', '/api/v1/agents/{id}', '/api/v1/contexts']),
      status_code: pick([200, 200, 201, 404, 422, 500]),
      duration_ms: Math.round(10 * 2 * 1000 ** random()) / 10,
    }),
  )
}

/** `Map.groupBy`, which Node 20 lacks. */
export function groupBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

/** Counts requests, and those that were answered with 400 or more. */
export const countOf = (entries: readonly RequestEntry[]) => ({
  requests: entries.length,
  errors: entries.filter(({ status_code }) => status_code >= 400).length,
})

/** Counts requests by the start of their hour or day, in UTC, oldest first. */
export function bucketsOf(entries: readonly RequestEntry[], width: number) {
  const start = ({ created_at }: RequestEntry) =>
    new Date(Math.floor(Date.parse(created_at) / width) * width).toISOString()
  return [...groupBy(entries, start)]
    .map(([timestamp, group]) => ({ timestamp, ...countOf(group) }))
    .sort((a, b) => a.timestamp.localeCompare(b.timestamp))
}
