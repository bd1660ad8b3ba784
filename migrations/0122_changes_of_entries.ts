import type { Knex } from 'knex'

/**
 * Records for a whole statement by how many chunks its entries have become more, so that a
 * transaction changes the row of the version once, and not twice for each entry.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table knowledge_changes add column more_chunks integer;
    comment on column knowledge_changes.more_chunks is
      'by how many chunks entries have become more; null: the record is of chunks, not of entries'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger if exists note_changed_entries on knowledge_entries;
    drop trigger if exists note_gone_entries on knowledge_entries;
    drop trigger if exists note_changed_synonyms on knowledge_synonyms;
    drop trigger if exists knowledge_counted on knowledge_changes;
    alter table knowledge_changes drop column more_chunks`)
}
