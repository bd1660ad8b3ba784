import type { Knex } from 'knex'

/**
 * Where a file's bytes are when they are not in the database, how far the reading of an entry is,
 * and what url entries have beside their page: how often it is looked at again, and the pages of a
 * crawl.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table knowledge_entries
      add column progress jsonb,
      add column crawl text not null default 'page' check (crawl in ('page', 'sitemap', 'site')),
      add column max_pages integer not null default 50 check (max_pages between 1 and 500),
      add column refresh_hours integer check (refresh_hours between 1 and 8760),
      add column is_recheck boolean not null default false,
      add column checked_at timestamptz,
      add column canonical_url text,
      add column pages jsonb,
      add column etag text,
      add column last_modified text;
    comment on column knowledge_entries.progress is 'pages {done, total} of the attempt that runs';
    comment on column knowledge_entries.pages is 'pages {done, failed} of a crawl';
    comment on column knowledge_entries.is_recheck is 'queued because its time has come, with nothing changed: its chunks may stay';
    comment on column knowledge_entries.checked_at is 'when the page was last seen, changed or not';
    create index knowledge_entries_refreshed on knowledge_entries (queued_at) where refresh_hours is not null;

    alter table knowledge_files
      alter column bytes drop not null,
      add column object_key text,
      add constraint knowledge_files_content_check check ((bytes is null) <> (object_key is null));
    create unique index on knowledge_files (object_key) where object_key is not null;

    create table stored_objects (
      key text primary key,
      organization_id uuid not null,
      entry_id uuid not null,
      was_used boolean not null default false,
      created_at timestamptz not null default now()
    );
    create index on stored_objects (entry_id);
    comment on table stored_objects is
      'every object that was or is being put into the object storage; it outlives entry and organization, so that the object can be deleted';
  `)
}

/** Files whose bytes are in the object storage become entries without content. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table stored_objects;
    update knowledge_entries set file_name = null, size_bytes = null
     where id in (select entry_id from knowledge_files where object_key is not null);
    delete from knowledge_files where object_key is not null;
    alter table knowledge_files drop column object_key, alter column bytes set not null;
    alter table knowledge_entries
      drop column progress, drop column crawl, drop column max_pages, drop column refresh_hours,
      drop column is_recheck, drop column checked_at, drop column canonical_url, drop column pages,
      drop column etag, drop column last_modified;
  `)
}
