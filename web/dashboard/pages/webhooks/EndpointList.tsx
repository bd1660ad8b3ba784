import { Plus, Webhook } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useNew } from '../../components/forms/useNew.ts'
import { ConfirmSelected, useSelection } from '../../components/lists/bulk.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import {
  ALL_TYPES,
  addressOf,
  createEndpoint,
  deleteEndpoint,
  type Endpoint,
  renewEndpoints,
  useEndpoints,
} from '../../components/records/endpoints.ts'
import { useRights } from '../../components/session.tsx'
import { Forbidden } from '../../components/states/Forbidden.tsx'
import { Time } from '../../components/Time.tsx'
import { t } from '../../lib/texts.tsx'
import { EndpointForm } from './EndpointForm.tsx'
import { SigningSecret } from './SigningSecret.tsx'
import { EndpointState, statusOf } from './states.tsx'
import { WebhookTabs } from './WebhookTabs.tsx'

/** The webhook endpoints, for owners. */
export function EndpointList() {
  const { isOwner } = useRights()
  const [making, setMaking] = useNew()
  const make = isOwner && (
    <Button kind="primary" icon={Plus} onClick={() => setMaking('')}>
      {t('New endpoint')}
    </Button>
  )
  return (
    <Page
      title={t('Webhooks')}
      about={t('Your servers hear of what happens here as it happens, by signed requests.')}
      actions={make}
    >
      <WebhookTabs />
      {isOwner ? (
        <List make={make} isMaking={making !== undefined} onMade={() => setMaking(undefined)} />
      ) : (
        <Forbidden />
      )}
    </Page>
  )
}

interface ListProps {
  make: preact.ComponentChildren
  isMaking: boolean
  onMade: () => void
}

function List({ make, isMaking, onMade }: ListProps) {
  const pages = useEndpoints()
  const selection = useSelection(pages.rows.map(({ id }) => id))
  const { sorting, sort } = useSorting(['url', 'status', 'success'], { by: 'url', order: 'asc' })
  return (
    <>
      <PagedTable
        label={t('Endpoints')}
        columns={COLUMNS}
        pages={pages}
        remember="webhook-endpoints"
        sorting={sorting}
        onSort={sort}
        keyOf={({ id }) => id}
        selection={selection}
        nameOf={({ url }) => addressOf(url)}
        actions={
          <ConfirmSelected
            selection={selection}
            action={t('Delete')}
            title={(count) =>
              t('{count, plural, one {Delete this endpoint?} other {Delete # endpoints?}}', {
                count,
              })
            }
            act={deleteEndpoint}
            onTried={renewEndpoints}
            done={(count) =>
              t('{count, plural, one {Deleted the endpoint.} other {Deleted # endpoints.}}', {
                count,
              })
            }
          >
            {t(
              'Their deliveries are deleted, too, and what still waits is not sent. Events stay, for other endpoints and for the API. This cannot be undone.',
            )}
          </ConfirmSelected>
        }
        empty={
          <Empty icon={Webhook} title={t('No endpoints yet')} actions={make}>
            {t(
              'Add the URL of a server of yours. Parley sends it the events that you choose, such as replies, ratings and budgets, and tries again for three days if it does not answer.',
            )}
          </Empty>
        }
      />
      {isMaking && <NewEndpoint onClose={onMade} />}
    </>
  )
}

const COLUMNS: readonly Column<Endpoint>[] = [
  {
    name: t('Endpoint'),
    isMain: true,
    sort: 'url',
    by: ({ url }) => url,
    cell: ({ id, url, description }) => (
      <>
        <Link href={`/webhooks/${id}`} class="endpoint-url">
          {addressOf(url)}
        </Link>
        {description && <div class="small muted">{description}</div>}
      </>
    ),
  },
  {
    name: t('Status'),
    sort: 'status',
    by: (endpoint) => ['active', 'failing', 'paused', 'disabled'].indexOf(statusOf(endpoint)),
    cell: (endpoint) => <EndpointState endpoint={endpoint} />,
  },
  { name: t('Events'), cell: ({ events }) => <Types events={events} /> },
  {
    name: t('Last success'),
    sort: 'success',
    by: ({ last_success_at }) => last_success_at,
    cell: ({ last_success_at }) =>
      last_success_at ? <Time at={last_success_at} /> : <span class="muted">{t('Never')}</span>,
  },
]

/** The most event types that a cell lists. */
const MOST = 2

function Types({ events }: { events: readonly string[] }) {
  if (events.includes(ALL_TYPES)) return <>{t('All events')}</>
  return (
    <>
      {events.slice(0, MOST).map((type) => (
        <div key={type}>
          <code>{type}</code>
        </div>
      ))}
      {events.length > MOST && (
        <div class="small muted" title={events.slice(MOST).join(', ')}>
          {t('and {more} more', { more: events.length - MOST })}
        </div>
      )}
    </>
  )
}

/** Makes an endpoint, shows its secret once, and then opens it. */
function NewEndpoint({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation()
  const [made, setMade] = useState<{ id: string; secret: string | null }>()
  if (made)
    return (
      <SigningSecret
        title={t('Endpoint created')}
        secret={made.secret}
        onClose={() => go(`/webhooks/${made.id}`)}
      />
    )
  return (
    <EndpointForm
      onSubmit={async (fields) => setMade(await createEndpoint(fields))}
      onClose={onClose}
    />
  )
}
