import type { Knex } from 'knex'

/** Records which chunks each version of an organization's knowledge has gained and lost. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table knowledge_changes (
      organization_id uuid not null references organizations on delete cascade,
      version bigint,
      added bigint[] not null default '{}',
      gone bigint[] not null default '{}',
      is_anew boolean not null default false,
      changed_at timestamptz not null default clock_timestamp()
    );
    create index knowledge_changes_version on knowledge_changes (organization_id, version);
    create index knowledge_changes_changed_at on knowledge_changes (changed_at);
    comment on table knowledge_changes is
      'what changed in the last versions of the knowledge, so that workers keep the rest in memory';
    comment on column knowledge_changes.version is 'null until the transaction ends';
    comment on column knowledge_changes.added is 'ids of chunks';
    comment on column knowledge_changes.gone is 'ids of chunks';
    comment on column knowledge_changes.is_anew is
      'whether nothing of the version before may be kept: an entry was given to other agents'`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger if exists note_added_chunks on chunks;
    drop trigger if exists note_gone_chunks on chunks;
    drop table knowledge_changes`)
}
