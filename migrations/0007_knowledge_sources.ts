import type { Knex } from 'knex'

/** What entries of kind file and url have of their own, and the bytes of files. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table knowledge_entries
      add column page_title text,
      add column file_type text check (file_type in ('pdf', 'docx', 'txt', 'md', 'html', 'csv', 'json')),
      add column summary text,
      add column file_name text,
      add column size_bytes integer;
    comment on column knowledge_entries.page_title is 'the title that the fetched page gives itself; "title" goes before it';
    comment on column knowledge_entries.size_bytes is 'null: the entry is metadata only and has no row in knowledge_files';

    create table knowledge_files (
      entry_id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      bytes bytea not null,
      foreign key (organization_id, entry_id) references knowledge_entries (organization_id, id) on delete cascade
    );
    create index on knowledge_files (organization_id);
    comment on table knowledge_files is 'apart from their entries, so that lists do not carry them';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table knowledge_files;
    alter table knowledge_entries
      drop column page_title, drop column file_type, drop column summary, drop column file_name,
      drop column size_bytes;
  `)
}
