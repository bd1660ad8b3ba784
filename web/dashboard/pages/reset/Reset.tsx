import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { Alone } from '../../components/Alone.tsx'
import { ButtonLink } from '../../components/Button.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { NewPassword } from '../../components/forms/NewPassword.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/** The page of the mailed link. The token is in the fragment, which only this page reads. */
export function Reset() {
  const [, go] = useLocation()
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const choose = async () => {
    await dataOf(api.POST('/api/v1/password-resets/redeem', { body: { token, password } }))
    showToast(t('Password changed. Sign in with it.'))
    go('/', { replace: true })
  }
  return (
    <Alone title={t('Choose a new password')}>
      <h1>{t('Choose a new password')}</h1>
      {token.length < 20 ? (
        <>
          <p>
            {t('This link is incomplete. Copy the whole link from the message that you received.')}
          </p>
          <div class="row">
            <ButtonLink to="/">{t('Go to sign-in')}</ButtonLink>
          </div>
        </>
      ) : (
        <Form
          action={t('Change password')}
          onSubmit={choose}
          more={<ButtonLink to="/forgotten">{t('Get another link')}</ButtonLink>}
        >
          <p>{t('All your sessions end, and you sign in with the new password.')}</p>
          <NewPassword
            label={t('New password')}
            name="password"
            value={password}
            onChange={setPassword}
          />
        </Form>
      )}
    </Alone>
  )
}
