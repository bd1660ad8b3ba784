import type { Knex } from 'knex'

/**
 * What was requested, row by row for a month and rolled up by the hour for a year; and what the
 * rate limits let through and refused. Applications are named by their client ids, which outlive
 * them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function duration_bucket(ms double precision) returns smallint
      language sql immutable parallel safe
      return ceil(ln(greatest(ms, 0.01)) / ln(1.05))::smallint;
    create function bucket_duration(bucket smallint) returns double precision
      language sql immutable parallel safe
      return 2 * power(1.05, bucket) / 2.05;
    comment on function duration_bucket is 'durations on a scale on which each bucket ends 5 % above the one before';
    comment on function bucket_duration is 'the duration that is at most 2.5 % off any in the bucket, in milliseconds';

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
    );
    comment on column request_logs.endpoint is 'the route, with {name} for its parameters and no slash at its end';

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
    comment on table request_rollups is 'written with request_logs, in one statement, so that both always tell the same';

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
      unique nulls not distinct (organization_id, hour, client_id, method, endpoint, status_code, duration_bucket)
    ) with (fillfactor = 80);
    comment on table request_durations is 'the roll-up by duration: apart, because it has many times the rows';

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
    comment on table endpoint_durations is 'request_durations without client and status, an eighth of its rows: for the view that is asked for most';

    create table application_uses (
      organization_id uuid not null,
      application_id uuid not null,
      last_used_at timestamptz not null,
      primary key (organization_id, application_id),
      foreign key (organization_id, application_id) references applications (organization_id, id) on delete cascade
    ) with (fillfactor = 80);

    comment on table application_uses is 'outlives what it was read from';

    create table limit_blocks (
      id uuid not null,
      organization_id uuid not null references organizations on delete cascade,
      client_id text,
      endpoint text not null,
      bucket text not null,
      created_at timestamptz not null,
      primary key (organization_id, created_at, id)
    );

    create table limit_allowances (
      organization_id uuid not null references organizations on delete cascade,
      hour timestamptz not null,
      client_id text,
      endpoint text not null,
      bucket text not null,
      count integer not null,
      unique nulls not distinct (organization_id, hour, client_id, endpoint, bucket)
    ) with (fillfactor = 80);

    create index messages_posted on messages (organization_id, created_at) include (status, agent_id, model)
      where role = 'assistant';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index messages_posted;
    drop table limit_allowances, limit_blocks, application_uses, endpoint_durations, request_durations,
               request_rollups, request_logs;
    drop function bucket_duration, duration_bucket;
  `)
}
