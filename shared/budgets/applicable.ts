import type { AT_LIMIT, PERIODS, UNITS } from './budgets.ts'

/** A budget that holds for a job, as a claim brings it along. */
export interface ApplicableBudget {
  id: string
  /** Whose share of it the job is part of; empty: the organization's. */
  subject: string
  unit: (typeof UNITS)[number]
  period: (typeof PERIODS)[number]
  amount: number
  at_limit: (typeof AT_LIMIT)[number]
  fallback_model: string | null
}

/**
 * SQL for the customer whose budgets hold for a thread; null: nobody's. A test key names customers
 * freely, so it must not spend what a live one has.
 * @param thread the SQL name of the row of `threads`
 * @param context that of its row of `contexts`, which may be null
 */
export const customerOf = (thread: string, context: string) =>
  `case when not ${thread}.is_test then coalesce(${thread}.customer_id, ${context}.user_reference) end`

/**
 * SQL for the budgets that hold for a job, as a JSON array; null: none.
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
