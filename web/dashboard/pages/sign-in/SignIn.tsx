import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Alone } from '../../components/Alone.tsx'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Form, SelectField, TextField } from '../../components/forms/Form.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { hasEnded, signIn, signInByPasskey } from '../../components/session.tsx'
import { ApiError, api, dataOf, type Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'

export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [organizations, setOrganizations] = useState<readonly string[]>([])
  const [organization, setOrganization] = useState('')
  const { data: ways } = useQuery({
    queryKey: ['sign-in ways'],
    queryFn: () => dataOf(api.GET('/dashboard/sign-in-ways')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [isCodeAsked, setCodeAsked] = useState(false)
  const [code, setCode] = useState('')
  const enter = async () => {
    try {
      await signIn(email.trim(), password, organization, isCodeAsked ? code.trim() : undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'second_factor_required') return setCodeAsked(true)
      if (!error.organizations.length) throw error
      setOrganizations(error.organizations)
      setOrganization(error.organizations[0] ?? '')
    }
  }
  const isAsked = organizations.length > 0 && !isCodeAsked
  return (
    <Alone title={t('Sign in')}>
      <h1>
        {isCodeAsked ? t('Enter a code') : isAsked ? t('Choose an organization') : t('Sign in')}
      </h1>
      {hasEnded() && (
        <Notice>
          {t('Your session has ended. Sign in again to continue where you left off.')}
        </Notice>
      )}
      <Form action={isAsked ? t('Continue') : t('Sign in')} onSubmit={enter}>
        {isCodeAsked ? (
          <TextField
            key="code"
            label={t('Code')}
            name="code"
            autocomplete="one-time-code"
            autofocus
            required
            minLength={6}
            maxLength={40}
            hint={t('The six digits that your authenticator app shows, or a backup code.')}
            value={code}
            onChange={setCode}
          />
        ) : isAsked ? (
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
      {ways && !isAsked && !isCodeAsked && <OtherWays ways={ways} />}
      {!isCodeAsked && (
        <p class="small muted">
          {t('No account? Ask an owner of your organization to invite you.')}{' '}
          {ways?.password_reset
            ? rich('<a>Forgot your password?</a>', {
                a: (words) => <Link href="/forgotten">{words}</Link>,
              })
            : ways && t('Forgot your password? The operator of this service can reset it.')}
        </p>
      )}
    </Alone>
  )
}

function OtherWays({ ways }: { ways: Schemas['SignInWays'] }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [isRefused, setRefused] = useState(false)
  const enter = async () => {
    setBusy(true)
    setError(undefined)
    try {
      setRefused(!(await signInByPasskey()))
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {ways.single_sign_on && (
        <ButtonLink to="/single-sign-on">{t('Sign in with single sign-on')}</ButtonLink>
      )}
      {ways.passkeys && 'PublicKeyCredential' in window && (
        <Button busy={busy} onClick={enter}>
          {t('Sign in with a passkey')}
        </Button>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {isRefused && (
        <Notice kind="warn">
          {t('The browser gave no passkey. Try again, or use your password.')}
        </Notice>
      )}
    </>
  )
}
