import { useEffect, useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { formatExact, formatWait } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

/** Milliseconds before the end of a target in which it counts as near. */
const NEAR_MS = 10 * 60_000

/** Shows by when a person should answer, or how late they are, kept up to date. */
export function Due({ at }: { at: string }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 20_000)
    return () => clearInterval(timer)
  }, [])
  const left = new Date(at).getTime() - Date.now()
  return (
    <Badge kind={left < 0 ? 'bad' : left < NEAR_MS ? 'warn' : 'plain'}>
      <time dateTime={at} title={formatExact(at)}>
        {left < 0
          ? t('Late by {duration}', { duration: formatWait(-left) })
          : t('Due in {duration}', { duration: formatWait(left) })}
      </time>
    </Badge>
  )
}
