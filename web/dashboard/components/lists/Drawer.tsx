import type { ComponentChildren } from 'preact'
import { useSearchParams } from 'wouter-preact'
import { t } from '../../lib/texts.tsx'
import { CopyButton } from '../Copy.tsx'
import { Dialog } from '../Dialog.tsx'

interface DrawerProps {
  title: string
  onClose: () => void
  /** For content with long lines. */
  wide?: boolean
  children: ComponentChildren
}

/** The details of a row, at the side of the page. */
export const Drawer = (props: DrawerProps) => <Dialog {...props} side />

/** An id with a button that copies it. */
export const CopiedId = ({ id, label = t('Copy ID') }: { id: string; label?: string }) => (
  <span class="row no-wrap">
    <code>{id}</code>
    <CopyButton text={id} label={label} />
  </span>
)

/** Keeps the id of the open row in the address. Back closes the row. */
export function useOpened(param = 'open') {
  const [params, setParams] = useSearchParams()
  const set = (id: string | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id) next.set(param, id)
        else next.delete(param)
        return next
      },
      { replace: id === undefined },
    )
  return { opened: params.get(param) ?? undefined, open: set, close: () => set(undefined) }
}
