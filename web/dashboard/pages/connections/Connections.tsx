import { Pencil, Plug, Plus, Trash } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useNew } from '../../components/forms/useNew.ts'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import {
  type Agent,
  type Connection,
  useConnections,
  useUsers,
} from '../../components/records/connectionData.ts'
import { providerName } from '../../components/records/providers.ts'
import { useRights } from '../../components/session.tsx'
import { Forbidden } from '../../components/states/Forbidden.tsx'
import { Time } from '../../components/Time.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { t } from '../../lib/texts.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'
import { DeleteConnection } from './DeleteConnection.tsx'
import { Sentence, TestConnection } from './TestConnection.tsx'

/** The organization's own servers of models, for owners. */
export function Connections() {
  const { isOwner } = useRights()
  const [making, setMaking] = useNew()
  const make = isOwner && (
    <Button kind="primary" icon={Plus} onClick={() => setMaking('')}>
      {t('New connection')}
    </Button>
  )
  return (
    <Page
      title={t('Connections')}
      about={t('Your own accounts and servers of language models, which agents answer with.')}
      actions={make}
    >
      {isOwner ? (
        <List make={make} isMaking={making !== undefined} onMade={() => setMaking(undefined)} />
      ) : (
        <Forbidden />
      )}
    </Page>
  )
}

/** The open dialog of a connection. */
type Doing =
  | { what: 'test' | 'delete'; connection: Connection }
  | { what: 'edit'; connection: Connection; known: readonly string[] }

interface ListProps {
  make: preact.ComponentChildren
  isMaking: boolean
  onMade: () => void
}

function List({ make, isMaking, onMade }: ListProps) {
  const pages = useConnections()
  const usersOf = useUsers()
  const { sorting, sort } = useSorting(['name', 'tested', 'changed'], { by: 'name', order: 'asc' })
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const names = pages.rows.map(({ name }) => name)
  return (
    <>
      <PagedTable
        label={t('Connections')}
        columns={columnsFor(usersOf, setDoing)}
        pages={pages}
        remember="connections"
        sorting={sorting}
        onSort={sort}
        keyOf={({ id }) => id}
        empty={
          <Empty icon={Plug} title={t('No connections yet')} actions={make}>
            {t(
              'With a connection, your agents answer with models of your own account or server: your key, your contract, your prices. Until then they use the models of this service.',
            )}
          </Empty>
        }
      />
      {isMaking && (
        <ConnectionForm
          names={names}
          onClose={onMade}
          onDone={(connection) => {
            onMade()
            setDoing({ what: 'test', connection })
          }}
        />
      )}
      {doing?.what === 'edit' && (
        <ConnectionForm
          key={doing.connection.id}
          connection={doing.connection}
          names={names}
          known={doing.known}
          onClose={close}
          onDone={({ name }) => {
            close()
            showToast(t('Saved {name}.', { name }))
          }}
        />
      )}
      {doing?.what === 'test' && (
        <TestConnection
          connection={doing.connection}
          onClose={close}
          onEdit={(known) => setDoing({ what: 'edit', connection: doing.connection, known })}
        />
      )}
      {doing?.what === 'delete' && (
        <DeleteConnection
          connection={doing.connection}
          agents={usersOf?.(doing.connection) ?? []}
          onClose={close}
        />
      )}
    </>
  )
}

const columnsFor = (
  usersOf: ((connection: Connection) => Agent[]) | undefined,
  act: (doing: Doing) => void,
): readonly Column<Connection>[] => [
  {
    name: t('Name'),
    isMain: true,
    sort: 'name',
    by: ({ name }) => name,
    cell: ({ name, provider, base_url }) => (
      <>
        <strong>{name}</strong>
        <div class="small muted">{providerName(provider)}</div>
        {base_url && <div class="small muted connection-address">{base_url}</div>}
      </>
    ),
  },
  {
    name: t('Key'),
    cell: ({ key_hint }) =>
      key_hint ? (
        <code class="connection-key">…{key_hint}</code>
      ) : (
        <span class="muted">{t('No key')}</span>
      ),
  },
  { name: t('Models'), cell: ({ models }) => <Models models={models} /> },
  {
    name: t('Used by'),
    cell: (connection) => (usersOf ? <Users agents={usersOf(connection)} /> : '–'),
  },
  {
    name: t('Last test'),
    sort: 'tested',
    by: ({ last_test }) => last_test?.tested_at ?? null,
    cell: ({ last_test }) => <LastTest test={last_test} />,
  },
  {
    name: t('Changed'),
    sort: 'changed',
    by: ({ updated_at }) => updated_at,
    cell: ({ updated_at }) => <Time at={updated_at} />,
  },
  {
    name: t('Actions'),
    isUnnamed: true,
    isNumber: true,
    cell: (connection) => <Actions connection={connection} act={act} />,
  },
]

/** The most names that a cell lists. */
const MOST = 2

function Models({ models }: { models: readonly string[] }) {
  if (models.length === 0) return <span class="muted">{t('Any model')}</span>
  return (
    <div class="connection-models">
      {models.slice(0, MOST).map((model) => (
        <div key={model}>{model}</div>
      ))}
      {models.length > MOST && (
        <div class="small muted" title={models.slice(MOST).join(', ')}>
          {t('and {more} more', { more: models.length - MOST })}
        </div>
      )}
    </div>
  )
}

function Users({ agents }: { agents: readonly Agent[] }) {
  if (agents.length === 0) return <span class="muted">{t('No agent')}</span>
  return (
    <>
      {agents.slice(0, MOST).map(({ id, name }) => (
        <div key={id}>
          <Link href={`/agents/${id}`}>{name}</Link>
        </div>
      ))}
      {agents.length > MOST && (
        <div class="small muted">{t('and {more} more', { more: agents.length - MOST })}</div>
      )}
    </>
  )
}

function LastTest({ test }: { test: Connection['last_test'] }) {
  if (!test) return <Badge>{t('Not tested')}</Badge>
  return (
    <>
      <span class="row no-wrap">
        <Badge kind={test.works ? 'good' : 'bad'}>{test.works ? t('Works') : t('Fails')}</Badge>
        <span class="small muted">
          <Time at={test.tested_at} />
        </span>
      </span>
      {!test.works && (
        <div class="small muted connection-problem">
          <Sentence>{test.detail}</Sentence>
        </div>
      )}
    </>
  )
}

function Actions({ connection, act }: { connection: Connection; act: (doing: Doing) => void }) {
  const { name } = connection
  return (
    <span class="connection-actions">
      <Button
        onClick={() => act({ what: 'test', connection })}
        aria-label={t('Test {name}', { name })}
      >
        {t('Test')}
      </Button>
      <Button
        kind="quiet"
        icon={Pencil}
        label={t('Edit {name}', { name })}
        data-opens-row
        onClick={() => act({ what: 'edit', connection, known: [] })}
      />
      <Button
        kind="quiet"
        icon={Trash}
        label={t('Delete {name}', { name })}
        onClick={() => act({ what: 'delete', connection })}
      />
    </span>
  )
}
