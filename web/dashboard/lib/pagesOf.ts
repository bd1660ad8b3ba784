import { type InfiniteData, useInfiniteQuery } from '@tanstack/preact-query'
import { queries } from './api.ts'

/** One page of a list, as the API returns it. */
interface PageAnswer<Row> {
  data: Row[]
  pagination: { has_more: boolean; next_cursor: string | null }
}

/** The loaded pages of a list, joined. */
export interface Pages<Row> {
  rows: readonly Row[]
  hasMore: boolean
  isLoading: boolean
  isLoadingMore: boolean
  error: unknown
  loadMore: () => void
  refetch: () => unknown
}

/**
 * The most pages that are read again automatically: when the window gets the focus, when the reader
 * comes back to the list, or by an interval. Each page costs a request. Longer lists are read again
 * only after a change.
 */
const MAX_RENEWED = 4

interface PagesQuery {
  state: { data?: { pages: readonly unknown[] } | undefined; isInvalidated: boolean }
}
/** Whether few enough pages are loaded to read them again automatically. */
export const isShort = ({ state }: PagesQuery) => (state.data?.pages.length ?? 0) <= MAX_RENEWED

/**
 * Reads a list page by page.
 * @param key the key in the cache: the list's name, then its filters
 * @param read reads one page, which begins after the cursor; use `answerOf`
 */
export function usePages<Row>(
  key: readonly unknown[],
  read: (after: string | undefined) => Promise<PageAnswer<Row>>,
  { refetchInterval = 0, ...options }: { refetchInterval?: number; enabled?: boolean } = {},
): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    refetchOnWindowFocus: isShort,
    refetchOnMount: (query) => isShort(query) || query.state.isInvalidated,
    refetchInterval: (query) => isShort(query) && refetchInterval,
    ...options,
  })
  return {
    rows: query.data?.pages.flatMap(({ data }) => data) ?? [],
    hasMore: query.hasNextPage,
    isLoading: query.isLoading,
    isLoadingMore: query.isFetchingNextPage,
    error: query.error,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) query.fetchNextPage()
    },
    refetch: query.refetch,
  }
}

/**
 * Changes rows that are loaded, without reading them again.
 * @param key the beginning of the keys of the lists
 */
export function changeRows<Row>(key: readonly unknown[], change: (row: Row) => Row): void {
  queries.setQueriesData<InfiniteData<PageAnswer<Row>>>(
    { queryKey: key },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, data: page.data.map(change) })),
      },
  )
}

/** Makes the pages of a list that is read whole, for `PagedTable`. */
export const wholeList = <Row>({
  data = [],
  isLoading,
  error,
  refetch,
}: Pick<Pages<Row>, 'isLoading' | 'error' | 'refetch'> & {
  data: readonly Row[] | undefined
}): Pages<Row> => ({
  rows: data,
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => undefined,
  isLoading,
  error,
  refetch,
})
