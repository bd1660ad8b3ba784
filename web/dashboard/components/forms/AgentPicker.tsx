import { useId } from 'preact/hooks'
import { useAgents } from '../../lib/agents.ts'
import { t } from '../../lib/texts.tsx'
import { Loading } from '../Loading.tsx'
import { ErrorNotice } from '../Notice.tsx'

/** Lets the user choose all agents, including future agents, or some of them. */
export function AgentPicker({
  legend,
  value,
  onChange,
}: {
  /** A question, such as “Which agents can use it?”. */
  legend: string
  /** null: every agent. */
  value: readonly string[] | null
  onChange: (ids: string[] | null) => void
}) {
  const { data: agents, error, refetch } = useAgents()
  const name = useId()
  if (error) return <ErrorNotice error={error} onRetry={refetch} />
  if (!agents) return <Loading what={t('Loading agents …')} />
  const toggle = (id: string, on: boolean) =>
    onChange(on ? [...(value ?? []), id] : (value ?? []).filter((agent) => agent !== id))
  return (
    <fieldset class="stack agent-picker">
      <legend class="label">{legend}</legend>
      <div class="row">
        <label class="check">
          <input
            type="radio"
            name={name}
            checked={value === null}
            onChange={() => onChange(null)}
          />
          {t('All agents, including future ones')}
        </label>
        <label class="check">
          <input
            type="radio"
            name={name}
            checked={value !== null}
            disabled={agents.length === 0}
            onChange={() => onChange([])}
          />
          {t('Selected agents')}
        </label>
      </div>
      {value !== null && (
        <div class="agent-choices">
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
          {value.length === 0 && <p class="small problem">{t('Select at least one agent.')}</p>}
        </div>
      )}
    </fieldset>
  )
}

/** Whether the choice can be sent. */
export const isChosen = (value: readonly string[] | null) => value === null || value.length > 0
