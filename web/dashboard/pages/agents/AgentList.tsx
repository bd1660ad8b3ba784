import { Bot, FlaskConical, Plus } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { ButtonLink } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { useSelection } from '../../components/lists/bulk.tsx'
import { useSorting } from '../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { useRights } from '../../components/session.tsx'
import { Time } from '../../components/Time.tsx'
import { formatNumber } from '../../lib/format.ts'
import { rich, t } from '../../lib/texts.tsx'
import { type AgentRow, languageName, shortModel, useAgents, useModels } from './agentData.ts'
import { SwitchSelected } from './SwitchSelected.tsx'

export function AgentList() {
  const { mayChange } = useRights()
  const agents = useAgents()
  const selection = useSelection(agents.rows.map(({ agent }) => agent.id))
  const { sorting, sort } = useSorting(SORTS, { by: 'active', order: 'desc' })
  const { data: models } = useModels()
  const usual = models?.find(({ is_default }) => is_default)?.name
  const create = mayChange && (
    <ButtonLink kind="primary" icon={Plus} to="/agents/new">
      {t('New agent')}
    </ButtonLink>
  )
  return (
    <Page
      title={t('Agents')}
      about={t(
        'Agents answer your visitors and customers in their own voice, from the knowledge that you give them.',
      )}
      actions={create}
    >
      <PagedTable
        label={t('Agents')}
        pages={agents}
        keyOf={({ agent }) => agent.id}
        columns={columns(usual)}
        remember="agents"
        {...(mayChange && {
          selection,
          nameOf: ({ agent }: AgentRow) => agent.name,
          actions: (
            <SwitchSelected selection={selection} agents={agents.rows.map(({ agent }) => agent)} />
          ),
        })}
        sorting={sorting}
        onSort={sort}
        empty={
          <Empty icon={Bot} title={t('No agents yet')} actions={create}>
            {mayChange
              ? t(
                  'Create an agent, give it knowledge, and try it in the playground before your visitors do.',
                )
              : t('Owners and editors can create agents.')}
          </Empty>
        }
      />
    </Page>
  )
}

const SORTS = ['name', 'status', 'language', 'model', 'replies', 'knowledge', 'active'] as const

const columns = (usual: string | undefined): Column<AgentRow>[] => [
  {
    name: t('Agent'),
    isMain: true,
    sort: 'name',
    by: ({ agent }) => agent.name,
    cell: ({ agent }) => (
      <>
        <Link href={`/agents/${agent.id}`}>{agent.name}</Link>
        {agent.description && <div class="small muted clipped">{agent.description}</div>}
      </>
    ),
  },
  {
    name: t('Status'),
    sort: 'status',
    by: ({ agent }) => Number(!agent.is_active),
    cell: ({ agent }) => <AgentState isActive={agent.is_active} />,
  },
  {
    name: t('Language'),
    sort: 'language',
    by: ({ agent }) => agent.language && languageName(agent.language),
    cell: ({ agent }) =>
      agent.language ? languageName(agent.language) : <span class="muted">{t('Any')}</span>,
  },
  {
    name: t('Model'),
    sort: 'model',
    by: ({ agent }) => agent.model && shortModel(agent.model),
    cell: ({ agent }) =>
      agent.model ? (
        <span class="nowrap">{shortModel(agent.model)}</span>
      ) : (
        <span class="muted nowrap">{usual ? shortModel(usual) : t('Default')}</span>
      ),
  },
  {
    name: t('Replies (7 days)'),
    isNumber: true,
    sort: 'replies',
    by: ({ activity }) => activity?.replies ?? 0,
    cell: ({ activity }) => (
      <>
        {formatNumber(activity?.replies ?? 0)}
        {!!activity?.failed_replies && (
          <div class="small failed">
            {t('{count} failed', { count: formatNumber(activity.failed_replies) })}
          </div>
        )}
      </>
    ),
  },
  {
    name: t('Knowledge'),
    isNumber: true,
    sort: 'knowledge',
    by: ({ activity }) => activity?.knowledge_entries ?? 0,
    cell: ({ agent, activity }) => (
      <Link href={`/knowledge?agent=${agent.id}`}>
        {activity?.knowledge_entries ? formatNumber(activity.knowledge_entries) : t('None')}
        <span class="sr-only"> {t('knowledge entries for {name}', { name: agent.name })}</span>
      </Link>
    ),
  },
  {
    name: t('Last active'),
    sort: 'active',
    by: ({ activity }) => activity?.last_active_at ?? null,
    cell: ({ activity }) =>
      activity?.last_active_at ? (
        <span class="nowrap">
          <Time at={activity.last_active_at} />
        </span>
      ) : (
        <span class="muted">{t('Never')}</span>
      ),
  },
  {
    name: t('Try it'),
    isUnnamed: true,
    cell: ({ agent }) => (
      <ButtonLink kind="quiet" icon={FlaskConical} to={`/agents/${agent.id}/playground`}>
        {rich('Playground<s> of {name}</s>', {
          s: (words) => <span class="sr-only">{words}</span>,
          name: agent.name,
        })}
      </ButtonLink>
    ),
  },
]

export const AgentState = ({ isActive }: { isActive: boolean }) =>
  isActive ? <Badge kind="good">{t('Active')}</Badge> : <Badge>{t('Inactive')}</Badge>
