import { type SqlFunction, triggerFunction } from './sqlFunction.ts'

/**
 * In place of foreign keys (decision 108): whoever stores a message or opens a job of a thread has
 * locked the thread's row, so a foreign key would only look for that row once more. The settings
 * force plans that use an index, as for postings.
 */
export const OF_DELETED_THREADS: SqlFunction = {
  name: 'delete_rows_of_threads',
  about: 'deletes the messages, open jobs and steps of replies of deleted threads',
  table: 'threads',
  sql: triggerFunction(
    'delete_rows_of_threads',
    `
  delete from open_jobs j using gone
   where j.organization_id = gone.organization_id and j.thread_id = gone.id;
  delete from messages m using gone
   where m.organization_id = gone.organization_id and m.thread_id = gone.id;
  delete from reply_steps s using gone
   where s.organization_id = gone.organization_id and s.thread_id = gone.id;`,
    'set enable_seqscan = off set plan_cache_mode = force_custom_plan',
  ),
  triggers: {
    delete_rows_of_threads:
      'after delete on threads referencing old table as gone for each statement',
  },
}
