import { Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { BulkActions, ConfirmEach, type Selection } from '../../components/lists/bulk.tsx'
import { tell } from '../../components/Toasts.tsx'
import { t } from '../../texts.tsx'
import { eraseCustomer, readCustomersAgain } from './erasing.ts'

/** Erases the selected customers, one by one. */
export function EraseSelected({ selection }: { selection: Selection }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <BulkActions selection={selection}>
        <Button kind="danger" icon={Trash2} onClick={() => setAsking(true)}>
          {t('Erase everything')}
        </Button>
      </BulkActions>
      {isAsking && (
        <ConfirmEach
          selection={selection}
          title={(count) =>
            t('{count, plural, one {Erase the customer?} other {Erase # customers?}}', { count })
          }
          action={t('Erase everything')}
          act={eraseCustomer}
          onTried={readCustomersAgain}
          onDone={(count) =>
            tell(t('{count, plural, one {Erased the customer.} other {Erased # customers.}}', { count }))
          }
          onClose={() => setAsking(false)}
        >
          {t(
            'This deletes their traits and all their conversations, with messages and feedback. It cannot be undone.',
          )}
        </ConfirmEach>
      )}
    </>
  )
}
