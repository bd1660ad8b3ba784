import { useQuery } from '@tanstack/preact-query'
import { Pencil, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Code, CopyButton } from '../../components/Copy.tsx'
import { DeleteDialog } from '../../components/DeleteDialog.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { Embed } from '../../components/records/Embed.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { rich, t } from '../../lib/texts.tsx'
import { IdentitySecrets } from './IdentitySecrets.tsx'
import { Limits } from './Limits.tsx'
import { Origins } from './Origins.tsx'
import { Secrets } from './Secrets.tsx'
import { VisitorAgents } from './VisitorAgents.tsx'

type Application = Schemas['Application']

const BACK = ['/applications', t('Applications')] as const

/** One application: its settings, and how it is used. */
export function ApplicationPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['applications', id],
    queryFn: () => dataOf(api.GET('/api/v1/applications/{id}', { params: { path: { id } } })),
  })
  // Also after a refetch that failed: an error page would close the dialog that shows a secret
  // once.
  if (data) return <Known application={data} />
  return (
    <Page title={t('Application')} back={BACK}>
      {error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading shape="cards" />}
    </Page>
  )
}

function Known({ application }: { application: Application }) {
  const { isOwner } = useRights()
  const [asks, setAsks] = useState<'rename' | 'delete'>()
  const { name, client_id, last_used_at, created_at, allowed_origins } = application
  return (
    <Page
      title={name}
      back={BACK}
      about={
        last_used_at
          ? rich('Created {created}, last used {used}.', {
              created: <Time at={created_at} />,
              used: <Time at={last_used_at} />,
            })
          : rich('Created {created}, never used.', { created: <Time at={created_at} /> })
      }
      actions={
        isOwner && (
          <>
            <Button icon={Pencil} onClick={() => setAsks('rename')}>
              {t('Rename')}
            </Button>
            <Button kind="danger" icon={Trash2} onClick={() => setAsks('delete')}>
              {t('Delete')}
            </Button>
          </>
        )
      }
    >
      <div class="application">
        <div class="stack">
          <Secrets application={application} />
          <section class="card stack" aria-labelledby="from-server">
            <h2 id="from-server">{t('From your server')}</h2>
            <p class="row no-wrap">
              <span class="muted">{t('Client ID')}</span> <code>{client_id}</code>{' '}
              <CopyButton text={client_id} label={t('Copy client ID')} />
            </p>
            <p class="muted">{t('Put the secret in the environment, then list your agents:')}</p>
            <Code text={CURL} label={t('Copy curl command')} />
            <p class="small muted">
              {rich('<a>The API reference</a> has an example for each request.', {
                a: (words) => (
                  <a href="/docs" target="_blank" rel="noreferrer">
                    {' '}
                    {words}{' '}
                  </a>
                ),
              })}
            </p>
          </section>
          <Limits application={application} />
          <IdentitySecrets application={application} />
        </div>
        <div class="stack">
          <Origins application={application} />
          <VisitorAgents application={application} />
          <section class="card stack application-embed" aria-labelledby="embed">
            <h2 id="embed">{t('On your pages')}</h2>
            <Embed application={{ client_id, allowed_origins }} />
          </section>
        </div>
      </div>
      {asks === 'rename' && <Rename application={application} onClose={() => setAsks(undefined)} />}
      {asks === 'delete' && <Delete application={application} onClose={() => setAsks(undefined)} />}
    </Page>
  )
}

const CURL = `curl ${location.origin}/api/v1/agents \\\n  -H "Authorization: Bearer $CLIENT_SECRET"`

interface Asking {
  application: Application
  onClose: () => void
}

function Rename({ application, onClose }: Asking) {
  const [name, setName] = useState(application.name)
  const rename = async () => {
    const path = { id: application.id }
    await dataOf(api.PATCH('/api/v1/applications/{id}', { params: { path }, body: { name } }))
    queries.invalidateQueries({ queryKey: ['applications'] })
  }
  return (
    <FormDialog
      title={t('Rename application')}
      action={t('Rename')}
      onSubmit={rename}
      done={t('Application renamed.')}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        name="name"
        required
        maxLength={120}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  )
}

const Delete = ({ application: { id, name }, onClose }: Asking) => (
  <DeleteDialog
    name={name}
    action={t('Delete application')}
    remove={() => dataOf(api.DELETE('/api/v1/applications/{id}', { params: { path: { id } } }))}
    list="/applications"
    queryKey={['applications', id]}
    onClose={onClose}
  >
    <p>
      {t(
        'Within 5 seconds, its secrets stop working, and the widget on its pages ends for every visitor. Sessions and conversations are kept. This cannot be undone.',
      )}
    </p>
  </DeleteDialog>
)
