import { useEffect, useState } from 'preact/hooks'
import { rich, t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import { Code } from '../Copy.tsx'
import { Dialog } from '../Dialog.tsx'
import { CheckField } from '../forms/Form.tsx'
import { Notice } from '../Notice.tsx'

export interface ShownOnceProps {
  title: string
  /** Shown beside an application's own secret. An API key needs none. */
  clientId?: string | undefined
  /** null: the answer with the secret was lost. A repeated request does not return it. */
  secret: string | null
  /** What the user should do with the secret. */
  hint?: string
  /** What to do if the answer with the secret was lost. */
  ifLost?: string
  onClose: () => void
}

/** Shows a new secret, which cannot be read again, until the user confirms having stored it. */
export function ShownOnce({ title, clientId, secret, hint, ifLost, onClose }: ShownOnceProps) {
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
            {ifLost ??
              t(
                'The connection broke before the secret arrived. It cannot be shown again. Create another one.',
              )}
          </Notice>
          <div class="actions">
            <Button kind="primary" onClick={onClose}>
              {t('Close')}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose} firm>
      <div class="stack">
        <Notice kind="warn">
          {rich(
            '<b>Copy the secret now.</b> It is shown only once, and nobody can read it again.',
            {
              b: (words) => <strong>{words}</strong>,
            },
          )}
        </Notice>
        <div class="field">
          <span class="label">{t('Secret')}</span>
          <Code text={secret} label={t('Copy the secret')} />
          <p class="hint">
            {hint ??
              t(
                'Keep it on your server, in a secret store or the environment. Never put it in a page.',
              )}
          </p>
        </div>
        {clientId && (
          <div class="field">
            <span class="label">{t('Client ID')}</span>
            <Code text={clientId} label={t('Copy client ID')} />
          </div>
        )}
        <CheckField
          label={t('I have stored the secret')}
          name="stored"
          checked={isStored}
          onChange={setStored}
        />
        <div class="actions">
          <Button kind="primary" disabled={!isStored} onClick={onClose}>
            {t('Done')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
