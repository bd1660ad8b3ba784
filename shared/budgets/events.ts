import { insertAuditEvent, SERVICE } from '../audit/auditEvents.ts'
import type { Db } from '../lib/db/db.ts'
import type { Log } from '../lib/observability/log.ts'
import type { BudgetEvent } from './reserve.ts'

/**
 * Records warned and reached budgets in the audit log, for owners, and in the log, for operators.
 * Never throws.
 */
export async function noteBudgetEvents(
  db: Db,
  log: Log,
  organizationId: string,
  events: readonly BudgetEvent[],
): Promise<void> {
  for (const { kind, budget_id, begins } of events) {
    const facts = { organization_id: organizationId, budget_id, begins }
    log.warn(facts, kind === 'warned' ? 'a budget is nearly spent' : 'a budget is reached')
    // Names no customer. The page of budgets shows whose share it is.
    const event = {
      ...SERVICE,
      organization_id: organizationId,
      action: `budget.${kind}`,
      target_kind: 'budget',
      target_id: budget_id,
      target_label: null,
      changes: { period: { after: begins } },
      request_id: null,
      address: null,
    }
    await insertAuditEvent(db, event).catch((error) =>
      log.error({ ...facts, err: error }, 'an audit event of a budget could not be stored'),
    )
  }
}
