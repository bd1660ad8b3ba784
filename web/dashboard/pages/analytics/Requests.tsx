import { ListTree } from 'lucide-preact'
import { Chart } from '../../components/charts/Chart.tsx'
import { bucketPeriod, fillBuckets } from '../../components/charts/calendar.ts'
import { Empty } from '../../components/Empty.tsx'
import { useOpened } from '../../components/lists/Drawer.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { answerOf, api, type Schemas } from '../../lib/api.ts'
import { formatDuration } from '../../lib/format.ts'
import { locale } from '../../lib/language.ts'
import { t } from '../../lib/texts.tsx'
import { Bar } from './Bar.tsx'
import {
  callerOf,
  EndpointFilter,
  endpointOf,
  KeyFilter,
  MethodFilter,
  methodOf,
  StatusFilter,
  statusOf,
  useApplications,
} from './filters.tsx'
import { RequestDrawer } from './RequestDrawer.tsx'
import { Status } from './Status.tsx'
import { PAGE_SIZE, useFilters, useFixedPeriod, useNumbered, usePeriodLink } from './view.ts'

type Row = Schemas['RequestLog']

const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

const columns = (nameOf: (clientId: string | null) => string): Column<Row>[] => [
  {
    name: t('Request'),
    isMain: true,
    cell: ({ method, endpoint }) => (
      <code>
        {method} {endpoint}
      </code>
    ),
  },
  { name: t('Status'), cell: ({ status_code }) => <Status code={status_code} /> },
  { name: t('Duration'), isNumber: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
  { name: t('Sent by'), cell: ({ client_id }) => nameOf(client_id) },
  {
    name: t('When'),
    sort: 'timestamp',
    cell: ({ timestamp }) => (
      <time dateTime={timestamp} class="nowrap">
        {when.format(new Date(timestamp))}
      </time>
    ),
  },
]

/** The requests of applications, or those that the filters select. */
export function Requests() {
  const { window, bucket, refresh } = useFixedPeriod()
  const [filters, setFilters] = useFilters('method', 'status', 'endpoint', 'key_id')
  const { nameOf } = useApplications()
  const { opened, open, close } = useOpened('request')
  const linkOf = usePeriodLink()
  const { sorting, sort } = useSorting(['timestamp'], { by: 'timestamp', order: 'desc' })
  const method = methodOf(filters.method)
  const endpoint = endpointOf(filters.endpoint)
  const query = {
    ...window,
    bucket,
    ...(method && { method }),
    ...statusOf(filters.status),
    ...(endpoint && { endpoint }),
    ...callerOf(filters.key_id),
  }
  const asked = { ...query, order: sorting.order }
  const { pages, first, total } = useNumbered(['analytics', 'logs', asked], (page) =>
    answerOf(
      api.GET('/api/v1/analytics/logs', {
        params: { query: { ...asked, page, page_size: PAGE_SIZE } },
      }),
    ),
  )
  const { times, at } = fillBuckets(window, bucket, first?.buckets ?? [])
  const isFiltered = Object.keys(filters).length > 0
  return (
    <div class="stack">
      <Bar
        route="logs"
        query={query}
        onRefresh={refresh}
        onClear={
          isFiltered
            ? () => setFilters({ method: '', status: '', endpoint: '', key_id: '' })
            : undefined
        }
      >
        <EndpointFilter
          value={filters.endpoint}
          onChange={(endpoint) => setFilters({ endpoint })}
        />
        <MethodFilter value={filters.method} onChange={(method) => setFilters({ method })} />
        <StatusFilter value={filters.status} onChange={(status) => setFilters({ status })} />
        <KeyFilter withAll value={filters.key_id} onChange={(key) => setFilters({ key_id: key })} />
      </Bar>
      {first && (
        <Chart
          title={t('Requests')}
          times={times}
          bucket={bucket}
          window={window}
          empty={t('No requests in this period.')}
          linkOf={(start) => linkOf(bucketPeriod(start, bucket))}
          series={[
            { name: t('Requests'), colour: 1, values: at.map((row) => row?.requests ?? 0) },
            {
              name: t('Errors (4xx and 5xx)'),
              colour: 3,
              values: at.map((row) => row?.errors ?? 0),
            },
          ]}
        />
      )}
      <PagedTable
        label={t('Requests')}
        pages={pages}
        total={total}
        remember="requests"
        sorting={sorting}
        onSort={sort}
        columns={columns(nameOf)}
        keyOf={({ id }) => id}
        onOpen={({ request_id }) => open(request_id)}
        empty={
          <Empty icon={ListTree} title={t('No requests')}>
            {isFiltered
              ? t(
                  'No request in this period matches the filters. Choose a longer period or clear the filters.',
                )
              : t(
                  'No application sent a request in this period. Choose a longer one, or send a request with a key.',
                )}
          </Empty>
        }
      />
      {opened && <RequestDrawer id={opened} window={window} nameOf={nameOf} onClose={close} />}
    </div>
  )
}
