import type { Db } from '../lib/db/db.ts'
import { sqlText } from '../lib/db/statements.ts'
import { customerOf } from './applicable.ts'
import { type Budget, beginOf, pendingOf } from './budgets.ts'

/** A reached share of a budget that refuses messages at its limit. */
export interface ReachedBudget extends Pick<Budget, 'id' | 'scope' | 'unit' | 'period'> {
  amount: number
  /** The id of the application, agent or customer that has the share; empty: the organization. */
  subject: string
  ends_at: Date
  /**
   * Whether next to nothing is left. If not, a reply was refused because it might have cost more
   * than is left, and a cheaper reply may fit.
   */
  is_used_up: boolean
}

/** The part of a budget, 0–1, from which on messages are refused without asking a worker. */
const USED_UP = 0.95
/** The most shares that are read. A worker refuses replies of further shares. */
const MAX_SHARES = 10_000

export const findReached = (db: Db, organizationId: string): Promise<ReachedBudget[]> =>
  sqlText<ReachedBudget>(
    db,
    `select b.id, b.scope, b.unit, b.period, b.amount::float8 as amount, p.subject,
            (p.begins + ('1 ' || b.period)::interval) at time zone 'utc' as ends_at,
            p.spent + pending.settled >= b.amount * ${USED_UP} as is_used_up
       from budgets b
       join budget_periods p on p.organization_id = b.organization_id and p.budget_id = b.id and p.begins = ${beginOf('b.period')}
      cross join lateral (${pendingOf('p')}) pending
      where b.organization_id = :organizationId and b.at_limit = 'refuse' and p.reached_at is not null
      limit ${MAX_SHARES}`,
    { organizationId },
  )

/**
 * Returns the agent and the customer of a thread, by which budgets have shares; undefined: the
 * thread does not exist.
 */
export async function subjectsOf(
  db: Db,
  organizationId: string,
  threadId: string,
): Promise<{ agent: string; customer: string | null } | undefined> {
  const [found] = await sqlText<{ agent: string; customer: string | null }>(
    db,
    `select t.agent_id::text as agent, ${customerOf('t', 'c')} as customer
       from threads t
       left join contexts c on c.id = t.user_context_id and c.organization_id = t.organization_id
      where t.organization_id = :organizationId and t.id = :threadId`,
    { organizationId, threadId },
  )
  return found
}
