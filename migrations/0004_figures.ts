import type { Knex } from 'knex'

/** What jobs and model calls cost. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table jobs (
      id uuid primary key,
      organization_id uuid not null references organizations on delete cascade,
      lane text not null check (lane in ('reply', 'index')),
      target_id uuid not null,
      request_id text not null,
      worker text not null,
      attempt integer not null,
      outcome text not null check (outcome in ('completed', 'failed', 'retried', 'released', 'superseded')),
      error_code text,
      wait_ms double precision not null,
      run_ms double precision not null,
      created_at timestamptz not null default now()
    );
    create index on jobs (organization_id, created_at);
    create index on jobs (target_id);
    comment on table jobs is 'one row an attempt that ended, successful or not; target_id is a message or a knowledge entry';
    comment on column jobs.wait_ms is 'from when the row was due to the claim of this attempt';

    create function job_row(job jsonb) returns jobs language sql stable as $$
      select jsonb_populate_record(null::jobs, job || jsonb_build_object('created_at', now()))
    $$;
    comment on function job_row is 'the row of a job that is given as JSON, for statements that store an outcome and its job';

    create table usages (
      reply_id uuid not null,
      organization_id uuid not null references organizations on delete cascade,
      agent_id uuid not null,
      model text not null,
      attempt integer not null,
      outcome text not null check (outcome in ('completed', 'failed')),
      input_tokens integer not null,
      output_tokens integer not null,
      cost_usd numeric(14, 8),
      model_ms double precision not null,
      created_at timestamptz not null default now(),
      primary key (reply_id, attempt)
    );
    create index on usages (organization_id, created_at);
    comment on table usages is 'one row a call of a model, also of one that came to nothing; outlives the reply, so that deleting a conversation does not change the bill';
    comment on column usages.cost_usd is 'null: not known, for want of a price or of a count';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table usages; drop function job_row; drop table jobs')
}
