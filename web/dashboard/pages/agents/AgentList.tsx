import { Bot, FlaskConical, Plus } from 'lucide-preact'
import { Link } from 'wouter-preact'
import { Badge } from '../../components/Badge.tsx'
import { ButtonLink } from '../../components/Button.tsx'
import { Empty } from '../../components/Empty.tsx'
import { type Column, PagedTable } from '../../components/lists/Table.tsx'
import { Page } from '../../components/Page.tsx'
import { Time } from '../../components/Time.tsx'
import { formatNumber } from '../../format.ts'
import { useRights } from '../../session.tsx'
import { type AgentRow, languageName, shortModel, useAgents, useModels } from './agentData.ts'

export function AgentList() {
  const { mayChange } = useRights()
  const agents = useAgents()
  const { data: models } = useModels()
  const usual = models?.find(({ is_default }) => is_default)?.name
  const create = mayChange && (
    <ButtonLink kind="primary" icon={Plus} to="/agents/new">
      New agent
    </ButtonLink>
  )
  return (
    <Page
      title="Agents"
      about="An agent answers your visitors and customers: with its own voice, from the knowledge that serves it."
      actions={create}
    >
      <PagedTable
        label="Agents"
        pages={agents}
        keyOf={({ agent }) => agent.id}
        columns={columns(usual)}
        empty={
          <Empty icon={Bot} title="No agent yet" actions={create}>
            {mayChange
              ? 'Create one, give it knowledge, and try it in its playground before your visitors meet it.'
              : 'An owner or editor of your organization can create one.'}
          </Empty>
        }
      />
    </Page>
  )
}

const columns = (usual: string | undefined): Column<AgentRow>[] => [
  {
    name: 'Agent',
    isMain: true,
    cell: ({ agent }) => (
      <>
        <Link href={`/agents/${agent.id}`}>{agent.name}</Link>
        {agent.description && <div class="small muted clipped">{agent.description}</div>}
      </>
    ),
  },
  { name: 'State', cell: ({ agent }) => <AgentState isActive={agent.is_active} /> },
  {
    name: 'Language',
    cell: ({ agent }) => (agent.language ? languageName(agent.language) : <span class="muted">Any</span>),
  },
  {
    name: 'Model',
    cell: ({ agent }) =>
      agent.model ? (
        <span class="nowrap">{shortModel(agent.model)}</span>
      ) : (
        <span class="muted nowrap">{usual ? shortModel(usual) : 'Default'}</span>
      ),
  },
  {
    name: 'Replies in 7 days',
    isNumber: true,
    cell: ({ activity }) => (
      <>
        {formatNumber(activity?.replies ?? 0)}
        {!!activity?.failed_replies && (
          <div class="small failed">{formatNumber(activity.failed_replies)} failed</div>
        )}
      </>
    ),
  },
  {
    name: 'Knowledge',
    isNumber: true,
    cell: ({ agent, activity }) => (
      <Link href={`/knowledge?agent=${agent.id}`}>
        {activity?.knowledge_entries ? formatNumber(activity.knowledge_entries) : 'None'}
        <span class="sr-only"> entries that {agent.name} answers from</span>
      </Link>
    ),
  },
  {
    name: 'Last active',
    cell: ({ activity }) =>
      activity?.last_active_at ? (
        <span class="nowrap">
          <Time at={activity.last_active_at} />
        </span>
      ) : (
        <span class="muted">Never</span>
      ),
  },
  {
    name: 'Try it',
    isUnnamed: true,
    cell: ({ agent }) => (
      <ButtonLink kind="quiet" icon={FlaskConical} to={`/agents/${agent.id}/playground`}>
        Playground<span class="sr-only"> of {agent.name}</span>
      </ButtonLink>
    ),
  },
]

export const AgentState = ({ isActive }: { isActive: boolean }) =>
  isActive ? <Badge kind="good">Active</Badge> : <Badge>Inactive</Badge>
