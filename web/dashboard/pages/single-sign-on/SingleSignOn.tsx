import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { Alone } from '../../components/Alone.tsx'
import { ButtonLink } from '../../components/Button.tsx'
import { Form, TextField } from '../../components/forms/Form.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { enter } from '../../components/session.tsx'
import { api, dataOf } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

/** The key under which this browser stores the organization's name. */
const REMEMBERED = 'parley-organization'

/** Sends the browser to the organization's identity provider, which sends it back here. */
export function SingleSignOn() {
  const [query] = useState(() => location.search.slice(1))
  return (
    <Alone title={t('Sign in')}>
      <h1>{t('Sign in with single sign-on')}</h1>
      {query ? <Arrival query={query} /> : <Departure />}
    </Alone>
  )
}

function Departure() {
  const [organization, setOrganization] = useState(() => localStorage.getItem(REMEMBERED) ?? '')
  const leave = async () => {
    const body = { organization: organization.trim() }
    const { url } = await dataOf(api.POST('/dashboard/single-sign-on', { body }))
    localStorage.setItem(REMEMBERED, body.organization)
    location.assign(url)
    // The button stays busy until the browser has left.
    await new Promise(() => undefined)
  }
  return (
    <Form
      action={t('Continue')}
      onSubmit={leave}
      more={<ButtonLink to="/">{t('Use a password')}</ButtonLink>}
    >
      <TextField
        label={t('Organization')}
        name="organization"
        autocomplete="organization"
        required
        maxLength={200}
        hint={t('The name of your organization in Parley. You sign in at its identity provider.')}
        value={organization}
        onChange={setOrganization}
      />
    </Form>
  )
}

function Arrival({ query }: { query: string }) {
  const [, go] = useLocation()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    // The provider's answer works once, and must not stay in the history.
    history.replaceState(null, '', location.pathname)
    dataOf(api.POST('/dashboard/single-sign-on/finish', { body: { query } })).then((signedIn) => {
      enter(signedIn)
      go('/', { replace: true })
    }, setError)
  }, [])
  if (error === undefined) return <Loading what={t('Signing you in …')} />
  return (
    <>
      <ErrorNotice error={error} />
      <div class="row">
        <ButtonLink to="/">{t('Go to sign-in')}</ButtonLink>
      </div>
    </>
  )
}
