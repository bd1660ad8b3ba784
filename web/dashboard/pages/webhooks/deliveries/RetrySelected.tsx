import { RotateCcw } from 'lucide-preact'
import { BulkActions, EachButton, type Selection } from '../../../components/lists/bulk.tsx'
import { showToast } from '../../../components/Toasts.tsx'
import { t } from '../../../lib/texts.tsx'
import { readDeliveriesAgain, retryDeliverySoon } from '../deliveries.ts'

/** Tries the selected deliveries again. */
export const RetrySelected = ({ selection }: { selection: Selection }) => (
  <BulkActions selection={selection}>
    <EachButton
      selection={selection}
      icon={RotateCcw}
      action={t('Retry')}
      act={retryDeliverySoon}
      onTried={readDeliveriesAgain}
      onDone={(count) =>
        showToast(
          t('{count, plural, one {Retrying # delivery.} other {Retrying # deliveries.}}', {
            count,
          }),
        )
      }
    />
  </BulkActions>
)
