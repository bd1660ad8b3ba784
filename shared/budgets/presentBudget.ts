import type { Budget, Spending } from './budgets.ts'

/** Presents a budget with its spending. */
export function presentBudget({ amount, ...row }: Budget, spent: Spending) {
  const {
    id,
    scope,
    application_id,
    agent_id,
    customer_id,
    unit,
    period,
    at_limit,
    fallback_model,
  } = row
  return {
    object: 'budget',
    id,
    scope,
    application_id,
    agent_id,
    customer_id,
    unit,
    amount: Number(amount),
    period,
    at_limit,
    fallback_model,
    created_at: row.created_at,
    updated_at: row.updated_at,
    spending: {
      ...spent,
      status: spent.reached_at ? 'reached' : spent.warned_at ? 'warned' : 'open',
    },
  }
}
