import type { Knex } from 'knex'

/**
 * What the claims of a crowded queue go by: who holds a row and since when, how many of its workers died of it, and
 * each organization's unfinished rows in the order in which they are due.
 */
export async function up(knex: Knex): Promise<void> {
  for (const [table, waiting] of LANES)
    await knex.raw(`
      alter table ${table}
        add column crashes integer not null default 0,
        add column worker text,
        add column claimed_at timestamptz;
      comment on column ${table}.crashes is 'workers that ended while they held the row';
      comment on column ${table}.failures is 'attempts that failed, other than by a crash or a shutdown';
      comment on column ${table}.worker is 'who holds the row, or held it last';
      create index ${table}_backlog on ${table} (organization_id, wake_at) where status in ('${waiting}', 'processing');
      drop index ${table}_running;
    `)
  await knex.raw(`
    alter table jobs drop constraint jobs_outcome_check;
    alter table jobs add constraint jobs_outcome_check
      check (outcome in ('completed', 'failed', 'retried', 'released', 'superseded', 'crashed'));
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from jobs where outcome = 'crashed';
    alter table jobs drop constraint jobs_outcome_check;
    alter table jobs add constraint jobs_outcome_check
      check (outcome in ('completed', 'failed', 'retried', 'released', 'superseded'));
  `)
  for (const [table] of LANES)
    await knex.raw(`
      create index ${table}_running on ${table} (organization_id) where status = 'processing';
      drop index ${table}_backlog;
      alter table ${table} drop column crashes, drop column worker, drop column claimed_at;
    `)
}

const LANES = [
  ['messages', 'queued'],
  ['knowledge_entries', 'pending'],
] as const
