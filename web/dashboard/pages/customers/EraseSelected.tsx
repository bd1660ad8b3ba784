import { ConfirmSelected, type Selection } from '../../components/lists/bulk.tsx'
import { t } from '../../lib/texts.tsx'
import { eraseCustomer, readCustomersAgain } from './erasing.ts'

/** Erases the selected customers one after the other. */
export const EraseSelected = ({ selection }: { selection: Selection }) => (
  <ConfirmSelected
    selection={selection}
    action={t('Erase everything')}
    title={(count) =>
      t('{count, plural, one {Erase the customer?} other {Erase # customers?}}', { count })
    }
    act={eraseCustomer}
    onTried={readCustomersAgain}
    done={(count) =>
      t('{count, plural, one {Erased the customer.} other {Erased # customers.}}', { count })
    }
  >
    {t(
      'This deletes their traits and all their conversations, with messages and feedback. It cannot be undone.',
    )}
  </ConfirmSelected>
)
