import { useEffect, useState } from 'preact/hooks'
import { formatDateTime, formatExact, formatRelative } from '../lib/format.ts'

const WEEK_MS = 7 * 86_400_000

/** A time: relative within a week, and kept up to date; else a date. Hovering shows it in full. */
export function Time({ at }: { at: string }) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
  const isNear = Math.abs(Date.now() - new Date(at).getTime()) < WEEK_MS
  return (
    <time dateTime={at} title={formatExact(at)}>
      {isNear ? formatRelative(at) : formatDateTime(at)}
    </time>
  )
}
