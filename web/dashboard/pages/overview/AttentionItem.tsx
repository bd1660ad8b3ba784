import { Check, PenLine } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { Button } from '../../components/Button.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { useRights } from '../../components/session.tsx'
import { useAction } from '../../components/useAction.ts'
import { t } from '../../lib/texts.tsx'

interface AttentionItemProps {
  onWrite: () => void
  /** Takes the item off the list. */
  dismiss: () => Promise<unknown>
  children: ComponentChildren
}

/** An item that needs a look. Owners and editors write its answer, or dismiss it. */
export function AttentionItem({ onWrite, dismiss, children }: AttentionItemProps) {
  const { mayChange } = useRights()
  const { busy, error, run } = useAction(dismiss)
  return (
    <li>
      <div class="attention-item">
        {children}
        {error !== undefined && <ErrorNotice error={error} />}
      </div>
      {mayChange && (
        <div class="row no-wrap">
          <Button icon={PenLine} onClick={onWrite}>
            {t('Write the answer')}
          </Button>
          <Button kind="quiet" icon={Check} label={t('Dismiss')} busy={busy} onClick={run} />
        </div>
      )}
    </li>
  )
}
