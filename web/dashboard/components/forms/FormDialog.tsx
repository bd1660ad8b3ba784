import { t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { showToast } from '../Toasts.tsx'
import { Form, type FormProps } from './Form.tsx'

export interface FormDialogProps extends FormProps {
  title: string
  wide?: boolean
  hasCancel?: boolean
  /** The message when the form is sent. The dialog then closes; without it, it stays open. */
  done?: string
  onClose: () => void
}

/** A dialog with a form, such as that of a new record. */
export function FormDialog(props: FormDialogProps) {
  const { title, wide = false, hasCancel = true, done, onSubmit, more, onClose, ...form } = props
  const submit = async () => {
    await onSubmit()
    if (done === undefined) return
    showToast(done)
    onClose()
  }
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <Form
        {...form}
        onSubmit={submit}
        more={
          <>
            {more}
            {hasCancel && <Button onClick={onClose}>{t('Cancel')}</Button>}
          </>
        }
      />
    </Dialog>
  )
}
