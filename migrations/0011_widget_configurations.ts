import type { Knex } from 'knex'

/**
 * How a widget looks and speaks; and the indexes by which a user's conversations and idle sessions
 * are found.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table widget_configurations (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      name text not null,
      agent_id uuid,
      title text,
      greeting text,
      suggested_questions text[] not null default '{}',
      colors jsonb not null default '{}',
      position text not null default 'bottom-right' check (position in ('bottom-right', 'bottom-left')),
      theme text not null default 'auto' check (theme in ('auto', 'light', 'dark')),
      locale text,
      texts jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organization_id, id),
      foreign key (organization_id, agent_id) references agents (organization_id, id) on delete set null (agent_id)
    );
    create index on widget_configurations (organization_id, agent_id) where agent_id is not null;

    create index threads_customer on threads (organization_id, customer_id) where customer_id is not null;
    -- Not on updated_at: each message would then write every index of the table.
    create index threads_active_sessions on threads (created_at) where kind = 'session' and status = 'active';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'drop index threads_active_sessions, threads_customer; drop table widget_configurations',
  )
}
