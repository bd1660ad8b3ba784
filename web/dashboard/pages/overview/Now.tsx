import { useQuery } from '@tanstack/preact-query'
import { api, dataOf, type Schemas } from '../../api.ts'
import { Badge } from '../../components/Badge.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Time } from '../../components/Time.tsx'
import { formatDuration, formatNumber } from '../../format.ts'

/** Milliseconds between refreshes while the tab is visible. */
const REFRESH_MS = 5_000

const LANES = {
  reply: { name: 'Replies', without: 'No worker is running, so messages get no replies.' },
  index: { name: 'Indexing', without: 'No worker is running, so new knowledge is not indexed.' },
}

/** The queue, the workers, and how much of the limit is used. */
export function Now() {
  const { data, error, refetch } = useQuery({
    queryKey: ['now'],
    queryFn: () => dataOf(api.GET('/api/v1/analytics/now')),
    refetchInterval: REFRESH_MS,
  })
  if (error && !data) return <ErrorNotice error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return (
    <section class="now" aria-label="Right now">
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
        <h2>{name} now</h2>
        <Badge kind={isAlive ? 'good' : 'bad'}>
          {isAlive
            ? `${formatNumber(workers.alive)} ${workers.alive === 1 ? 'worker' : 'workers'} running`
            : 'No worker'}
        </Badge>
      </header>
      {!isAlive && <p class="now-problem small">{without} Ask the operator of this service to start one.</p>}
      <dl class="now-figures">
        <Figure name="Waiting" value={formatNumber(waiting)} />
        <Figure name="In progress" value={formatNumber(running)} />
        <Figure
          name="Longest wait"
          value={oldest_wait_seconds === null ? 'None' : formatDuration(oldest_wait_seconds * 1_000)}
        />
        <Figure
          name="Wait, 95th percentile"
          value={wait_p95_ms === null ? '–' : formatDuration(wait_p95_ms)}
          title="In the last 15 minutes"
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
  const words = { good: 'Available', warn: 'Nearly used up', bad: 'Limit reached' }
  return (
    <article class="card">
      <header>
        <h2>API limit</h2>
        <Badge kind={kind}>{words[kind]}</Badge>
      </header>
      <p class="now-limit">
        <strong>{formatNumber(used)}</strong> of {formatNumber(limit)} requests this hour
      </p>
      <progress value={used} max={limit} aria-label="Requests used this hour" />
      <p class="small muted now-reset">
        {resets_at === null ? (
          'The hour begins with the next request.'
        ) : (
          <>
            Resets <Time at={resets_at} />.
          </>
        )}
      </p>
    </article>
  )
}
