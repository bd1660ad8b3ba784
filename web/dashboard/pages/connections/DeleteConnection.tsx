import { Link } from 'wouter-preact'
import { Button } from '../../components/Button.tsx'
import { Confirm, Dialog } from '../../components/Dialog.tsx'
import { type Agent, type Connection, readAgain } from '../../components/records/connectionData.ts'
import { ApiError, api, dataOf, queries } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

interface DeleteConnectionProps {
  connection: Connection
  agents: readonly Agent[]
  onClose: () => void
}

/** Asks before a connection is deleted, or names the agents that need it. */
export function DeleteConnection({
  connection: { id, name },
  agents,
  onClose,
}: DeleteConnectionProps) {
  const remove = async () => {
    try {
      await dataOf(api.DELETE('/api/v1/connections/{id}', { params: { path: { id } } }))
    } catch (error) {
      // Somebody has chosen it for an agent meanwhile: with the agents read, the dialog names them.
      if (error instanceof ApiError && error.code === 'connection_in_use')
        await queries.invalidateQueries({ queryKey: ['agents'] })
      throw error
    }
    await readAgain()
  }
  if (agents.length > 0)
    return (
      <Dialog title={t('{name} is in use', { name })} onClose={onClose}>
        <div class="stack">
          <p>
            {t(
              '{count, plural, one {An agent uses this connection. Give it another model, then delete the connection.} other {# agents use this connection. Give them another model, then delete the connection.}}',
              { count: agents.length },
            )}
          </p>
          <ul class="using-agents">
            {agents.map((agent) => (
              <li key={agent.id}>
                <Link href={`/agents/${agent.id}`}>{agent.name}</Link>{' '}
                <code class="muted">{agent.model}</code>
              </li>
            ))}
          </ul>
          <div class="actions">
            <Button kind="primary" onClick={onClose}>
              {t('Close')}
            </Button>
          </div>
        </div>
      </Dialog>
    )
  return (
    <Confirm
      title={t('Delete {name}?', { name })}
      action={t('Delete connection')}
      done={t('Deleted {name}.', { name })}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('Its key is deleted, too. No agent uses it. This cannot be undone.')}
    </Confirm>
  )
}
