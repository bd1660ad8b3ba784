import { useInfiniteQuery } from '@tanstack/preact-query'

/** One page of a list, as the API answers it. */
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
 * Reads a list page by page.
 * @param key the key in the cache: the list's name, then its filters
 * @param read reads one page, which begins after the cursor; use `answerOf`
 */
export function usePages<Row>(
  key: readonly unknown[],
  read: (after: string | undefined) => Promise<PageAnswer<Row>>,
  options: { refetchInterval?: number; enabled?: boolean } = {},
): Pages<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
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
