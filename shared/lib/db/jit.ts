import { type Db, withDb } from './db.ts'
import { sql } from './statements.ts'

/**
 * Turns `jit` off for the URL's user in the URL's database, unless the role sets `jit` already.
 * PostgreSQL spends up to 3 s of processor time on compiling statements that it expects to take
 * long, while Parley's statements take milliseconds. A session without a pooler turns `jit` off
 * itself (`makeDb`); behind a pooler, the role has to.
 * @returns whether the role was changed
 */
export const turnOffJit = (databaseUrl: string): Promise<boolean> =>
  withDb(databaseUrl, async (db) => {
    if (await isSet(db)) return false
    await sql(db)`
      do $$ begin
        execute format('alter role %I in database %I set jit = off', current_user, current_database());
      end $$`
    return true
  })

async function isSet(db: Db): Promise<boolean> {
  const [found] = await sql<{ is_set: boolean }>(db)`
    select exists (
      select from pg_db_role_setting s, unnest(s.setconfig) setting
       where s.setrole in (0, (select oid from pg_roles where rolname = current_user))
         and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
         and setting like 'jit=%') as is_set`
  return found!.is_set
}
