import { useInfiniteQuery } from '@tanstack/preact-query'
import { ApiError } from '../../lib/api.ts'
import { type Kind, type Message, readMessage, readMessages } from './messages.ts'

/** Messages that are read on each side of the message at which a transcript opens. */
const AROUND = 25

interface MessagesPage {
  /** Newest first. */
  data: Message[]
  hasOlder: boolean
  hasNewer: boolean
}

/**
 * Identifies a page: the newest messages, the messages around a message, or those before or after a
 * message.
 */
type Place = { around?: string | undefined } | { before: string } | { behind: string }

/**
 * Reads a transcript from its newest end, or around a message.
 * @param around id of the message; if the thread lacks it, the newest end is read
 */
export function useMessages(kind: Kind, id: string, around: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: ['messages', id, around ?? null],
    queryFn: ({ pageParam }) => readPlace(kind, id, pageParam),
    initialPageParam: { around } as Place,
    getNextPageParam: ({ data, hasOlder }: MessagesPage): Place | undefined =>
      hasOlder ? { before: data.at(-1)!.id } : undefined,
    getPreviousPageParam: ({ data, hasNewer }: MessagesPage): Place | undefined =>
      hasNewer ? { behind: data[0]!.id } : undefined,
  })
  return {
    /** In the order of the transcript. */
    messages: (query.data?.pages.flatMap(({ data }) => data) ?? []).reverse(),
    hasOlder: query.hasNextPage,
    hasNewer: query.hasPreviousPage,
    isLoading: query.isLoading,
    isLoadingOlder: query.isFetchingNextPage,
    isLoadingNewer: query.isFetchingPreviousPage,
    error: query.error,
    loadOlder: () => void query.fetchNextPage(),
    loadNewer: () => void query.fetchPreviousPage(),
    refetch: query.refetch,
  }
}

async function readPlace(kind: Kind, id: string, place: Place): Promise<MessagesPage> {
  if ('behind' in place) {
    const { data, pagination } = await readMessages(kind, id, { after: place.behind, order: 'asc' })
    return { data: data.reverse(), hasOlder: true, hasNewer: pagination.has_more }
  }
  const around =
    'around' in place && place.around ? await readAround(kind, id, place.around) : undefined
  if (around) return around
  const { data, pagination } = await readMessages(
    kind,
    id,
    'before' in place ? { after: place.before } : {},
  )
  return { data, hasOlder: pagination.has_more, hasNewer: false }
}

/**
 * Reads the messages around a message.
 * @returns undefined: the thread has no such message
 */
async function readAround(
  kind: Kind,
  id: string,
  message: string,
): Promise<MessagesPage | undefined> {
  try {
    const [older, middle, newer] = await Promise.all([
      readMessages(kind, id, { after: message, limit: AROUND }),
      readMessage(kind, id, message),
      readMessages(kind, id, { after: message, order: 'asc', limit: AROUND }),
    ])
    return {
      data: [...newer.data.reverse(), middle, ...older.data],
      hasOlder: older.pagination.has_more,
      hasNewer: newer.pagination.has_more,
    }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 422))
      return undefined
    throw error
  }
}
