import { X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { t } from '../lib/texts.tsx'
import { Button } from './Button.tsx'
import { ErrorNotice } from './Notice.tsx'
import { showToast } from './Toasts.tsx'
import { useAction } from './useAction.ts'

interface DialogProps {
  title: string
  onClose: () => void
  wide?: boolean
  /** Whether it is at the side of the page, as high as the window; a click beside it closes it. */
  side?: boolean
  /** Whether only its own buttons close it, because it shows something that is not shown again. */
  firm?: boolean
  children: ComponentChildren
}

/**
 * A modal dialog, open while it is rendered. The focus stays in it, and goes back when it closes.
 */
export function Dialog({
  title,
  onClose,
  wide = false,
  side = false,
  firm = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    const part = opener?.closest<HTMLElement>('section, main')
    const element = dialog.current
    element?.showModal()
    // The browser would focus the close button, and the first space typed would close the dialog.
    element?.querySelector<HTMLElement>('.form :is(input, textarea, select)')?.focus()
    return () => {
      // Closes first, because nothing else takes the focus while it is open.
      element?.close()
      if (opener?.isConnected) opener.focus()
      else focusPart(part)
    }
  }, [])
  const cancel = (event: Event) => {
    // A file field also fires `cancel`, when nothing is chosen.
    if (event.target !== dialog.current) return
    event.preventDefault()
    if (!firm) onClose()
  }
  const keep = (event: KeyboardEvent) => {
    if (firm && event.key === 'Escape') event.preventDefault()
  }
  // Browsers close a dialog at a second request, such as a phone's gesture, even if the page
  // refused the first.
  const closed = () => {
    if (!dialog.current) return
    if (firm) dialog.current.showModal()
    else onClose()
  }
  return (
    <dialog
      ref={dialog}
      class={`${side ? 'drawer' : ''}${wide ? ' wide' : ''}`}
      onClick={side ? (event) => event.target === dialog.current && onClose() : undefined}
      aria-labelledby={id}
      onKeyDown={keep}
      onCancel={cancel}
      onClose={closed}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {!firm && <Button kind="quiet" icon={X} label={t('Close')} onClick={onClose} />}
      </header>
      {children}
    </dialog>
  )
}

/**
 * Takes the focus to the part of the page whose button opened the dialog, when a deleted row took
 * the button with it.
 */
function focusPart(part: HTMLElement | null | undefined): void {
  const near = part?.isConnected ? part : document.querySelector<HTMLElement>('main')
  const target = near?.tabIndex === 0 ? near : near?.querySelector<HTMLElement>('h1, h2')
  if (target && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target?.focus({ preventScroll: true })
}

export interface ConfirmProps {
  title: string
  /** The text of the button: what it does. */
  action: string
  onConfirm: () => Promise<unknown>
  /** The message when it is done. */
  done?: string
  onClose: () => void
  children: ComponentChildren
}

/** Asks before an action that cannot be undone. If it fails, the dialog stays open and says why. */
export function Confirm({ title, action, onConfirm, done, onClose, children }: ConfirmProps) {
  const { busy, error, run } = useAction(async () => {
    await onConfirm()
    if (done !== undefined) showToast(done)
    onClose()
  })
  const buttons = useRef<HTMLDivElement>(null)
  // Enter then confirms. A key that is still held down from before does not.
  useEffect(() => buttons.current?.querySelector<HTMLElement>('.danger')?.focus(), [])
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <div>{children}</div>
        {error !== undefined && <ErrorNotice error={error} />}
        <div class="actions" ref={buttons}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="danger"
            busy={busy}
            onClick={run}
            onKeyDown={(event) => event.repeat && event.preventDefault()}
          >
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
