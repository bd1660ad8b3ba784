import { Pencil, Plug, Plus, RefreshCw, Trash } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Dialog.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useNew } from '../../components/forms/useNew.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { useAction } from '../../components/useAction.ts'
import { answerOf, api, dataOf, type Schemas } from '../../lib/api.ts'
import { language } from '../../lib/language.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { McpServerForm } from './McpServerForm.tsx'
import { MCP_SERVERS, readAgain } from './mcpServerData.ts'
import { ToolTabs } from './ToolTabs.tsx'

type Server = Schemas['McpServer']

/** Servers whose tools agents can be given: owners change them, everybody reads them. */
export function McpServers() {
  const { isOwner } = useRights()
  const [making, setMaking] = useNew()
  const [doing, setDoing] = useState<Doing>()
  const pages = usePages<Server>([MCP_SERVERS], (after) =>
    answerOf(
      api.GET('/api/v1/mcp-servers', {
        params: { query: { limit: 100, ...(after && { after }) } },
      }),
    ),
  )
  const close = () => setDoing(undefined)
  const make = isOwner && (
    <Button kind="primary" icon={Plus} onClick={() => setMaking('')}>
      {t('New MCP server')}
    </Button>
  )
  const added = ({ name, status }: Server) => {
    setMaking(undefined)
    showToast(
      status === 'ready'
        ? t('Added {name}. Its tools are off until you switch them on.', { name })
        : t('Added {name}, but it could not be reached.', { name }),
    )
  }
  return (
    <Page
      title={t('Tools')}
      about={t('Servers that offer tools by the Model Context Protocol.')}
      actions={make}
    >
      <ToolTabs />
      <PagedTable
        label={t('MCP servers')}
        columns={isOwner ? [...COLUMNS, actionsFor(setDoing)] : COLUMNS}
        pages={pages}
        remember="mcp-servers"
        keyOf={({ id }) => id}
        empty={
          <Empty icon={Plug} title={t('No MCP servers yet')} actions={make}>
            {t(
              'Name the address of a server, and its tools appear here, switched off. A tool that its server describes differently later is off until you accept the change.',
            )}
          </Empty>
        }
      />
      {isOwner && making !== undefined && (
        <McpServerForm onClose={() => setMaking(undefined)} onDone={added} />
      )}
      {doing?.what === 'edit' && (
        <McpServerForm
          key={doing.server.id}
          server={doing.server}
          onClose={close}
          onDone={({ name }) => {
            close()
            showToast(t('Saved {name}.', { name }))
          }}
        />
      )}
      {doing?.what === 'delete' && <DeleteServer server={doing.server} onClose={close} />}
    </Page>
  )
}

/** The open dialog of a server. */
interface Doing {
  what: 'edit' | 'delete'
  server: Server
}

/** Asks before a server is deleted. The API refuses it while agents have one of its tools. */
function DeleteServer({ server: { id, name }, onClose }: { server: Server; onClose: () => void }) {
  const remove = async () => {
    await dataOf(api.DELETE('/api/v1/mcp-servers/{id}', { params: { path: { id } } }))
    await readAgain()
  }
  return (
    <Confirm
      title={t('Delete {name}?', { name })}
      action={t('Delete server')}
      done={t('Deleted {name}.', { name })}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('Its tools and its credentials are deleted, too. This cannot be undone.')}
    </Confirm>
  )
}

const STATUS = {
  new: { name: t('Not asked yet'), kind: undefined },
  ready: { name: t('Reached'), kind: 'good' },
  unreachable: { name: t('Cannot be reached'), kind: 'bad' },
} as const

const COLUMNS: readonly Column<Server>[] = [
  {
    name: t('Name'),
    isMain: true,
    cell: ({ name, url }) => (
      <>
        <strong>{name}</strong>
        <div class="small muted tool-address">{url}</div>
      </>
    ),
  },
  {
    name: t('Status'),
    cell: ({ status, detail }) => (
      <>
        <Badge kind={STATUS[status].kind}>{STATUS[status].name}</Badge>
        {detail && (
          <div class="small muted" lang={language === 'en' ? undefined : 'en'}>
            {detail}
          </div>
        )}
      </>
    ),
  },
  { name: t('Asked'), cell: ({ listed_at }) => (listed_at ? <Time at={listed_at} /> : '–') },
]

const actionsFor = (act: (doing: Doing) => void): Column<Server> => ({
  name: t('Actions'),
  isUnnamed: true,
  isNumber: true,
  cell: (server) => <Actions server={server} act={act} />,
})

function Actions({ server, act }: { server: Server; act: (doing: Doing) => void }) {
  const { id, name } = server
  const ask = useAction(async () => {
    const params = { path: { id } }
    const { detail } = await dataOf(api.POST('/api/v1/mcp-servers/{id}/refresh', { params }))
    await readAgain()
    if (detail) showToast(detail)
  })
  return (
    <span class="tool-actions">
      <Button
        kind="quiet"
        icon={RefreshCw}
        label={t('Ask {name} for its tools', { name })}
        busy={ask.busy}
        onClick={ask.run}
      />
      <Button
        kind="quiet"
        icon={Pencil}
        label={t('Edit {name}', { name })}
        data-opens-row
        onClick={() => act({ what: 'edit', server })}
      />
      <Button
        kind="quiet"
        icon={Trash}
        label={t('Delete {name}', { name })}
        onClick={() => act({ what: 'delete', server })}
      />
    </span>
  )
}
