/** Figures of requests, replies and questions. */
export const ANALYTICS = `
-- Durations are counted on a scale. Its functions stand here and not in migrations/repeatable,
-- because statistics need one of them, and what they computed is stored.
create function duration_bucket(ms double precision) returns smallint
  language sql immutable parallel safe
  return ceil(ln(greatest(ms, 0.01)) / ln(1.05))::smallint;
comment on function duration_bucket is
  'durations on a scale on which each bucket ends 5 % above the one before';
create function bucket_duration(bucket smallint) returns double precision
  language sql immutable parallel safe
  return 2 * power(1.05, bucket) / 2.05;
comment on function bucket_duration is
  'the duration that is at most 2.5 % off any in the bucket, in milliseconds';

-- Applications are named by their client ids here, which outlive them.
create table request_logs (
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  credential text not null check (credential in ('application', 'widget', 'dashboard')),
  client_id text,
  method text not null,
  endpoint text not null,
  status_code smallint not null,
  duration_ms real not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (organization_id, created_at, id)
) partition by range (created_at);
comment on table request_logs is 'one row a request; a partition a month';
comment on column request_logs.endpoint is
  'the route, with {name} for its parameters and no slash at its end';
-- PostgreSQL knows by it how many buckets there are. Without it, it took each of the 200,000
-- requests of an hour for a bucket of its own and sorted them on disk: 830 ms instead of 260.
create statistics request_logs_buckets on (duration_bucket(duration_ms::double precision))
  from request_logs;

create table request_rollups (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  client_id text,
  method text not null,
  endpoint text not null,
  status_code smallint not null,
  count integer not null,
  unique nulls not distinct (organization_id, hour, client_id, method, endpoint, status_code)
) with (fillfactor = 80);
comment on table request_rollups is
  'written with request_logs, in one statement, so that both always agree';

create table request_durations (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  client_id text,
  method text not null,
  endpoint text not null,
  status_code smallint not null,
  duration_bucket smallint not null,
  count integer not null,
  total_ms double precision not null,
  unique nulls not distinct
    (organization_id, hour, client_id, method, endpoint, status_code, duration_bucket)
) with (fillfactor = 80);
comment on table request_durations is
  'the roll-up by duration: apart, because it has many times the rows';

create table endpoint_durations (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  method text not null,
  endpoint text not null,
  duration_bucket smallint not null,
  count integer not null,
  errors integer not null,
  total_ms double precision not null,
  primary key (organization_id, hour, method, endpoint, duration_bucket)
) with (fillfactor = 80);
comment on table endpoint_durations is
  'request_durations without client and status, an eighth of its rows: for the view that is '
  'asked for most';

-- What rate limits have refused.
create table limit_blocks (
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  client_id text,
  endpoint text not null,
  bucket text not null,
  created_at timestamptz not null,
  primary key (organization_id, created_at, id)
);

-- What rate limits have let through.
create table limit_allowances (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  client_id text,
  endpoint text not null,
  bucket text not null,
  count integer not null,
  unique nulls not distinct (organization_id, hour, client_id, endpoint, bucket)
) with (fillfactor = 80);

create table limit_minutes (
  organization_id uuid not null references organizations on delete cascade,
  minute timestamptz not null,
  bucket text not null,
  count integer not null,
  primary key (organization_id, minute, bucket)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000
);
comment on table limit_minutes is
  'refusals of rate limits in minutes that have no event yet. Each row becomes one event';

create table activity_rollups (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  agent_id uuid not null,
  model text,
  messages integer not null,
  replies integer not null,
  failed_replies integer not null,
  cancelled_replies integer not null,
  calls integer not null,
  unpriced_calls integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_usd numeric(16, 8) not null,
  conversations integer not null,
  sessions integer not null,
  unique nulls not distinct (organization_id, hour, agent_id, model)
);
comment on table activity_rollups is
  'sums of messages, usages and threads; they outlive what they were made of, and have nothing '
  'of anybody';
comment on column activity_rollups.model is
  'null: of messages that no model answered, and of threads';

create table activity_durations (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  what text not null check (what in ('reply', 'model', 'wait')),
  agent_id uuid,
  duration_bucket smallint not null,
  count integer not null,
  unique nulls not distinct (organization_id, hour, what, agent_id, duration_bucket)
);
comment on table activity_durations is
  'how long replies, calls of models and waits for a worker took, by duration_bucket()';
comment on column activity_durations.agent_id is 'null: of a wait, which is of no agent';

create table activity_failures (
  organization_id uuid not null references organizations on delete cascade,
  hour timestamptz not null,
  agent_id uuid not null,
  code text not null,
  count integer not null,
  primary key (organization_id, hour, agent_id, code)
);
comment on table activity_failures is 'why replies failed';

create table activity_rolled (
  organization_id uuid primary key references organizations on delete cascade,
  until timestamptz not null
) with (fillfactor = 50);
comment on table activity_rolled is
  'up to which hour an organization''s activity is rolled up; without a row: not at all';

-- Decision 46.
create table first_questions (
  thread_id uuid primary key,
  organization_id uuid not null,
  agent_id uuid not null,
  asked_at timestamptz not null,
  terms text[] not null check (cardinality(terms) <= 24),
  forms text[] not null,
  is_answered boolean not null,
  foreign key (organization_id, thread_id)
    references threads (organization_id, id) on delete cascade,
  check (cardinality(forms) = cardinality(terms))
);
create index first_questions_by_time on first_questions (organization_id, asked_at);
comment on table first_questions is
  'the content words of the first question of each thread, without small talk';
comment on column first_questions.terms is
  'language and stem, or two stems that follow each other: en:return, en:cost deliveri';
comment on column first_questions.forms is
  'the same words as they were written, in the order of terms';
comment on column first_questions.is_answered is 'whether knowledge supports the first reply';

-- How far workers have read first questions.
create table first_questions_read (
  organization_id uuid primary key references organizations on delete cascade,
  last_id uuid not null default '00000000-0000-0000-0000-000000000000'
) with (fillfactor = 50);
comment on column first_questions_read.last_id is
  'the last message that a worker has looked at; ids of messages begin with their time';

create table handled_questions (
  organization_id uuid not null references organizations on delete cascade,
  key text not null,
  handled_at timestamptz not null default now(),
  primary key (organization_id, key)
);
comment on table handled_questions is
  'a hash of each question that was taken off the list of those that need a look';
comment on column handled_questions.handled_at is
  'the same question is listed again if it is asked after this';
`
