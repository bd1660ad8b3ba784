import type { ComponentChildren } from 'preact'
import { useLocation } from 'wouter-preact'
import { queries } from '../lib/api.ts'
import { t } from '../lib/texts.tsx'
import { Confirm } from './Dialog.tsx'

interface DeleteDialogProps {
  name: string
  /** The text of the button. */
  action: string
  remove: () => Promise<unknown>
  /** The address of the list, which is shown when the record is deleted. */
  list: string
  /** The key of the record's query; its first part is that of the list's. */
  queryKey: readonly [string, string]
  onClose: () => void
  children: ComponentChildren
}

/** Asks before the record of a page is deleted, and then leaves the page. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, action, remove, list, queryKey, onClose, children } = props
  const [, go] = useLocation()
  const leave = async () => {
    await remove()
    go(list)
    // After the page is left, which would read the record again and find nothing.
    queries.removeQueries({ queryKey })
    queries.invalidateQueries({ queryKey: queryKey.slice(0, 1) })
  }
  return (
    <Confirm
      title={t('Delete {name}?', { name })}
      action={action}
      done={t('Deleted {name}.', { name })}
      onConfirm={leave}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}
