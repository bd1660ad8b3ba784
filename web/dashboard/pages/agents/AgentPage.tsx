import { Power, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { Page } from '../../components/Page.tsx'
import { useRights } from '../../components/session.tsx'
import { useAction } from '../../components/useAction.ts'
import { t } from '../../lib/texts.tsx'
import { AgentState } from './AgentList.tsx'
import { type Agent, useAgent } from './agentData.ts'
import { Deactivate } from './Deactivate.tsx'
import { DeleteAgent } from './DeleteAgent.tsx'
import { switchAgent } from './switchAgent.ts'
import { type View, Workbench } from './Workbench.tsx'

/** An agent: its settings, and the playground to try it in. */
export function AgentPage({ id, view }: { id: string; view: View }) {
  const { data: agent, error, refetch } = useAgent(id)
  if (!agent)
    return (
      <Page title={t('Agent')} back={['/agents', t('Agents')]}>
        {error ? <ErrorNotice error={error} onRetry={refetch} /> : <Loading />}
      </Page>
    )
  return (
    <Page
      title={agent.name}
      back={['/agents', t('Agents')]}
      about={
        <>
          <AgentState isActive={agent.is_active} /> {agent.description}
        </>
      }
      actions={<AgentActions agent={agent} />}
    >
      <Workbench agent={agent} view={view} />
    </Page>
  )
}

function AgentActions({ agent }: { agent: Agent }) {
  const { mayChange } = useRights()
  const [asking, setAsking] = useState<'deactivate' | 'delete'>()
  const { busy, error, run } = useAction(() => switchAgent(agent, true))
  if (!mayChange) return null
  const close = () => setAsking(undefined)
  return (
    <>
      {agent.is_active ? (
        <Button icon={Power} onClick={() => setAsking('deactivate')}>
          {t('Deactivate')}
        </Button>
      ) : (
        <Button kind="primary" icon={Power} busy={busy} onClick={run}>
          {t('Activate')}
        </Button>
      )}
      <Button kind="quiet" icon={Trash2} onClick={() => setAsking('delete')}>
        {t('Delete')}
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
      {asking === 'deactivate' && <Deactivate agent={agent} onClose={close} />}
      {asking === 'delete' && (
        <DeleteAgent agent={agent} onDeactivate={() => setAsking('deactivate')} onClose={close} />
      )}
    </>
  )
}
