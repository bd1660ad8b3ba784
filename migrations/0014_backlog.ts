import type { Knex } from 'knex'

/**
 * What the claims of a crowded queue go by: who holds a row and since when, how many of its workers
 * died of it, and each organization's unfinished rows in the order in which they are due.
 *
 * The statistics of a quiet hour say that no row is unfinished, so that to the planner all indexes
 * of unfinished rows cost the same: it may read one from end to end where another has the row at
 * once (a claim took 80 s among 10,000 waiting rows). So each has a condition of its own, and a
 * query says only the one of the index that it is for: of a row to be found by its time, `wake_at`;
 * in its thread, `completed_at`; by its id, neither.
 */
export async function up(knex: Knex): Promise<void> {
  for (const { table, waiting, due } of LANES)
    await knex.raw(`
      alter table ${table}
        add column crashes integer not null default 0,
        add column worker text,
        add column claimed_at timestamptz,
        add constraint ${table}_wake_at_check check ((wake_at is not null) = (status in ('${waiting}', 'processing')));
      comment on column ${table}.crashes is 'workers that ended while they held the row';
      comment on column ${table}.failures is 'attempts that failed, other than by a crash or a shutdown';
      comment on column ${table}.worker is 'who holds the row, or held it last';
      drop index ${due}, ${table}_running;
      create index ${table}_backlog on ${table} (organization_id, wake_at) where wake_at is not null;
    `)
  await knex.raw(`
    alter table messages add constraint messages_completed_at_check
      check ((completed_at is null) = (status in ('queued', 'processing')));
    drop index messages_unfinished;
    create index messages_unfinished on messages (thread_id, seq) where completed_at is null;

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

    drop index messages_unfinished;
    create index messages_unfinished on messages (thread_id, seq) where status in ('queued', 'processing');
    alter table messages drop constraint messages_completed_at_check;
  `)
  for (const { table, waiting, due } of LANES)
    await knex.raw(`
      drop index ${table}_backlog;
      create index ${due} on ${table} (wake_at) where status in ('${waiting}', 'processing');
      create index ${table}_running on ${table} (organization_id) where status = 'processing';
      alter table ${table} drop constraint ${table}_wake_at_check,
        drop column crashes, drop column worker, drop column claimed_at;
    `)
}

const LANES = [
  { table: 'messages', waiting: 'queued', due: 'messages_due' },
  { table: 'knowledge_entries', waiting: 'pending', due: 'knowledge_entries_due' },
] as const
