import type { Knex } from 'knex'

/**
 * Finds the place of a thread by its whole key. Each message moves the place, and while an old
 * snapshot is open every earlier one stays in the indexes: by `thread_id` alone, a message read all
 * of them, 250 pages after 250 messages. The key that the trigger knows from the row before has
 * exactly one entry.
 */
export const config = { transaction: false }

/** @param change moves the place of a thread that was active */
const ordering = (change: string, deletion: string) => `
  create or replace function order_threads() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      insert into threads_by_activity (thread_id, organization_id, active_at)
        select id, organization_id, active_at from changed on conflict do nothing;
    elsif tg_op = 'UPDATE' then
      ${change};
    else
      ${deletion};
    end if;
    return null;
  end $$`

export async function up(knex: Knex): Promise<void> {
  // First, and by itself: it works with the old key, which the trigger of a message that waits for
  // the last statement would look for in vain.
  await knex.raw(
    ordering(
      `update threads_by_activity set active_at = new.active_at
        where organization_id = old.organization_id and active_at = old.active_at and thread_id = old.id`,
      `delete from threads_by_activity where ctid = any(array(
         select o.ctid from changed c cross join lateral (
           select ctid from threads_by_activity
            where organization_id = c.organization_id and active_at = c.active_at and thread_id = c.id limit 1) o))`,
    ),
  )
  // An attempt that failed leaves an index that no statement uses.
  await knex.raw('drop index concurrently if exists threads_by_activity_key')
  await knex.raw(
    'create unique index concurrently threads_by_activity_key on threads_by_activity (organization_id, active_at, thread_id)',
  )
  await knex.raw(`
    alter table threads_by_activity
      drop constraint threads_by_activity_pkey,
      add constraint threads_by_activity_pkey primary key using index threads_by_activity_key`)
  await knex.raw('drop index concurrently if exists threads_by_activity_order')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'create index threads_by_activity_order on threads_by_activity (organization_id, active_at, thread_id)',
  )
  await knex.raw(
    'alter table threads_by_activity drop constraint threads_by_activity_pkey, add primary key (thread_id)',
  )
  await knex.raw(
    ordering(
      `insert into threads_by_activity (thread_id, organization_id, active_at)
         values (new.id, new.organization_id, new.active_at)
         on conflict (thread_id) do update set active_at = excluded.active_at`,
      'delete from threads_by_activity where thread_id = any(array(select id from changed))',
    ),
  )
}
