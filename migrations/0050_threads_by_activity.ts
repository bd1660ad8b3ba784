import type { Knex } from 'knex'

/**
 * The order of threads by activity has a narrow table of its own: an index of `threads` on a column
 * that each message writes makes each message write all indexes of the table (no update was HOT,
 * eleven index entries a message). Triggers keep it, for old code and new: no foreign key, which
 * would look for each of many new threads by itself.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table threads_by_activity (
      thread_id uuid primary key,
      organization_id uuid not null,
      active_at timestamptz not null
    );
    create index threads_by_activity_order on threads_by_activity (organization_id, active_at, thread_id);
    comment on table threads_by_activity is 'threads.active_at in order; kept by the triggers of threads';

    create function order_threads() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into threads_by_activity (thread_id, organization_id, active_at)
          select id, organization_id, active_at from changed on conflict do nothing;
      elsif tg_op = 'UPDATE' then
        insert into threads_by_activity (thread_id, organization_id, active_at)
          values (new.id, new.organization_id, new.active_at)
          on conflict (thread_id) do update set active_at = excluded.active_at;
      else
        delete from threads_by_activity where thread_id = any(array(select id from changed));
      end if;
      return null;
    end $$;
    create trigger threads_opened after insert on threads referencing new table as changed
      for each statement execute function order_threads();
    create trigger threads_deleted after delete on threads referencing old table as changed
      for each statement execute function order_threads();
    create trigger thread_active after update on threads for each row
      when (old.active_at is distinct from new.active_at) execute function order_threads();
    alter table threads set (fillfactor = 70);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger threads_opened on threads;
    drop trigger threads_deleted on threads;
    drop trigger thread_active on threads;
    drop function order_threads;
    drop table threads_by_activity;
    alter table threads reset (fillfactor)`)
}
