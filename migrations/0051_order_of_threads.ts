import type { Knex } from 'knex'

/**
 * Puts the threads that there are into `threads_by_activity`, in small transactions, since a
 * message to one of them waits for it.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$
    declare
      last uuid := '00000000-0000-0000-0000-000000000000';
      ids uuid[];
    begin
      loop
        select array_agg(id order by id) into ids from (select id from threads where id > last order by id limit 2000) next;
        exit when ids is null;
        insert into threads_by_activity (thread_id, organization_id, active_at)
          select id, organization_id, active_at from threads where id = any(ids) on conflict do nothing;
        last := ids[array_length(ids, 1)];
        commit;
      end loop;
    end $$`)
}

export async function down(): Promise<void> {}
