import { KeyRound, RefreshCw } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Code } from '../../components/Copy.tsx'
import { Confirm, Dialog } from '../../components/Dialog.tsx'
import { Form, SelectField } from '../../components/forms/Form.tsx'
import { ShownOnce } from '../../components/ShownOnce.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { tell } from '../../components/Toasts.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'

type Application = Schemas['Application']
type IdentitySecret = Application['identity_secrets'][number]

/** Hours, and their labels. */
const GRACE = [
  ['0', t('Immediately (within 5 seconds)')],
  ['1', t('In an hour')],
  ['24', t('In a day')],
  ['72', t('In 3 days')],
  ['168', t('In a week')],
] as const

const hintOf = ({ hint }: IdentitySecret) => `pis_…${hint}`

/** How a server signs who its users are, in the languages of most. */
const SAMPLES = [
  [
    t('Node'),
    `import jwt from 'jsonwebtoken'

// identitySecret: from the environment of your server
const token = jwt.sign({ name: user.name, email: user.email }, identitySecret, {
  algorithm: 'HS256',
  subject: user.id,
  expiresIn: '1h',
})`,
  ],
  [
    t('Python'),
    `import os, time, jwt  # PyJWT

now = int(time.time())
claims = {"sub": user.id, "name": user.name, "email": user.email, "iat": now, "exp": now + 3600}
token = jwt.encode(claims, os.environ["PARLEY_IDENTITY_SECRET"], algorithm="HS256")`,
  ],
] as const

/** The secrets by which the application's server signs who its users are. */
export function IdentitySecrets({ application }: { application: Application }) {
  const { isOwner } = useRights()
  const [asks, setAsks] = useState<'rotation' | 'code'>()
  const [revoked, setRevoked] = useState<IdentitySecret>()
  const close = () => setAsks(undefined)
  const { identity_secrets: secrets } = application
  return (
    <section class="card stack" aria-labelledby="verified-users">
      <div class="row spread">
        <h2 id="verified-users">{t('Verified users')}</h2>
        <div class="row">
          <Button onClick={() => setAsks('code')}>{t('Show code')}</Button>
          {isOwner && (
            <Button icon={RefreshCw} onClick={() => setAsks('rotation')}>
              {secrets.length > 0 ? t('Rotate identity secret') : t('New identity secret')}
            </Button>
          )}
        </div>
      </div>
      <p class="muted">
        {t(
          'Your server can vouch for users who are signed in to your site. They see their conversations on every device, and the agent knows who they are.',
        )}
      </p>
      {secrets.length > 0 && (
        <ul class="rows">
          {[...secrets].reverse().map((secret) => (
            <li key={secret.id} class="row spread">
              <div>
                <KeyRound size={15} aria-hidden="true" /> <code>{hintOf(secret)}</code>{' '}
                {secret.expires_at && (
                  <Badge kind="warn">
                    {rich('expires {time}', { time: <Time at={secret.expires_at} /> })}
                  </Badge>
                )}
                <div class="small muted">
                  {rich('Created {created}.', { created: <Time at={secret.created_at} /> })}
                </div>
              </div>
              {isOwner && (
                <Button
                  kind="quiet"
                  onClick={() => setRevoked(secret)}
                  aria-label={t('Revoke {secret}', { secret: hintOf(secret) })}
                >
                  {t('Revoke')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asks === 'rotation' && <IdentityRotation application={application} onClose={close} />}
      {asks === 'code' && <Samples onClose={close} />}
      {revoked && (
        <IdentityRevocation
          application={application}
          secret={revoked}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </section>
  )
}

interface IdentityAsking {
  application: Application
  onClose: () => void
}

function IdentityRotation({ application: { id, identity_secrets }, onClose }: IdentityAsking) {
  const isFirst = identity_secrets.length === 0
  const [hours, setHours] = useState('24')
  const [made, setMade] = useState<{ secret: string | null }>()
  const rotate = async () => {
    const params = { path: { application_id: id } }
    const body = { grace_hours: Number(hours) }
    const { secret } = await dataOf(
      api.POST('/api/v1/applications/{application_id}/identity-secrets', { params, body }),
    )
    setMade({ secret })
    queries.invalidateQueries({ queryKey: ['applications'] })
  }
  if (made)
    return (
      <ShownOnce
        title={t('New identity secret')}
        secret={made.secret}
        hint={t(
          'Your server uses it to sign who its users are. Anyone who has it can pose as any of them: keep it on your server, and never put it in a page.',
        )}
        onClose={onClose}
      />
    )
  const title = isFirst ? t('New identity secret') : t('Rotate identity secret')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        action={isFirst ? t('Create secret') : t('Rotate')}
        onSubmit={rotate}
        more={<Button onClick={onClose}>{t('Cancel')}</Button>}
      >
        {isFirst ? (
          <p>{t('The secret is shown once, when it is created.')}</p>
        ) : (
          <>
            <p>
              {t(
                'The new secret works immediately. Until the old one expires, tokens that your server has signed with it are taken as well.',
              )}
            </p>
            <SelectField
              label={t('The old secret expires')}
              name="grace_hours"
              value={hours}
              onChange={setHours}
              options={GRACE}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function IdentityRevocation({
  application,
  secret,
  onClose,
}: IdentityAsking & { secret: IdentitySecret }) {
  const revoke = async () => {
    const path = { application_id: application.id, id: secret.id }
    await dataOf(
      api.DELETE('/api/v1/applications/{application_id}/identity-secrets/{id}', {
        params: { path },
      }),
    )
    await queries.invalidateQueries({ queryKey: ['applications'] })
    tell(t('Revoked {secret}.', { secret: hintOf(secret) }))
  }
  return (
    <Confirm
      title={t('Revoke {secret}?', { secret: hintOf(secret) })}
      action={t('Revoke')}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>
        {t(
          'Within 5 seconds, tokens that were signed with it are refused, and visitors who are known by it become anonymous. Their conversations are kept.',
        )}
      </p>
    </Confirm>
  )
}

/** How the server signs, and the page tells the widget. */
const Samples = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t('Verified users')} onClose={onClose}>
    <div class="stack">
      <p>
        {t(
          'On your server, sign a token for the user who is signed in, with your own id for them. Never take the id from what the page sends.',
        )}
      </p>
      {SAMPLES.map(([language, code]) => (
        <div key={language} class="field">
          <span class="label">{language}</span>
          <Code text={code} label={t('Copy {language} code', { language })} />
        </div>
      ))}
      <div class="field">
        <span class="label">{t('In the page')}</span>
        <Code text={'Parley.identify(token)'} label={t('Copy JavaScript code')} />
      </div>
    </div>
  </Dialog>
)
