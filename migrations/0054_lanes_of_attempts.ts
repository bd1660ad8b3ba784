import type { Knex } from 'knex'

/**
 * Which lanes there are is the code's to say: `shared/lib/jobs.ts`. The parent first, whose
 * constraint its partitions inherit.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    do $$
    declare constrained regclass;
    begin
      for constrained in
        select conrelid from pg_constraint where conname = 'jobs_lane_check' order by coninhcount
      loop
        execute format('alter table %s drop constraint if exists jobs_lane_check', constrained);
      end loop;
    end $$`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table jobs add constraint jobs_lane_check check (lane in ('reply', 'index'))`,
  )
}
