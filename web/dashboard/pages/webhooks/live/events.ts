import { useQuery } from '@tanstack/preact-query'
import type { EventName } from '../../../components/records/endpoints.ts'
import { ApiError, answerOf, api, dataOf, queries, type Schemas } from '../../../lib/api.ts'
import { usePages } from '../../../lib/pagesOf.ts'
import { t } from '../../../lib/texts.tsx'

export type FeedEvent = Schemas['Event']

const EVENTS = 'events'

/** Reads without a result, for a rare type, after which a page counts as empty. */
const MOST_READS = 20

/** Reads the events up to now, newest first. */
export const useEvents = (type: EventName | undefined) =>
  usePages<FeedEvent>([EVENTS, type], async (begin) => {
    let after = begin
    for (let reads = 1; ; reads++) {
      const query = {
        limit: 50,
        order: 'desc',
        ...(type && { type }),
        ...(after && { after }),
      } as const
      const { data, pagination } = await answerOf(api.GET('/api/v1/events', { params: { query } }))
      after = pagination.next_cursor
      // A read covers some thousand events, none of which may have the type.
      if (data.length === 0 && pagination.has_more && reads < MOST_READS) continue
      return {
        data,
        pagination: { ...pagination, next_cursor: pagination.has_more ? after : null },
      }
    }
  })

/** Drops the events from the cache, so that they are read again. */
export const forgetEvents = () => queries.removeQueries({ queryKey: [EVENTS] })

/** Whether an event is no longer kept, so that the stream cannot resume after it. */
export const isExpired = (after: string): Promise<boolean> =>
  answerOf(api.GET('/api/v1/events', { params: { query: { limit: 1, after } } })).then(
    () => false,
    (error) => error instanceof ApiError && error.code === 'cursor_expired',
  )

export const useEvent = (id: string | undefined) =>
  useQuery({
    queryKey: [EVENTS, 'one', id],
    queryFn: () => dataOf(api.GET('/api/v1/events/{id}', { params: { path: { id: id! } } })),
    enabled: id !== undefined,
  })

const PAGES: Readonly<Record<string, (event: FeedEvent) => string>> = {
  message: ({ thread_id, data }) => `/conversations/${thread_id}?message=${data.id}`,
  session: ({ data }) => `/conversations/${data.id}`,
  conversation: ({ data }) => `/conversations/${data.id}`,
  feedback: ({ thread_id }) => `/conversations/${thread_id}`,
  knowledge_entry: ({ data }) => `/knowledge/${entryKind(data)}/${data.id}`,
  agent: ({ data }) => `/agents/${data.id}`,
  budget: () => '/organization/budgets',
  connection: () => '/connections',
  organization: () => '/analytics/limits',
  secret: () => '/applications',
  identity_secret: () => '/applications',
  user: () => '/people',
  invitation: () => '/people',
  webhook_endpoint: ({ data }) => `/webhooks/${data.id}`,
}

/** The kinds of entries have different fields. */
const entryKind = (data: object) => ('question' in data ? 'qa' : 'url' in data ? 'url' : 'file')

/** Returns the page of the event's record; undefined: it has none, or it was deleted. */
export const pageOf = (event: FeedEvent): string | undefined =>
  'deleted' in event.data ? undefined : PAGES[event.data.object]?.(event)

/** Fields that identify a record for users. The first present field is used. */
const NAMING = [
  'content',
  'title',
  'question',
  'name',
  'comment',
  'email',
  'url',
  'customer_id',
  'visitor_id',
]
/** More than the two lines that are shown. */
const MAX_CHARACTERS = 300

/** Describes an event's record in a few words from its fields. */
export function subjectOf({ data }: FeedEvent): string {
  if ('deleted' in data) return t('deleted')
  const fields = new Map<string, unknown>(Object.entries(data))
  const words = NAMING.map((name) => fields.get(name)).find(
    (value) => typeof value === 'string' && value !== '',
  )
  return String(words ?? data.id).slice(0, MAX_CHARACTERS)
}
