import { ListTree } from 'lucide-preact'
import { answerOf, api, type Schemas } from '../../api.ts'
import { Badge } from '../../components/Badge.tsx'
import { Chart } from '../../components/charts/Chart.tsx'
import { bucketPeriod, fillBuckets } from '../../components/charts/calendar.ts'
import { Empty } from '../../components/Empty.tsx'
import { useOpened } from '../../components/lists/Drawer.tsx'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { formatDuration } from '../../format.ts'
import { locale } from '../../language.ts'
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
import { PAGE_SIZE, useFilters, useFixedPeriod, useNumbered, usePeriodLink } from './view.ts'

type Row = Schemas['RequestLog']

const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

const columns = (nameOf: (clientId: string | null) => string): Column<Row>[] => [
  {
    name: 'Request',
    isMain: true,
    cell: ({ method, endpoint }) => (
      <code>
        {method} {endpoint}
      </code>
    ),
  },
  { name: 'Status', cell: ({ status_code }) => <Status code={status_code} /> },
  { name: 'Duration', isNumber: true, cell: ({ duration_ms }) => formatDuration(duration_ms) },
  { name: 'Sent by', cell: ({ client_id }) => nameOf(client_id) },
  {
    name: 'When',
    cell: ({ timestamp }) => (
      <time dateTime={timestamp} class="nowrap">
        {when.format(new Date(timestamp))}
      </time>
    ),
  },
]

export const Status = ({ code }: { code: number }) => (
  <Badge kind={code >= 500 ? 'bad' : code >= 400 ? 'warn' : 'good'}>{code}</Badge>
)

/** The requests of applications, newest first, or those that the filters choose. */
export function Requests() {
  const { window, bucket, refresh } = useFixedPeriod()
  const [filters, setFilters] = useFilters('method', 'status', 'endpoint', 'key_id')
  const { nameOf } = useApplications()
  const { opened, open, close } = useOpened('request')
  const linkOf = usePeriodLink()
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
  const { pages, first, total } = useNumbered(['analytics', 'logs', query], (page) =>
    answerOf(
      api.GET('/api/v1/analytics/logs', { params: { query: { ...query, page, page_size: PAGE_SIZE } } }),
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
          isFiltered ? () => setFilters({ method: '', status: '', endpoint: '', key_id: '' }) : undefined
        }
      >
        <EndpointFilter value={filters.endpoint} onChange={(endpoint) => setFilters({ endpoint })} />
        <MethodFilter value={filters.method} onChange={(method) => setFilters({ method })} />
        <StatusFilter value={filters.status} onChange={(status) => setFilters({ status })} />
        <KeyFilter withAll value={filters.key_id} onChange={(key) => setFilters({ key_id: key })} />
      </Bar>
      {first && (
        <Chart
          title="Requests"
          {...{ times, bucket, window }}
          empty="No requests in this period."
          linkOf={(start) => linkOf(bucketPeriod(start, bucket))}
          series={[
            { name: 'Requests', colour: 1, values: at.map((row) => row?.requests ?? 0) },
            { name: 'Errors (4xx and 5xx)', colour: 3, values: at.map((row) => row?.errors ?? 0) },
          ]}
        />
      )}
      <PagedTable
        label="Requests"
        pages={pages}
        total={total}
        remember="requests"
        columns={columns(nameOf)}
        keyOf={({ id }) => id}
        onOpen={({ request_id }) => open(request_id)}
        empty={
          <Empty icon={ListTree} title="No requests">
            {isFiltered
              ? 'No request in this period matches the filters. Choose a longer period or clear the filters.'
              : 'The API got no requests in this period. Choose a longer one, or send a request from an application.'}
          </Empty>
        }
      />
      {opened && <RequestDrawer id={opened} window={window} nameOf={nameOf} onClose={close} />}
    </div>
  )
}
