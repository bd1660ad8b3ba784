import type { Schemas } from '../../api.ts'
import { Delta } from '../../components/charts/Delta.tsx'
import { formatDuration, formatNumber } from '../../format.ts'
import { t } from '../../texts.tsx'

type Figures = Schemas['HandoffFigures']

const REASONS: Record<keyof Figures['by_reason'], string> = {
  customer_request: t('The customer asked for a person'),
  no_answer: t('The agent had no answer'),
  low_rating: t('A low rating'),
  topic: t('A topic'),
  takeover: t('A person took over'),
  other: t('Another reason'),
}

/** What people did in the period, beside the agents. Nothing as long as nothing was handed off. */
export function People({ answers }: { answers: Schemas['Answers'] }) {
  const { handoffs: current, previous_handoffs: previous } = answers
  if (!current.handed_over && !previous.handed_over) return null
  const reasons = Object.entries(REASONS)
    .map(([reason, name]) => ({ name, count: current.by_reason[reason as keyof typeof REASONS] }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
  return (
    <section class="card stack" aria-labelledby="people-figures">
      <h2 id="people-figures">{t('Agents and people')}</h2>
      <dl class="facts">
        <dt>{t('Handled by agents alone')}</dt>
        <dd>
          {formatNumber(current.agent_alone)}{' '}
          <Delta value={current.agent_alone} previous={previous.agent_alone} />
        </dd>
        <dt>{t('Handed off to people')}</dt>
        <dd>
          {formatNumber(current.handed_over)}{' '}
          <Delta value={current.handed_over} previous={previous.handed_over} />
        </dd>
        {reasons.map(({ name, count }) => (
          <>
            <dt key={name}>{t('Because: {reason}', { reason: name })}</dt>
            <dd key={`${name}-count`}>{formatNumber(count)}</dd>
          </>
        ))}
        <dt>{t('Answered by people')}</dt>
        <dd>{formatNumber(current.answered)}</dd>
        <dt>{t('Closed while people had it')}</dt>
        <dd>{formatNumber(current.by_outcome.closed)}</dd>
        <dt>{t('Returned to the agent')}</dt>
        <dd>{formatNumber(current.by_outcome.returned)}</dd>
        <dt>{t('Not answered in time')}</dt>
        <dd>{formatNumber(current.unanswered)}</dd>
        <dt>{t('Wait for the first answer')}</dt>
        <dd>{waitOf(current)}</dd>
        <dt>{t('Rating of people')}</dt>
        <dd>{ratingOf(current.average_rating_after, current.ratings_after)}</dd>
        <dt>{t('Rating of agents')}</dt>
        <dd>{ratingOf(current.agent_average_rating, current.agent_ratings)}</dd>
      </dl>
    </section>
  )
}

const waitOf = ({ first_answer_p50_seconds: median, first_answer_p90_seconds: most }: Figures) =>
  median === null || most === null
    ? '–'
    : t('{median} (median), {most} (90th percentile)', {
        median: formatDuration(median * 1000),
        most: formatDuration(most * 1000),
      })

const ratingOf = (average: number | null, count: number) =>
  average === null
    ? '–'
    : t('{average} of 5, {count, plural, one {# rating} other {# ratings}}', {
        average: formatNumber(Math.round(average * 10) / 10),
        count,
      })
