import { useId } from 'preact/hooks'
import { Loading } from '../../components/Loading.tsx'
import { ErrorNotice } from '../../components/Notice.tsx'
import { type Agent, useAgents } from './entries.ts'

/** Whom an entry serves: every agent, also of those to come, or these. */
export function AgentPicker({
  value,
  onChange,
}: {
  /** null: every agent. */
  value: readonly string[] | null
  onChange: (ids: string[] | null) => void
}) {
  const { data: agents, error, refetch } = useAgents()
  const name = useId()
  if (error) return <ErrorNotice error={error} onRetry={refetch} />
  if (!agents) return <Loading what="Loading the agents …" />
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...(value ?? []), id] : (value ?? []).filter((one) => one !== id))
  return (
    <fieldset class="stack knowledge-agents">
      <legend class="label">Which agents know it?</legend>
      <div class="row">
        <label class="check">
          <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
          Every agent, also those to come
        </label>
        <label class="check">
          <input
            type="radio"
            name={name}
            checked={value !== null}
            disabled={agents.length === 0}
            onChange={() => onChange([])}
          />
          Only some
        </label>
      </div>
      {value !== null && (
        <div class="knowledge-choices">
          {agents.map(({ id, name: agent }) => (
            <label class="check" key={id}>
              <input
                type="checkbox"
                checked={value.includes(id)}
                onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
              />
              {agent}
            </label>
          ))}
          {value.length === 0 && <p class="small problem">Choose at least one agent.</p>}
        </div>
      )}
    </fieldset>
  )
}

/** Whether something can be sent with this choice. */
export const isChosen = (value: readonly string[] | null) => value === null || value.length > 0

/** The names of those whom an entry serves. */
export function servedBy(ids: readonly string[] | null, agents: readonly Agent[] | undefined): string {
  if (ids === null) return 'Every agent'
  const names = ids.map((id) => agents?.find((agent) => agent.id === id)?.name).filter(Boolean)
  if (names.length === 0) return ids.length === 1 ? '1 agent' : `${ids.length} agents`
  const [first, second, ...rest] = names
  return [first, second, rest.length > 0 && `${rest.length} more`].filter(Boolean).join(', ')
}
