import { KeyRound, Pencil, Plus, Trash, Wrench } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Badge } from '../../components/Badge.tsx'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Dialog.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useNew } from '../../components/forms/useNew.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { NewSecret } from '../../components/secrets/NewSecret.tsx'
import { ShownOnce } from '../../components/secrets/ShownOnce.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { answerOf, api, dataOf, queries } from '../../lib/api.ts'
import { usePages } from '../../lib/pagesOf.ts'
import { t } from '../../lib/texts.tsx'
import { TOOLS, type Tool } from '../../lib/tools.ts'
import { AcceptChange } from './AcceptChange.tsx'
import { ToolForm } from './ToolForm.tsx'
import { ToolTabs } from './ToolTabs.tsx'
import { TryTool } from './TryTool.tsx'

/** What agents can have done in the owner's systems: owners change it, everybody reads it. */
export function ToolList() {
  const { isOwner } = useRights()
  const [making, setMaking] = useNew()
  const make = isOwner && (
    <Button kind="primary" icon={Plus} onClick={() => setMaking('')}>
      {t('New tool')}
    </Button>
  )
  return (
    <Page
      title={t('Tools')}
      about={t('What your agents can look up or do in your systems.')}
      actions={make}
    >
      <ToolTabs />
      <List
        make={make}
        isOwner={isOwner}
        isMaking={isOwner && making !== undefined}
        onMade={() => setMaking(undefined)}
      />
    </Page>
  )
}

/** The open dialog of a tool. */
interface Doing {
  what: 'try' | 'accept' | 'edit' | 'rotate' | 'delete'
  tool: Tool
}

interface ListProps {
  make: preact.ComponentChildren
  isOwner: boolean
  isMaking: boolean
  onMade: () => void
}

function List({ make, isOwner, isMaking, onMade }: ListProps) {
  const pages = usePages<Tool>([TOOLS], (after) =>
    answerOf(
      api.GET('/api/v1/tools', { params: { query: { limit: 100, ...(after && { after }) } } }),
    ),
  )
  const [doing, setDoing] = useState<Doing>()
  const [secret, setSecret] = useState<string>()
  const close = () => setDoing(undefined)
  return (
    <>
      <PagedTable
        label={t('Tools')}
        columns={isOwner ? [...COLUMNS, actionsFor(setDoing)] : COLUMNS}
        pages={pages}
        remember="tools"
        keyOf={({ id }) => id}
        empty={
          <Empty icon={Wrench} title={t('No tools yet')} actions={make}>
            {t(
              'With a tool, an agent asks your system while it answers: where an order is, or for a refund. You say which address it calls, and who must agree first.',
            )}
          </Empty>
        }
      />
      {isMaking && (
        <ToolForm
          onClose={onMade}
          onDone={(_, made) => {
            onMade()
            if (made) setSecret(made)
          }}
        />
      )}
      {secret && (
        <ShownOnce
          title={t('Tool created')}
          secret={secret}
          hint={SECRET_HINT}
          onClose={() => setSecret(undefined)}
        />
      )}
      {doing?.what === 'edit' && (
        <ToolForm
          key={doing.tool.id}
          tool={doing.tool}
          onClose={close}
          onDone={({ title }) => {
            close()
            showToast(t('Saved {name}.', { name: title }))
          }}
        />
      )}
      {doing?.what === 'try' && <TryTool tool={doing.tool} onClose={close} />}
      {doing?.what === 'accept' && doing.tool.mcp_change && (
        <AcceptChange tool={doing.tool} change={doing.tool.mcp_change} onClose={close} />
      )}
      {doing?.what === 'rotate' && <RotateTool tool={doing.tool} onClose={close} />}
      {doing?.what === 'delete' && <DeleteTool tool={doing.tool} onClose={close} />}
    </>
  )
}

const SECRET_HINT = t('Your system checks with it that requests come from Parley.')

/** Replaces the secret that signs a tool's requests, and shows the new one. */
const RotateTool = ({ tool: { id, title }, onClose }: { tool: Tool; onClose: () => void }) => (
  <NewSecret
    title={t('Rotate the secret of {name}?', { name: title })}
    action={t('Rotate')}
    create={async () => {
      const params = { path: { id } }
      return dataOf(api.POST('/api/v1/tools/{id}/rotate', { params, body: {} }))
    }}
    shown={{ title: t('New secret'), hint: SECRET_HINT }}
    onClose={onClose}
  >
    {t(
      'Requests are signed with the new secret at once, and your system refuses them until it has it. To avoid the gap, choose a secret yourself by the API.',
    )}
  </NewSecret>
)

/** Asks before a tool is deleted. The API refuses it while agents have the tool. */
function DeleteTool({ tool: { id, title }, onClose }: { tool: Tool; onClose: () => void }) {
  const remove = async () => {
    await dataOf(api.DELETE('/api/v1/tools/{id}', { params: { path: { id } } }))
    await queries.invalidateQueries({ queryKey: [TOOLS] })
  }
  return (
    <Confirm
      title={t('Delete {name}?', { name: title })}
      action={t('Delete tool')}
      done={t('Deleted {name}.', { name: title })}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('Its credentials and its secret are deleted, too. This cannot be undone.')}
    </Confirm>
  )
}

const COLUMNS: readonly Column<Tool>[] = [
  {
    name: t('Name'),
    isMain: true,
    cell: ({ title, name }) => (
      <>
        <strong>{title}</strong>
        <div class="small muted">{name}</div>
      </>
    ),
  },
  {
    name: t('Effect'),
    cell: ({ effect }) =>
      effect === 'read' ? t('Looks up') : <Badge kind="warn">{t('Changes something')}</Badge>,
  },
  {
    name: t('Request'),
    cell: ({ method, url_template, mcp_name }) => (
      <span class="tool-address">{url_template ? `${method} ${url_template}` : mcp_name}</span>
    ),
  },
  {
    name: t('Who agrees'),
    cell: ({ confirm }) =>
      ({ never: t('Nobody'), customer: t('The customer'), person: t('Your team') })[confirm],
  },
  {
    name: t('Status'),
    cell: ({ is_active, mcp_change }) =>
      mcp_change ? (
        <Badge kind="warn">{t('Changed at its server')}</Badge>
      ) : (
        <Badge kind={is_active ? 'good' : undefined}>{is_active ? t('On') : t('Off')}</Badge>
      ),
  },
  { name: t('Changed'), cell: ({ updated_at }) => <Time at={updated_at} /> },
]

const actionsFor = (act: (doing: Doing) => void): Column<Tool> => ({
  name: t('Actions'),
  isUnnamed: true,
  isNumber: true,
  cell: (tool) => (
    <span class="tool-actions">
      {tool.mcp_change && (
        <Button onClick={() => act({ what: 'accept', tool })}>{t('Review')}</Button>
      )}
      <Button
        onClick={() => act({ what: 'try', tool })}
        aria-label={t('Try {name}', { name: tool.title })}
      >
        {t('Try')}
      </Button>
      <Button
        kind="quiet"
        icon={Pencil}
        label={t('Edit {name}', { name: tool.title })}
        data-opens-row
        onClick={() => act({ what: 'edit', tool })}
      />
      {tool.kind === 'http' && (
        <Button
          kind="quiet"
          icon={KeyRound}
          label={t('Rotate the secret of {name}', { name: tool.title })}
          onClick={() => act({ what: 'rotate', tool })}
        />
      )}
      <Button
        kind="quiet"
        icon={Trash}
        label={t('Delete {name}', { name: tool.title })}
        onClick={() => act({ what: 'delete', tool })}
      />
    </span>
  ),
})
