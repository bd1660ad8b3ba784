import type { Knex } from 'knex'

/** As for `jobs`. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table workers drop constraint workers_lane_check')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table workers add constraint workers_lane_check check (lane in ('reply', 'index'))`,
  )
}
