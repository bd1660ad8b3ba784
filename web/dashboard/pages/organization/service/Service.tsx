import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { formatPeriod, PeriodPicker, usePeriod } from '../../../components/charts/Period.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { Downloads } from '../../../components/lists/Downloads.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import { Page } from '../../../components/Page.tsx'
import { useRights } from '../../../components/session.tsx'
import { Forbidden } from '../../../components/states/Forbidden.tsx'
import { api, dataOf } from '../../../lib/api.ts'
import { t } from '../../../lib/texts.tsx'
import { OrganizationTabs } from '../OrganizationTabs.tsx'
import { Now } from './Now.tsx'
import { ServiceCharts } from './ServiceCharts.tsx'
import { ServiceFigures } from './ServiceFigures.tsx'

const REFRESH_MS = 60_000

/** How the service runs for the organization: queues, workers, times and limits. */
export function Service() {
  const { isOwner } = useRights()
  return (
    <Page
      title={t('Organization')}
      about={t('How the service runs: queues, workers, times and limits.')}
    >
      <OrganizationTabs />
      {isOwner ? <Everything /> : <Forbidden />}
    </Page>
  )
}

function Everything() {
  const period = usePeriod()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['overview', period.key, 'service'],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/analytics/overview', {
          params: { query: { ...period.ask(), bucket: period.bucket } },
        }),
      ),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <div class="stack">
      <Now />
      <PeriodPicker />
      {error && !data && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <Loading shape="cards" />}
      {data && (
        <div class="stack" aria-busy={isFetching}>
          <ServiceFigures figures={data.current} />
          <ServiceCharts bucket={data.bucket} series={data.series} />
          <div class="row spread">
            <p class="small muted">{formatPeriod(data.period)}</p>
            <Downloads
              path="/api/v1/analytics/overview"
              query={{ ...data.period, bucket: data.bucket }}
            />
          </div>
        </div>
      )}
    </div>
  )
}
