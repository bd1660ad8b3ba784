import type { Knex } from 'knex'

/** PostgreSQL builds an index `concurrently` outside a transaction only. */
export const config = { transaction: false }

/** As `shared/lib/db/folded.ts` writes it: no locale of the database changes what it gives. */
const folded = (column: string) => `lower(${column} collate "und-x-icu") collate "C"`

/** The name and the columns of each index. */
const INDEXES: readonly (readonly [name: string, on: string, isUnique?: 'unique'])[] = [
  ['users_organization_folded', `users (organization_id, ${folded('email')})`, 'unique'],
  ['users_folded', `users (${folded('email')})`],
  ['invitations_folded', `invitations (organization_id, ${folded('email')})`, 'unique'],
  ['audit_events_folded', `audit_events (organization_id, ${folded('actor')}, id)`],
  [
    'audit_events_by_folded',
    `audit_events (organization_id, coalesce(${folded('actor')}, ''), id)`,
  ],
]

/**
 * Adds indexes of people's addresses without capitals that do not depend on the database's locale.
 * In a Turkish locale, INFO@… and info@… were two addresses.
 * @throws Error if an organization has two such users
 */
export async function up(knex: Knex): Promise<void> {
  for (const [name, on, isUnique = ''] of INDEXES) {
    // A build that was cut leaves an index that PostgreSQL does not use.
    await knex.raw(`drop index concurrently if exists ${name}`)
    await knex.raw(`create ${isUnique} index concurrently ${name} on ${on}`)
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const [name] of INDEXES) await knex.raw(`drop index concurrently if exists ${name}`)
}
