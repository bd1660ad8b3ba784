import { useQuery } from '@tanstack/preact-query'
import { useAgents } from '../../lib/agents.ts'
import { answerOf, api, queries, type Schemas } from '../../lib/api.ts'
import { formatCost, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/texts.tsx'

export type Budget = Schemas['Budget']
export type Unit = Budget['unit']

export const BUDGETS = 'budgets'

export const readAgain = () => queries.invalidateQueries({ queryKey: [BUDGETS] })

/** Reads all budgets. There are at most 100, which is one page. */
export const useBudgets = (options: { refetchInterval?: number } = {}) =>
  useQuery({
    queryKey: [BUDGETS],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/budgets', { params: { query: { limit: 100 } } }))).data,
    ...options,
  })

/** The names of agents and applications by their ids. */
export function useNames(): ReadonlyMap<string, string> {
  const { data: agents = [] } = useAgents()
  const { data: applications = [] } = useApplications()
  return new Map([...agents, ...applications].map(({ id, name }) => [id, name]))
}

export const useApplications = () =>
  useQuery({
    queryKey: ['applications', 'names'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/applications', { params: { query: { limit: 100 } } }))).data,
    staleTime: 60_000,
  })

export const amountOf = (unit: Unit, amount: number) =>
  unit === 'usd' ? formatCost(amount) : t('{count} tokens', { count: formatNumber(amount) })

export const PERIOD_NAMES: Readonly<Record<Budget['period'], string>> = {
  day: t('per day'),
  month: t('per month'),
}

/** Returns a title that says whose spending a budget limits. */
export function titleOf(
  { scope, application_id, agent_id, customer_id }: Budget,
  names: ReadonlyMap<string, string>,
) {
  const id = application_id ?? agent_id
  const name = (id && (names.get(id) ?? id)) ?? customer_id
  switch (scope) {
    case 'application':
      return name ? t('Application {name}', { name }) : t('Each application')
    case 'agent':
      return name ? t('Agent {name}', { name }) : t('Each agent')
    case 'customer':
      return name ? t('Customer {name}', { name }) : t('Each customer')
    default:
      return t('Whole organization')
  }
}

/** Whether each agent, application or customer has the whole amount to itself. */
export const isOfEach = ({ scope, application_id, agent_id, customer_id }: Budget) =>
  scope !== 'organization' && !application_id && !agent_id && !customer_id
