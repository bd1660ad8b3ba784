/** Events, and their deliveries to webhook endpoints (decision 56). */
export const EVENTS = `
-- Stands here and not in migrations/repeatable, because a default needs it.
create function event_id() returns uuid language sql parallel safe as $$
  select (overlay(lpad(to_hex((extract(epoch from clock_timestamp()) * 4096000)::bigint), 15, '0')
                  placing '7' from 13 for 0)
          || right(gen_random_uuid()::text, 17))::uuid
$$;
comment on function event_id is
  'a UUID of version 7, whose first 60 bits beside the version count the 4096ths of a '
  'millisecond since 1970: ids of one transaction are in the order in which they were made';

-- Decision 56. The writers are in migrations/repeatable/eventWriters.ts.
create table event_outbox (
  id uuid primary key default event_id(),
  organization_id uuid not null,
  type text not null,
  target_kind text not null,
  target_id uuid not null,
  thread_id uuid,
  agent_id uuid,
  facts jsonb not null default '{}',
  is_test boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0,
  vacuum_truncate = off
);
comment on table event_outbox is
  'events that have no place in the order yet; without foreign keys, so that writing one waits '
  'for nobody';
comment on column event_outbox.facts is
  'ids, states and numbers; what people wrote is read when the event is presented';

create table events (
  position bigint not null,
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  type text not null,
  target_kind text not null,
  target_id uuid not null,
  thread_id uuid,
  sequence integer,
  agent_id uuid,
  facts jsonb not null,
  is_test boolean not null,
  created_at timestamptz not null,
  primary key (organization_id, position, created_at),
  check ((thread_id is null) = (sequence is null))
) partition by range (created_at);
create index events_by_id on events (id);
create index events_by_thread on events (thread_id, sequence) where thread_id is not null;
comment on table events is
  'what happened, in the order of commits; rows never change; a partition a month';
comment on column events.position is
  'given after the commit by one process at a time, so that a reader never skips an event that '
  'was committed late';
comment on column events.sequence is 'counts the events of the thread from 1, without a hole';
create sequence event_positions owned by events.position;

create table thread_sequences (
  organization_id uuid not null references organizations on delete cascade,
  thread_id uuid not null,
  last integer not null,
  primary key (organization_id, thread_id)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 1000
);
comment on table thread_sequences is
  'the number of the last event of each thread; the row goes with the event of the deletion';

-- Where events are delivered to.
create table webhook_endpoints (
  id uuid not null,
  organization_id uuid not null references organizations on delete cascade,
  url text not null,
  description text not null default '',
  events text[] not null,
  is_active boolean not null default true,
  disabled_at timestamptz,
  disabled_reason text,
  first_failure_at timestamptz,
  failures integer not null default 0,
  last_success_at timestamptz,
  sealed_secret text not null,
  sealed_previous_secret text,
  previous_secret_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  check ((disabled_reason is null) = (disabled_at is null)),
  check ((sealed_previous_secret is null) = (previous_secret_expires_at is null))
);
comment on column webhook_endpoints.events is 'types of events; * stands for all';
comment on column webhook_endpoints.disabled_reason is
  'gone: it answered 410; failing: it failed for too long; null: Parley has not disabled it';
comment on column webhook_endpoints.first_failure_at is 'the first failure since the last success';
comment on column webhook_endpoints.failures is 'failed tries since the last success';
comment on column webhook_endpoints.sealed_previous_secret is 'signs as well until it expires';

-- The way of an event to one endpoint.
create table webhook_deliveries (
  id uuid not null,
  organization_id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  status text not null default 'pending'
    check (status in ('pending', 'delivered', 'failed', 'skipped')),
  is_replay boolean not null default false,
  attempts integer not null default 0,
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz,
  completed_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, endpoint_id)
    references webhook_endpoints (organization_id, id) on delete cascade
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);
comment on column webhook_deliveries.status is
  'skipped: the endpoint was disabled or had too many waiting';

-- One request of a delivery.
create table delivery_attempts (
  organization_id uuid not null,
  delivery_id uuid not null,
  attempt integer not null,
  status integer,
  error text,
  duration_ms integer not null,
  response_head text,
  created_at timestamptz not null default now(),
  primary key (organization_id, delivery_id, attempt),
  foreign key (organization_id, delivery_id)
    references webhook_deliveries (organization_id, id) on delete cascade
);
comment on column delivery_attempts.status is 'of HTTP; null: no answer, and error says why';
comment on column delivery_attempts.response_head is 'the first 2 kB of the answer';
`
