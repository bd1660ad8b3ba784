import type { Knex } from 'knex'

/**
 * The API checks the type of a file by `shared/lib/fileTypes.ts`, so that a new type needs no
 * migration.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table knowledge_entries drop constraint knowledge_entries_file_type_check')
}

/** Files of newer types keep their names, by which their type can be told again. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update knowledge_entries set file_type = null
     where file_type not in ('pdf', 'docx', 'txt', 'md', 'html', 'csv', 'json');
    alter table knowledge_entries add constraint knowledge_entries_file_type_check
      check (file_type in ('pdf', 'docx', 'txt', 'md', 'html', 'csv', 'json'))`)
}
