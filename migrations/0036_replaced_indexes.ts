import type { Knex } from 'knex'

/**
 * The indexes that 0033 and 0035 replaced go: no release that reads them runs any more beside this one. Each accepted and each
 * claimed message wrote both of its table's.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  for (const { name } of REPLACED) await knex.raw(`drop index concurrently if exists ${name}`)
}

export async function down(knex: Knex): Promise<void> {
  for (const { name, on } of REPLACED)
    await knex.raw(`create index concurrently if not exists ${name} on ${on}`)
}

const REPLACED = [
  { name: 'messages_backlog', on: 'messages (organization_id, wake_at) where wake_at is not null' },
  { name: 'messages_unfinished', on: 'messages (thread_id, seq) where completed_at is null' },
  {
    name: 'knowledge_entries_backlog',
    on: 'knowledge_entries (organization_id, wake_at) where wake_at is not null',
  },
]
