import type { Knex } from 'knex'

/**
 * How long what is kept, for each organization; and what became of the workers' chores, of which
 * deleting the rest is one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table retentions (
      organization_id uuid primary key references organizations on delete cascade,
      message_days integer check (message_days > 0),
      trace_days integer check (trace_days > 0),
      request_log_days integer check (request_log_days > 0),
      analytics_days integer check (analytics_days > 0),
      audit_days integer check (audit_days > 0),
      updated_at timestamptz not null default now()
    );
    comment on table retentions is 'days; null, or without a row: the service''s setting, which is the most in any case';

    create table chores (
      name text primary key,
      started_at timestamptz not null,
      took_ms double precision not null,
      rows bigint not null,
      total_rows bigint not null,
      error text
    );
    comment on table chores is 'the last round of each of the workers'' chores, whichever of them did it';
    comment on column chores.rows is 'what the last round deleted, expired, queued or rolled up';
    comment on column chores.total_rows is 'of all rounds';

    create index on reply_traces (organization_id, created_at);
    create index on audit_events (organization_id, created_at);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index audit_events_organization_id_created_at_idx, reply_traces_organization_id_created_at_idx;
    drop table chores, retentions;
  `)
}
