import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { Delta } from '../../components/charts/Delta.tsx'
import type { Schemas } from '../../lib/api.ts'
import { formatCost, formatNumber, formatPercent } from '../../lib/format.ts'
import { rich, t } from '../../lib/texts.tsx'
import { Difference, inPoints } from './Difference.tsx'
import { conversationsIn } from './links.ts'

type AnswerFigures = Schemas['AnswerFigures']

interface FiguresProps {
  answers: Schemas['Answers']
  agent: string | undefined
  /** The query of the page's period, for pages that have one too. */
  search: string
  /** Questions that need a look; undefined while they load. */
  attention: number | undefined
}

/** The figures of the period. Each leads to what it counts, if that is listed. */
export function Figures({ answers, agent, search, attention }: FiguresProps) {
  const { current, previous, period } = answers
  const at = (filters = {}) => conversationsIn(period, agent, filters)
  const replies = endedIn(current)
  return (
    <section class="figures" aria-label={t('Figures of the period')}>
      <Figure
        name={t('Questions')}
        value={formatNumber(current.questions)}
        change={<Delta value={current.questions} previous={previous.questions} />}
        to={at()}
        more={t('{count, plural, one {in # conversation} other {in # conversations}}', {
          count: current.conversations,
        })}
      />
      <Figure
        name={t('Answered from knowledge')}
        value={replies ? formatPercent(Math.round(shareOf(current)! * 100) / 100) : '–'}
        change={
          <Difference
            value={shareOf(current)}
            previous={shareOf(previous)}
            counts={[replies, endedIn(previous)]}
            format={(by) =>
              t('{count, plural, one {{by} point} other {{by} points}}', {
                count: Math.abs(Math.round(by * 100)),
                by: inPoints(by),
              })
            }
          />
        }
        to={at({ has_grounded_replies: '1' })}
        more={t('{grounded} of {count, plural, one {# reply} other {# replies}}', {
          grounded: formatNumber(current.grounded_replies),
          count: replies,
        })}
      />
      <Figure
        name={t('Need a look')}
        value={attention === undefined ? '–' : formatNumber(attention)}
        to="#needs-a-look"
        more={
          <>
            <Link href={at({ has_failures: '1' })}>
              {t('{count} failed', { count: formatNumber(current.failed_replies) })}
            </Link>
            {', '}
            <Link href={at({ has_ungrounded_replies: '1' })}>
              {t('{count} not from knowledge', { count: formatNumber(current.ungrounded_replies) })}
            </Link>
          </>
        }
      />
      <Figure
        name={t('People served')}
        value={formatNumber(current.people)}
        change={<Delta value={current.people} previous={previous.people} />}
        to={at()}
        more={t('customers and visitors who asked')}
      />
      <Figure
        name={t('Rating')}
        value={
          current.average_rating === null
            ? '–'
            : formatNumber(Math.round(current.average_rating * 10) / 10)
        }
        change={
          <Difference
            value={current.average_rating}
            previous={previous.average_rating}
            counts={[current.ratings, previous.ratings]}
          />
        }
        {...(current.ratings && { to: at({ has_feedback: '1' }) })}
        more={
          current.ratings
            ? rich('of 5, {count, plural, one {# rating} other {# ratings}}, <a>{low} low</a>', {
                count: current.ratings,
                low: formatNumber(current.low_ratings),
                a: (words) => <Link href={at({ has_negative_feedback: '1' })}>{words}</Link>,
              })
            : t('nobody has rated a reply')
        }
      />
      <Figure
        name={t('Cost')}
        value={shortCost(current.cost_usd)}
        change={<Delta value={current.cost_usd} previous={previous.cost_usd} least={0.1} />}
        // There each agent has a row.
        to={`/analytics/usage${search}`}
        more={
          current.questions > 0 && current.cost_usd > 0
            ? t('{cost} a question', { cost: formatCost(current.cost_usd / current.questions) })
            : t('of the models, as far as known')
        }
      />
    </section>
  )
}

const endedIn = ({ grounded_replies, ungrounded_replies, failed_replies }: AnswerFigures) =>
  grounded_replies + ungrounded_replies + failed_replies

/** The share of replies that cite knowledge, 0 to 1; null: there is no reply. */
const shareOf = (figures: AnswerFigures) =>
  endedIn(figures) ? figures.grounded_replies / endedIn(figures) : null

/** Whole cents: more digits do not fit a headline. */
function shortCost(usd: number): string {
  if (usd > 0 && usd < 0.01) return `< ${formatCost(0.01)}`
  return formatCost(Math.round(usd * 100) / 100)
}

interface FigureProps {
  name: string
  value: string
  change?: ComponentChildren
  /** Where what it counts is listed; undefined: nowhere. */
  to?: string
  more: ComponentChildren
}

function Figure({ name, value, change, to, more }: FigureProps) {
  return (
    <article class="card figure">
      <h2>
        {!to ? name : to.startsWith('#') ? <a href={to}>{name}</a> : <Link href={to}>{name}</Link>}
      </h2>
      <p class="figure-value">
        {value} {change}
      </p>
      <p class="small muted figure-more">{more}</p>
    </article>
  )
}
