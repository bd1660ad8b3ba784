import { useQuery } from '@tanstack/preact-query'
import { Frown, SlidersHorizontal, TriangleAlert, Unlink } from 'lucide-preact'
import { useId, useState } from 'preact/hooks'
import { api, dataOf } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import { SelectField } from '../../components/forms/Form.tsx'
import { SearchField } from '../../components/lists/SearchField.tsx'
import type { FilterName, Filters } from './filters.ts'

interface FilterBarProps {
  filters: Filters
  onChange: (changes: Filters) => void
}

const WISHES = [
  ['has_failures', 'Failed replies', TriangleAlert],
  ['has_negative_feedback', 'Negative feedback', Frown],
  ['has_ungrounded_replies', 'No sources', Unlink],
] as const

/** Filters that phones hide behind a button. */
const MORE: readonly FilterName[] = ['person', 'agent_id', 'status', 'from', 'to']

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { data: agents = [] } = useQuery({
    queryKey: ['agents', 'names'],
    queryFn: () => dataOf(api.GET('/api/v1/agents', { params: { query: { limit: 100, order: 'asc' } } })),
  })
  const set = (name: FilterName) => (value: string) => onChange({ [name]: value || undefined })
  const count = MORE.filter((name) => filters[name]).length
  return (
    <search class="thread-filters" aria-label="Filters">
      <div class="filters">
        <div class="field wide">
          <SearchField label="Search messages" name="text" value={filters.text} onChange={set('text')} />
        </div>
        <Button
          class="button plain more-button"
          icon={SlidersHorizontal}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          Filters{count > 0 && ` (${count})`}
        </Button>
        <div class={`more${open ? ' open' : ''}`} id={id}>
          <SearchField
            label="Customer or visitor"
            name="person"
            value={filters.person}
            onChange={set('person')}
          />
          <SelectField
            label="Agent"
            name="agent_id"
            value={filters.agent_id ?? ''}
            onChange={set('agent_id')}
            options={[['', 'All agents'], ...agents.map((agent) => [agent.id, agent.name] as const)]}
          />
          <SelectField
            label="Status"
            name="status"
            value={filters.status ?? ''}
            onChange={set('status')}
            options={[
              ['', 'Any status'],
              ['open', 'Open'],
              ['closed', 'Closed'],
              ['expired', 'Expired'],
            ]}
          />
          <Day label="From" value={filters.from} max={filters.to} onChange={set('from')} />
          <Day label="To" value={filters.to} min={filters.from} onChange={set('to')} />
        </div>
      </div>
      <fieldset class="row">
        <legend class="sr-only">Only with</legend>
        {WISHES.map(([name, text, Icon]) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={Boolean(filters[name])}
            onClick={() => onChange({ [name]: filters[name] ? undefined : '1' })}
          >
            <Icon size={15} aria-hidden="true" />
            {text}
          </button>
        ))}
        {Object.keys(filters).some((name) => name !== 'kind') && (
          <Button
            kind="quiet"
            onClick={() =>
              onChange(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])))
            }
          >
            Clear filters
          </Button>
        )}
      </fieldset>
    </search>
  )
}

function Day({
  label,
  value = '',
  onChange,
  min,
  max,
}: {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  min?: string | undefined
  max?: string | undefined
}) {
  const id = useId()
  return (
    <div class="field day">
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}
