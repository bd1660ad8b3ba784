import type { Knex } from 'knex'

/** Knowledge entries and the chunks that retrieval returns. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table knowledge_entries (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      kind text not null check (kind in ('file', 'qa', 'url')),
      agent_ids uuid[],
      title text,
      url text,
      question text,
      answer text,
      tags text[] not null default '{}',
      source text,
      status text not null check (status in ('pending', 'processing', 'ready', 'failed')),
      error jsonb,
      chunk_count integer not null default 0,
      indexed_at timestamptz,
      request_id text not null,
      attempt integer not null default 0,
      failures integer not null default 0,
      queued_at timestamptz not null default now(),
      wake_at timestamptz,
      deadline_at timestamptz,
      waiter text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organization_id, id)
    );
    create index on knowledge_entries (organization_id, kind, id);
    create index knowledge_entries_due on knowledge_entries (wake_at) where status in ('pending', 'processing');
    comment on column knowledge_entries.agent_ids is 'the agents that the entry serves; null: every agent of the organization';

    create table chunks (
      entry_id uuid not null,
      position integer not null,
      organization_id uuid not null references organizations on delete cascade,
      text text not null,
      terms tsvector not null,
      primary key (entry_id, position),
      foreign key (organization_id, entry_id) references knowledge_entries (organization_id, id) on delete cascade
    );
    create index on chunks using gin (terms);
    create index on chunks (organization_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table chunks, knowledge_entries')
}
