import type { Period } from '../../components/charts/Period.tsx'
import type { Filters } from '../../components/threads/filters.ts'
import type { Schemas } from '../../lib/api.ts'

/**
 * Leads to a figure's conversations: those in which something happened in the period. Figures leave
 * out tests and the playground.
 * @param words of the topic, which the list shows
 */
export function conversationsIn(
  { from, to }: Schemas['AnswersPeriod'],
  agent_id: string | undefined,
  filters: Filters = {},
  words?: string,
): string {
  const all: Filters & { words?: string } = {
    ...filters,
    is_test: 'false',
    is_playground: 'false',
    during_from: from,
    during_to: to,
    ...(agent_id && { agent_id }),
    ...(words && { words }),
  }
  return `/conversations?${new URLSearchParams(all as Record<string, string>)}`
}

/** The window of a period as of now, for routes without buckets. */
export function windowOf(period: Pick<Period, 'ask'>): { from: string; to: string } {
  const { from, to } = period.ask()
  return { from, to }
}
