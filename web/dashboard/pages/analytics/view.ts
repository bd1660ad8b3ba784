import { useInfiniteQuery } from '@tanstack/preact-query'
import { useMemo, useState } from 'preact/hooks'
import { useLocation, useSearchParams } from 'wouter-preact'
import { usePeriod } from '../../components/charts/Period.tsx'
import { formatPercent } from '../../lib/format.ts'
import type { Pages } from '../../lib/pagesOf.ts'

export const PAGE_SIZE = 100

/** Keeps a view's filters in the address. Empty filters are left out. */
export function useFilters<Name extends string>(...names: Name[]) {
  const [params, setParams] = useSearchParams()
  const filters = Object.fromEntries(
    names.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  ) as Partial<Record<Name, string>>
  const setFilters = (values: Partial<Record<Name, string>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries<string | undefined>(values))
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  return [filters, setFilters] as const
}

/**
 * Fixes the period when it is chosen, so that the pages of a list fit together. `refresh` moves its
 * end to now.
 */
export function useFixedPeriod() {
  const period = usePeriod('7d')
  const [round, setRound] = useState(0)
  const window = useMemo(() => period.ask(), [period.key, round])
  return { window, bucket: period.bucket, refresh: () => setRound((count) => count + 1) }
}

/** Returns the address of this view with another period, which keeps the filters. */
export function usePeriodLink() {
  const [path] = useLocation()
  const [params] = useSearchParams()
  return (period: { from: string; to: string }) => {
    const next = new URLSearchParams(params)
    next.delete('period')
    for (const [name, value] of Object.entries(period)) next.set(name, value)
    return `${path}?${next}`
  }
}

interface NumberedAnswer<Row> {
  data: Row[]
  pagination: { page: number; page_size: number; total: number }
}

/**
 * Reads a list with numbered pages. `first` is the first page's answer, which may have further
 * fields beside the rows.
 */
export function useNumbered<Row, Answer extends NumberedAnswer<Row>>(
  key: readonly unknown[],
  read: (page: number) => Promise<Answer & NumberedAnswer<Row>>,
): { pages: Pages<Row>; first: Answer | undefined; total: number } {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, page_size, total } }) =>
      page * page_size < total ? page + 1 : undefined,
    // The period is fixed, so its rows stay the same.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
  const answers = query.data?.pages ?? []
  return {
    first: answers[0],
    total: answers[0]?.pagination.total ?? 0,
    pages: {
      rows: answers.flatMap(({ data }) => data),
      hasMore: query.hasNextPage,
      isLoading: query.isLoading,
      isLoadingMore: query.isFetchingNextPage,
      error: query.error,
      loadMore: () => {
        if (query.hasNextPage && !query.isFetchingNextPage) query.fetchNextPage()
      },
      refetch: query.refetch,
    },
  }
}

/** Reads all rows of a list, page by page. @param read reads one page, counted from 1 */
export async function allRows<Row>(
  read: (page: number) => Promise<{ data: Row[]; pagination: { total: number } }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, pagination } = await read(page)
    rows.push(...data)
    if (data.length === 0 || rows.length >= pagination.total) return rows
  }
}

/** Adds up a field, for a row of totals. */
export const sumOf = <Name extends string>(
  rows: readonly Record<Name, number>[],
  name: Name,
): number => rows.reduce((sum, row) => sum + row[name], 0)

/** Returns a share as a percentage, or a dash if the whole is 0. */
export const shareOf = (part: number, whole: number) => (whole ? formatPercent(part / whole) : '–')
