import { KeyRound, Plus, RefreshCw } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Confirm, Dialog } from '../../components/Dialog.tsx'
import { Form, SelectField } from '../../components/forms/Form.tsx'
import { Notice } from '../../components/Notice.tsx'
import { ShownOnce } from '../../components/ShownOnce.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { tell } from '../../components/Toasts.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { KeyRights } from './KeyRights.tsx'
import { NewKey } from './NewKey.tsx'

type Application = Schemas['Application']
type Secret = Application['secrets'][number]

/** Hours, and their labels. */
const GRACE = [
  ['0', t('Immediately (within 5 seconds)')],
  ['1', t('In an hour')],
  ['24', t('In a day')],
  ['72', t('In 3 days')],
  ['168', t('In a week')],
  ['720', t('In 30 days')],
] as const

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
  const [revoked, setRevoked] = useState<Secret>()
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
      {secrets.length === 0 ? (
        <Notice kind="warn">
          {isOwner
            ? t('No server can use this application. Create a secret.')
            : t('No server can use this application. An owner can create a secret.')}
        </Notice>
      ) : (
        <ul class="rows">
          {[...secrets].reverse().map((secret) => (
            <li key={secret.id} class="row spread">
              <div>
                <KeyRound size={15} aria-hidden="true" />{' '}
                {secret.name && <strong>{secret.name}</strong>} <code>{hintOf(secret)}</code>{' '}
                {secret.expires_at && (
                  <Badge kind="warn">
                    {rich('expires {time}', { time: <Time at={secret.expires_at} /> })}
                  </Badge>
                )}
                <KeyRights secret={secret} />
                <div class="small muted">
                  {secret.last_used_at
                    ? rich('Created {created}, last used {used}.', {
                        created: <Time at={secret.created_at} />,
                        used: <Time at={secret.last_used_at} />,
                      })
                    : rich('Created {created}, never used.', {
                        created: <Time at={secret.created_at} />,
                      })}
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
      {asks === 'rotation' && <Rotation application={application} onClose={close} />}
      {asks === 'key' && <NewKey application={application} onClose={close} />}
      {revoked && (
        <Revocation
          application={application}
          secret={revoked}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </section>
  )
}

function Rotation({ application, onClose }: { application: Application; onClose: () => void }) {
  const { id, client_id } = application
  const secrets = rotated(application.secrets)
  const [hours, setHours] = useState('24')
  const [made, setMade] = useState<{ secret: string | null }>()
  const rotate = async () => {
    const params = { path: { application_id: id } }
    const body = { grace_hours: Number(hours) }
    const { client_secret } = await dataOf(
      api.POST('/api/v1/applications/{application_id}/secrets', { params, body }),
    )
    setMade({ secret: client_secret })
    queries.invalidateQueries({ queryKey: ['applications'] })
  }
  if (made)
    return (
      <ShownOnce
        title={t('New secret')}
        clientId={client_id}
        secret={made.secret}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={secrets.length > 0 ? t('Rotate secret') : t('New secret')} onClose={onClose}>
      <Form
        action={secrets.length > 0 ? t('Rotate') : t('Create secret')}
        onSubmit={rotate}
        more={<Button onClick={onClose}>{t('Cancel')}</Button>}
      >
        {secrets.length > 0 && (
          <>
            <p>
              {t(
                'The new secret works immediately. Choose how long the older ones keep working while you update your servers. Keys with a name are not affected.',
              )}
            </p>
            <SelectField
              label={t('Older secrets expire')}
              name="grace_hours"
              value={hours}
              onChange={setHours}
              options={GRACE}
              hint={t('Secrets that expire earlier are not extended.')}
            />
          </>
        )}
        {secrets.length === 0 && <p>{t('The secret is shown once, when it is created.')}</p>}
      </Form>
    </Dialog>
  )
}

interface RevocationProps {
  application: Application
  secret: Secret
  onClose: () => void
}

function Revocation({ application, secret, onClose }: RevocationProps) {
  const isLast = application.secrets.length === 1
  const revoke = async () => {
    const path = { application_id: application.id, id: secret.id }
    await dataOf(
      api.DELETE('/api/v1/applications/{application_id}/secrets/{id}', { params: { path } }),
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
      <div class="stack">
        <p>
          {secret.last_used_at
            ? rich(
                'Requests with this secret are refused within 5 seconds. It was last used {time}.',
                {
                  time: <Time at={secret.last_used_at} />,
                },
              )
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
    </Confirm>
  )
}
