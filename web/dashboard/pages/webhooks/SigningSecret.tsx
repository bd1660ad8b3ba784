import { type Endpoint, rotateSecret } from '../../components/records/endpoints.ts'
import { RotateSecret } from '../../components/secrets/RotateSecret.tsx'
import { ShownOnce } from '../../components/secrets/ShownOnce.tsx'
import { t } from '../../lib/texts.tsx'

const WORDS = {
  hint: t(
    'Your server verifies the signature of each request with it. Keep it in a secret store or the environment.',
  ),
  ifLost: t(
    'The connection broke before the secret arrived. It cannot be shown again. Rotate the secret of the endpoint.',
  ),
}

interface SigningSecretProps {
  title: string
  secret: string | null
  onClose: () => void
}

/** Shows an endpoint's secret once. */
export const SigningSecret = (props: SigningSecretProps) => <ShownOnce {...props} {...WORDS} />

/** Asks how long the old secret signs as well, and shows the new one. */
export const Rotate = ({
  endpoint: { id },
  onClose,
}: {
  endpoint: Endpoint
  onClose: () => void
}) => (
  <RotateSecret
    title={t('Rotate secret')}
    about={t(
      'From now on, requests are signed with a new secret. Until the old one expires, they carry the signatures of both, so that you can update your server without a gap.',
    )}
    label={t('The old secret expires')}
    atOnce={t('Immediately')}
    rotate={(hours) => rotateSecret(id, hours)}
    shown={{ title: t('New secret'), ...WORDS }}
    onClose={onClose}
  />
)
