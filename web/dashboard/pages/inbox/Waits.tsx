import { useEffect, useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { formatExact, formatWait } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

/** Milliseconds after which a wait counts as long. */
const LONG_MS = 5 * 60_000

/** Shows how long a customer has waited, kept up to date. */
export function Waits({ since }: { since: string }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 20_000)
    return () => clearInterval(timer)
  }, [])
  const waited = Date.now() - new Date(since).getTime()
  return (
    <Badge kind={waited > LONG_MS ? 'bad' : 'warn'}>
      <time dateTime={since} title={formatExact(since)}>
        {t('Waiting {duration}', { duration: formatWait(waited) })}
      </time>
    </Badge>
  )
}
