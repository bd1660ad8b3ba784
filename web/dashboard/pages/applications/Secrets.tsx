import { KeyRound, RefreshCw } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { api, dataOf, queries, type Schemas } from '../../api.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Confirm, Dialog } from '../../components/Dialog.tsx'
import { Form, SelectField } from '../../components/forms/Form.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Time } from '../../components/Time.tsx'
import { tell } from '../../components/Toasts.tsx'
import { useRights } from '../../session.tsx'
import { ShownOnce } from './ShownOnce.tsx'

type Application = Schemas['Application']
type Secret = Application['secrets'][number]

/** Hours, and their labels. */
const GRACE = [
  ['0', 'Immediately (within 5 seconds)'],
  ['1', 'In an hour'],
  ['24', 'In a day'],
  ['72', 'In 3 days'],
  ['168', 'In a week'],
  ['720', 'In 30 days'],
] as const

/** The valid secrets: their last characters, their last use, and when they expire. */
export function Secrets({ application }: { application: Application }) {
  const { isOwner } = useRights()
  const [isRotating, setRotating] = useState(false)
  const [revoked, setRevoked] = useState<Secret>()
  const { secrets } = application
  return (
    <section class="card stack" aria-labelledby="secrets">
      <div class="row spread">
        <h2 id="secrets">Secrets</h2>
        {isOwner && (
          <Button icon={RefreshCw} onClick={() => setRotating(true)}>
            {secrets.length > 0 ? 'Rotate' : 'New secret'}
          </Button>
        )}
      </div>
      {secrets.length === 0 ? (
        <Notice kind="warn">
          No server can use this application. {isOwner ? 'Create a secret.' : 'An owner can create a secret.'}
        </Notice>
      ) : (
        <ul class="rows">
          {[...secrets].reverse().map((secret) => (
            <li key={secret.id} class="row spread">
              <div>
                <KeyRound size={15} aria-hidden="true" /> <code>sk_…{secret.hint}</code>{' '}
                {secret.expires_at && (
                  <Badge kind="warn">
                    expires <Time at={secret.expires_at} />
                  </Badge>
                )}
                <div class="small muted">
                  Created <Time at={secret.created_at} />, {secret.last_used_at ? 'last used ' : 'never used'}
                  {secret.last_used_at && <Time at={secret.last_used_at} />}
                </div>
              </div>
              {isOwner && (
                <Button
                  kind="quiet"
                  onClick={() => setRevoked(secret)}
                  aria-label={`Revoke sk_…${secret.hint}`}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isRotating && <Rotation application={application} onClose={() => setRotating(false)} />}
      {revoked && (
        <Revocation application={application} secret={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </section>
  )
}

function Rotation({ application, onClose }: { application: Application; onClose: () => void }) {
  const { id, client_id, secrets } = application
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
    return <ShownOnce title="New secret" clientId={client_id} secret={made.secret} onClose={onClose} />
  return (
    <Dialog title={secrets.length > 0 ? 'Rotate secret' : 'New secret'} onClose={onClose}>
      <Form
        action={secrets.length > 0 ? 'Rotate' : 'Create secret'}
        onSubmit={rotate}
        more={<Button onClick={onClose}>Cancel</Button>}
      >
        {secrets.length > 0 && (
          <>
            <p>
              The new secret works immediately. Choose how long the older ones keep working while you update
              your servers.
            </p>
            <SelectField
              label="Older secrets expire"
              name="grace_hours"
              value={hours}
              onChange={setHours}
              options={GRACE}
              hint="Secrets that expire earlier are not extended."
            />
          </>
        )}
        {secrets.length === 0 && <p>The secret is shown once, when it is created.</p>}
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
    await dataOf(api.DELETE('/api/v1/applications/{application_id}/secrets/{id}', { params: { path } }))
    await queries.invalidateQueries({ queryKey: ['applications'] })
    tell(`Revoked sk_…${secret.hint}.`)
  }
  return (
    <Confirm title={`Revoke sk_…${secret.hint}?`} action="Revoke" onConfirm={revoke} onClose={onClose}>
      <div class="stack">
        <p>
          Requests with this secret are refused within 5 seconds. It was{' '}
          {secret.last_used_at ? 'last used ' : 'never used.'}
          {secret.last_used_at && <Time at={secret.last_used_at} />}
          {secret.last_used_at && '.'}
        </p>
        {isLast && (
          <Notice kind="warn">
            This is the only secret. No server can use this application until you create another one. To
            replace it without a gap, rotate it instead.
          </Notice>
        )}
      </div>
    </Confirm>
  )
}
