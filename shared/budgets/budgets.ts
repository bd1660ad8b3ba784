import { NO_GROUNDING_MODEL } from '../agents/fields.ts'
import { createBelow, recordsOf } from '../lib/db/crud.ts'
import type { Db } from '../lib/db/db.ts'
import { sql, sqlText } from '../lib/db/statements.ts'

export const SCOPES = ['organization', 'application', 'agent', 'customer'] as const
export const UNITS = ['usd', 'tokens'] as const
export const PERIODS = ['day', 'month'] as const
export const AT_LIMIT = ['refuse', 'fallback_model', 'extractive'] as const

/** A limit on the cost or number of model calls in a day or month of UTC. */
export interface Budget {
  id: string
  scope: (typeof SCOPES)[number]
  /**
   * The application, agent or customer of the budget; null: each application, agent or customer of
   * the scope has the amount for itself.
   */
  application_id: string | null
  agent_id: string | null
  customer_id: string | null
  unit: (typeof UNITS)[number]
  /** A `numeric` of PostgreSQL, as text. */
  amount: string
  period: (typeof PERIODS)[number]
  at_limit: (typeof AT_LIMIT)[number]
  /** `provider:model`, only with `at_limit` fallback_model. */
  fallback_model: string | null
  created_at: Date
  updated_at: Date
}

/**
 * Spending in the current period of a budget. If a budget has several shares, the figures are
 * those of the share that has spent most.
 */
export interface Spending {
  begins_at: Date
  ends_at: Date
  /** The id of the application, agent or customer; null: the organization, or nothing was spent. */
  subject: string | null
  spent: number
  reserved: number
  warned_at: Date | null
  reached_at: Date | null
  /** Number of shares that are at least 80 % spent, and number of reached shares. */
  warned: number
  reached: number
}

/** The part of a budget, 0–1, at which its owners are warned. */
export const WARN_AT = 0.8

/** The most budgets of an organization, because each claim of a reply returns them. */
export const MAX_BUDGETS = 100

export const budgetRecords = recordsOf<Budget>({
  table: 'budgets',
  name: 'budget',
  where: `(budgets.agent_id is null or exists (
    select from agents a where a.organization_id = budgets.organization_id and a.id = budgets.agent_id and a.deleted_at is null))`,
})

/** Stores a budget. @returns undefined: the organization has `MAX_BUDGETS` already */
export const addBudget = (
  db: Db,
  organizationId: string,
  budget: Omit<Budget, 'id' | 'created_at' | 'updated_at'>,
): Promise<Budget | undefined> =>
  createBelow(db, organizationId, { table: 'budgets', most: MAX_BUDGETS }, (transaction) =>
    budgetRecords.create(transaction, organizationId, budget),
  )

/**
 * Lets a changed budget warn again and admit messages again, because the spending may fit the new
 * amount. Call it in the transaction of the change.
 */
export const reopenBudget = (transaction: Db, organizationId: string, id: string) =>
  sql(transaction)`
    update budget_periods set warned_at = null, reached_at = null
     where organization_id = ${organizationId} and budget_id = ${id}`

/**
 * Returns the models of the agents under a budget, those that check replies among them; null: the
 * service's default model.
 * @param agentId null: all agents of the organization
 */
export async function modelsUnder(
  db: Db,
  organizationId: string,
  agentId: string | null,
): Promise<(string | null)[]> {
  const rows = await sql<{ model: string | null }>(db)`
    select distinct unnest(array[model] || fallback_models
             || case when grounding_model <> ${NO_GROUNDING_MODEL} then array[grounding_model] else '{}' end) as model
      from agents
     where organization_id = ${organizationId} and deleted_at is null and (${agentId}::uuid is null or id = ${agentId}::uuid)`
  return rows.map(({ model }) => model)
}

/**
 * Returns SQL for the first day of a budget's current period.
 * @param period an SQL expression for 'day' or 'month'
 */
export const beginOf = (period: string) => `date_trunc(${period}, now() at time zone 'utc')::date`

/**
 * Returns SQL for an amount, limited to the range of `budget_periods`. The amounts that providers
 * report may add up to more.
 */
export const upTo = (amount: string) => `least(${amount}, 999999999999)`

/**
 * Returns SQL for the amounts that are settled but not yet added to a period, and for the
 * reservations that they end.
 * @param period the SQL name of the row of `budget_periods`
 */
export const pendingOf = (period: string) => `
  select coalesce(sum(r.settled), 0) as settled, coalesce(sum(r.amount), 0) as amount from budget_reservations r
   where r.organization_id = ${period}.organization_id and r.budget_id = ${period}.budget_id
     and r.begins = ${period}.begins and r.subject = ${period}.subject and r.settled is not null`

/** Reads the spending of each of these budgets. @param ids of budgets of the organization */
export async function readSpending(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Spending>> {
  const rows = await sqlText<Spending & { id: string }>(
    db,
    `select b.id, t.begins::timestamp at time zone 'utc' as begins_at,
            (t.begins + ('1 ' || b.period)::interval) at time zone 'utc' as ends_at,
            nullif(most.subject, '') as subject, coalesce(most.spent, 0)::float8 as spent,
            coalesce(most.reserved, 0)::float8 as reserved, most.warned_at, most.reached_at,
            coalesce(most.warned, 0)::integer as warned, coalesce(most.reached, 0)::integer as reached
       from budgets b
      cross join lateral (select ${beginOf('b.period')} as begins) t
       left join lateral (
         select p.subject, p.spent + pending.settled as spent, greatest(0, p.reserved - pending.amount) as reserved,
                p.warned_at, p.reached_at, count(p.warned_at) over () as warned, count(p.reached_at) over () as reached
           from budget_periods p cross join lateral (${pendingOf('p')}) pending
          where p.organization_id = b.organization_id and p.budget_id = b.id and p.begins = t.begins
          order by spent desc, p.subject limit 1) most on true
      where b.organization_id = :organizationId and b.id = any(:ids::uuid[])`,
    { organizationId, ids },
  )
  return new Map(rows.map(({ id, ...spending }) => [id, spending]))
}

/** A customer's spending of a budget for customers, in one of its periods. */
export interface CustomerSpending extends Pick<Budget, 'unit' | 'period'> {
  budget_id: string
  begins_at: Date
  spent: number
}

/** Lists a customer's spending of budgets, latest period first. */
export const listCustomerSpending = (
  db: Db,
  organizationId: string,
  customerId: string,
): Promise<CustomerSpending[]> =>
  sqlText<CustomerSpending>(
    db,
    `select p.budget_id, b.unit, b.period, p.begins::timestamp at time zone 'utc' as begins_at,
            (p.spent + pending.settled)::float8 as spent
       from budgets b join budget_periods p on p.organization_id = b.organization_id and p.budget_id = b.id
      cross join lateral (${pendingOf('p')}) pending
      where b.organization_id = :organizationId and b.scope = 'customer' and p.subject = :customerId
      order by p.begins desc, p.budget_id`,
    { organizationId, customerId },
  )

/** Deletes a customer's budgets and their shares of other budgets, by the customer's id. */
export async function eraseCustomerSpending(
  transaction: Db,
  organizationId: string,
  customerId: string,
): Promise<void> {
  await sql(transaction)`
    delete from budgets where organization_id = ${organizationId} and scope = 'customer' and customer_id = ${customerId}`
  await sql(transaction)`
    delete from budget_periods p using budgets b
     where p.organization_id = ${organizationId} and p.subject = ${customerId}
       and b.organization_id = p.organization_id and b.id = p.budget_id and b.scope = 'customer'`
  await sql(transaction)`
    delete from budget_reservations where organization_id = ${organizationId} and subject = ${customerId}`
}
