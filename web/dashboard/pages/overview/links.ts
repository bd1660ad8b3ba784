import type { Period } from '../../components/charts/Period.tsx'
import type { Filters } from '../../components/threads/filters.ts'
import type { Schemas } from '../../lib/api.ts'

/** Of which conversations the page's figures are. */
export interface Scope {
  /** The id of an agent; undefined: of all. */
  agent: string | undefined
  /** A value of a key of their metadata; undefined: any. */
  slice: { key: string; value: string } | undefined
}

/** The scope as the API's filters. */
export const filtersIn = ({ agent, slice }: Scope) => ({
  ...(agent && { agent_id: agent }),
  ...(slice && { metadata_key: slice.key, metadata_value: slice.value }),
})

/** Identifies a scope among the keys of queries. */
export const scopeKey = ({ agent, slice }: Scope) => [agent, slice?.key, slice?.value]

/**
 * Leads to a figure's conversations: those in which something happened in the period. Figures leave
 * out tests and the playground.
 * @param words of the topic, which the list shows
 */
export function conversationsIn(
  { from, to }: Schemas['AnswersPeriod'],
  scope: Scope,
  filters: Filters = {},
  words?: string,
): string {
  const all: Filters & { words?: string } = {
    ...filters,
    is_test: 'false',
    is_playground: 'false',
    during_from: from,
    during_to: to,
    ...filtersIn(scope),
    ...(words && { words }),
  }
  return `/conversations?${new URLSearchParams(all as Record<string, string>)}`
}

/** The window of a period as of now, for routes without buckets. */
export function windowOf(period: Pick<Period, 'ask'>): { from: string; to: string } {
  const { from, to } = period.ask()
  return { from, to }
}
