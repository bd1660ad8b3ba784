import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useSearchParams } from 'wouter-preact'
import { Chart } from '../../components/charts/Chart.tsx'
import { type Bucket, nextOf } from '../../components/charts/calendar.ts'
import { type Period, PeriodPicker, usePeriod } from '../../components/charts/Period.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { answerOf, api, dataOf } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { AlertNotice } from './AlertNotice.tsx'
import { Asked } from './Asked.tsx'
import { Attention, partsOf, useAttention, useContradictions } from './Attention.tsx'
import { BudgetNotice } from './BudgetNotice.tsx'
import { Figures } from './Figures.tsx'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { conversationsIn, filtersIn, type Scope, scopeKey, windowOf } from './links.ts'
import { People } from './People.tsx'
import { SliceFilter, Slices } from './Slices.tsx'
import { WebhookNotice } from './WebhookNotice.tsx'

const REFRESH_MS = 60_000

/** What people asked, how it was answered, and what to do about it; at first, what to do first. */
export function Overview() {
  const { data: steps, error, refetch } = useFirstSteps()
  const isNew = steps && !steps.has_question
  return (
    <Page
      title={t('Overview')}
      about={
        isNew
          ? t('Four steps to the first answer on your site.')
          : t('What people ask, what your agents answer, and what to do about it.')
      }
    >
      <div class="stack">
        {error && !steps && <ErrorNotice error={error} onRetry={refetch} />}
        {!steps && !error && <Loading shape="page" />}
        <AlertNotice />
        <BudgetNotice />
        <WebhookNotice />
        {steps && <FirstSteps done={steps} />}
        {!isNew && (
          // Its figures are read beside the first steps, and shown once it is known that these come
          // before them.
          <div class="stack" hidden={!steps}>
            <Everything />
          </div>
        )}
      </div>
    </Page>
  )
}

/** What the figures of the page are about. */
interface Seen {
  period: Period
  scope: Scope
}

const SHARED = { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData }

/**
 * All but the first steps. Each part reads what it shows, so an answer renders only the parts that
 * show it.
 */
function Everything() {
  const period = usePeriod('30d')
  const [params] = useSearchParams()
  const [key, value] = [params.get('slice'), params.get('value')]
  const scope = {
    agent: params.get('agent') ?? undefined,
    slice: key !== null && value !== null ? { key, value } : undefined,
  }
  const seen = { period, scope }
  return (
    <>
      <div class="overview-bar">
        <PeriodPicker byDefault="30d" />
        <AgentFilter />
        <SliceFilter period={period} scope={scope} />
      </div>
      <Answers {...seen} />
      {key !== null && <Slices period={period} scope={scope} by={key} />}
      <Attention query={seen} />
      <Questions {...seen} />
      {!scope.slice && <Course {...seen} />}
    </>
  )
}

const paramsOf = ({ period, scope }: Seen) => ({
  query: { ...windowOf(period), ...filtersIn(scope) },
})

function Answers({ period, scope }: Seen) {
  const { data, error, refetch } = useQuery({
    queryKey: ['answers', period.key, ...scopeKey(scope)],
    queryFn: () =>
      dataOf(api.GET('/api/v1/analytics/answers', { params: paramsOf({ period, scope }) })),
    ...SHARED,
  })
  const { data: attention } = useAttention({ period, scope })
  const { data: contradictions } = useContradictions()
  if (!data)
    return error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading shape="cards" />
  const parts = attention && contradictions && partsOf(attention, contradictions.length)
  return (
    <>
      <Figures answers={data} scope={scope} search={`?${period.search}`} attention={parts} />
      <p class="small muted">
        {data.is_comparable
          ? t('Changes are against {period}.', { period: period.before })
          : t('No changes are shown: there is too little data of {period}.', {
              period: period.before,
            })}
      </p>
      <People answers={data} scope={scope} />
    </>
  )
}

function Questions({ period, scope }: Seen) {
  const { data, error, refetch } = useQuery({
    queryKey: ['questions', period.key, ...scopeKey(scope)],
    queryFn: () =>
      dataOf(api.GET('/api/v1/analytics/questions', { params: paramsOf({ period, scope }) })),
    ...SHARED,
  })
  if (!data)
    return error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading shape="cards" />
  return <Asked asked={data} scope={scope} />
}

/** Questions and failures over time. */
function Course({ period, scope }: Seen) {
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', period.key, ...scopeKey(scope)],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/analytics/overview', {
          params: {
            query: {
              ...period.ask(),
              bucket: period.bucket,
              ...(scope.agent && { agent_id: scope.agent }),
            },
          },
        }),
      ),
    ...SHARED,
  })
  if (!data)
    return error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading shape="cards" />
  return (
    <Chart
      title={t('Questions over time')}
      empty={t('Nobody has asked anything in this period.')}
      times={data.series.map(({ timestamp }) => timestamp)}
      bucket={data.bucket}
      window={data.period}
      linkOf={(start) => conversationsIn(bucketAt(start, data.bucket), scope)}
      series={[
        { name: t('Questions'), colour: 1, values: data.series.map((one) => one.messages) },
        { name: t('Failed'), colour: 3, values: data.series.map((one) => one.failed_replies) },
      ]}
    />
  )
}

const bucketAt = (start: string, bucket: Bucket) => ({
  from: start,
  to: new Date(nextOf(Date.parse(start), bucket)).toISOString(),
})

const MAX_AGENTS = 100

function AgentFilter() {
  const [params, setParams] = useSearchParams()
  const chosen = params.get('agent') ?? ''
  const { data: agents } = useQuery({
    queryKey: ['agents', 'names'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/agents', { params: { query: { limit: MAX_AGENTS } } })))
        .data,
  })
  if (!agents || (agents.length < 2 && !chosen)) return null
  const choose = (id: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id) next.set('agent', id)
        else next.delete('agent')
        return next
      },
      { replace: true },
    )
  const names = agents.map(({ id, name }) => [id, name] as const)
  const isKnown = !chosen || agents.some(({ id }) => id === chosen)
  return (
    <SelectField
      label={t('Agent')}
      name="agent_id"
      value={chosen}
      onChange={choose}
      options={[
        ['', t('All agents')],
        ...names,
        ...(isKnown ? [] : [[chosen, t('Another agent')] as const]),
      ]}
    />
  )
}
