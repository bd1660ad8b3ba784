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
import { Asked } from './Asked.tsx'
import { Attention, partsOf, useAttention, useContradictions } from './Attention.tsx'
import { BudgetNotice } from './BudgetNotice.tsx'
import { Figures } from './Figures.tsx'
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx'
import { conversationsIn, windowOf } from './links.ts'
import { People } from './People.tsx'
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
interface Scope {
  period: Period
  agent: string | undefined
}

const SHARED = { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData }

/**
 * All but the first steps. Each part reads what it shows, so an answer renders only the parts that
 * show it.
 */
function Everything() {
  const period = usePeriod('30d')
  const [params] = useSearchParams()
  const agent = params.get('agent') ?? undefined
  const scope = { period, agent }
  return (
    <>
      <div class="overview-bar">
        <PeriodPicker byDefault="30d" />
        <AgentFilter />
      </div>
      <Answers {...scope} />
      <Attention query={scope} />
      <Questions {...scope} />
      <Course {...scope} />
    </>
  )
}

const paramsOf = ({ period, agent }: Scope) => ({
  query: { ...windowOf(period), ...(agent && { agent_id: agent }) },
})

function Answers({ period, agent }: Scope) {
  const { data, error, refetch } = useQuery({
    queryKey: ['answers', period.key, agent],
    queryFn: () =>
      dataOf(api.GET('/api/v1/analytics/answers', { params: paramsOf({ period, agent }) })),
    ...SHARED,
  })
  const { data: attention } = useAttention({ period, agent })
  const { data: contradictions } = useContradictions()
  if (!data)
    return error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading shape="cards" />
  const parts = attention && contradictions && partsOf(attention, contradictions.length)
  return (
    <>
      <Figures answers={data} agent={agent} search={`?${period.search}`} attention={parts} />
      <p class="small muted">
        {data.is_comparable
          ? t('Changes are against {period}.', { period: period.before })
          : t('No changes are shown, because there is too little of {period}.', {
              period: period.before,
            })}
      </p>
      <People answers={data} agent={agent} />
    </>
  )
}

function Questions({ period, agent }: Scope) {
  const { data, error, refetch } = useQuery({
    queryKey: ['questions', period.key, agent],
    queryFn: () =>
      dataOf(api.GET('/api/v1/analytics/questions', { params: paramsOf({ period, agent }) })),
    ...SHARED,
  })
  if (!data)
    return error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading shape="cards" />
  return <Asked asked={data} agent={agent} />
}

/** Questions and failures over time. */
function Course({ period, agent }: Scope) {
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', period.key, agent],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/analytics/overview', {
          params: {
            query: { ...period.ask(), bucket: period.bucket, ...(agent && { agent_id: agent }) },
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
      linkOf={(start) => conversationsIn(bucketAt(start, data.bucket), agent)}
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
