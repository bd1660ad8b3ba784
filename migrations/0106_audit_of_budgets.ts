import type { Knex } from 'knex'

/**
 * The audit had the customer's reference of budgets for a customer, and outlives what the customer has erased. Each statement
 * reads the events of budgets of some organizations, by `audit_events_by_action`.
 */
export const config = { transaction: false }

const ORGANIZATIONS = 500

export async function up(knex: Knex): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await knex('organizations')
      .where('id', '>', after)
      .orderBy('id')
      .limit(ORGANIZATIONS)
      .pluck<string[]>('id')
    if (!page.length) return
    after = page.at(-1)!
    // "offset 0" keeps one search of the index for each organization.
    await knex.raw(
      `update audit_events set changes = changes - 'customer_id' where id in (
         select e.id from unnest(:page::uuid[]) as o (id) cross join lateral (
           select a.id from audit_events a
            where a.organization_id = o.id and a.action in ('budget.created', 'budget.deleted')
              and jsonb_exists(a.changes, 'customer_id') offset 0) e)`,
      { page },
    )
  }
}

/** What is gone stays gone; the version before does not need it. */
export async function down(): Promise<void> {}
