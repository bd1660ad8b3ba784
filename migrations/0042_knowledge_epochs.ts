import type { Knex } from 'knex'

/**
 * The number of the knowledge grows by a step that nobody can tell beforehand. With steps of one, a
 * standby that had not got the last changes and became the primary gave their numbers anew, and
 * workers answered from what they held of changes that no longer were.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(changeBy('1 + floor(random() * 1000000)::bigint'))
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(changeBy('1'))
}

const changeBy = (step: string) => `
  create or replace function change_knowledge_version() returns trigger language plpgsql as $$
  begin
    insert into knowledge_versions (organization_id, version)
    select id, ${step} from organizations where id = old.organization_id
    on conflict (organization_id) do update set version = knowledge_versions.version + ${step};
    return null;
  end $$`
