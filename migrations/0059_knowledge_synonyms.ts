import type { Knex } from 'knex'

/**
 * Words that mean the same in an organization. A change of them is a change of the knowledge:
 * workers hold them with the index that they have read.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table knowledge_synonyms (
      id uuid not null,
      organization_id uuid not null references organizations on delete cascade,
      words text[] not null check (cardinality(words) between 2 and 12),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (organization_id, id)
    );
    create function change_knowledge_version_by_synonyms() returns trigger language plpgsql as $$
    declare
      step bigint := 1 + floor(random() * 1000000)::bigint;
    begin
      insert into knowledge_versions (organization_id, version)
      select id, step from organizations where id = coalesce(new.organization_id, old.organization_id)
      on conflict (organization_id) do update set version = knowledge_versions.version + step;
      return null;
    end $$;
    create constraint trigger synonyms_changed after insert or update or delete on knowledge_synonyms
      deferrable initially deferred for each row
      execute function change_knowledge_version_by_synonyms();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop table knowledge_synonyms; drop function change_knowledge_version_by_synonyms',
  )
}
