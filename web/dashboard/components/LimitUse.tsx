import { useId } from 'preact/hooks'
import type { Schemas } from '../lib/api.ts'
import { rich, t } from '../lib/texts.tsx'
import { Badge } from './Badge.tsx'
import { Time } from './Time.tsx'

interface LimitUseProps {
  label: string
  use: Schemas['LimitUse']
  note?: string | undefined
}

/** A bar that shows how much of an hourly limit is used, with the numbers. */
export function LimitUse({ label, use, note }: LimitUseProps) {
  const id = useId()
  const { limit, used, remaining, resets_at } = use
  return (
    <div class={`limit-use${remaining === 0 ? ' full' : ''}`}>
      <div class="row spread">
        <span id={id}>{label}</span>
        {remaining === 0 ? <Badge kind="bad">{t('Limit reached')}</Badge> : null}
      </div>
      <progress aria-labelledby={id} max={limit} value={Math.min(used, limit)} />
      <div class="row spread small muted">
        <span>{t('{used, number} of {limit, number} per hour', { used, limit })}</span>
        {resets_at ? (
          <span>{rich('Resets {time}', { time: <Time at={resets_at} /> })}</span>
        ) : (
          <span>{t('No requests now')}</span>
        )}
      </div>
      {note && <p class="small muted">{note}</p>}
    </div>
  )
}
