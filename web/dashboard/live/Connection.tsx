import { Notice } from '../components/Notice.tsx'
import { t } from '../texts.tsx'
import { useIsLost } from './threads.ts'

/** Says that nothing new arrives, while that is so. */
export function Connection() {
  const isLost = useIsLost()
  return (
    <div class="connection" role="status">
      {isLost && <Notice kind="warn">{t('No connection. New messages come as soon as it is back.')}</Notice>}
    </div>
  )
}
