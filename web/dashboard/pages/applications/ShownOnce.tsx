import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Code } from '../../components/Copy.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { CheckField } from '../../components/forms/Form.tsx'
import { Notice } from '../../components/Notice.tsx'

interface ShownOnceProps {
  title: string
  clientId: string
  /** null: the answer with the secret was lost, and a repeated request does not get it. */
  secret: string | null
  onClose: () => void
}

/** Shows a new secret, which cannot be read again, until the user confirms having stored it. */
export function ShownOnce({ title, clientId, secret, onClose }: ShownOnceProps) {
  const [isStored, setStored] = useState(false)
  useEffect(() => {
    if (!secret) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [secret])
  if (!secret)
    return (
      <Dialog title={title} onClose={onClose}>
        <div class="stack">
          <Notice kind="warn">
            The connection broke before the secret arrived, and it cannot be shown again. Rotate the secret to
            get another one.
          </Notice>
          <div class="actions">
            <Button kind="primary" onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose} firm>
      <div class="stack">
        <Notice kind="warn">
          <strong>Copy the secret now.</strong> It is shown this once: nobody can read it again, and neither
          can we.
        </Notice>
        <div class="field">
          <span class="label">Secret</span>
          <Code text={secret} label="Copy the secret" />
          <p class="hint">
            Keep it on your server, in its secret store or environment. It must not be in any page.
          </p>
        </div>
        <div class="field">
          <span class="label">Client id</span>
          <Code text={clientId} label="Copy the client id" />
        </div>
        <CheckField label="I have stored the secret" name="stored" checked={isStored} onChange={setStored} />
        <div class="actions">
          <Button kind="primary" disabled={!isStored} onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
