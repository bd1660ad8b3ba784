import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { FormDialog, type FormDialogProps } from '../forms/FormDialog.tsx'
import { ShownOnce, type ShownOnceProps } from './ShownOnce.tsx'

interface Made extends Pick<ShownOnceProps, 'secret' | 'clientId'> {
  /** The address of a new record, which opens when its secret is stored. */
  page?: string
}

export interface NewSecretProps extends Omit<FormDialogProps, 'onSubmit' | 'done' | 'more'> {
  create: () => Promise<Made>
  /** The words of the dialog that shows the secret. */
  shown: Pick<ShownOnceProps, 'title' | 'hint' | 'ifLost'>
}

/** Asks for what a new secret needs, creates it, and shows it once. */
export function NewSecret({ create, shown, onClose, ...form }: NewSecretProps) {
  const [, go] = useLocation()
  const [made, setMade] = useState<Made>()
  if (!made)
    return <FormDialog {...form} onSubmit={async () => setMade(await create())} onClose={onClose} />
  const { secret, clientId, page } = made
  const close = () => {
    onClose()
    if (page) go(page)
  }
  return <ShownOnce {...shown} secret={secret} clientId={clientId} onClose={close} />
}
