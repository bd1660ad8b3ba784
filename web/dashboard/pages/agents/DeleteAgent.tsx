import { useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { api, dataOf, queries } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/forms/Form.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { tell } from '../../components/Toasts.tsx'
import { formatNumber } from '../../format.ts'
import { AGENTS, type Agent, readActivity } from './agentData.ts'

const counted = (count: number, what: string) => `${formatNumber(count)} ${what}${count === 1 ? '' : 's'}`

/** Asks for the agent's name before deleting the agent with all its conversations. */
export function DeleteAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [, navigate] = useLocation()
  const { data: activity } = useQuery({
    queryKey: [...AGENTS, agent.id, 'activity'],
    queryFn: () => readActivity(agent.id),
  })
  const remove = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await dataOf(api.DELETE('/api/v1/agents/{id}', { params: { path: { id: agent.id } } }))
      tell(`Deleted ${agent.name}.`)
      navigate('/agents')
      queries.removeQueries({ queryKey: [...AGENTS, agent.id] })
      queries.invalidateQueries({ queryKey: AGENTS })
    } catch (cause) {
      setError(cause)
      setBusy(false)
    }
  }
  return (
    <Dialog title={`Delete ${agent.name}?`} onClose={onClose}>
      <form class="stack" onSubmit={remove}>
        <p>
          {activity
            ? `This also deletes ${counted(activity.conversations, 'conversation')} and ${counted(activity.sessions, 'session')}, with their messages and feedback. `
            : 'This also deletes its conversations and sessions, with their messages and feedback. '}
          Knowledge stays, but no agent can use entries that only {agent.name} could use. This cannot be
          undone. To pause the agent, deactivate it instead.
        </p>
        <TextField
          label={`Type “${agent.name}” to confirm`}
          name="confirmation"
          autocomplete="off"
          value={typed}
          onChange={setTyped}
        />
        {error !== undefined && <ErrorNotice error={error} />}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="danger" busy={busy} disabled={typed.trim() !== agent.name.trim()}>
            Delete agent
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
