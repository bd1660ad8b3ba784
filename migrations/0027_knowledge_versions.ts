import type { Knex } from 'knex'

/**
 * A number for each organization that is another one after each change of what retrieval finds, so
 * that a worker can tell whether what it holds of the index in memory is still so. All that changes
 * chunks changes their entry in the same transaction: `indexed_at` or its row.
 *
 * Deferred to the end of the transaction: the row of the number would else be locked for as long as
 * a large file is stored, and with it all of the organization's other changes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table knowledge_versions (
      organization_id uuid primary key references organizations on delete cascade,
      version bigint not null
    );
    comment on table knowledge_versions is 'a number that is another one after each change of what retrieval finds';
    create function change_knowledge_version() returns trigger language plpgsql as $$
    begin
      insert into knowledge_versions (organization_id, version)
      select id, 1 from organizations where id = old.organization_id
      on conflict (organization_id) do update set version = knowledge_versions.version + 1;
      return null;
    end $$;
    create constraint trigger knowledge_changed after update on knowledge_entries
      deferrable initially deferred for each row
      when (old.indexed_at is distinct from new.indexed_at or old.agent_ids is distinct from new.agent_ids)
      execute function change_knowledge_version();
    create constraint trigger knowledge_deleted after delete on knowledge_entries
      deferrable initially deferred for each row
      when (old.indexed_at is not null)
      execute function change_knowledge_version();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger knowledge_changed on knowledge_entries;
    drop trigger knowledge_deleted on knowledge_entries;
    drop function change_knowledge_version;
    drop table knowledge_versions;
  `)
}
