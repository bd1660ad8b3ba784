import type { Knex } from 'knex'

/**
 * What was counted in the current window of each limit, where there is no Redis. The columns and
 * their order are rate-limiter-flexible's. Unlogged: a count costs no write-ahead log, and a crash
 * costs one window. With room in each page, so that counting moves no index entries.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table rate_limits (
      key text primary key,
      points integer not null,
      expire bigint not null
    ) with (fillfactor = 50);
    comment on column rate_limits.key is 'bucket, and a hash of whose it is';
    comment on column rate_limits.expire is 'when the window ends, in milliseconds since 1970';
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rate_limits')
}
