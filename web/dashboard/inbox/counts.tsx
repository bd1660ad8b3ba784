import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { api, dataOf } from '../lib/api.ts'
import { formatNumber } from '../lib/format.ts'
import { refresh, useIsLive, useThreadEvents } from '../lib/live/threads.ts'
import { t } from '../lib/texts.tsx'
import { countInTab } from '../lib/title.ts'
import { alertOf, useAlerts } from './alerts.ts'

const COUNTS = ['inbox', 'counts']
/**
 * Milliseconds between reads of the counts while no stream reports changes: too many pages follow,
 * or the page is out of view, where its tab still shows the number. A stream for each tab out of
 * view would use up the six connections that browsers open to a server.
 */
const LOOK_MS = 60_000

const counts = { queryKey: COUNTS, queryFn: () => dataOf(api.GET('/api/v1/inbox/counts')) }

export const useInboxCounts = () => useQuery(counts)

/**
 * Keeps the counts up to date on every page, and alerts the user: in the navigation and the tab, by
 * a sound and a notification.
 */
export function useInboxAlerts(): void {
  const [, go] = useLocation()
  const { sound, notifications } = useAlerts()
  const isLive = useIsLive()
  const { data } = useQuery({
    ...counts,
    refetchInterval: !isLive && LOOK_MS,
    refetchIntervalInBackground: true,
  })
  useThreadEvents(() => void refresh(COUNTS), sound || notifications)
  const seen = useRef<string>()
  const { due = 0, due_since } = data ?? {}
  useEffect(() => {
    countInTab(due)
    return () => countInTab(0)
  }, [due])
  useEffect(() => {
    if (due_since === undefined) return
    const before = seen.current
    seen.current = due_since ?? before ?? ''
    // Customers who already wait when the page opens cause no alert.
    if (before === undefined || !due_since || due_since <= before) return
    const text = t(
      '{count, plural, one {# customer is waiting for an answer.} other {# customers are waiting for an answer.}}',
      {
        count: due,
      },
    )
    alertOf(due_since, t('A customer is waiting'), text, () => go('/inbox'))
  }, [due_since])
}

/** The number of waiting customers who are assigned to the user or to no user. */
export function InboxBadge() {
  const { data } = useInboxCounts()
  if (!data?.due) return null
  return (
    <span class="nav-count">
      <span aria-hidden="true">{data.due > 99 ? '99+' : formatNumber(data.due)}</span>
      <span class="sr-only">{t('{count} waiting', { count: data.due })}</span>
    </span>
  )
}
