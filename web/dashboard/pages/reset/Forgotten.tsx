import { useState } from 'preact/hooks'
import { Alone } from '../../components/Alone.tsx'
import { ButtonLink } from '../../components/Button.tsx'
import { Form, TextField } from '../../components/forms/Form.tsx'
import { api, dataOf } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/**
 * Asks for a link to choose another password. The answer does not reveal whether a user has the
 * address.
 */
export function Forgotten() {
  const [email, setEmail] = useState('')
  const [askedFor, setAskedFor] = useState('')
  const ask = async () => {
    await dataOf(api.POST('/api/v1/password-resets', { body: { email: email.trim() } }))
    setAskedFor(email.trim())
  }
  if (askedFor)
    return (
      <Alone title={t('Check your mailbox')}>
        <h1>{t('Check your mailbox')}</h1>
        <p role="status">
          {t(
            'If {email} belongs to a member, a mail with a link is on its way. The link works once, within 30 minutes.',
            { email: askedFor },
          )}
        </p>
        <div class="row">
          <ButtonLink to="/">{t('Go to sign-in')}</ButtonLink>
        </div>
      </Alone>
    )
  return (
    <Alone title={t('Choose a new password')}>
      <h1>{t('Choose a new password')}</h1>
      <Form
        action={t('Send link')}
        onSubmit={ask}
        more={<ButtonLink to="/">{t('Cancel')}</ButtonLink>}
      >
        <TextField
          label={t('Email address')}
          name="email"
          type="email"
          autocomplete="username"
          required
          hint={t('You get a link by mail. Your password stays as it is until you use the link.')}
          value={email}
          onChange={setEmail}
        />
      </Form>
    </Alone>
  )
}
