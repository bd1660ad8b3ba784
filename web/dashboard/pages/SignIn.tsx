import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../api.ts'
import { Form, SelectField, TextField } from '../components/forms/Form.tsx'
import { Logo } from '../components/Logo.tsx'
import { Notice } from '../components/Notice.tsx'
import { hasEnded, signIn } from '../session.tsx'
import { t } from '../texts.tsx'

export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [organizations, setOrganizations] = useState<readonly string[]>([])
  const [organization, setOrganization] = useState('')
  useEffect(() => {
    const before = document.title
    document.title = `${t('Log in')} · Parley`
    return () => {
      document.title = before
    }
  }, [])
  const enter = async () => {
    try {
      await signIn(email.trim(), password, organization)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.organizations.length) throw error
      setOrganizations(error.organizations)
      setOrganization(error.organizations[0] ?? '')
    }
  }
  const isAsked = organizations.length > 0
  return (
    <main class="alone">
      <div class="card stack">
        <div class="brand">
          <Logo /> Parley
        </div>
        <h1>{isAsked ? t('Choose an organization') : t('Log in')}</h1>
        {hasEnded() && (
          <Notice>{t('Your session has ended. Log in again to continue where you left off.')}</Notice>
        )}
        <Form action={isAsked ? t('Continue') : t('Log in')} onSubmit={enter}>
          {isAsked ? (
            <SelectField
              label={t('Organization')}
              name="organization"
              hint={t('{email} belongs to several organizations.', { email: email.trim() })}
              value={organization}
              onChange={setOrganization}
              options={organizations.map((name) => [name, name])}
            />
          ) : (
            <>
              <TextField
                label={t('Email address')}
                name="email"
                type="email"
                autocomplete="username"
                required
                value={email}
                onChange={setEmail}
              />
              <TextField
                label={t('Password')}
                name="password"
                type="password"
                autocomplete="current-password"
                required
                value={password}
                onChange={setPassword}
              />
            </>
          )}
        </Form>
        <p class="small muted">
          {t(
            'No account? Ask an owner of your organization to invite you. Forgot your password? The operator of this service can reset it.',
          )}
        </p>
      </div>
    </main>
  )
}
