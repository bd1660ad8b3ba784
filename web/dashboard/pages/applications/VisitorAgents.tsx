import { Pencil } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../components/Button.tsx'
import { AgentPicker, isChosen } from '../../components/forms/AgentPicker.tsx'
import { FormDialog } from '../../components/forms/FormDialog.tsx'
import { useRights } from '../../components/session.tsx'
import { useAgents } from '../../lib/agents.ts'
import { api, dataOf, queries, type Schemas } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

type Application = Schemas['Application']

/** The agents that visitors of the application's pages can talk to. */
export function VisitorAgents({ application }: { application: Application }) {
  const { isOwner } = useRights()
  const [isChanging, setChanging] = useState(false)
  const { data: agents } = useAgents()
  const { agent_ids } = application
  const nameOf = (id: string) =>
    agents ? (agents.find((agent) => agent.id === id)?.name ?? t('Deleted')) : '…'
  return (
    <section class="card stack" aria-labelledby="visitor-agents">
      <div class="row spread">
        <h2 id="visitor-agents">{t('Agents for visitors')}</h2>
        {isOwner && (
          <Button icon={Pencil} onClick={() => setChanging(true)}>
            {t('Choose')}
          </Button>
        )}
      </div>
      {agent_ids === null ? (
        <p class="muted">{t('Visitors can talk to every active agent, including future ones.')}</p>
      ) : (
        <>
          <p class="muted">
            {t('Visitors can talk only to these agents. Servers can use all agents.')}
          </p>
          <ul class="rows">
            {agent_ids.map((id) => (
              <li key={id}>{nameOf(id)}</li>
            ))}
          </ul>
        </>
      )}
      {isChanging && <Choice application={application} onClose={() => setChanging(false)} />}
    </section>
  )
}

function Choice({ application, onClose }: { application: Application; onClose: () => void }) {
  const { data: agents } = useAgents()
  const [chosen, setChosen] = useState(application.agent_ids)
  // Drops deleted agents, which have no checkbox and which the API refuses.
  const kept =
    agents && chosen ? chosen.filter((id) => agents.some((agent) => agent.id === id)) : chosen
  const save = async () => {
    const path = { id: application.id }
    await dataOf(
      api.PATCH('/api/v1/applications/{id}', { params: { path }, body: { agent_ids: kept } }),
    )
    await queries.invalidateQueries({ queryKey: ['applications'] })
  }
  return (
    <FormDialog
      title={t('Agents for visitors')}
      action={t('Save')}
      onSubmit={save}
      done={t('Saved. The change applies within 5 seconds.')}
      disabled={!isChosen(kept)}
      onClose={onClose}
    >
      <AgentPicker
        legend={t('Which agents can visitors talk to?')}
        value={kept}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
