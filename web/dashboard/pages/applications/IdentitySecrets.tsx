import { RefreshCw } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Code } from '../../components/Copy.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { RotateSecret } from '../../components/secrets/RotateSecret.tsx'
import { SecretList } from '../../components/secrets/SecretList.tsx'
import { useRights } from '../../components/session.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

type Application = Schemas['Application']
type IdentitySecret = Application['identity_secrets'][number]

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
      <SecretList
        secrets={secrets}
        hintOf={hintOf}
        revoke={(id) => revoke(application, id)}
        warningOf={() => (
          <p>
            {t(
              'Within 5 seconds, tokens that were signed with it are refused, and visitors who are known by it become anonymous. Their conversations are kept.',
            )}
          </p>
        )}
      />
      {asks === 'rotation' && <Rotation application={application} onClose={close} />}
      {asks === 'code' && <Samples onClose={close} />}
    </section>
  )
}

interface RotationProps {
  application: Application
  onClose: () => void
}

function Rotation({ application: { id, identity_secrets }, onClose }: RotationProps) {
  const isFirst = identity_secrets.length === 0
  const rotate = async (grace_hours: number) => {
    const { secret } = await dataOf(
      api.POST('/api/v1/applications/{application_id}/identity-secrets', {
        params: { path: { application_id: id } },
        body: { grace_hours },
      }),
    )
    queries.invalidateQueries({ queryKey: ['applications'] })
    return { secret }
  }
  return (
    <RotateSecret
      title={isFirst ? t('New identity secret') : t('Rotate identity secret')}
      isFirst={isFirst}
      about={t(
        'The new secret works immediately. Until the old one expires, tokens that your server has signed with it are taken as well.',
      )}
      label={t('The old secret expires')}
      rotate={rotate}
      shown={{
        title: t('New identity secret'),
        hint: t(
          'Your server uses it to sign who its users are. Anyone who has it can pose as any of them: keep it on your server, and never put it in a page.',
        ),
      }}
      onClose={onClose}
    />
  )
}

async function revoke({ id: application_id }: Application, id: string): Promise<void> {
  const path = { application_id, id }
  await dataOf(
    api.DELETE('/api/v1/applications/{application_id}/identity-secrets/{id}', { params: { path } }),
  )
  await queries.invalidateQueries({ queryKey: ['applications'] })
}

/** Shows how the server signs a token, and how the page hands it to the widget. */
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
