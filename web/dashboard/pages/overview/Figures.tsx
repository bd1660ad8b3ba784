import { type ComponentChildren, Fragment } from 'preact'
import { Link, useSearchParams } from 'wouter-preact'
import { Delta } from '../../components/charts/Delta.tsx'
import type { Schemas } from '../../lib/api.ts'
import { formatCost, formatNumber, formatPercent } from '../../lib/format.ts'
import { rich, t } from '../../lib/texts.tsx'
import type { AttentionPart } from './Attention.tsx'
import { Difference, inPoints } from './Difference.tsx'
import { conversationsIn, type Scope } from './links.ts'

type AnswerFigures = Schemas['AnswerFigures']

interface FiguresProps {
  answers: Schemas['Answers']
  scope: Scope
  /** The query of the page's period, for pages that have one too. */
  search: string
  /** What needs a look; undefined while it loads. */
  attention: AttentionPart[] | undefined
}

/** The figures of the period. Each leads to what it counts, if that is listed. */
export function Figures({ answers, scope, search, attention }: FiguresProps) {
  const { current, period } = answers
  // A month of which a day has data would make any figure look twenty times as large.
  const previous = answers.is_comparable ? answers.previous : undefined
  const at = (filters = {}) => conversationsIn(period, scope, filters)
  const replies = endedIn(current)
  return (
    <section class="figures" aria-label={t('Figures of the period')}>
      <Figure
        name={t('Questions')}
        value={formatNumber(current.questions)}
        change={<Delta value={current.questions} previous={previous?.questions ?? null} />}
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
            previous={previous ? shareOf(previous) : null}
            counts={[replies, previous ? endedIn(previous) : 0]}
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
        value={attention ? formatNumber(attention.reduce((sum, { count }) => sum + count, 0)) : '–'}
        to="#needs-a-look"
        more={attention && <Parts parts={attention} />}
      />
      <Figure
        name={t('People served')}
        value={formatNumber(current.people)}
        change={<Delta value={current.people} previous={previous?.people ?? null} />}
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
            previous={previous?.average_rating ?? null}
            counts={[current.ratings, previous?.ratings ?? 0]}
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
        change={
          <Delta value={current.cost_usd} previous={previous?.cost_usd ?? null} least={0.1} />
        }
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

const PARTS: Readonly<Record<AttentionPart['look'], (count: number) => string>> = {
  failed: (count) => t('{count} failed', { count: formatNumber(count) }),
  rated_low: (count) => t('{count} rated low', { count: formatNumber(count) }),
  ungrounded: (count) => t('{count} not from knowledge', { count: formatNumber(count) }),
  contradictions: (count) =>
    t('{count, plural, one {# contradiction} other {# contradictions}}', { count }),
}

/** The parts of what needs a look, which add up. Each leads to its part of the list. */
function Parts({ parts }: { parts: readonly AttentionPart[] }) {
  const [params] = useSearchParams()
  const some = parts.filter(({ count }) => count > 0)
  if (!some.length) return <>{t('questions and contradictions')}</>
  return (
    <>
      {some.map(({ look, count }, at) => (
        <Fragment key={look}>
          {at > 0 && ', '}
          <Link
            href={`?${new URLSearchParams([...withoutLook(params), ['look', look]])}#needs-a-look`}
          >
            {PARTS[look](count)}
          </Link>
        </Fragment>
      ))}
    </>
  )
}

const withoutLook = (params: URLSearchParams) => [...params].filter(([name]) => name !== 'look')

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
