import type { Knex } from 'knex'

/**
 * The audit had the customer's reference of budgets for a customer, and outlives what the customer
 * has erased. Each organization's events of budgets are found by `audit_events_by_action`, and
 * committed before the next one's.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$
    declare one uuid;
    begin
      for one in select id from organizations
      loop
        update audit_events set changes = changes - 'customer_id'
         where organization_id = one and action in ('budget.created', 'budget.deleted')
           and jsonb_exists(changes, 'customer_id');
        commit;
      end loop;
    end $$`)
}

/** What is gone stays gone; the version before does not need it. */
export async function down(): Promise<void> {}
