import { useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { Alone } from '../../components/Alone.tsx'
import { ButtonLink } from '../../components/Button.tsx'
import { Form, TextField } from '../../components/forms/Form.tsx'
import { NewPassword } from '../../components/forms/NewPassword.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { enter } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { api, dataOf } from '../../lib/api.ts'
import { MAY, ROLE_NAMES } from '../../lib/roles.ts'
import { rich, t } from '../../lib/texts.tsx'

/** The page of an invitation's link. The token is in the fragment, which only this page reads. */
export function Invitation() {
  const [token, setToken] = useState(() => location.hash.slice(1))
  useEffect(() => {
    const changed = () => setToken(location.hash.slice(1))
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => dataOf(api.POST('/api/v1/invitations/read', { body: { token } })),
    enabled: token.length >= 20,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  return (
    <Alone title={t('Invitation')}>
      {data ? (
        <Acceptance token={token} invitation={data} />
      ) : (
        <>
          <h1>{t('Invitation')}</h1>
          {error && <ErrorNotice error={error} onRetry={refetch} />}
          {token.length < 20 ? (
            <p>
              {t(
                'This link is incomplete. Copy the whole link from the message that you received.',
              )}
            </p>
          ) : (
            !error && <Loading what={t('Loading your invitation …')} />
          )}
          {(error || token.length < 20) && (
            <div class="row">
              <ButtonLink to="/">{t('Go to sign-in')}</ButtonLink>
            </div>
          )}
        </>
      )}
    </Alone>
  )
}

function Acceptance({
  token,
  invitation: { organization, email, role, invited_by, expires_at },
}: {
  token: string
  invitation: {
    organization: string
    email: string
    role: keyof typeof MAY
    invited_by: string
    expires_at: string
  }
}) {
  const [, go] = useLocation()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const accept = async () => {
    const body = { token, password, ...(name.trim() && { name: name.trim() }) }
    enter(await dataOf(api.POST('/api/v1/invitations/accept', { body })))
    showToast(t('Welcome to {organization}.', { organization }))
    go('/', { replace: true })
  }
  return (
    <>
      <div class="stack">
        <h1>{t('Join {organization}', { organization })}</h1>
        <p>
          {rich('{inviter} invited you as <b>{role}</b>. {rights} The invitation expires {time}.', {
            inviter: invited_by,
            role: ROLE_NAMES[role],
            rights: MAY[role],
            b: (words) => <strong>{words}</strong>,
            time: <Time at={expires_at} />,
          })}
        </p>
      </div>
      <Form action={t('Join')} onSubmit={accept}>
        <TextField
          label={t('Email address')}
          name="email"
          type="email"
          autocomplete="username"
          readOnly
          hint={t('You sign in with this address.')}
          value={email}
          onChange={() => undefined}
        />
        <TextField
          label={t('Your name')}
          name="name"
          autocomplete="name"
          maxLength={120}
          hint={t('Optional. Your colleagues see it, and customers whom you answer.')}
          value={name}
          onChange={setName}
        />
        <NewPassword name="password" value={password} onChange={setPassword} />
      </Form>
    </>
  )
}
