import type { InfiniteData, Query } from '@tanstack/preact-query'
import { ApiError, answerOf, api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import type { ThreadQuery } from './filters.ts'
import type { Thread } from './threads.ts'

const PAGE = 50

export const readPage = (query: ThreadQuery, after?: string) =>
  answerOf(
    api.GET('/api/v1/threads', {
      params: { query: { ...query, limit: PAGE, ...(after && { after }) } },
    }),
  )
export type ThreadsPage = Awaited<ReturnType<typeof readPage>>
export type Loaded = InfiniteData<ThreadsPage, string | undefined>

/** @returns null: the thread is gone */
export async function readOne(id: string): Promise<Schemas['Thread'] | null> {
  try {
    return await dataOf(api.GET('/api/v1/threads/{id}', { params: { path: { id } } }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Replaces rows in place, and removes deleted rows. */
export const withRows = (
  { pages, pageParams }: Loaded,
  read: ReadonlyMap<string, Thread | null>,
): Loaded => ({
  pageParams,
  pages: pages.map((page) => ({
    ...page,
    data: page.data.flatMap((row) => {
      const now = read.get(row.id)
      if (now === null) return []
      // Only the search returns a match, so it is kept.
      return [now ? { ...now, match: now.match ?? row.match } : row]
    }),
  })),
})

/** Keys of lists contain their filters; other keys contain a word. */
const isList = ({ queryKey: [, what] }: Query) => typeof what === 'object'
const isOfCustomer = ({ queryKey: [, what] }: Query) => what === 'of'

/**
 * Updates a thread in each list that has it; null removes it. No list is read again, however long
 * it is.
 */
async function put(id: string, thread: Thread | null): Promise<void> {
  queries.setQueriesData<Loaded>(
    { queryKey: ['threads'], predicate: isList },
    (list) => list && withRows(list, new Map([[id, thread]])),
  )
  await queries.invalidateQueries({ queryKey: ['threads'], predicate: isOfCustomer })
}

/** Reads a thread again that the user has changed, and updates it wherever it is shown. */
export async function renewThread(id: string): Promise<void> {
  // If this read fails, the event of the change causes another.
  const thread = await readOne(id).catch(() => undefined)
  if (thread === undefined) return
  if (thread) queries.setQueryData(['threads', 'one', id], thread)
  await put(id, thread)
}

/** Removes a deleted thread from the lists. */
export const dropThread = (id: string): Promise<void> => put(id, null)
