import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Time } from '../../components/Time.tsx'
import type { Schemas } from '../../lib/api.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { conversationsIn, type Scope } from './links.ts'

interface AskedProps {
  asked: Schemas['Questions']
  scope: Scope
}

/** What people asked: topics, and the newest questions. */
export function Asked({ asked, scope }: AskedProps) {
  return (
    <div class="asked">
      <Topics asked={asked} scope={scope} />
      <Newest questions={asked.newest} />
    </div>
  )
}

function Topics({ asked: { topics, period, first_questions, counted_since }, scope }: AskedProps) {
  const most = Math.max(1, ...topics.map(({ conversations }) => conversations))
  return (
    <section class="card" aria-labelledby="topics">
      <header>
        <h2 id="topics">{t('Topics')}</h2>
        <span class="small muted">{t('by the words of first questions')}</span>
      </header>
      {topics.length === 0 ? (
        <p class="muted">
          {t(
            'A topic appears about a minute after a second conversation begins with the same words.',
          )}
        </p>
      ) : (
        <ul class="topics">
          {topics.map(({ topic, words, conversations, answered }) => (
            <li key={topic}>
              <Link href={conversationsIn(period, scope, { topic }, words)}>{capital(words)}</Link>
              <span class="small muted">
                {t(
                  '{count, plural, one {# conversation} other {# conversations}}, {answered} answered',
                  {
                    count: conversations,
                    answered: formatNumber(answered),
                  },
                )}
              </span>
              <span class="topic-bar" aria-hidden="true">
                <span class="answered" style={{ width: `${(100 * answered) / most}%` }} />
                <span
                  class="unanswered"
                  style={{ width: `${(100 * (conversations - answered)) / most}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {counted_since && (
        <p class="small muted">
          {t('Counted from the newest {count} conversations, since {time}.', {
            count: formatNumber(first_questions),
            time: formatDateTime(counted_since),
          })}
        </p>
      )}
    </section>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const OUTCOMES = {
  answered: { name: t('Answered'), kind: 'good' },
  ungrounded: { name: t('Not from knowledge'), kind: 'warn' },
  handed_off: { name: t('Handed off'), kind: 'plain' },
  failed: { name: t('Failed'), kind: 'bad' },
  cancelled: { name: t('Cancelled'), kind: 'plain' },
  unfinished: { name: t('In progress'), kind: 'plain' },
} as const

function Newest({ questions }: { questions: readonly Schemas['NewestQuestion'][] }) {
  return (
    <section class="card" aria-labelledby="newest">
      <header>
        <h2 id="newest">{t('Newest questions')}</h2>
        <Link href="/conversations" class="small">
          {t('All conversations')}
        </Link>
      </header>
      {questions.length === 0 ? (
        <p class="muted">{t('Nobody has asked anything in this period.')}</p>
      ) : (
        <ul class="newest">
          {questions.map(({ id, thread_id, question, asked_at, outcome }) => (
            <li key={id}>
              <Link href={`/conversations/${thread_id}?message=${id}`}>{question}</Link>
              <Badge kind={OUTCOMES[outcome].kind}>{OUTCOMES[outcome].name}</Badge>
              <span class="small muted">
                <Time at={asked_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
