import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button, type ButtonProps } from './Button.tsx'
import { Confirm, type ConfirmProps } from './Dialog.tsx'

interface ConfirmButtonProps extends Omit<ConfirmProps, 'onClose'> {
  button: Omit<ButtonProps, 'onClick' | 'children'> & { text?: ComponentChildren }
}

/** A button that asks before it acts. Not for a menu, whose end would hide the dialog. */
export function ConfirmButton({ button: { text, ...button }, ...props }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {text}
      </Button>
      {isAsking && <Confirm {...props} onClose={() => setAsking(false)} />}
    </>
  )
}
