import type { Knex } from 'knex'

/**
 * The order of threads by activity has a narrow table of its own: an index of `threads` on a column that each message writes makes
 * each message write all indexes of the table (no update was HOT, eleven index entries a message). A trigger keeps it, for old
 * code and new.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table threads_by_activity (
      thread_id uuid primary key,
      organization_id uuid not null,
      active_at timestamptz not null,
      foreign key (organization_id, thread_id) references threads (organization_id, id) on delete cascade
    );
    create index threads_by_activity_order on threads_by_activity (organization_id, active_at, thread_id);
    comment on table threads_by_activity is 'threads.active_at in order; kept by the trigger of threads';

    create function order_thread() returns trigger language plpgsql as $$
    begin
      insert into threads_by_activity (thread_id, organization_id, active_at) values (new.id, new.organization_id, new.active_at)
        on conflict (thread_id) do update set active_at = excluded.active_at;
      return null;
    end $$;
    create trigger thread_opened after insert on threads for each row execute function order_thread();
    create trigger thread_active after update on threads for each row
      when (old.active_at is distinct from new.active_at) execute function order_thread();
    alter table threads set (fillfactor = 70);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger thread_opened on threads;
    drop trigger thread_active on threads;
    drop function order_thread;
    drop table threads_by_activity;
    alter table threads reset (fillfactor)`)
}
