import type { Knex } from 'knex'

/** Stores how the text of a file or page was read, and what could not be read. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table knowledge_entries
      add column read_by text check (read_by in ('text', 'ocr', 'text_and_ocr')),
      add column confidence real check (confidence between 0 and 1),
      add column warnings text[] not null default '{}';
    comment on column knowledge_entries.read_by is
      'ocr: from pictures of the text; text_and_ocr: some pages so; null: not read yet, or read '
      'before this was stored, or nothing was read';
    comment on column knowledge_entries.confidence is
      'how sure text recognition is of its words, on average; null: no text was recognized';
    comment on column knowledge_entries.warnings is
      'what could not be read, or not well, in sentences; empty: nothing';`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table knowledge_entries
      drop column read_by, drop column confidence, drop column warnings`)
}
