import type { Knex } from 'knex'

/**
 * Unfinished jobs of every lane have a small table of their own: a row comes with the accept and
 * goes with the end (docs/decisions/0036-a-table-of-open-jobs.md). A reply becomes a row of
 * `messages` when it ends.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table open_jobs (
      id uuid primary key,
      lane text not null,
      organization_id uuid not null,
      thread_id uuid,
      position integer not null default 0,
      first_position integer not null default 0,
      entry_id uuid,
      agent_id uuid,
      question_id uuid,
      request_id text not null,
      traceparent text,
      reply_to text,
      streamed boolean not null default false,
      traced boolean not null default false,
      created_at timestamptz not null default now(),
      run_at timestamptz not null default now(),
      sweep_at timestamptz not null,
      deadline_at timestamptz not null,
      attempt integer not null default 0,
      failures integer not null default 0,
      crashes integer not null default 0,
      worker text,
      claimed_at timestamptz,
      lease_expires_at timestamptz,
      draft text,
      trace jsonb,
      foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade,
      foreign key (organization_id, entry_id) references knowledge_entries (organization_id, id) on delete cascade,
      check ((worker is null) = (lease_expires_at is null)),
      check ((worker is null) = (claimed_at is null))
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
            autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off);
    -- 2 MB that stay: PostgreSQL would plan to read all of an empty table, and go on so when it is no longer empty.
    insert into open_jobs (lane, id, organization_id, request_id, sweep_at, deadline_at)
      select 'reply', gen_random_uuid(), gen_random_uuid(), 'none', now(), now() from generate_series(1, 8000);
    delete from open_jobs;
    create index open_jobs_in_order on open_jobs (thread_id, position) where thread_id is not null;
    create index open_jobs_entry on open_jobs (entry_id) where entry_id is not null;
    create index open_jobs_waiting on open_jobs (lane, organization_id, sweep_at) where worker is null;
    create index open_jobs_held on open_jobs (lane, organization_id, claimed_at) where worker is not null;

    comment on table open_jobs is 'unfinished jobs: what is here is still to be done';
    comment on column open_jobs.thread_id is 'jobs of one thread run one after the other, by position';
    comment on column open_jobs.position is 'of a reply, its seq';
    comment on column open_jobs.first_position is 'no job of the thread before this position was unfinished when this one was accepted';
    comment on column open_jobs.entry_id is 'of the index lane: the entry, with which the job goes';
    comment on column open_jobs.agent_id is 'the agent whose model the job calls';
    comment on column open_jobs.reply_to is 'address of the API process that waits for the outcome';
    comment on column open_jobs.streamed is 'whether a client wants to see the reply while it is written';
    comment on column open_jobs.run_at is 'from when a worker could take it';
    comment on column open_jobs.sweep_at is 'from when the sweep takes it without a wake-up';
    comment on column open_jobs.attempt is 'the fencing token: a claim raises it';
    comment on column open_jobs.failures is 'attempts that failed, other than by a crash or a shutdown';
    comment on column open_jobs.crashes is 'workers that ended while they held it';
    comment on column open_jobs.worker is 'who holds it; null: it waits';
    comment on column open_jobs.draft is 'what the last attempt has written so far';
    comment on column open_jobs.trace is 'of the last attempt that failed: its trace, attempt and created_at';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table open_jobs')
}
