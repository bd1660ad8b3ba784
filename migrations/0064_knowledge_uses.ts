import type { Knex } from 'knex'

/**
 * When replies last had an entry among their passages, and when one last cited it. An entry without
 * a row has not been found since it was made; for those that are there, nobody knows what was
 * before.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table knowledge_uses (
      organization_id uuid not null,
      entry_id uuid not null,
      since timestamptz not null default now(),
      first_found_at timestamptz,
      found_at timestamptz,
      cited_at timestamptz,
      primary key (organization_id, entry_id),
      foreign key (organization_id, entry_id) references knowledge_entries (organization_id, id) on delete cascade
    );
    insert into knowledge_uses (organization_id, entry_id) select organization_id, id from knowledge_entries;
    comment on column knowledge_uses.since is 'since when uses are recorded';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table knowledge_uses')
}
