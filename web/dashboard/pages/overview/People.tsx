import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Delta } from '../../components/charts/Delta.tsx'
import { HANDOFF_REASONS, HANDOFF_STATES } from '../../components/people/handoffWords.ts'
import type { Schemas } from '../../lib/api.ts'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { conversationsIn, type Scope } from './links.ts'
import { OnTime } from './OnTime.tsx'

type Figures = Schemas['HandoffFigures']

interface PeopleProps {
  answers: Schemas['Answers']
  scope: Scope
}

/** What people did in the period, beside the agents. Nothing as long as nothing was handed off. */
export function People({ answers, scope }: PeopleProps) {
  const { handoffs: current, previous_handoffs, period } = answers
  if (!current.handed_over && !previous_handoffs.handed_over) return null
  const previous = answers.is_comparable ? previous_handoffs : undefined
  const reasons = Object.entries(HANDOFF_REASONS)
    .map(([reason, name]) => ({
      reason,
      name,
      count: current.by_reason[reason as keyof typeof HANDOFF_REASONS],
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
  const count = (state: keyof typeof HANDOFF_STATES, value: number, change?: ComponentChildren) => (
    <Count
      name={HANDOFF_STATES[state]}
      value={value}
      change={change}
      to={conversationsIn(period, scope, { handoffs: state })}
    />
  )
  const { agent_alone, handed_over, answered, by_outcome, unanswered } = current
  return (
    <section class="card stack" aria-labelledby="people-figures">
      <h2 id="people-figures">{t('Agents and people')}</h2>
      <dl class="facts">
        {count(
          'none',
          agent_alone,
          <Delta value={agent_alone} previous={previous?.agent_alone ?? null} />,
        )}
        {count(
          'any',
          handed_over,
          <Delta value={handed_over} previous={previous?.handed_over ?? null} />,
        )}
        {reasons.map(({ reason, name, count }) => (
          <Count
            key={reason}
            name={t('Because: {reason}', { reason: name })}
            value={count}
            to={conversationsIn(period, scope, { handoff_reason: reason })}
          />
        ))}
        {count('answered', answered)}
        {count('closed', by_outcome.closed)}
        {count('returned', by_outcome.returned)}
        {count('unanswered', unanswered)}
        <dt>{t('Wait for the first answer')}</dt>
        <dd>{waitOf(current)}</dd>
        <OnTime figures={current} />
        <dt>{t('Rating of people')}</dt>
        <dd>{ratingOf(current.average_rating_after, current.ratings_after)}</dd>
        <dt>{t('Rating of agents')}</dt>
        <dd>{ratingOf(current.agent_average_rating, current.agent_ratings)}</dd>
      </dl>
    </section>
  )
}

interface CountProps {
  name: string
  value: number
  change?: ComponentChildren
  /** Where what it counts is listed. */
  to: string
}

/** A figure whose name leads to its conversations, if there are any. */
const Count = ({ name, value, change, to }: CountProps) => (
  <>
    <dt>{value > 0 ? <Link href={to}>{name}</Link> : name}</dt>
    <dd>
      {formatNumber(value)} {change}
    </dd>
  </>
)

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
