import type { Knex } from 'knex'

export const config = { transaction: false }

/**
 * The steps of replies whose agents call tools: what a model asked for, and what came of it. The
 * check of `messages` is validated by itself, so that no lock is held while all rows are read.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table if not exists reply_steps (
      organization_id uuid not null references organizations on delete cascade,
      question_id uuid not null,
      step smallint not null,
      kind text not null check (kind in ('model', 'tool')),
      reply_id uuid not null,
      thread_id uuid not null,
      agent_id uuid not null,
      is_test boolean not null default false,
      model text,
      said jsonb,
      call_id uuid,
      asked_in smallint,
      same_as smallint,
      tool_id uuid,
      name text,
      title text,
      effect text check (effect in ('read', 'write')),
      arguments jsonb,
      digest bytea,
      state text check (state in
        ('waiting', 'approved', 'pending', 'succeeded', 'failed', 'unknown', 'denied', 'expired')),
      decides text check (decides in ('customer', 'person')),
      expires_at timestamptz,
      decided_by uuid,
      decided_as text,
      decided_at timestamptz,
      run_by uuid,
      attempt integer,
      tries smallint not null default 0,
      http_status smallint,
      result jsonb,
      is_cut boolean not null default false,
      error jsonb,
      settled_as text check (settled_as in ('answer', 'probe', 'person')),
      settled_by uuid,
      note text,
      created_at timestamptz not null default clock_timestamp(),
      started_at timestamptz,
      ended_at timestamptz,
      primary key (organization_id, question_id, step),
      constraint reply_steps_tool foreign key (organization_id, tool_id)
        references tools (organization_id, id) on delete set null (tool_id),
      constraint reply_steps_decider foreign key (organization_id, decided_by)
        references users (organization_id, id) on delete set null (decided_by),
      constraint reply_steps_settler foreign key (organization_id, settled_by)
        references users (organization_id, id) on delete set null (settled_by),
      check ((kind = 'model') = (said is not null)),
      check ((kind = 'tool') = (call_id is not null)),
      check ((kind = 'tool') = (state is not null))
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
    create unique index if not exists reply_steps_call on reply_steps (organization_id, call_id)
      where call_id is not null;
    create index if not exists reply_steps_thread on reply_steps (organization_id, thread_id, created_at);
    create index if not exists reply_steps_reply on reply_steps (organization_id, reply_id);
    create index if not exists reply_steps_of_tool on reply_steps (organization_id, created_at)
      include (tool_id, state, started_at, ended_at) where kind = 'tool' and not is_test;
    create index if not exists reply_steps_open on reply_steps (organization_id, state, created_at, call_id)
      where state in ('waiting', 'approved', 'pending', 'unknown');
    create index if not exists reply_steps_tools on reply_steps (organization_id, tool_id)
      where tool_id is not null;
    create index if not exists reply_steps_people on reply_steps (organization_id, decided_by)
      where decided_by is not null;
    create index if not exists reply_steps_settlers on reply_steps (organization_id, settled_by)
      where settled_by is not null;
    comment on table reply_steps is
      'what models asked of tools for a question, and what came of it, over all replies to the question';
    comment on column reply_steps.step is 'from 1 on, over all replies to the question';
    comment on column reply_steps.said is
      'of a model: {text, calls: [{call_id, own_id, name, input, written, signature}]}';
    comment on column reply_steps.asked_in is 'the step of the model that asked for the call';
    comment on column reply_steps.same_as is 'the earlier step whose outcome answers this call';
    comment on column reply_steps.digest is 'SHA-256 of tool, its definition and the arguments';
    comment on column reply_steps.state is 'pending: the request may have been sent';
    comment on column reply_steps.run_by is 'the reply whose job ran it: reply_id, or a continuation';
    comment on column reply_steps.attempt is 'the fencing token under which it was begun last';

    alter table messages add column if not exists asked_id uuid;
    alter table messages add column if not exists steps smallint;
    alter table open_jobs add column if not exists asked_id uuid;
    alter table open_jobs add column if not exists steps smallint not null default 0;
    comment on column messages.asked_id is
      'of a reply that continues the reply in_reply_to: the question; null: in_reply_to is the question';
    comment on column messages.steps is
      'how many steps the replies to the question had stored when it ended; null: none';
    comment on column open_jobs.asked_id is 'as messages.asked_id';
    comment on column open_jobs.steps is 'how many steps the replies to the question have stored'`)
  await knex.raw('alter table messages drop constraint if exists messages_status_check')
  await knex.raw(`
    alter table messages add constraint messages_status_check check (status in
      ('queued', 'processing', 'completed', 'failed', 'cancelled', 'requires_action')) not valid`)
  await knex.raw('alter table messages validate constraint messages_status_check')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`update messages set status = 'cancelled' where status = 'requires_action'`)
  await knex.raw('alter table messages drop constraint if exists messages_status_check')
  await knex.raw(`
    alter table messages add constraint messages_status_check check (status in
      ('queued', 'processing', 'completed', 'failed', 'cancelled')) not valid`)
  await knex.raw('alter table messages validate constraint messages_status_check')
  await knex.raw(`
    alter table messages drop column if exists asked_id, drop column if exists steps;
    alter table open_jobs drop column if exists asked_id, drop column if exists steps;
    drop table if exists reply_steps`)
}
