import { useInfiniteQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import type { ThreadQuery } from '../../components/threads/filters.ts'
import {
  type Loaded,
  readOne,
  readPage,
  type ThreadsPage,
  withRows,
} from '../../components/threads/loaded.ts'
import type { Thread } from '../../components/threads/threads.ts'
import { queries } from '../../lib/api.ts'
import { isShort } from '../../lib/pagesOf.ts'

/** The most changed rows beyond the first page that are read individually. */
const MAX_SINGLE = 10

/**
 * Reads the list of threads, page by page. Updates changed rows in place. New threads, and threads
 * that have moved up, are only counted until the reader asks for them.
 */
export function useThreads(query: ThreadQuery) {
  const key = ['threads', query]
  const [fresh, setFresh] = useState<{ key: string; count: number }>()
  const { data, refetch, ...state } = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => readPage(query, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }: ThreadsPage) => pagination.next_cursor ?? undefined,
    // The order must not change while the reader looks at it. `follow` adds what is new.
    refetchOnWindowFocus: false,
    refetchOnMount: (query) => isShort(query) || query.state.isInvalidated,
  })
  const rows = data?.pages.flatMap(({ data }) => data) ?? []

  /**
   * Applies changes.
   * @param ids empty: anything may have changed
   */
  async function follow(ids: readonly string[]): Promise<void> {
    const before = queries.getQueryData<Loaded>(key)
    if (!before) return void refetch({ cancelRefetch: false })
    const shown = before.pages.flatMap(({ data }) => data)
    const page = await readPage(query).catch(() => undefined)
    if (!page) return
    if (shown.length === 0) return void refetch()
    const read = new Map<string, Thread | null>(page.data.map((row) => [row.id, row]))
    const others = ids.filter((id) => !read.has(id) && shown.some((row) => row.id === id))
    await Promise.all(
      others.slice(0, MAX_SINGLE).map(async (id) => read.set(id, await readOne(id))),
    )
    queries.setQueryData<Loaded>(key, (now) => now && withRows(now, read))
    const top = shown[0]!.active_at
    const wasAt = new Map(shown.map((row) => [row.id, row.active_at]))
    const isNew = (row: Thread) =>
      row.active_at > top && !(row.id === shown[0]!.id) && wasAt.get(row.id) !== row.active_at
    setFresh((now) => {
      const known = now?.key === JSON.stringify(query) ? now.count : 0
      return { key: JSON.stringify(query), count: Math.max(known, page.data.filter(isNew).length) }
    })
  }

  return {
    rows,
    searchedSince: data?.pages[0]?.pagination.searched_since ?? null,
    hasMore: state.hasNextPage,
    isLoading: state.isLoading,
    isLoadingMore: state.isFetchingNextPage,
    error: state.error,
    /** The number of threads that came or moved up since the list was read. */
    news: fresh?.key === JSON.stringify(query) ? fresh.count : 0,
    follow,
    refetch,
    loadMore() {
      if (state.hasNextPage && !state.isFetchingNextPage) state.fetchNextPage()
    },
    /** Reads the list again from its top. */
    async renew() {
      queries.setQueryData<Loaded>(
        key,
        (now) => now && { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) },
      )
      await refetch()
      setFresh(undefined)
    },
  }
}
export type Threads = ReturnType<typeof useThreads>
