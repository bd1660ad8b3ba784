import { Link, useSearchParams } from 'wouter-preact'
import { SelectField } from '../../components/forms/Form.tsx'
import { SearchField } from '../../components/lists/SearchField.tsx'
import type { Kind, Listed } from '../../components/records/entries.ts'
import { useAgents } from '../../lib/agents.ts'
import type { Schemas } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'
import { type Need, needIn } from './notices/Needs.tsx'

export interface Filtered {
  kind: Kind | undefined
  status: Listed['status'] | undefined
  agent_id: string | undefined
  search: string | undefined
  needs: Need | undefined
}

const KINDS = [
  ['', t('All')],
  ['file', t('Files')],
  ['url', t('Web pages')],
  ['qa', t('Questions and answers')],
] as const

const STATES = [
  ['', t('Any status')],
  ['ready', t('Ready')],
  ['processing', t('Processing')],
  ['failed', t('Failed')],
] as const

const oneOf = <Value extends string>(
  values: readonly (readonly [Value | '', string])[],
  given: string | null,
) => values.find(([value]) => value !== '' && value === given)?.[0] as Value | undefined

/** Reads the filters in the address. Ignores unknown values. */
export function filtersIn(parameters: URLSearchParams): Filtered {
  return {
    kind: oneOf(KINDS, parameters.get('kind')),
    status: oneOf(STATES, parameters.get('status')),
    agent_id: parameters.get('agent') || undefined,
    needs: needIn(parameters.get('needs')),
    search: parameters.get('search')?.trim().slice(0, 200) || undefined,
  }
}

export function Filters({
  filters,
  counts,
}: {
  filters: Filtered
  counts: Schemas['EntryCounts'] | undefined
}) {
  const [parameters, setParameters] = useSearchParams()
  const { data: agents } = useAgents()
  const withOne = (name: string, value: string) => {
    const changed = new URLSearchParams(parameters)
    if (value) changed.set(name, value)
    else changed.delete(name)
    return changed
  }
  const set = (name: string, value: string) =>
    setParameters(() => withOne(name, value), { replace: true })
  return (
    <>
      <nav class="tabs" aria-label={t('Kinds of knowledge')}>
        {KINDS.map(([kind, name]) => (
          <Link
            key={kind}
            href={`/knowledge?${withOne('kind', kind)}`.replace(/\?$/, '')}
            aria-current={(filters.kind ?? '') === kind ? 'page' : undefined}
          >
            {name}
            {counts && <span class="knowledge-count">{formatNumber(countOf(counts, kind))}</span>}
          </Link>
        ))}
      </nav>
      <search class="filters">
        <div class="field wide">
          <SearchField
            label={t('Search')}
            name="search"
            placeholder={t('Title, question or URL')}
            value={filters.search}
            onChange={(value) => set('search', value)}
          />
        </div>
        <SelectField
          label={t('Status')}
          name="status"
          value={filters.status ?? ''}
          onChange={(value) => set('status', value)}
          options={STATES}
        />
        <SelectField
          label={t('Agent')}
          name="agent"
          value={filters.agent_id ?? ''}
          onChange={(value) => set('agent', value)}
          options={[
            ['', t('Any agent')],
            ...(agents ?? []).map(({ id, name }) => [id, name] as const),
          ]}
        />
      </search>
    </>
  )
}

function countOf(counts: Schemas['EntryCounts'], kind: Kind | ''): number {
  const { processing, ready, failed } = kind ? counts.kinds[kind] : counts
  return processing + ready + failed
}
