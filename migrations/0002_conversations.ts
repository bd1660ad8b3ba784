import type { Knex } from 'knex'

/** Agents, the users' contexts, threads and their messages. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table agents (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      name text not null,
      description text,
      tone text,
      language text,
      default_tasks text[] not null default '{}',
      is_active boolean not null default true,
      instructions text,
      model text,
      temperature double precision,
      max_output_tokens integer,
      fallback_message text,
      greeting text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organization_id, id)
    );

    create table contexts (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      user_reference text not null,
      traits jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organization_id, id),
      unique (organization_id, user_reference)
    );

    create table threads (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      agent_id uuid not null,
      kind text not null check (kind in ('session', 'conversation')),
      status text not null check (status in ('active', 'open', 'closed', 'expired', 'handed_off')),
      visitor_id text,
      customer_id text,
      title text,
      locale text,
      user_context_id uuid,
      metadata jsonb not null default '{}',
      last_seq integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (organization_id, id),
      foreign key (organization_id, agent_id) references agents (organization_id, id) on delete cascade,
      foreign key (organization_id, user_context_id) references contexts (organization_id, id)
        on delete set null (user_context_id)
    );
    create index on threads (organization_id, kind, id);
    create index on threads (organization_id, agent_id);
    create index on threads (organization_id, user_context_id) where user_context_id is not null;
    comment on column threads.last_seq is 'place of the newest message; taken under the row''s lock, so messages have one order';

    create table messages (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      thread_id uuid not null,
      agent_id uuid not null,
      seq integer not null,
      role text not null check (role in ('user', 'assistant')),
      status text not null check (status in ('queued', 'processing', 'completed', 'failed', 'cancelled')),
      content text,
      metadata jsonb not null default '{}',
      request_id text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      completed_at timestamptz,
      -- of a reply
      in_reply_to uuid unique references messages on delete cascade,
      attempt integer not null default 0,
      failures integer not null default 0,
      queued_at timestamptz not null default now(),
      wake_at timestamptz,
      deadline_at timestamptz,
      waiter text,
      error jsonb,
      citations jsonb not null default '[]',
      model text,
      finish_reason text,
      unique (organization_id, id),
      unique (thread_id, seq),
      foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade,
      foreign key (organization_id, agent_id) references agents (organization_id, id) on delete cascade
    ) with (fillfactor = 80);
    create index on messages (agent_id);
    create index messages_due on messages (wake_at) where status in ('queued', 'processing');
    create index messages_unfinished on messages (thread_id, seq) where status in ('queued', 'processing');
    create index messages_running on messages (organization_id) where status = 'processing';
    comment on column messages.attempt is 'the fence: raised by each claim, never lowered; only its holder may finish the reply';
    comment on column messages.failures is 'attempts that count towards giving up: crashes and provider failures, not a SIGTERM';
    comment on column messages.wake_at is 'when the sweeper looks: queued, once the doorbell must be lost; processing, the end of the lease';
    comment on column messages.waiter is 'address of the API process that waits for the reply';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table messages, threads, contexts, agents')
}
