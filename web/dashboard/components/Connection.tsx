import { useIsLost } from '../lib/live/threads.ts'
import { t } from '../lib/texts.tsx'
import { Notice } from './Notice.tsx'

/** Shows that no changes arrive, as long as the stream is away. */
export function Connection() {
  const isLost = useIsLost()
  return (
    <div class="connection" role="status">
      {isLost && (
        <Notice kind="warn">{t('No connection. New messages come as soon as it is back.')}</Notice>
      )}
    </div>
  )
}
