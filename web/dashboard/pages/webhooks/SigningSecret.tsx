import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Form, SelectField } from '../../components/forms/Form.tsx'
import { type Endpoint, rotateSecret } from '../../components/records/endpoints.ts'
import { ShownOnce } from '../../components/ShownOnce.tsx'
import { t } from '../../lib/texts.tsx'

interface SigningSecretProps {
  title: string
  secret: string | null
  onClose: () => void
}

/** Shows an endpoint's secret once. */
export const SigningSecret = (props: SigningSecretProps) => (
  <ShownOnce
    {...props}
    hint={t(
      'Your server verifies the signature of each request with it. Keep it in a secret store or the environment.',
    )}
    ifLost={t(
      'The connection broke before the secret arrived. It cannot be shown again. Rotate the secret of the endpoint.',
    )}
  />
)

/** Hours, and their labels. */
const GRACE = [
  ['0', t('Immediately')],
  ['1', t('In an hour')],
  ['24', t('In a day')],
  ['72', t('In 3 days')],
  ['168', t('In a week')],
] as const

/** Asks how long the old secret signs as well, and shows the new one. */
export function Rotate({ endpoint: { id }, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const [hours, setHours] = useState('24')
  const [made, setMade] = useState<{ secret: string | null }>()
  if (made) return <SigningSecret title={t('New secret')} secret={made.secret} onClose={onClose} />
  return (
    <Dialog title={t('Rotate secret')} onClose={onClose}>
      <Form
        action={t('Rotate')}
        onSubmit={async () => setMade(await rotateSecret(id, Number(hours)))}
        more={<Button onClick={onClose}>{t('Cancel')}</Button>}
      >
        <p>
          {t(
            'From now on, requests are signed with a new secret. Until the old one expires, they carry the signatures of both, so that you can update your server without a gap.',
          )}
        </p>
        <SelectField
          label={t('The old secret expires')}
          name="grace_hours"
          value={hours}
          onChange={setHours}
          options={GRACE}
        />
      </Form>
    </Dialog>
  )
}
