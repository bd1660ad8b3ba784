import { useQuery } from '@tanstack/preact-query'
import { Frown, SlidersHorizontal, TriangleAlert, Unlink } from 'lucide-preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { api, dataOf } from '../../api.ts'
import { Button } from '../../components/Button.tsx'
import type { FilterName, Filters } from './filters.ts'

interface FilterBarProps {
  filters: Filters
  onChange: (changes: Filters) => void
}

const WISHES = [
  ['has_failures', 'Failed replies', TriangleAlert],
  ['has_negative_feedback', 'Bad ratings', Frown],
  ['has_ungrounded_replies', 'Not from knowledge', Unlink],
] as const

/** Those that a phone shows when it is asked to. */
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
        <Typed label="Search in messages" value={filters.text} onChange={set('text')} wide />
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
          <Typed label="Customer or visitor" value={filters.person} onChange={set('person')} />
          <Choice
            label="Agent"
            value={filters.agent_id}
            onChange={set('agent_id')}
            options={[['', 'All agents'], ...agents.map((agent) => [agent.id, agent.name] as const)]}
          />
          <Choice
            label="State"
            value={filters.status}
            onChange={set('status')}
            options={[
              ['', 'All states'],
              ['open', 'Open'],
              ['closed', 'Closed'],
              ['expired', 'Expired'],
            ]}
          />
          <Day label="From" value={filters.from} max={filters.to} onChange={set('from')} />
          <Day label="Until" value={filters.to} min={filters.from} onChange={set('to')} />
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

interface TypedProps {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  wide?: boolean
}

/** Tells what was typed when the typing pauses. */
function Typed({ label, value = '', onChange, wide = false }: TypedProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  // Back and "Clear filters" change it from outside.
  useEffect(() => {
    clearTimeout(timer.current)
    setTyped((before) => (before.trim() === value ? before : value))
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange(text.trim()), 400)
  }
  return (
    <div class={`field${wide ? ' wide' : ''}`}>
      <label for={id}>{label}</label>
      <input
        id={id}
        class="input"
        type="search"
        maxLength={200}
        autocomplete="off"
        value={typed}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    </div>
  )
}

interface ChoiceProps extends Omit<TypedProps, 'wide'> {
  options: readonly (readonly [string, string])[]
}

function Choice({ label, value = '', onChange, options }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

function Day({
  label,
  value = '',
  onChange,
  min,
  max,
}: Omit<TypedProps, 'wide'> & { min?: string | undefined; max?: string | undefined }) {
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
