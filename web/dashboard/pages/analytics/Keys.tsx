import { KeyRound } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { ButtonLink } from '../../components/Button.tsx'
import { Chart } from '../../components/charts/Chart.tsx'
import { fillBuckets } from '../../components/charts/calendar.ts'
import { Empty } from '../../components/Empty.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Time } from '../../components/Time.tsx'
import { answerOf, api, type Schemas } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { Bar } from './Bar.tsx'
import {
  EndpointFilter,
  endpointOf,
  MethodFilter,
  methodOf,
  StatusFilter,
  statusOf,
} from './filters.tsx'
import { PAGE_SIZE, shareOf, sumOf, useFilters, useFixedPeriod, useNumbered } from './view.ts'

type Row = Schemas['KeyFigures']

const SORTS = ['total_requests', 'errors', 'error_rate', 'name', 'last_used_at'] as const

/** @param all all rows, for the totals; undefined: not all rows are loaded */
const columns = (all: readonly Row[] | undefined): Column<Row>[] => [
  {
    name: t('Application'),
    isMain: true,
    sort: 'name',
    ...(all && { total: t('Total') }),
    cell: ({ key_id, name, client_id }) => (
      <>
        <Link href={`/applications/${key_id}`}>{name}</Link>
        <br />
        <code class="small muted">{client_id}</code>
      </>
    ),
  },
  {
    name: t('Requests'),
    isNumber: true,
    sort: 'total_requests',
    cell: ({ total_requests }) => formatNumber(total_requests),
    ...(all && { total: formatNumber(sumOf(all, 'total_requests')) }),
  },
  {
    name: t('Errors'),
    isNumber: true,
    sort: 'errors',
    cell: ({ errors }) => formatNumber(errors),
    ...(all && { total: formatNumber(sumOf(all, 'errors')) }),
  },
  {
    name: t('Error rate'),
    isNumber: true,
    sort: 'error_rate',
    cell: ({ errors, total_requests }) => shareOf(errors, total_requests),
    ...(all && { total: shareOf(sumOf(all, 'errors'), sumOf(all, 'total_requests')) }),
  },
  {
    name: t('Last used'),
    sort: 'last_used_at',
    cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : t('Never')),
  },
]

const COLOURS = [1, 2, 3, 4] as const

/** The requests of each application, with a chart of the busiest four. */
export function Keys() {
  const { window, bucket, refresh } = useFixedPeriod()
  const [filters, setFilters] = useFilters('method', 'status', 'endpoint')
  const [method, endpoint] = [methodOf(filters.method), endpointOf(filters.endpoint)]
  const { sorting, sort } = useSorting(SORTS, { by: 'total_requests', order: 'desc' })
  const query = {
    ...window,
    bucket,
    ...(method && { method }),
    ...statusOf(filters.status),
    ...(endpoint && { endpoint }),
    sort: sorting.by,
    order: sorting.order,
  }
  const { pages, first, total } = useNumbered(['analytics', 'keys', query], (page) =>
    answerOf(
      api.GET('/api/v1/analytics/keys', {
        params: { query: { ...query, page, page_size: PAGE_SIZE } },
      }),
    ),
  )
  const busiest = [...(first?.data ?? [])]
    .sort((a, b) => b.total_requests - a.total_requests)
    .slice(0, COLOURS.length)
  const trends = busiest.map(({ trend }) => fillBuckets(window, bucket, trend))
  return (
    <div class="stack">
      <Bar
        route="keys"
        query={query}
        onRefresh={refresh}
        onClear={
          Object.keys(filters).length
            ? () => setFilters({ method: '', status: '', endpoint: '' })
            : undefined
        }
      >
        <EndpointFilter
          value={filters.endpoint}
          onChange={(value) => setFilters({ endpoint: value })}
        />
        <MethodFilter value={filters.method} onChange={(value) => setFilters({ method: value })} />
        <StatusFilter value={filters.status} onChange={(value) => setFilters({ status: value })} />
      </Bar>
      {trends[0] && (
        <Chart
          title={
            total > COLOURS.length
              ? t('Requests by the four busiest applications')
              : t('Requests by application')
          }
          bucket={bucket}
          window={window}
          times={trends[0].times}
          kind="stack"
          empty={t('No application sent requests in this period.')}
          series={busiest.map(({ name, key_id }, n) => ({
            name: busiest.some((row) => row.name === name && row.key_id !== key_id)
              ? `${name} (${n + 1})`
              : name,
            colour: COLOURS[n]!,
            values: trends[n]!.at.map((row) => row?.requests ?? 0),
          }))}
        />
      )}
      <PagedTable
        label={t('Applications')}
        pages={pages}
        total={total}
        remember="keys"
        sorting={sorting}
        onSort={sort}
        columns={columns(pages.hasMore ? undefined : pages.rows)}
        keyOf={({ key_id }) => key_id}
        empty={
          <Empty
            icon={KeyRound}
            title={t('No applications yet')}
            actions={<ButtonLink to="/applications">{t('Go to applications')}</ButtonLink>}
          >
            {t('An application holds the credentials of your server or site. Create one first.')}
          </Empty>
        }
      />
    </div>
  )
}
