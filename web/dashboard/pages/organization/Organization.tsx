import { useQuery } from '@tanstack/preact-query'
import { Route, Switch } from 'wouter-preact'
import { CopyButton } from '../../components/Copy.tsx'
import { LimitUse } from '../../components/LimitUse.tsx'
import { Loading } from '../../components/Loading.tsx'
import { NotFound } from '../../components/NotFound.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { onDemand } from '../../components/onDemand.tsx'
import { Page } from '../../components/Page.tsx'
import { Time } from '../../components/Time.tsx'
import { api, dataOf, type Schemas } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { Assignment } from './Assignment.tsx'
import { Budgets } from './budgets/Budgets.tsx'
import { OfficeHours } from './OfficeHours.tsx'
import { OrganizationTabs } from './OrganizationTabs.tsx'
import { Retention } from './Retention.tsx'
import { Targets } from './Targets.tsx'
import { TimeZone } from './TimeZone.tsx'

type Own = Schemas['Organization']

/** Milliseconds between refreshes of the figures. */
const REFRESH_MS = 10_000

/** The section's pages. */
export const Organization = () => (
  <Switch>
    <Route path="/organization">
      <Settings />
    </Route>
    <Route path="/organization/budgets">
      <Budgets />
    </Route>
    <Route path="/organization/service">
      <ServicePage />
    </Route>
    <Route path="/organization/sign-in">
      <SignInPage />
    </Route>
    <Route>
      <NotFound />
    </Route>
  </Switch>
)

/** Loads when it is opened, because it has charts. */
const ServicePage = onDemand(() => import('./service/Service.tsx').then(({ Service }) => Service))

/** Loads when an owner opens it. */
const SignInPage = onDemand(() =>
  import('./sign-in/SignInSettings.tsx').then(({ SignInSettings }) => SignInSettings),
)

/** The organization's name, its limits, and how long its data is kept. */
function Settings() {
  const { data, error, refetch } = useQuery({
    queryKey: ['organization'],
    queryFn: () => dataOf(api.GET('/api/v1/organization')),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Page
      title={t('Organization')}
      about={t('Name, limits, office hours, assignment of conversations and data retention.')}
    >
      <OrganizationTabs />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <Loading shape="cards" />}
      {data && (
        <div class="columns">
          <div class="stack">
            <Identity organization={data} />
            <Retention retention={data.retention} />
            <TimeZone zone={data.time_zone} />
            <OfficeHours hours={data.office_hours} zone={data.time_zone} />
          </div>
          <div class="stack">
            <Assignment rule={data.assignment} />
            <Targets targets={data.targets} />
            <section class="card stack" aria-labelledby="requests">
              <h2 id="requests">{t('API requests')}</h2>
              <LimitUse label={t('All applications together')} use={data.requests} />
              <p class="small muted">
                {t(
                  'The operator of this service can raise this limit. To limit a single application, open its page. Dashboard requests do not count.',
                )}
              </p>
            </section>
            <section class="card stack" aria-labelledby="widget-limits">
              <h2 id="widget-limits">{t('Widget requests')}</h2>
              <dl class="facts">
                <dt>{t('Per session')}</dt>
                <dd>
                  {t('{count} per minute', {
                    count: formatNumber(data.widget_limits.session_minute),
                  })}
                </dd>
                <dt>{t('Per IP address')}</dt>
                <dd>
                  {t('{count} per hour', {
                    count: formatNumber(data.widget_limits.address_hourly),
                  })}
                </dd>
                <dt>{t('Per application')}</dt>
                <dd>
                  {t('{count} per hour, or its own limit', {
                    count: formatNumber(data.widget_limits.application_hourly),
                  })}
                </dd>
              </dl>
            </section>
          </div>
        </div>
      )}
    </Page>
  )
}

function Identity({ organization: { id, name, created_at } }: { organization: Own }) {
  return (
    <section class="card stack" aria-labelledby="identity">
      <h2 id="identity">{t('Identity')}</h2>
      <dl class="facts">
        <dt>{t('Name')}</dt>
        <dd>{name}</dd>
        <dt>{t('ID')}</dt>
        <dd class="row no-wrap">
          <code>{id}</code> <CopyButton text={id} label={t('Copy ID')} />
        </dd>
        <dt>{t('Created')}</dt>
        <dd>
          <Time at={created_at} />
        </dd>
      </dl>
      <p class="small muted">{t('Only the operator of this service can change the name.')}</p>
    </section>
  )
}
