import { ShieldCheck } from 'lucide-preact'
import { Badge } from '../../components/Badge.tsx'
import { Chart } from '../../components/charts/Chart.tsx'
import { fillBuckets } from '../../components/charts/calendar.ts'
import { Empty } from '../../components/Empty.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { answerOf, api, type Schemas } from '../../lib/api.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { Bar } from './Bar.tsx'
import { EndpointFilter, endpointOf, KeyFilter, useApplications } from './filters.tsx'
import { PAGE_SIZE, useFilters, useFixedPeriod, useNumbered } from './view.ts'

type Row = Schemas['LimitFigures']

const LIMITS: Record<string, string> = {
  organization: t('API requests per hour, organization'),
  session: t('Widget requests per minute, session'),
  ip: t('Widget requests per hour, IP address'),
  application: t('Widget requests per hour, application'),
  mint: t('Widget tokens per minute, IP address'),
  sign_in: t('Sign-ins per minute, IP address'),
}

const SORTS = ['timestamp', 'outcome', 'count', 'bucket', 'endpoint', 'client_id'] as const

/** @param count the number of all counted requests; undefined: not known yet */
const columns = (
  nameOf: (clientId: string | null) => string,
  count: number | undefined,
): Column<Row>[] => [
  {
    name: t('When'),
    sort: 'timestamp',
    cell: ({ timestamp }) => <span class="nowrap">{formatDateTime(timestamp)}</span>,
  },
  {
    name: t('Outcome'),
    sort: 'outcome',
    cell: ({ outcome }) =>
      outcome === 'blocked' ? (
        <Badge kind="bad">{t('Blocked')}</Badge>
      ) : (
        <Badge kind="good">{t('Allowed')}</Badge>
      ),
  },
  {
    name: t('Requests'),
    isNumber: true,
    sort: 'count',
    cell: ({ count }) => formatNumber(count),
    ...(count !== undefined && { total: formatNumber(count) }),
  },
  { name: t('Limit'), sort: 'bucket', cell: ({ bucket }) => LIMITS[bucket] ?? bucket },
  {
    name: t('Endpoint'),
    isMain: true,
    sort: 'endpoint',
    cell: ({ endpoint }) => <code>{endpoint}</code>,
    ...(count !== undefined && { total: t('Total') }),
  },
  { name: t('By'), sort: 'client_id', cell: ({ client_id }) => nameOf(client_id) },
]

/** The requests that limits refused, and the totals of the requests that they allowed. */
export function Limits() {
  const { window, bucket, refresh } = useFixedPeriod()
  const [filters, setFilters] = useFilters('outcome', 'endpoint', 'key_id')
  const { nameOf } = useApplications()
  const outcome = (['blocked', 'allowed'] as const).find((one) => one === filters.outcome)
  const endpoint = endpointOf(filters.endpoint)
  const query = {
    ...window,
    bucket,
    ...(outcome && { outcome }),
    ...(endpoint && { endpoint }),
    ...(filters.key_id && { key_id: filters.key_id }),
  }
  const { sorting, sort } = useSorting(SORTS, { by: 'timestamp', order: 'desc' })
  const asked = { ...query, sort: sorting.by, order: sorting.order }
  const { pages, first, total } = useNumbered(['analytics', 'limits', asked], (page) =>
    answerOf(
      api.GET('/api/v1/analytics/rate-limits', {
        params: { query: { ...asked, page, page_size: PAGE_SIZE } },
      }),
    ),
  )
  const { times, at } = fillBuckets(window, bucket, first?.buckets ?? [])
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div class="stack">
      <Bar
        route="rate-limits"
        query={query}
        onRefresh={refresh}
        onClear={
          isFiltered ? () => setFilters({ outcome: '', endpoint: '', key_id: '' }) : undefined
        }
      >
        <SelectField
          label={t('Outcome')}
          name="outcome"
          value={outcome ?? ''}
          onChange={(value) => setFilters({ outcome: value as 'allowed' })}
          options={[
            ['', t('Any')],
            ['blocked', t('Blocked')],
            ['allowed', t('Allowed')],
          ]}
        />
        <EndpointFilter
          value={filters.endpoint}
          onChange={(value) => setFilters({ endpoint: value })}
        />
        <KeyFilter value={filters.key_id} onChange={(key_id) => setFilters({ key_id })} />
      </Bar>
      {first && (
        <Chart
          title={t('Requests counted against limits')}
          times={times}
          bucket={bucket}
          window={window}
          kind="stack"
          empty={t('No requests counted against limits in this period.')}
          series={[
            { name: t('Allowed'), colour: 2, values: at.map((row) => row?.allowed ?? 0) },
            { name: t('Blocked'), colour: 3, values: at.map((row) => row?.blocked ?? 0) },
          ]}
        />
      )}
      <PagedTable
        label={t('Limit events')}
        pages={pages}
        total={total}
        remember="limits"
        sorting={sorting}
        onSort={sort}
        columns={columns(
          nameOf,
          first?.buckets?.reduce((sum, { allowed, blocked }) => sum + allowed + blocked, 0),
        )}
        keyOf={(row) =>
          `${row.timestamp} ${row.outcome} ${row.client_id} ${row.endpoint} ${row.bucket} ${pages.rows.indexOf(row)}`
        }
        empty={
          <Empty icon={ShieldCheck} title={t('No limit events')}>
            {isFiltered
              ? t(
                  'Nothing in this period matches the filters. Choose a longer period or clear the filters.',
                )
              : t(
                  'No requests counted against limits in this period. Dashboard requests do not count. Choose a longer period.',
                )}
          </Empty>
        }
      />
    </div>
  )
}
