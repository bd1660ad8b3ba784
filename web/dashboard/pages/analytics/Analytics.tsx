import { Route, Switch, useSearch } from 'wouter-preact'
import { NotFound } from '../../components/NotFound.tsx'
import { onDemand } from '../../components/onDemand.tsx'
import { Page } from '../../components/Page.tsx'
import { Tabs } from '../../components/Tabs.tsx'
import { t } from '../../lib/texts.tsx'
import { Requests } from './Requests.tsx'

// The first view is the heaviest page of the dashboard. The other views load when they are opened.
const Endpoints = onDemand(() => import('./Endpoints.tsx').then(({ Endpoints }) => Endpoints))
const Usage = onDemand(() => import('./Usage.tsx').then(({ Usage }) => Usage))
const Keys = onDemand(() => import('./Keys.tsx').then(({ Keys }) => Keys))
const Limits = onDemand(() => import('./Limits.tsx').then(({ Limits }) => Limits))

const VIEWS = [
  ['', t('Requests'), Requests],
  ['/endpoints', t('Endpoints'), Endpoints],
  ['/usage', t('Usage and cost'), Usage],
  ['/keys', t('Keys'), Keys],
  ['/limits', t('Limits'), Limits],
] as const

/** The views of the analytics. Each shows one route of the API. */
export const Analytics = () => (
  <Switch>
    {VIEWS.map(([path, , View]) => (
      <Route key={path} path={`/analytics${path}`}>
        <Page
          title={t('Analytics')}
          about={t('What was requested, how fast, by whom, and what it cost.')}
        >
          <Views />
          <View />
        </Page>
      </Route>
    ))}
    <Route>
      <NotFound />
    </Route>
  </Switch>
)

/** The tabs keep the period. Filters belong to one view, so they are dropped. */
function Views() {
  const params = new URLSearchParams(useSearch())
  const kept = new URLSearchParams(
    [...params].filter(([name]) => ['period', 'from', 'to'].includes(name)),
  )
  const search = kept.size ? `?${kept}` : ''
  return (
    <Tabs
      label={t('Analytics')}
      tabs={VIEWS.map(([path, name]) => [`/analytics${path}${search}`, name] as const)}
    />
  )
}
