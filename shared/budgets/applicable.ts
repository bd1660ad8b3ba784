import type { AT_LIMIT, PERIODS, UNITS } from './budgets.ts'

/** A budget that applies to a job, as a claim returns it. */
export interface ApplicableBudget {
  id: string
  /**
   * The id of the application, agent or customer whose share the job is part of; empty: the
   * organization's.
   */
  subject: string
  unit: (typeof UNITS)[number]
  period: (typeof PERIODS)[number]
  amount: number
  at_limit: (typeof AT_LIMIT)[number]
  fallback_model: string | null
}

/**
 * Returns SQL for the customer whose budgets apply to a thread; null: no customer. A test key names
 * customers freely, so its threads must not spend a live customer's budget.
 * @param thread the SQL name of the row of `threads`
 * @param context the SQL name of its row of `contexts`, which may be null
 */
export const customerOf = (thread: string, context: string) =>
  `case when not ${thread}.is_test then coalesce(${thread}.customer_id, ${context}.user_reference) end`

/**
 * Returns SQL for the budgets that apply to a job, as a JSON array; null: none.
 * @param job the SQL name of the row of `open_jobs`
 * @param customer SQL for the customer's id, which may be null
 */
export const applicableBudgets = (job: string, customer: string) => `(
  select json_agg(json_build_object('id', b.id, 'subject', s.subject, 'unit', b.unit, 'period', b.period,
                                    'amount', b.amount::float8, 'at_limit', b.at_limit, 'fallback_model', b.fallback_model)
                  order by b.id)
    from budgets b
   cross join lateral (
     select case b.scope when 'organization' then '' when 'application' then ${job}.application_id::text
                         when 'agent' then ${job}.agent_id::text else ${customer} end as subject) s
   where b.organization_id = ${job}.organization_id and s.subject is not null
     and coalesce(b.application_id::text, b.agent_id::text, b.customer_id, s.subject) = s.subject)`
