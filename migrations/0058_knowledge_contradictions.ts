import type { Knex } from 'knex'

/** Sentences of the knowledge that give different figures for the same, as workers find them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table knowledge_contradictions (
      id uuid not null,
      organization_id uuid not null,
      entry_id uuid not null,
      other_entry_id uuid not null,
      sentence text not null check (length(sentence) <= 400),
      other_sentence text not null check (length(other_sentence) <= 400),
      figures text[] not null,
      other_figures text[] not null,
      hash text not null,
      found_at timestamptz not null default now(),
      dismissed_at timestamptz,
      primary key (organization_id, id),
      unique (organization_id, entry_id, other_entry_id, hash),
      foreign key (organization_id, entry_id) references knowledge_entries (organization_id, id) on delete cascade,
      foreign key (organization_id, other_entry_id) references knowledge_entries (organization_id, id) on delete cascade
    );
    create index on knowledge_contradictions (organization_id, other_entry_id);
    comment on column knowledge_contradictions.hash is 'of both sentences; one that was dismissed keeps no more of them';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table knowledge_contradictions')
}
