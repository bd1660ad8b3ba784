import { useOpenAlerts } from '../components/records/alerts.ts'
import { formatNumber } from '../lib/format.ts'
import { t } from '../lib/texts.tsx'

/** The number of open alerts, which the overview lists. */
export function AlertBadge() {
  const { data = [] } = useOpenAlerts()
  if (!data.length) return null
  return (
    <span class="nav-count">
      <span aria-hidden="true">{formatNumber(data.length)}</span>
      <span class="sr-only">
        {t('{count, plural, one {# alert} other {# alerts}}', { count: data.length })}
      </span>
    </span>
  )
}
