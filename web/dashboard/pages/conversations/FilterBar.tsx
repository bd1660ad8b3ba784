import { useQuery } from '@tanstack/preact-query'
import { ListFilter, X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { CheckField, SelectField } from '../../components/forms/Form.tsx'
import { Menu } from '../../components/lists/Menu.tsx'
import { SearchField } from '../../components/lists/SearchField.tsx'
import type { FilterName, Filters } from '../../components/threads/filters.ts'
import { api, dataOf } from '../../lib/api.ts'
import { t } from '../../lib/texts.tsx'

interface FilterBarProps {
  filters: Filters
  onChange: (changes: Filters) => void
  /** Shown beside the filters. */
  children?: ComponentChildren
}

const WISHES = [
  ['has_failures', t('Failed')],
  ['has_ungrounded_replies', t('Not from knowledge')],
  ['has_feedback', t('Rated')],
  ['has_positive_feedback', t('Rated well')],
  ['has_negative_feedback', t('Rated low')],
] as const

const KINDS = [
  ['', t('Customers and visitors')],
  ['conversation', t('Customers')],
  ['session', t('Visitors')],
] as const

const STATES = [
  ['', t('Any status')],
  ['open', t('Open')],
  ['closed', t('Closed')],
  ['expired', t('Expired')],
] as const

/** The search, a button for all filters, and a chip for each filter that is set. */
export function FilterBar({ filters, onChange, children }: FilterBarProps) {
  const set = (name: FilterName) => (value: string) => onChange({ [name]: value || undefined })
  const { data: agents = [] } = useQuery({
    queryKey: ['agents', 'names'],
    queryFn: () =>
      dataOf(api.GET('/api/v1/agents', { params: { query: { limit: 100, order: 'asc' } } })),
  })
  return (
    <search class="thread-filters" aria-label={t('Filters')}>
      <div class="thread-search">
        <SearchField
          label={t('Search messages and people')}
          name="search"
          placeholder={t('Search …')}
          value={filters.search}
          onChange={set('search')}
        />
        <Menu name={t('Filter')} icon={ListFilter}>
          <div class="filter-panel form">
            <fieldset class="filter-wishes">
              <legend class="label">{t('Outcome')}</legend>
              {WISHES.map(([name, text]) => (
                <CheckField
                  key={name}
                  label={text}
                  name={name}
                  checked={Boolean(filters[name])}
                  onChange={(is) => onChange({ [name]: is ? '1' : undefined })}
                />
              ))}
            </fieldset>
            <SelectField
              label={t('People')}
              name="kind"
              value={filters.kind ?? ''}
              onChange={set('kind')}
              options={KINDS}
            />
            <SelectField
              label={t('Agent')}
              name="agent_id"
              value={filters.agent_id ?? ''}
              onChange={set('agent_id')}
              options={[
                ['', t('All agents')],
                ...agents.map((agent) => [agent.id, agent.name] as const),
              ]}
            />
            <SelectField
              label={t('Status')}
              name="status"
              value={filters.status ?? ''}
              onChange={set('status')}
              options={STATES}
            />
            <div class="filter-days">
              <Day label={t('From')} value={filters.from} max={filters.to} onChange={set('from')} />
              <Day label={t('To')} value={filters.to} min={filters.from} onChange={set('to')} />
            </div>
          </div>
        </Menu>
        {children}
      </div>
      <Chips filters={filters} agents={agents} onChange={onChange} />
    </search>
  )
}

/** A key of metadata is nothing without its value. */
const without = (name: FilterName): Filters => ({
  [name]: undefined,
  ...(name === 'metadata_key' && { metadata_value: undefined }),
})

/** The set filters, each with a button that removes it. */
function Chips({
  filters,
  agents,
  onChange,
}: FilterBarProps & { agents: readonly { id: string; name: string }[] }) {
  const { data: context } = useQuery({
    queryKey: ['contexts', filters.user_context_id],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/contexts/{id}', { params: { path: { id: filters.user_context_id! } } }),
      ),
    enabled: Boolean(filters.user_context_id),
  })
  const named = (options: readonly (readonly [string, string])[], value = '') =>
    options.find(([option]) => option === value)?.[1] ?? value
  const names: Partial<Record<FilterName, string>> = {
    ...Object.fromEntries(WISHES),
    kind: named(KINDS, filters.kind),
    status: named(STATES, filters.status),
    agent_id: agents.find(({ id }) => id === filters.agent_id)?.name ?? t('Agent'),
    is_test: filters.is_test === 'true' ? t('Tests') : t('Without tests'),
    is_playground: filters.is_playground === 'true' ? t('Playground') : t('Without the playground'),
    person: t('Person: {text}', { text: filters.person ?? '' }),
    from: t('From {day}', { day: filters.from ?? '' }),
    to: t('To {day}', { day: filters.to ?? '' }),
    user_context_id: t('Customer: {name}', { name: context?.user_reference ?? '…' }),
    metadata_key: `${filters.metadata_key}: ${filters.metadata_value}`,
  }
  // Other filters are shown by another part of the page.
  const set = (Object.keys(filters) as FilterName[]).filter((name) => name in names)
  if (set.length === 0) return null
  return (
    <ul class="chips" aria-label={t('Filters that are set')}>
      {set.map((name) => (
        <li key={name}>
          <button
            type="button"
            class="chip"
            title={t('Remove this filter')}
            onClick={() => onChange(without(name))}
          >
            <span dir="auto">{names[name]}</span>
            <X size={14} aria-hidden="true" />
            <span class="sr-only">{t('Remove this filter')}</span>
          </button>
        </li>
      ))}
      {set.length > 1 && (
        <li>
          <button
            type="button"
            class="button quiet"
            onClick={() => onChange(Object.assign({}, ...set.map(without)))}
          >
            {t('Clear filters')}
          </button>
        </li>
      )}
    </ul>
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
