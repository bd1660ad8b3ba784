import type { Knex } from 'knex'
import { OF_DELETED_THREADS } from './repeatable/ofDeletedThreads.ts'

const KEYS = [
  ['open_jobs', 'open_jobs_organization_id_thread_id_fkey'],
  ['messages', 'messages_organization_id_thread_id_fkey'],
] as const

/**
 * Replaces two foreign keys by a trigger (decision 108). Makes the trigger here as well, so that
 * there is no moment with neither.
 */
export async function up(knex: Knex): Promise<void> {
  const { name, sql, triggers } = OF_DELETED_THREADS
  await knex.raw(sql)
  for (const [trigger, when] of Object.entries(triggers!))
    await knex.raw(`create or replace trigger ${trigger} ${when} execute function ${name}()`)
  for (const [of, key] of KEYS) await knex.raw(`alter table ${of} drop constraint if exists ${key}`)
}

export async function down(knex: Knex): Promise<void> {
  for (const [of, key] of KEYS) {
    await knex.raw(`
      alter table ${of} add constraint ${key} foreign key (organization_id, thread_id)
        references threads (organization_id, id) on delete cascade not valid`)
    await knex.raw(`alter table ${of} validate constraint ${key}`)
  }
}
