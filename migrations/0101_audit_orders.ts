import type { Knex } from 'knex'

/** The orders of the audit log besides that of time. */
export const config = { transaction: false }

const ORDERS = {
  audit_events_by_action: 'action',
  audit_events_by_actor: "coalesce(lower(actor), '')",
  audit_events_by_address: "coalesce(address, '')",
}

export async function up(knex: Knex): Promise<void> {
  for (const [name, by] of Object.entries(ORDERS)) {
    // An attempt that failed leaves an index that no statement uses.
    await knex.raw(`drop index concurrently if exists ${name}`)
    await knex.raw(
      `create index concurrently ${name} on audit_events (organization_id, (${by}), id)`,
    )
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(ORDERS))
    await knex.raw(`drop index concurrently if exists ${name}`)
}
