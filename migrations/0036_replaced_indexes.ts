import type { Knex } from 'knex'

/**
 * The indexes that 0033 and 0035 replaced go. While they are there, the planner takes them: their
 * condition is that of the look, and where statistics know of no unfinished row, an index that is
 * empty by them seems as good as the right one. Such a plan reads the whole index, with all that
 * has left it since the last vacuum, for each message. And each accepted and each claimed message
 * wrote them.
 */
export const contract =
  'No release lies between 0033 and this one. Since 0035 no statement is meant to go by these indexes; code from before works without, slower where much waits'

export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  for (const { name } of REPLACED) await knex.raw(`drop index concurrently if exists ${name}`)
}

export async function down(knex: Knex): Promise<void> {
  for (const { name, on } of REPLACED) {
    // Left behind by an attempt that failed half-way.
    await knex.raw(`drop index concurrently if exists ${name}`)
    await knex.raw(`create index concurrently ${name} on ${on}`)
  }
}

const REPLACED = [
  { name: 'messages_backlog', on: 'messages (organization_id, wake_at) where wake_at is not null' },
  { name: 'messages_unfinished', on: 'messages (thread_id, seq) where completed_at is null' },
  {
    name: 'knowledge_entries_backlog',
    on: 'knowledge_entries (organization_id, wake_at) where wake_at is not null',
  },
]
