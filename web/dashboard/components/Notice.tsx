import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { ApiError } from '../lib/api.ts'
import { rich, t } from '../lib/texts.tsx'
import { Button } from './Button.tsx'
import { Forbidden } from './states/Forbidden.tsx'

const LOOKS = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

export function Notice({
  kind = 'info',
  children,
}: {
  kind?: keyof typeof LOOKS
  children: ComponentChildren
}) {
  const Icon = LOOKS[kind]
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : undefined}>
      <Icon size={18} aria-hidden="true" />
      <div class="notice-text">{children}</div>
    </div>
  )
}

/** Shows an error, and what the user can do. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) {
  const known = error instanceof ApiError ? error : undefined
  if (known?.status === 403 && known.code === 'scope' && onRetry) return <Forbidden />
  return (
    <Notice kind="bad">
      <p>
        {known?.message ??
          t('Something went wrong on this page. Reload it, and tell us if it happens again.')}
      </p>
      {known?.requestId && known.status >= 500 && (
        <p class="small muted">{rich('Request {id}', { id: <code>{known.requestId}</code> })}</p>
      )}
      {onRetry && known?.status !== 404 && (
        <p>
          <Button onClick={() => onRetry()}>{t('Try again')}</Button>
        </p>
      )}
    </Notice>
  )
}
