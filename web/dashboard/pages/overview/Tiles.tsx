import { ArrowDown, ArrowUp, Equal } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import type { Schemas } from '../../api.ts'
import { formatCost, formatDuration, formatNumber, formatPercent, formatShort } from '../../format.ts'

type Figures = Schemas['OverviewFigures']

interface TileProps {
  name: string
  value: number | null
  previous: number | null
  before: string
  format: (value: number) => string
  /** Which direction is good; undefined: neither. */
  good?: 'more' | 'less'
  more?: ComponentChildren
}

/** The figures of a period, each compared with the period before. */
export function Tiles({
  current,
  previous,
  before,
}: {
  current: Figures
  previous: Figures
  before: string
}) {
  const share = (part: number, whole: number) => (whole ? formatPercent(part / whole) : undefined)
  const tile = (
    name: string,
    pick: (figures: Figures) => number | null,
    format: TileProps['format'],
    more?: ComponentChildren,
    good?: TileProps['good'],
  ) => (
    <Tile
      name={name}
      value={pick(current)}
      previous={pick(previous)}
      {...{ before, format, more, ...(good && { good }) }}
    />
  )
  const [failure] = current.failures
  return (
    <section class="tiles" aria-label="Figures of the period">
      {tile('Messages', ({ messages }) => messages, formatNumber)}
      {tile(
        'Replies',
        ({ replies }) => replies,
        formatNumber,
        share(current.replies, current.messages) && `${share(current.replies, current.messages)} of messages`,
      )}
      {tile(
        'Failed replies',
        ({ failed_replies }) => failed_replies,
        formatNumber,
        failure && `${formatNumber(failure.count)} × ${failure.code}`,
        'less',
      )}
      {tile('Reply time, median', (its) => its.reply_p50_ms, formatDuration, undefined, 'less')}
      {tile(
        'Reply time, 95th percentile',
        (its) => its.reply_p95_ms,
        formatDuration,
        current.model_p95_ms !== null && `model: ${formatDuration(current.model_p95_ms)}`,
        'less',
      )}
      {tile(
        'Tokens',
        ({ total_tokens }) => total_tokens,
        formatShort,
        current.total_tokens > 0 &&
          `${formatShort(current.input_tokens)} input, ${formatShort(current.output_tokens)} output`,
      )}
      {tile(
        'Cost',
        ({ cost_usd }) => cost_usd,
        formatCost,
        current.unpriced_calls > 0 && `${formatNumber(current.unpriced_calls)} calls without a known price`,
      )}
      {tile(
        'Conversations and sessions',
        ({ conversations, sessions }) => conversations + sessions,
        formatNumber,
        `${formatNumber(current.conversations)} opened by customers, ${formatNumber(current.sessions)} by visitors`,
      )}
      {tile(
        'Average rating (of 5)',
        (its) => its.feedback_average,
        (value) => formatNumber(Math.round(value * 100) / 100),
        `${formatNumber(current.feedback_count)} ratings`,
        'more',
      )}
      {current.requests !== null &&
        tile(
          'Requests from applications',
          ({ requests, dashboard_requests }) => (requests ?? 0) - (dashboard_requests ?? 0),
          formatNumber,
          `plus ${formatNumber(current.dashboard_requests ?? 0)} from this dashboard`,
        )}
      {current.requests !== null &&
        tile(
          'Errors for applications',
          ({ errors, dashboard_errors }) => (errors ?? 0) - (dashboard_errors ?? 0),
          formatNumber,
          'status 400 or higher',
          'less',
        )}
      {current.blocked !== null &&
        tile('Blocked by rate limits', ({ blocked }) => blocked, formatNumber, undefined, 'less')}
    </section>
  )
}

function Tile({ name, value, previous, before, format, good, more }: TileProps) {
  return (
    <article class="card tile">
      <h2>{name}</h2>
      <p class="tile-value">{value === null ? '–' : format(value)}</p>
      <Change {...{ value, previous, before, format, ...(good && { good }) }} />
      {more && <p class="small muted">{more}</p>}
    </article>
  )
}

function Change({ value, previous, before, format, good }: Omit<TileProps, 'name' | 'more'>) {
  if (value === null || previous === null)
    return (
      <p class="small muted">
        {previous === null ? `No data in ${before}` : `${format(previous)} in ${before}`}
      </p>
    )
  if (value === previous)
    return (
      <p class="tile-change small">
        <Equal size={14} aria-hidden="true" />
        Same as in {before}
      </p>
    )
  const isMore = value > previous
  const by = previous === 0 ? format(value) : formatPercent(Math.abs(value - previous) / previous)
  const kind = good ? ((good === 'more') === isMore ? 'good' : 'bad') : ''
  const Icon = isMore ? ArrowUp : ArrowDown
  return (
    <p class={`tile-change small ${kind}`}>
      <Icon size={14} aria-hidden="true" />
      <span>
        {by} {isMore ? 'more' : 'less'} than {format(previous)} in {before}
      </span>
    </p>
  )
}
