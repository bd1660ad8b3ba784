import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { showToast } from '../../components/Toasts.tsx'
import { useAction } from '../../components/useAction.ts'
import { api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'
import { AGENTS, type Agent, readActivity } from './agentData.ts'

interface DeleteAgentProps {
  agent: Agent
  /** Asks whether to deactivate it instead, which is the ordinary way: what was said stays. */
  onDeactivate: () => void
  onClose: () => void
}

/** Asks for the agent's name before deleting the agent with all its conversations. */
export function DeleteAgent({ agent, onDeactivate, onClose }: DeleteAgentProps) {
  const [typed, setTyped] = useState('')
  const [, navigate] = useLocation()
  const { data: activity } = useQuery({
    queryKey: [...AGENTS, agent.id, 'activity'],
    queryFn: () => readActivity(agent.id),
  })
  const { busy, error, run } = useAction(async () => {
    const params = { path: { id: agent.id }, query: { conversations: 'delete' as const } }
    await dataOf(api.DELETE('/api/v1/agents/{id}', { params }))
    showToast(t('Deleted {name}.', { name: agent.name }))
    navigate('/agents')
    queries.removeQueries({ queryKey: [...AGENTS, agent.id] })
    queries.invalidateQueries({ queryKey: AGENTS })
  })
  const remove = (event: Event) => {
    event.preventDefault()
    run()
  }
  return (
    <Dialog title={t('Delete {name}?', { name: agent.name })} onClose={onClose}>
      <form class="stack" onSubmit={remove}>
        <p>
          {activity
            ? t(
                'This also deletes {conversations, plural, one {# conversation} other {# conversations}} and {sessions, plural, one {# session} other {# sessions}}, with their messages and feedback.',
                { conversations: activity.conversations, sessions: activity.sessions },
              )
            : t(
                'This also deletes its conversations and sessions, with their messages and feedback.',
              )}{' '}
          {t(
            'Knowledge stays, but no agent can use entries that only {name} could use. This cannot be undone.',
            { name: agent.name },
          )}
        </p>
        {agent.is_active && (
          <p>
            {t(
              'To keep the conversations, deactivate the agent instead: then it takes no new messages.',
            )}
          </p>
        )}
        <TextField
          label={t('Type “{name}” to confirm', { name: agent.name })}
          name="confirmation"
          autocomplete="off"
          value={typed}
          onChange={setTyped}
        />
        {error !== undefined && <ErrorNotice error={error} />}
        <div class="actions">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {agent.is_active && (
            <Button kind="primary" onClick={onDeactivate}>
              {t('Deactivate instead')}
            </Button>
          )}
          <Button
            type="submit"
            kind="danger"
            busy={busy}
            disabled={typed.trim() !== agent.name.trim()}
          >
            {t('Delete agent')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
