import { useQuery } from '@tanstack/preact-query'
import { Route as RouteIcon } from 'lucide-preact'
import { answerOf, api, type Schemas } from '../../api.ts'
import { Chart } from '../../components/charts/Chart.tsx'
import { Empty } from '../../components/Empty.tsx'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { formatDuration, formatNumber, formatPercent } from '../../format.ts'
import { Bar } from './Bar.tsx'
import { KeyFilter, MethodFilter, methodOf } from './filters.tsx'
import { allRows, fillBuckets, PAGE_SIZE, useFilters, useFixedPeriod, useNumbered } from './view.ts'

type Row = Schemas['EndpointPerformance']
const MOST = 200

const columns = (chosen: Row | undefined, choose: (row: Row) => void): Column<Row>[] => [
  {
    name: 'Endpoint',
    isMain: true,
    cell: (row) => (
      <button
        type="button"
        class="as-link"
        aria-pressed={isSame(row, chosen)}
        onClick={() => choose(row)}
        title="Show in chart"
      >
        <code>
          {row.method} {row.endpoint}
        </code>
      </button>
    ),
  },
  { name: 'Requests', isNumber: true, cell: ({ requests }) => formatNumber(requests) },
  { name: 'Errors', isNumber: true, cell: ({ errors }) => formatNumber(errors) },
  { name: 'Error rate', isNumber: true, cell: ({ error_rate }) => formatPercent(error_rate) },
  { name: 'Mean', isNumber: true, cell: ({ mean_ms }) => formatDuration(mean_ms) },
  { name: 'Median', isNumber: true, cell: ({ p50_ms }) => formatDuration(p50_ms) },
  { name: '95th percentile', isNumber: true, cell: ({ p95_ms }) => formatDuration(p95_ms) },
  { name: '99th percentile', isNumber: true, cell: ({ p99_ms }) => formatDuration(p99_ms) },
]

const isSame = (one: Row, other: Row | undefined) =>
  one.method === other?.method && one.endpoint === other?.endpoint

/** How fast each endpoint answers and how often it fails, with a chart of one of them. */
export function Endpoints() {
  const { window, bucket, refresh } = useFixedPeriod()
  const [filters, setFilters] = useFilters('method', 'key_id', 'shown')
  const method = methodOf(filters.method)
  const query = { ...window, ...(method && { method }), ...(filters.key_id && { key_id: filters.key_id }) }
  const { pages, first, total } = useNumbered(['analytics', 'endpoints', query], (page) =>
    answerOf(
      api.GET('/api/v1/analytics/endpoints', {
        params: { query: { ...query, page, page_size: PAGE_SIZE } },
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
        query={query}
        onRefresh={refresh}
        onClear={isFiltered ? () => setFilters({ method: '', key_id: '' }) : undefined}
      >
        <MethodFilter value={filters.method} onChange={(value) => setFilters({ method: value })} />
        <KeyFilter value={filters.key_id} onChange={(key_id) => setFilters({ key_id })} />
      </Bar>
      {chosen && <Durations {...{ chosen, query, window, bucket }} />}
      <PagedTable
        label="Endpoints"
        pages={pages}
        total={total}
        columns={columns(chosen, (row) => setFilters({ shown: nameOf(row) }))}
        keyOf={nameOf}
        empty={
          <Empty icon={RouteIcon} title="No requests">
            {isFiltered
              ? 'No request in this period matches the filters. Choose a longer period or clear the filters.'
              : 'The API got no requests in this period. Choose a longer one.'}
          </Empty>
        }
      />
    </div>
  )
}

interface DurationsProps {
  chosen: Row
  query: { from: string; to: string; key_id?: string }
  window: { from: string; to: string }
  bucket: 'hour' | 'day'
}

/** The durations of one endpoint, over time. */
function Durations({ chosen, query, window, bucket }: DurationsProps) {
  const method = methodOf(chosen.method)
  const { endpoint } = chosen
  const asked = { ...query, bucket, ...(method && { method }), ...(endpoint && { endpoint }) }
  const { data } = useQuery({
    queryKey: ['analytics', 'durations', asked],
    // The hours of a week and the days of half a year fit into one page. 400 days take more.
    queryFn: () =>
      allRows((page) =>
        answerOf(
          api.GET('/api/v1/analytics/endpoints', { params: { query: { ...asked, page, page_size: MOST } } }),
        ),
      ),
    staleTime: 60_000,
  })
  const { times, at } = fillBuckets(window, bucket, data ?? [])
  const format = formatDuration
  return (
    <Chart
      title={`Duration of ${chosen.method} ${chosen.endpoint}`}
      times={times}
      bucket={bucket}
      empty={data ? 'No requests in this period.' : 'Loading …'}
      series={[
        { name: '99th percentile', colour: 3, format, values: at.map((row) => row?.p99_ms ?? null) },
        { name: '95th percentile', colour: 1, format, values: at.map((row) => row?.p95_ms ?? null) },
        { name: 'Median', colour: 2, format, values: at.map((row) => row?.p50_ms ?? null) },
      ]}
    />
  )
}
