import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ConfirmButton } from '../../../components/ConfirmButton.tsx'
import { CopyButton } from '../../../components/Copy.tsx'
import {
  CheckField,
  Form,
  SelectField,
  TextArea,
  TextField,
} from '../../../components/forms/Form.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { ErrorNotice } from '../../../components/Notice.tsx'
import { Page } from '../../../components/Page.tsx'
import { showToast } from '../../../components/Toasts.tsx'
import { api, dataOf, queries, type Schemas } from '../../../lib/api.ts'
import { ROLE_OPTIONS, type Role } from '../../../lib/roles.ts'
import { t } from '../../../lib/texts.tsx'
import { OrganizationTabs } from '../OrganizationTabs.tsx'

type Settings = Schemas['SingleSignOn']

/** Texts that are the same in every language. */
const EXAMPLES = {
  issuer: 'https://login.example.com',
  domains: 'example.com',
  claim: 'groups',
  roles: 'parley-admins = owner',
}

const KEY = ['single sign-on'] as const
const readAgain = () => queries.invalidateQueries({ queryKey: KEY })

/** Settings for signing in by the organization's own identity provider. For owners. */
export function SignInSettings() {
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => dataOf(api.GET('/api/v1/single-sign-on')),
    refetchOnWindowFocus: false,
  })
  return (
    <Page
      title={t('Organization')}
      about={t(
        'Members sign in at your identity provider, such as Entra ID, Okta, Google or Keycloak.',
      )}
    >
      <OrganizationTabs />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <Loading shape="cards" />}
      {data && (
        <div class="columns">
          <section class="card stack" aria-labelledby="provider">
            <h2 id="provider">{t('Single sign-on')}</h2>
            <Settings key={data.settings?.updated_at} settings={data.settings} />
          </section>
          <section class="card stack" aria-labelledby="at-provider">
            <h2 id="at-provider">{t('At your identity provider')}</h2>
            <p>
              {t(
                'Create a web application with OpenID Connect there, and enter this as its redirect address:',
              )}
            </p>
            <div class="row no-wrap">
              <code>{data.redirect_uri}</code>
              <CopyButton text={data.redirect_uri} label={t('Copy redirect address')} />
            </div>
            <p class="small muted">
              {t(
                'Members open the sign-in page, choose single sign-on, and enter the name of your organization. The first sign-in creates their account. Whoever you deactivate under Members stays out.',
              )}
            </p>
            {data.settings && <Removal />}
          </section>
        </div>
      )}
    </Page>
  )
}

const linesOf = (roles: Settings['roles']) =>
  Object.entries(roles)
    .map(([value, role]) => `${value} = ${role}`)
    .join('\n')

/** Reads `value = role`, one pair a line. The API refuses unknown roles. */
const rolesIn = (lines: string) =>
  Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line.trim())
      .map((line) => {
        const at = line.lastIndexOf('=')
        return [line.slice(0, at).trim(), line.slice(at + 1).trim() as Role]
      }),
  )

function Settings({ settings }: { settings: Settings | null }) {
  const [issuer, setIssuer] = useState(settings?.issuer ?? '')
  const [clientId, setClientId] = useState(settings?.client_id ?? '')
  const [secret, setSecret] = useState('')
  const [domains, setDomains] = useState(settings?.domains.join(', ') ?? '')
  const [claim, setClaim] = useState(settings?.role_claim ?? '')
  const [roles, setRoles] = useState(linesOf(settings?.roles ?? {}))
  const [defaultRole, setDefaultRole] = useState<string>(
    settings ? (settings.default_role ?? '') : 'viewer',
  )
  const [isRequired, setRequired] = useState(settings?.is_required ?? false)
  const save = async () => {
    const body = {
      issuer: issuer.trim(),
      client_id: clientId.trim(),
      ...(secret && { client_secret: secret.trim() }),
      domains: domains
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
      role_claim: claim.trim() || null,
      roles: rolesIn(roles),
      default_role: (defaultRole || null) as Role | null,
      is_required: isRequired,
    }
    await dataOf(api.POST('/api/v1/single-sign-on', { body }))
    showToast(t('Single sign-on is set up.'))
    await readAgain()
  }
  return (
    <Form action={t('Save')} onSubmit={save}>
      <TextField
        label={t('Issuer')}
        name="issuer"
        type="url"
        required
        maxLength={500}
        placeholder={EXAMPLES.issuer}
        hint={t('The address of your identity provider, as its settings name it.')}
        value={issuer}
        onChange={setIssuer}
      />
      <TextField
        label={t('Client ID')}
        name="client_id"
        required
        maxLength={200}
        autocomplete="off"
        value={clientId}
        onChange={setClientId}
      />
      <TextField
        label={t('Client secret')}
        name="client_secret"
        type="password"
        required={!settings}
        maxLength={1_000}
        autocomplete="off"
        hint={
          settings
            ? t('Ends in {hint}. If empty, it stays.', { hint: settings.client_secret_hint || '…' })
            : t('Kept encrypted, and never shown again.')
        }
        value={secret}
        onChange={setSecret}
      />
      <TextField
        label={t('Domains')}
        name="domains"
        required
        autocomplete="off"
        placeholder={EXAMPLES.domains}
        hint={t('Only people with email addresses at these domains can join, with commas between.')}
        value={domains}
        onChange={setDomains}
      />
      <SelectField
        label={t('Role of new members')}
        name="default_role"
        value={defaultRole}
        onChange={setDefaultRole}
        options={[...ROLE_OPTIONS, ['', t('None: only the roles below can sign in')]]}
      />
      <TextField
        label={t('Claim with roles or groups')}
        name="role_claim"
        maxLength={200}
        autocomplete="off"
        placeholder={EXAMPLES.claim}
        hint={t('Optional. Your provider then decides on the roles, at each sign-in.')}
        value={claim}
        onChange={setClaim}
      />
      {claim.trim() && (
        <TextArea
          label={t('Roles by value of the claim')}
          name="roles"
          rows={4}
          placeholder={EXAMPLES.roles}
          hint={t('One a line: the value, an equals sign, and owner, editor, agent or viewer.')}
          value={roles}
          onChange={setRoles}
        />
      )}
      <CheckField
        label={t('Refuse passwords')}
        name="is_required"
        hint={t(
          'Owners with an authenticator app can still use their password, in case your provider fails. You need one to turn this on.',
        )}
        checked={isRequired}
        onChange={setRequired}
      />
    </Form>
  )
}

function Removal() {
  const remove = async () => {
    await dataOf(api.DELETE('/api/v1/single-sign-on'))
    await readAgain()
  }
  return (
    <div>
      <ConfirmButton
        button={{ kind: 'danger', text: t('Remove single sign-on') }}
        title={t('Remove single sign-on?')}
        action={t('Remove')}
        onConfirm={remove}
        done={t('Single sign-on removed.')}
      >
        {t('Members without a password cannot sign in until they choose one by a link.')}
      </ConfirmButton>
    </div>
  )
}
