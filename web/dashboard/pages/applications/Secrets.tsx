import { Plus, RefreshCw } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Notice } from '../../components/Notice.tsx'
import { RotateSecret } from '../../components/secrets/RotateSecret.tsx'
import { SecretList } from '../../components/secrets/SecretList.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { KeyRights } from './KeyRights.tsx'
import { NewKey } from './NewKey.tsx'

type Application = Schemas['Application']
type Secret = Application['secrets'][number]

/**
 * The secrets that came with the application or a rotation. Keys have a name, and no rotation ends
 * them.
 */
const rotated = (secrets: readonly Secret[]) => secrets.filter(({ name }) => name === null)

const hintOf = ({ is_test, hint }: Secret) => `${is_test ? 'sk_test_' : 'sk_'}…${hint}`

/** The valid secrets and keys: their last characters, rights and last use, and when they expire. */
export function Secrets({ application }: { application: Application }) {
  const { isOwner } = useRights()
  const [asks, setAsks] = useState<'rotation' | 'key'>()
  const close = () => setAsks(undefined)
  const { secrets } = application
  return (
    <section class="card stack" aria-labelledby="secrets">
      <div class="row spread">
        <h2 id="secrets">{t('Secrets')}</h2>
        {isOwner && (
          <div class="row">
            <Button icon={RefreshCw} onClick={() => setAsks('rotation')}>
              {rotated(secrets).length > 0 ? t('Rotate') : t('New secret')}
            </Button>
            <Button icon={Plus} onClick={() => setAsks('key')}>
              {t('New key')}
            </Button>
          </div>
        )}
      </div>
      {secrets.length === 0 && (
        <Notice kind="warn">
          {isOwner
            ? t('No server can use this application. Create a secret.')
            : t('No server can use this application. An owner can create a secret.')}
        </Notice>
      )}
      <SecretList
        secrets={secrets}
        hintOf={hintOf}
        detailsOf={(secret) => <KeyRights secret={secret} />}
        revoke={(id) => revoke(application, id)}
        warningOf={(secret) => <Warning secret={secret} isLast={secrets.length === 1} />}
      />
      {asks === 'rotation' && <Rotation application={application} onClose={close} />}
      {asks === 'key' && <NewKey application={application} onClose={close} />}
    </section>
  )
}

function Rotation({ application, onClose }: { application: Application; onClose: () => void }) {
  const { id, client_id } = application
  const isFirst = rotated(application.secrets).length === 0
  const rotate = async (grace_hours: number) => {
    const { client_secret } = await dataOf(
      api.POST('/api/v1/applications/{application_id}/secrets', {
        params: { path: { application_id: id } },
        body: { grace_hours },
      }),
    )
    queries.invalidateQueries({ queryKey: ['applications'] })
    return { secret: client_secret, clientId: client_id }
  }
  return (
    <RotateSecret
      title={isFirst ? t('New secret') : t('Rotate secret')}
      isFirst={isFirst}
      about={t(
        'The new secret works immediately. Choose how long the older ones keep working while you update your servers. Keys with a name are not affected.',
      )}
      label={t('Older secrets expire')}
      hint={t('Secrets that expire earlier are not extended.')}
      most={720}
      rotate={rotate}
      shown={{ title: t('New secret') }}
      onClose={onClose}
    />
  )
}

async function revoke({ id: application_id }: Application, id: string): Promise<void> {
  const path = { application_id, id }
  await dataOf(
    api.DELETE('/api/v1/applications/{application_id}/secrets/{id}', { params: { path } }),
  )
  await queries.invalidateQueries({ queryKey: ['applications'] })
}

const Warning = ({ secret: { last_used_at }, isLast }: { secret: Secret; isLast: boolean }) => (
  <div class="stack">
    <p>
      {last_used_at
        ? rich('Requests with this secret are refused within 5 seconds. It was last used {time}.', {
            time: <Time at={last_used_at} />,
          })
        : t('Requests with this secret are refused within 5 seconds. It was never used.')}
    </p>
    {isLast && (
      <Notice kind="warn">
        {t(
          'This is the only secret. No server can use this application until you create another one. To replace it without a gap, rotate it instead.',
        )}
      </Notice>
    )}
  </div>
)
