import { useQuery } from '@tanstack/preact-query'
import { Route as RouteIcon } from 'lucide-preact'
import { Chart } from '../../components/charts/Chart.tsx'
import { type Bucket, fillBuckets } from '../../components/charts/calendar.ts'
import { Empty } from '../../components/Empty.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { answerOf, api, type Schemas } from '../../lib/api.ts'
import { formatDuration, formatNumber, formatPercent } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { Bar } from './Bar.tsx'
import { callerOf, KeyFilter, MethodFilter, methodOf } from './filters.tsx'
import {
  allRows,
  PAGE_SIZE,
  shareOf,
  sumOf,
  useFilters,
  useFixedPeriod,
  useNumbered,
} from './view.ts'

type Row = Schemas['EndpointPerformance']
const MOST = 200

const FIGURES = [
  'requests',
  'errors',
  'error_rate',
  'mean_ms',
  'p50_ms',
  'p95_ms',
  'p99_ms',
] as const
const SORTS = ['name', ...FIGURES] as const

const figure = (
  name: string,
  sort: (typeof FIGURES)[number],
  format: (value: number) => string,
  total?: string,
): Column<Row> => ({
  name,
  sort,
  isNumber: true,
  cell: (row) => format(row[sort]),
  ...(total !== undefined && { total }),
})

/** @param all all rows, for the totals; undefined: not all rows are loaded */
const columns = (
  all: readonly Row[] | undefined,
  chosen: Row | undefined,
  choose: (row: Row) => void,
): Column<Row>[] => [
  {
    name: t('Endpoint'),
    isMain: true,
    sort: 'name',
    ...(all && { total: t('Total') }),
    cell: (row) => (
      <button
        type="button"
        class="as-link"
        aria-pressed={isSame(row, chosen)}
        onClick={() => choose(row)}
        title={t('Show in chart')}
      >
        <code>
          {row.method} {row.endpoint}
        </code>
      </button>
    ),
  },
  figure(t('Requests'), 'requests', formatNumber, all && formatNumber(sumOf(all, 'requests'))),
  figure(t('Errors'), 'errors', formatNumber, all && formatNumber(sumOf(all, 'errors'))),
  figure(
    t('Error rate'),
    'error_rate',
    formatPercent,
    all && shareOf(sumOf(all, 'errors'), sumOf(all, 'requests')),
  ),
  figure(t('Mean'), 'mean_ms', formatDuration),
  figure('p50', 'p50_ms', formatDuration),
  figure('p95', 'p95_ms', formatDuration),
  figure('p99', 'p99_ms', formatDuration),
]

const isSame = (left: Row, right: Row | undefined) =>
  left.method === right?.method && left.endpoint === right?.endpoint

/** How fast each endpoint answers and how often it fails, with a chart of the chosen endpoint. */
export function Endpoints() {
  const { window, bucket, refresh } = useFixedPeriod()
  const [filters, setFilters] = useFilters('method', 'key_id', 'shown')
  const method = methodOf(filters.method)
  const { sorting, sort } = useSorting(SORTS, { by: 'requests', order: 'desc' })
  const query = { ...window, ...(method && { method }), ...callerOf(filters.key_id) }
  const asked = { ...query, sort: sorting.by, order: sorting.order }
  const { pages, first, total } = useNumbered(['analytics', 'endpoints', asked], (page) =>
    answerOf(
      api.GET('/api/v1/analytics/endpoints', {
        params: { query: { ...asked, page, page_size: PAGE_SIZE } },
      }),
    ),
  )
  const nameOf = (row: Row) => `${row.method} ${row.endpoint}`
  const chosen = pages.rows.find((row) => nameOf(row) === filters.shown) ?? first?.data[0]
  const isFiltered = Boolean(filters.method || filters.key_id)
  return (
    <div class="stack">
      <Bar
        route="endpoints"
        query={asked}
        onRefresh={refresh}
        onClear={isFiltered ? () => setFilters({ method: '', key_id: '' }) : undefined}
      >
        <MethodFilter value={filters.method} onChange={(value) => setFilters({ method: value })} />
        <KeyFilter withAll value={filters.key_id} onChange={(key_id) => setFilters({ key_id })} />
      </Bar>
      {chosen && <Durations chosen={chosen} query={query} window={window} bucket={bucket} />}
      <PagedTable
        label={t('Endpoints')}
        pages={pages}
        total={total}
        remember="endpoints"
        sorting={sorting}
        onSort={sort}
        columns={columns(pages.hasMore ? undefined : pages.rows, chosen, (row) =>
          setFilters({ shown: nameOf(row) }),
        )}
        keyOf={nameOf}
        empty={
          <Empty icon={RouteIcon} title={t('No requests')}>
            {isFiltered
              ? t(
                  'No request in this period matches the filters. Choose a longer period or clear the filters.',
                )
              : t('The API got no requests in this period. Choose a longer one.')}
          </Empty>
        }
      />
    </div>
  )
}

interface DurationsProps {
  chosen: Row
  query: { from: string; to: string; timezone: string } & ReturnType<typeof callerOf>
  window: { from: string; to: string }
  bucket: Bucket
}

/** The durations of an endpoint over time. */
function Durations({ chosen, query, window, bucket }: DurationsProps) {
  const method = methodOf(chosen.method)
  const { endpoint } = chosen
  const asked = { ...query, bucket, ...(method && { method }), ...(endpoint && { endpoint }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['analytics', 'durations', asked],
    queryFn: () =>
      allRows((page) =>
        answerOf(
          api.GET('/api/v1/analytics/endpoints', {
            params: { query: { ...asked, page, page_size: MOST } },
          }),
        ),
      ),
    staleTime: 60_000,
  })
  if (error && !data) return <ErrorNotice error={error} onRetry={refetch} />
  const { times, at } = fillBuckets(window, bucket, data ?? [])
  const format = formatDuration
  return (
    <Chart
      title={t('Duration of {request}', { request: `${chosen.method} ${chosen.endpoint}` })}
      times={times}
      bucket={bucket}
      window={window}
      kind="lines"
      empty={data ? t('No requests in this period.') : t('Loading …')}
      series={[
        { name: 'p99', colour: 3, format, values: at.map((row) => row?.p99_ms ?? null) },
        { name: 'p95', colour: 1, format, values: at.map((row) => row?.p95_ms ?? null) },
        { name: 'p50', colour: 2, format, values: at.map((row) => row?.p50_ms ?? null) },
      ]}
    />
  )
}
