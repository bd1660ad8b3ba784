import type { Knex } from 'knex'

/**
 * Photos of the people who answer (docs/decisions/0067-photos-of-people.md). The statements lock
 * the table of users for some milliseconds; the index is made beside its readers and writers.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column if not exists photo text,
                      add column if not exists photo_type text,
                      add column if not exists photo_bytes bytea;
    comment on column users.photo is 'path of the photo at this server, another one for each photo; null: none';
    comment on column users.photo_type is 'media type of the photo';
    comment on column users.photo_bytes is 'the photo, at most 64 kB'`)
  // What an interrupted run may have left would never become valid.
  await knex.raw('drop index concurrently if exists users_photo')
  await knex.raw(
    'create unique index concurrently users_photo on users (photo) where photo is not null',
  )
  await knex.raw('alter table users drop constraint if exists users_whole_photo')
  await knex.raw(`
    alter table users add constraint users_whole_photo
      check ((photo is null) = (photo_type is null) and (photo is null) = (photo_bytes is null)) not valid`)
  await knex.raw('alter table users validate constraint users_whole_photo')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table users drop column photo_bytes, drop column photo_type, drop column photo',
  )
}
