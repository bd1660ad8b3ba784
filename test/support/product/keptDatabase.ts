import { makeDb, type Pool } from '../../../shared/lib/db/db.ts'
import { makeDatabase } from '../servers/servers.ts'
import { type TestDb, withKnex } from './testDb.ts'

/** An empty, migrated database that no other test uses until it is given back. */
export interface TakenDatabase {
  url: string
  db: TestDb
  giveBack(): Promise<void>
}

interface Database {
  url: string
  pool: Pool
  /** The statement timeout of its pool. */
  seconds: number
  /** Its tables, indexes, columns, functions, triggers, rules and constraints. */
  shape: string
  drop(): Promise<void>
}

/** Fewer than DATABASE_POOL's ten, because each plans every statement anew. */
const CONNECTIONS = 5

/** The database that the last file of this job gave back. */
let free: Database | undefined

/**
 * Takes the database that the last test file gave back, or makes a new one. Making one takes a
 * third of PostgreSQL's processor time for a file: it copies 870 files, and each new connection has
 * to read the catalogs and plan every statement.
 * @param seconds how long a statement may take
 */
export async function takeDatabase(seconds: number): Promise<TakenDatabase> {
  const own = free?.seconds === seconds ? free : await openDatabase(seconds)
  if (own === free) free = undefined
  const db = withKnex(own.url, { ...own.pool, destroy: async () => undefined })
  return {
    url: own.url,
    db,
    async giveBack() {
      // The server of DATABASE_URL outlives the run, so every database on it is dropped.
      const isKept =
        !free && !process.env.DATABASE_URL && (await empty(db, own.shape).catch(() => false))
      await db.destroy()
      if (isKept) free = own
      else {
        await own.pool.destroy()
        await own.drop()
      }
    },
  }
}

async function openDatabase(seconds: number): Promise<Database> {
  const { url, drop } = await makeDatabase()
  const pool = makeDb(url, CONNECTIONS, seconds)
  return { url, pool, seconds, drop, shape: await shapeOf(pool) }
}

async function shapeOf(db: Pool): Promise<string> {
  const text = `
    select concat_ws(' ',
             (select string_agg(relname, ' ' order by oid) from pg_class
               where relnamespace = 'public'::regnamespace),
             (select count(*) from pg_attribute where attnum > 0 and not attisdropped),
             (select count(*) from pg_proc),
             (select count(*) from pg_trigger where tgparentid = 0),
             (select count(*) from pg_rewrite),
             (select count(*) from pg_constraint where conparentid = 0)) as shape`
  return (await db.query<{ shape: string }>({ text })).rows[0]!.shape
}

const FILLED = `
  select c.oid::regclass::text as name, pg_relation_size(c.oid) > 2 ^ 20 as is_large
    from pg_class c
   where relnamespace in ('public'::regnamespace, 'bullmq'::regnamespace) and relkind = 'r'
     and relname !~ 'migration' and pg_relation_size(c.oid) > 0`

/**
 * Deletes all rows. @returns false if a test has changed the schema: the database must not be used
 * again
 */
async function empty(db: TestDb, shape: string): Promise<boolean> {
  if ((await shapeOf(db)) !== shape) return false
  const { rows } = await db.query<{ name: string; is_large: boolean }>({ text: FILLED })
  await db.transaction(async (transaction) => {
    // Switches off foreign keys, so the order of the tables does not matter.
    await transaction.query({ text: 'set local session_replication_role = replica' })
    // Truncating would make every connection plan its statements again.
    await transaction.query({ text: rows.map(({ name }) => `delete from ${name}`).join(';') })
  })
  for (const { name, is_large } of rows) if (is_large) await db.query({ text: `vacuum ${name}` })
  return true
}
