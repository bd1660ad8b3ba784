import { useIsLost } from '../lib/live/threads.ts'
import { t } from '../lib/texts.tsx'
import { Notice } from './Notice.tsx'

/** Says that nothing new arrives, while that is so. */
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
