import { ShieldCheck } from 'lucide-preact'
import { answerOf, api, type Schemas } from '../../api.ts'
import { Badge } from '../../components/Badge.tsx'
import { Chart } from '../../components/charts/Chart.tsx'
import { fillBuckets } from '../../components/charts/calendar.ts'
import { Empty } from '../../components/Empty.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { formatDateTime, formatNumber } from '../../format.ts'
import { Bar } from './Bar.tsx'
import { EndpointFilter, endpointOf, KeyFilter, useApplications } from './filters.tsx'
import { PAGE_SIZE, useFilters, useFixedPeriod, useNumbered } from './view.ts'

type Row = Schemas['LimitFigures']

const LIMITS: Record<string, string> = {
  organization: 'API requests per hour, organization',
  session: 'Widget requests per minute, session',
  ip: 'Widget requests per hour, IP address',
  application: 'Widget requests per hour, application',
  mint: 'Widget tokens per minute, IP address',
  sign_in: 'Sign-ins per minute, IP address',
}

const columns = (nameOf: (clientId: string | null) => string): Column<Row>[] => [
  { name: 'When', cell: ({ timestamp }) => formatDateTime(timestamp) },
  {
    name: 'Outcome',
    cell: ({ outcome }) =>
      outcome === 'blocked' ? <Badge kind="bad">Blocked</Badge> : <Badge kind="good">Allowed</Badge>,
  },
  { name: 'Requests', isNumber: true, cell: ({ count }) => formatNumber(count) },
  { name: 'Limit', cell: ({ bucket }) => LIMITS[bucket] ?? bucket },
  { name: 'Endpoint', isMain: true, cell: ({ endpoint }) => <code>{endpoint}</code> },
  { name: 'By', cell: ({ client_id }) => nameOf(client_id) },
]

/** Requests that the limits refused, one by one, and sums of those that they allowed. */
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
  const { pages, first, total } = useNumbered(['analytics', 'limits', query], (page) =>
    answerOf(
      api.GET('/api/v1/analytics/rate-limits', {
        params: { query: { ...query, page, page_size: PAGE_SIZE } },
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
        onClear={isFiltered ? () => setFilters({ outcome: '', endpoint: '', key_id: '' }) : undefined}
      >
        <SelectField
          label="Outcome"
          name="outcome"
          value={outcome ?? ''}
          onChange={(value) => setFilters({ outcome: value as 'allowed' })}
          options={[
            ['', 'Any'],
            ['blocked', 'Blocked'],
            ['allowed', 'Allowed'],
          ]}
        />
        <EndpointFilter value={filters.endpoint} onChange={(value) => setFilters({ endpoint: value })} />
        <KeyFilter value={filters.key_id} onChange={(key_id) => setFilters({ key_id })} />
      </Bar>
      {first && (
        <Chart
          title="Requests counted against limits"
          {...{ times, bucket, window }}
          kind="stack"
          empty="No requests counted against limits in this period."
          series={[
            { name: 'Allowed', colour: 2, values: at.map((row) => row?.allowed ?? 0) },
            { name: 'Blocked', colour: 3, values: at.map((row) => row?.blocked ?? 0) },
          ]}
        />
      )}
      <PagedTable
        label="Limit events"
        pages={pages}
        total={total}
        remember="limits"
        columns={columns(nameOf)}
        keyOf={(row) =>
          `${row.timestamp} ${row.outcome} ${row.client_id} ${row.endpoint} ${row.bucket} ${pages.rows.indexOf(row)}`
        }
        empty={
          <Empty icon={ShieldCheck} title="No limit events">
            {isFiltered
              ? 'Nothing in this period matches the filters. Choose a longer period or clear the filters.'
              : 'No requests counted against limits in this period. Dashboard requests do not count. Choose a longer period.'}
          </Empty>
        }
      />
    </div>
  )
}
