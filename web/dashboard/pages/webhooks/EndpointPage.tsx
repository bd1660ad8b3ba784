import { Ellipsis, KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { CopyButton } from '../../components/Copy.tsx'
import { DeleteDialog } from '../../components/DeleteDialog.tsx'
import { Loading } from '../../components/Loading.tsx'
import { Menu } from '../../components/lists/Menu.tsx'
import { ErrorNotice, Notice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import {
  ALL_TYPES,
  addressOf,
  changeEndpoint,
  deleteEndpoint,
  ENDPOINTS,
  type Endpoint,
  useEndpoint,
} from '../../components/records/endpoints.ts'
import { useRights } from '../../components/session.tsx'
import { Forbidden } from '../../components/states/Forbidden.tsx'
import { Time } from '../../components/Time.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { rich, t } from '../../lib/texts.tsx'
import { Deliveries } from './deliveries/Deliveries.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { Replay } from './Replay.tsx'
import { Rotate } from './SigningSecret.tsx'
import { EndpointStatusBadge, reasonOf, statusOf } from './states.tsx'
import { TestEndpoint } from './TestEndpoint.tsx'

const BACK = ['/webhooks', t('Webhooks')] as const

/** An endpoint: its state, its settings, and its deliveries. */
export function EndpointPage({ id }: { id: string }) {
  const { isOwner } = useRights()
  if (isOwner) return <Owned id={id} />
  return (
    <Page title={t('Endpoint')} back={BACK}>
      <Forbidden />
    </Page>
  )
}

function Owned({ id }: { id: string }) {
  const { data, error, refetch } = useEndpoint(id)
  if (data) return <Known endpoint={data} />
  return (
    <Page title={t('Endpoint')} back={BACK}>
      {error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading shape="cards" />}
    </Page>
  )
}

type Doing = 'edit' | 'test' | 'rotate' | 'replay' | 'delete'

function Known({ endpoint }: { endpoint: Endpoint }) {
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const [error, setError] = useState<unknown>()
  const switchTo = (is_active: boolean) => {
    setError(undefined)
    switchEndpoint(endpoint, is_active).catch(setError)
  }
  const { url, description } = endpoint
  return (
    <Page
      title={addressOf(url)}
      back={BACK}
      about={description || undefined}
      actions={<Actions endpoint={endpoint} act={setDoing} switchTo={switchTo} />}
    >
      <div class="stack">
        {error !== undefined && <ErrorNotice error={error} />}
        <StateNotice endpoint={endpoint} switchTo={switchTo} />
        <Facts endpoint={endpoint} />
        <Deliveries endpoint={endpoint} onReplay={() => setDoing('replay')} />
      </div>
      {doing === 'edit' && (
        <EndpointForm
          endpoint={endpoint}
          onClose={close}
          onSubmit={async (fields) => {
            await changeEndpoint(endpoint, fields)
            close()
            showToast(t('Saved.'))
          }}
        />
      )}
      {doing === 'test' && <TestEndpoint endpoint={endpoint} onClose={close} />}
      {doing === 'rotate' && <Rotate endpoint={endpoint} onClose={close} />}
      {doing === 'replay' && <Replay endpoint={endpoint} onClose={close} />}
      {doing === 'delete' && <Delete endpoint={endpoint} onClose={close} />}
    </Page>
  )
}

interface Switchable {
  endpoint: Endpoint
  switchTo: (isActive: boolean) => void
}

function Actions({ endpoint, act, switchTo }: Switchable & { act: (doing: Doing) => void }) {
  const isPaused = !endpoint.is_active
  const choose = (doing: Doing) => (event: MouseEvent) => {
    closeMenu(event)
    act(doing)
  }
  return (
    <>
      <Button icon={Send} disabled={isPaused} onClick={() => act('test')}>
        {t('Send test event')}
      </Button>
      <Button icon={Pencil} onClick={() => act('edit')}>
        {t('Edit')}
      </Button>
      <Menu name={t('More actions')} icon={Ellipsis} isBrief>
        <Button
          kind="quiet"
          icon={isPaused ? Play : Pause}
          onClick={(event) => {
            closeMenu(event)
            switchTo(isPaused)
          }}
        >
          {isPaused ? t('Resume') : t('Pause')}
        </Button>
        <Button kind="quiet" icon={KeyRound} onClick={choose('rotate')}>
          {t('Rotate secret …')}
        </Button>
        <Button kind="quiet" icon={Trash2} onClick={choose('delete')}>
          {t('Delete …')}
        </Button>
      </Menu>
    </>
  )
}

/** Closes the menu first, so that the focus returns to its button. */
const closeMenu = ({ currentTarget }: MouseEvent) =>
  (currentTarget as HTMLElement).closest<HTMLElement>('[popover]')?.hidePopover()

async function switchEndpoint(endpoint: Endpoint, is_active: boolean): Promise<void> {
  await changeEndpoint(endpoint, { is_active })
  showToast(is_active ? t('The endpoint is sent events again.') : t('The endpoint is paused.'))
}

/** The reason why events are not delivered, and what to do about it. */
function StateNotice({ endpoint, switchTo }: Switchable) {
  const status = statusOf(endpoint)
  const { disabled_at, first_failure_at, failures } = endpoint
  const resume = (
    <Button onClick={() => switchTo(true)}>
      {status === 'paused' ? t('Resume') : t('Enable again')}
    </Button>
  )
  if (status === 'disabled')
    return (
      <Notice kind="bad">
        <p>
          <strong>
            {rich('Parley disabled this endpoint {time}.', { time: <Time at={disabled_at!} /> })}
          </strong>{' '}
          {reasonOf(endpoint)}{' '}
          {t(
            'Nothing is sent to it. When your server answers again, enable it and replay what it has missed.',
          )}
        </p>
        {resume}
      </Notice>
    )
  if (status === 'paused')
    return (
      <Notice>
        <p>{t('This endpoint is paused: new events are not sent to it.')}</p>
        {resume}
      </Notice>
    )
  if (status === 'failing' && first_failure_at)
    return (
      <Notice kind="warn">
        <p>
          {rich(
            '{count, plural, one {One try has failed} other {# tries have failed}} since the last success, the first {time}. An endpoint that fails for five days is disabled.',
            { count: failures, time: <Time at={first_failure_at} /> },
          )}
        </p>
      </Notice>
    )
  return null
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const { url, events, last_success_at, created_at, previous_secret_expires_at } = endpoint
  const isAll = events.includes(ALL_TYPES)
  return (
    <dl class="card endpoint-facts">
      <div>
        <dt>{t('Status')}</dt>
        <dd>
          <EndpointStatusBadge endpoint={endpoint} />
        </dd>
      </div>
      <div>
        <dt>{t('Last success')}</dt>
        <dd>{last_success_at ? <Time at={last_success_at} /> : t('Never')}</dd>
      </div>
      <div>
        <dt>{t('Created')}</dt>
        <dd>
          <Time at={created_at} />
        </dd>
      </div>
      <div>
        <dt>{t('Secret')}</dt>
        <dd>
          <code>whsec_…</code>
          {previous_secret_expires_at && Date.parse(previous_secret_expires_at) > Date.now() && (
            <div class="small muted">
              {rich('The previous secret expires {time}.', {
                time: <Time at={previous_secret_expires_at} />,
              })}
            </div>
          )}
        </dd>
      </div>
      <div class="wide">
        <dt>{t('URL')}</dt>
        <dd class="row no-wrap">
          <code class="endpoint-url">{url}</code>
          <CopyButton text={url} label={t('Copy URL')} />
        </dd>
      </div>
      <div class="wide">
        <dt>{t('Events')}</dt>
        <dd class="event-names">
          {isAll
            ? t('All events, including future types')
            : events.map((type) => <code key={type}>{type}</code>)}
        </dd>
      </div>
    </dl>
  )
}

const Delete = ({
  endpoint: { id, url },
  onClose,
}: {
  endpoint: Endpoint
  onClose: () => void
}) => (
  <DeleteDialog
    name={addressOf(url)}
    action={t('Delete endpoint')}
    remove={() => deleteEndpoint(id)}
    list="/webhooks"
    queryKey={[ENDPOINTS, id]}
    onClose={onClose}
  >
    {t(
      'Its deliveries are deleted, too, and what still waits is not sent. Events stay, for other endpoints and for the API. This cannot be undone.',
    )}
  </DeleteDialog>
)
