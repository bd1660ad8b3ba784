import type { LimitEntry, RequestEntry } from '../../shared/analytics/recording.ts'
import { type Calendar, DAY_MS, HOUR_MS, isWeekend, MINUTE_MS } from './calendar.ts'
import type { Random } from './random.ts'
import type { HeldThread } from './threads.ts'

/** The application of a page's visitors, and the application of a server. */
export interface StoryApplications {
  widget: { id: string; client_id: string }
  server: { id: string; client_id: string }
}

/** What users of the dashboard look at. */
const LOOKED_AT = [
  '/api/v1/analytics/overview',
  '/api/v1/threads',
  '/api/v1/threads/{id}',
  '/api/v1/knowledge',
  '/api/v1/agents',
]
/** How many requests of the widget's visitors the rate limit refused in the sale's busiest hour. */
const REFUSED = 14

/** Makes the requests that created the threads, and those of the dashboard. */
export function makeRequests(
  random: Random,
  { begin, until }: Calendar,
  organization_id: string,
  { widget, server }: StoryApplications,
  threads: readonly HeldThread[],
): { requests: RequestEntry[]; limits: LimitEntry[] } {
  const requests: RequestEntry[] = []
  const limits: LimitEntry[] = []

  function add(
    at: number,
    [credential, method, endpoint]: [RequestEntry['credential'], string, string],
    status_code: number,
    duration_ms: number,
    request_id = random.id(at),
  ): void {
    if (at > until) return
    const application =
      credential === 'dashboard' ? undefined : credential === 'widget' ? widget : server
    const client_id = application?.client_id ?? null
    const shared = { organization_id, client_id, endpoint, created_at: new Date(at).toISOString() }
    const timing = { status_code, duration_ms, request_id }
    requests.push({
      ...shared,
      ...timing,
      id: random.id(at),
      credential,
      method,
      application_id: application?.id ?? null,
    })
    if (!application) return
    const outcome = status_code === 429 ? 'blocked' : 'allowed'
    limits.push({
      ...shared,
      id: random.id(at),
      bucket: credential === 'widget' ? 'session' : 'organization',
      outcome,
    })
  }

  function hold({ kind, start, replies, ratings }: HeldThread): void {
    const credential = kind === 'session' ? 'widget' : 'application'
    const path = `/api/v1/${kind}s`
    const inThread = `${path}/{${kind}_id}`
    if (kind === 'session')
      add(start - 300, ['widget', 'POST', '/api/v1/auth/widget-token'], 200, random.around(14))
    else add(start - 300, ['application', 'POST', '/api/v1/contexts'], 201, random.around(11))
    add(start, [credential, 'POST', path], 201, random.around(16))
    for (const { at, completed, status, request_id } of replies)
      add(
        at,
        [credential, 'POST', `${inThread}/messages`],
        status === 'failed' ? 502 : 201,
        completed - at + 9,
        request_id,
      )
    const last = replies.at(-1)?.completed ?? start
    if (random.chance(0.35))
      add(last + 9_000, [credential, 'GET', `${inThread}/messages`], 200, random.around(18))
    for (const _ of ratings)
      add(last + 12_000, [credential, 'POST', `${inThread}/feedback`], 201, random.around(15))
    if (random.chance(0.02))
      add(last + 20_000, [credential, 'GET', `${path}/{id}`], 404, random.around(6))
  }

  for (const thread of threads) hold(thread)
  for (let day = begin; day < until; day += DAY_MS)
    for (let left = isWeekend(day) ? 0 : 8 + random.whole(25); left > 0; left--) {
      const at = day + 7 * HOUR_MS + random.whole(9 * HOUR_MS)
      add(at, ['dashboard', 'GET', random.pick(LOOKED_AT)], 200, random.around(28))
    }
  const busiest = threads.find(({ start }) => start > until - 6 * DAY_MS)?.start ?? until
  for (let refused = 0; refused < REFUSED; refused++)
    add(
      busiest + refused * MINUTE_MS,
      ['widget', 'POST', '/api/v1/sessions/{session_id}/messages'],
      429,
      random.around(3),
    )
  return { requests, limits }
}
