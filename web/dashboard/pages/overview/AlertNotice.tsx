import { Link } from 'wouter-preact'
import { Notice } from '../../components/Notice.tsx'
import { type Alert, useOpenAlerts } from '../../components/records/alerts.ts'
import { Time } from '../../components/Time.tsx'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

/** Lists the open alerts. Budgets have a notice of their own, which also says when they are reached. */
export function AlertNotice() {
  const { data = [] } = useOpenAlerts()
  return (
    <>
      {data
        .filter(({ kind }) => kind !== 'budget')
        .map((alert) => {
          const { words, to, more } = SAID[alert.kind](alert)
          return (
            <Notice key={alert.id} kind={alert.kind === 'limit' ? 'warn' : 'bad'}>
              <p>
                {words} <Link href={to}>{more}</Link>{' '}
                <span class="small muted">
                  <Time at={alert.created_at} />
                </span>
              </p>
            </Notice>
          )
        })}
    </>
  )
}

interface Said {
  words: string
  /** Where the reader can do something about it. */
  to: string
  more: string
}

const SAID: Readonly<Record<Alert['kind'], (alert: Alert) => Said>> = {
  limit: ({ facts: { used = 0, limit = 0, application_id } }) => ({
    words: t('{share} of the limit of {limit} API requests an hour are used.', {
      share: formatPercent(limit ? used / limit : 0),
      limit: formatNumber(limit),
    }),
    to: application_id ? `/applications/${application_id}` : '/analytics/limits',
    more: t('See limits'),
  }),
  budget: ({ facts: { used = 0, limit = 0 } }) => ({
    words: t('{share} of a budget are spent.', { share: formatPercent(limit ? used / limit : 0) }),
    to: '/organization/budgets',
    more: t('See budgets'),
  }),
  failures: ({ facts: { failed = 0, replies = 0 } }) => ({
    words: t('{failed} of {count, plural, one {# reply} other {# replies}} failed in 15 minutes.', {
      failed: formatNumber(failed),
      count: replies,
    }),
    to: '/conversations?has_failures=1',
    more: t('See conversations'),
  }),
  connection: ({ facts: { model = '' } }) => ({
    words: t('The model {model} does not answer.', { model }),
    to: '/connections',
    more: t('See connections'),
  }),
}
