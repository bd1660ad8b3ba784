import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useSearchParams } from 'wouter-preact'
import { answerOf, api, dataOf } from '../../api.ts'
import { formatPeriod, PeriodPicker, usePeriod } from '../../components/charts/Period.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { Loading } from '../../components/Loading.tsx'
import { Downloads } from '../../components/lists/Downloads.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { Charts } from './Charts.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Now } from './Now.tsx'
import { Tiles } from './Tiles.tsx'

const REFRESH_MS = 60_000

/** The figures of now and of a period, which are compared with the period before. */
export function Overview() {
  const period = usePeriod()
  const [params] = useSearchParams()
  const agent_id = params.get('agent') ?? undefined
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['overview', period.key, agent_id],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/analytics/overview', {
          params: { query: { ...period.ask(), bucket: period.bucket, ...(agent_id && { agent_id }) } },
        }),
      ),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Overview" about="How your agents are doing, now and over time.">
      <div class="stack">
        <FirstSteps />
        <Now />
        <div class="overview-bar">
          <PeriodPicker />
          <AgentFilter />
        </div>
        {error && <ErrorNotice error={error} onRetry={refetch} />}
        {!data && !error && <Loading what="Loading figures …" />}
        {data && (
          <div class="stack" aria-busy={isFetching}>
            <Tiles current={data.current} previous={data.previous} before={period.before} />
            <Charts bucket={data.bucket === 'hour' ? 'hour' : 'day'} series={data.series} />
            <div class="row spread">
              <p class="small muted">
                {formatPeriod(data.period)}, compared with {formatPeriod(data.previous_period)}
              </p>
              <Downloads
                path="/api/v1/analytics/overview"
                query={{ ...data.period, bucket: data.bucket, agent_id }}
              />
            </div>
          </div>
        )}
      </div>
    </Page>
  )
}

const MAX_AGENTS = 100

function AgentFilter() {
  const [params, setParams] = useSearchParams()
  const chosen = params.get('agent') ?? ''
  const { data: agents } = useQuery({
    queryKey: ['agents', 'names'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/agents', { params: { query: { limit: MAX_AGENTS } } }))).data,
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
      label="Agent"
      name="agent_id"
      value={chosen}
      onChange={choose}
      options={[['', 'All agents'], ...names, ...(isKnown ? [] : [[chosen, 'Another agent'] as const])]}
    />
  )
}
