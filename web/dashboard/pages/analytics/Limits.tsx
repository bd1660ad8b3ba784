import { ShieldCheck } from 'lucide-preact'
import { answerOf, api, type Schemas } from '../../api.ts'
import { Badge } from '../../components/Badge.tsx'
import { Chart } from '../../components/charts/Chart.tsx'
import { fillBuckets } from '../../components/charts/calendar.ts'
import { Empty } from '../../components/Empty.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { formatDateTime, formatNumber } from '../../format.ts'
import { t } from '../../texts.tsx'
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
  sign_in: t('Log-ins per minute, IP address'),
}

const columns = (nameOf: (clientId: string | null) => string): Column<Row>[] => [
  { name: t('When'), cell: ({ timestamp }) => formatDateTime(timestamp) },
  {
    name: t('Outcome'),
    cell: ({ outcome }) =>
      outcome === 'blocked' ? (
        <Badge kind="bad">{t('Blocked')}</Badge>
      ) : (
        <Badge kind="good">{t('Allowed')}</Badge>
      ),
  },
  { name: t('Requests'), isNumber: true, cell: ({ count }) => formatNumber(count) },
  { name: t('Limit'), cell: ({ bucket }) => LIMITS[bucket] ?? bucket },
  { name: t('Endpoint'), isMain: true, cell: ({ endpoint }) => <code>{endpoint}</code> },
  { name: t('By'), cell: ({ client_id }) => nameOf(client_id) },
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
        <EndpointFilter value={filters.endpoint} onChange={(value) => setFilters({ endpoint: value })} />
        <KeyFilter value={filters.key_id} onChange={(key_id) => setFilters({ key_id })} />
      </Bar>
      {first && (
        <Chart
          title={t('Requests counted against limits')}
          {...{ times, bucket, window }}
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
        columns={columns(nameOf)}
        keyOf={(row) =>
          `${row.timestamp} ${row.outcome} ${row.client_id} ${row.endpoint} ${row.bucket} ${pages.rows.indexOf(row)}`
        }
        empty={
          <Empty icon={ShieldCheck} title={t('No limit events')}>
            {isFiltered
              ? t('Nothing in this period matches the filters. Choose a longer period or clear the filters.')
              : t(
                  'No requests counted against limits in this period. Dashboard requests do not count. Choose a longer period.',
                )}
          </Empty>
        }
      />
    </div>
  )
}
