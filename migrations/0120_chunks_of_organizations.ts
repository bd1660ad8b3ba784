import type { Knex } from 'knex'

/**
 * Stores how many chunks an organization has. A trigger keeps the number once it is not null; it
 * is counted when it is first needed. So no change is missed between this migration and the
 * trigger, nor one by a process of the version before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table knowledge_versions add column chunks bigint;
    comment on column knowledge_versions.chunks is
      'the sum of chunk_count of the entries; null: not counted yet'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger if exists knowledge_counted on knowledge_entries;
    drop trigger if exists knowledge_uncounted on knowledge_entries;
    alter table knowledge_versions drop column chunks`)
}
