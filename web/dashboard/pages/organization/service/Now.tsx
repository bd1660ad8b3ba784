import { useQuery } from '@tanstack/preact-query'
import { Badge } from '../../../components/Badge.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import { Time } from '../../../components/Time.tsx'
import { api, dataOf, type Schemas } from '../../../lib/api.ts'
import { formatDuration, formatNumber } from '../../../lib/format.ts'
import { rich, t } from '../../../lib/texts.tsx'

/** Milliseconds between refreshes while the tab is visible. */
const REFRESH_MS = 5_000

const LANES = {
  reply: {
    name: t('Replies now'),
    without: t(
      'No worker is running, so messages get no replies. Ask the operator of this service to start one.',
    ),
  },
  index: {
    name: t('Indexing now'),
    without: t(
      'No worker is running, so new knowledge is not indexed. Ask the operator of this service to start one.',
    ),
  },
  deliver: {
    name: t('Webhooks now'),
    without: t(
      'No worker is running, so no events are sent to webhook endpoints. Ask the operator of this service to start one.',
    ),
  },
}

/** The queue, the workers, and the use of the limit. */
export function Now() {
  const { data, error, refetch } = useQuery({
    queryKey: ['now'],
    queryFn: () => dataOf(api.GET('/api/v1/analytics/now')),
    refetchInterval: REFRESH_MS,
  })
  if (error && !data) return <ErrorNotice error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return (
    <section class="now" aria-label={t('Right now')}>
      {data.lanes.map((lane) => (
        <Lane key={lane.lane} state={lane} />
      ))}
      <Limit use={data.requests} />
    </section>
  )
}

function Lane({ state }: { state: Schemas['LaneState'] }) {
  const { lane, waiting, running, oldest_wait_seconds, wait_p95_ms, workers } = state
  const { name, without } = LANES[lane]
  const isAlive = workers.alive > 0
  return (
    <article class="card">
      <header>
        <h2>{name}</h2>
        <Badge kind={isAlive ? 'good' : 'bad'}>
          {isAlive
            ? t('{count, plural, one {# worker running} other {# workers running}}', {
                count: workers.alive,
              })
            : t('No worker')}
        </Badge>
      </header>
      {!isAlive && <p class="now-problem small">{without}</p>}
      <dl class="now-figures">
        <Figure name={t('Waiting')} value={formatNumber(waiting)} />
        <Figure name={t('In progress')} value={formatNumber(running)} />
        <Figure
          name={t('Longest wait')}
          value={
            oldest_wait_seconds === null ? t('None') : formatDuration(oldest_wait_seconds * 1_000)
          }
        />
        <Figure
          name={t('Wait, p95')}
          value={wait_p95_ms === null ? '–' : formatDuration(wait_p95_ms)}
          title={t('In the last 15 minutes')}
        />
      </dl>
    </article>
  )
}

const Figure = ({ name, value, title }: { name: string; value: string; title?: string }) => (
  <div title={title}>
    <dt class="small muted">{name}</dt>
    <dd>{value}</dd>
  </div>
)

function Limit({ use }: { use: Schemas['OrganizationRequests'] }) {
  const { limit, used, remaining, resets_at } = use
  const kind = remaining === 0 ? 'bad' : remaining < limit / 10 ? 'warn' : 'good'
  const words = { good: t('Available'), warn: t('Nearly used up'), bad: t('Limit reached') }
  return (
    <article class="card">
      <header>
        <h2>{t('API limit')}</h2>
        <Badge kind={kind}>{words[kind]}</Badge>
      </header>
      <p class="now-limit">
        {rich('<b>{used}</b> of {limit} requests this hour', {
          b: (words) => <strong>{words}</strong>,
          used: formatNumber(used),
          limit: formatNumber(limit),
        })}
      </p>
      <progress value={used} max={limit} aria-label={t('Requests used this hour')} />
      <p class="small muted now-reset">
        {resets_at === null
          ? t('The hour begins with the next request.')
          : rich('Resets {time}.', { time: <Time at={resets_at} /> })}
      </p>
    </article>
  )
}
