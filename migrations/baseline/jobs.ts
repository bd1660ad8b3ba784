/** Unfinished jobs, their attempts, and the workers. */
export const JOBS = `
-- Decision 36. The statistics of a quiet hour say that no row is unfinished, so to the planner all
-- indexes of unfinished rows cost the same. Each index has a condition or expression of its own,
-- and a statement states only the one of the index that it is for (decision 69).
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
  application_id uuid,
  endpoint_id uuid,
  epoch integer not null default 0,
  needs_model boolean not null default true,
  foreign key (organization_id, thread_id)
    references threads (organization_id, id) on delete cascade,
  foreign key (organization_id, entry_id)
    references knowledge_entries (organization_id, id) on delete cascade,
  constraint open_jobs_endpoint_fkey foreign key (organization_id, endpoint_id)
    references webhook_endpoints (organization_id, id) on delete cascade,
  check ((worker is null) = (lease_expires_at is null)),
  check ((worker is null) = (claimed_at is null))
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  vacuum_truncate = off
);
-- 2 MB that stay: PostgreSQL would plan to read all of an empty table, and keep the plan when it
-- is no longer empty.
insert into open_jobs (lane, id, organization_id, request_id, sweep_at, deadline_at)
  select 'reply', gen_random_uuid(), gen_random_uuid(), 'none', now(), now()
    from generate_series(1, 8000);
delete from open_jobs;
create index open_jobs_in_order on open_jobs (thread_id, position) where thread_id is not null;
create index open_jobs_entry on open_jobs (entry_id) where entry_id is not null;
create index open_jobs_waiting on open_jobs (lane, organization_id, sweep_at) where worker is null;
create index open_jobs_held on open_jobs (lane, organization_id, claimed_at)
  where worker is not null;
create index open_jobs_endpoint on open_jobs (organization_id, endpoint_id)
  where endpoint_id is not null;
create index open_jobs_waiting_of_endpoint on open_jobs (lane, endpoint_id, sweep_at)
  where worker is null and endpoint_id is not null;
create index open_jobs_held_of_endpoint on open_jobs (lane, endpoint_id, claimed_at)
  where worker is not null and endpoint_id is not null;
create index open_jobs_due on open_jobs (lane, sweep_at)
  where worker is null and sweep_at > '-infinity';
create index open_jobs_overdue on open_jobs (lane, deadline_at)
  where worker is null and deadline_at > '-infinity';
create index open_jobs_suspects on open_jobs (lane, sweep_at) where worker is null and crashes >= 2;
comment on table open_jobs is 'unfinished jobs: what is here is still to be done';
comment on column open_jobs.thread_id is 'jobs of one thread run one after the other, by position';
comment on column open_jobs.position is 'of a reply, its seq';
comment on column open_jobs.first_position is
  'no job of the thread before this position was unfinished when this one was accepted';
comment on column open_jobs.entry_id is 'of the index lane: the entry, with which the job goes';
comment on column open_jobs.agent_id is 'the agent whose model the job calls';
comment on column open_jobs.reply_to is 'address of the API process that waits for the outcome';
comment on column open_jobs.streamed is
  'whether a client wants to see the reply while it is written';
comment on column open_jobs.run_at is 'from when a worker could take it';
comment on column open_jobs.sweep_at is 'from when the sweep takes it without a wake-up';
comment on column open_jobs.attempt is 'the fencing token: a claim raises it';
comment on column open_jobs.failures is 'attempts that failed, other than by a crash or a shutdown';
comment on column open_jobs.crashes is 'workers that ended while they held it';
comment on column open_jobs.worker is 'who holds it; null: it waits';
comment on column open_jobs.draft is 'what the last attempt has written so far';
comment on column open_jobs.trace is
  'of the last attempt that failed: its trace, attempt and created_at';
comment on column open_jobs.application_id is
  'null: posted by a user of the dashboard, or before budgets';
comment on column open_jobs.endpoint_id is
  'of the deliver lane: where to; jobs of one endpoint share its slots';
comment on column open_jobs.epoch is
  'of a reply: the handoff_epoch of its thread when it was opened';
comment on column open_jobs.needs_model is 'of a reply: whether it waits while all models are down';

-- Which lanes there are is in shared/lib/jobs.ts, so a new one needs no migration.
create table jobs (
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  lane text not null,
  target_id uuid not null,
  request_id text not null,
  worker text not null,
  attempt integer not null,
  outcome text not null
    check (outcome in ('completed', 'failed', 'retried', 'released', 'superseded', 'crashed')),
  error_code text,
  wait_ms double precision not null,
  run_ms double precision not null,
  created_at timestamptz not null default now(),
  provider_code text,
  provider_type text
) partition by range (created_at);
create index jobs_by_time on jobs (organization_id, created_at) include (lane, wait_ms);
comment on table jobs is
  'one row an attempt that ended, successful or not; target_id is a message or a knowledge '
  'entry; a partition a month';
comment on column jobs.wait_ms is 'from when the row was due to the claim of this attempt';
comment on column jobs.provider_code is
  'of an attempt that the model''s provider refused: the code in its answer, such as '
  'model_not_found';
comment on column jobs.provider_type is 'the type in that answer, such as invalid_request_error';

create table workers (
  name text not null,
  lane text not null,
  version text not null,
  slots integer not null,
  busy integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  figures text,
  primary key (name, lane)
) with (fillfactor = 50);
comment on table workers is
  'who works, of the service as a whole; each worker says so every few seconds';
comment on column workers.figures is
  'its metrics in Prometheus text format, as of seen_at; null: metrics are off, or its version '
  'has none';

create table chores (
  name text primary key,
  started_at timestamptz not null,
  took_ms double precision not null,
  rows bigint not null,
  total_rows bigint not null,
  error text
);
comment on table chores is
  'the last round of each of the workers'' chores, whichever of them did it';
comment on column chores.rows is 'what the last round deleted, expired, queued or rolled up';
comment on column chores.total_rows is 'of all rounds';

-- What was counted in the current window of each limit, where there is no Redis. The columns and
-- their order are those of rate-limiter-flexible. Unlogged: a crash costs one window.
create unlogged table rate_limits (
  key text primary key,
  points integer not null,
  expire bigint not null
) with (fillfactor = 50);
comment on column rate_limits.key is 'bucket, and a hash of whose it is';
comment on column rate_limits.expire is 'when the window ends, in milliseconds since 1970';
`
