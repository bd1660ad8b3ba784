import { isPooled, takesOptions } from './connection.ts'
import type { Db } from './db.ts'
import { sql } from './statements.ts'

/** The state of PostgreSQL, for the doctor. */
export interface Diagnostics {
  version: string
  /** `server_version_num`: 150004 for version 15.4. */
  version_number: number
  encoding: string
  /** The most connections that this user can open, by the limits of server, database and role. */
  most_connections: number
  /** The client connections to the server now, from all users. */
  connections: number
  /** The server's clock, in milliseconds since 1970. */
  now_ms: number
  /** The size of the database in bytes, as a decimal number. */
  bytes: string
  is_read_only: boolean
  /** Whether this user may create tables. */
  may_create: boolean
  /** Whether this user may create schemas, as the release step of a queue in PostgreSQL does. */
  may_create_schemas: boolean
  /** Parley's tables that this user cannot both read and change. */
  closed_tables: string[]
  /** The same for the tables of a queue in PostgreSQL; null: the queue has no tables there. */
  closed_queue_tables: string[] | null
  /** Whether an acknowledged commit survives a crash: `fsync` and `synchronous_commit` are on. */
  is_durable: boolean
  /** The version of pgvector; null: not installed in this database. */
  pgvector: string | null
  /** The names of the user and the database, quoted as SQL needs them. */
  role: string
  database: string
  /** Milliseconds that a statement may take unless its session sets another limit; 0: no limit. */
  role_timeout_ms: number
  /**
   * Whether PostgreSQL compiles (`jit`) statements of Parley's sessions that it expects to take
   * long.
   */
  has_jit: boolean
  /** Whether a pooler stands before PostgreSQL. */
  is_pooled: boolean
  /** Whether a connection may have `options`, which a queue in PostgreSQL needs. */
  takes_options: boolean
}

export async function readDiagnostics(db: Db, databaseUrl: string): Promise<Diagnostics> {
  const [found] = await sql<Omit<Diagnostics, 'is_pooled' | 'takes_options'>>(db)`
    with tables as (
      select c.oid, c.relname::text, n.nspname::text as schema, n.oid as schema_id
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'bullmq') and c.relkind in ('r', 'p')
    ), closed as (
      select * from tables t
       where not (has_schema_privilege(t.schema_id, 'usage')
                  and has_table_privilege(t.oid, 'select') and has_table_privilege(t.oid, 'insert')
                  and has_table_privilege(t.oid, 'update') and has_table_privilege(t.oid, 'delete'))
    )
    select current_setting('server_version') as version,
           current_setting('server_version_num')::int as version_number,
           pg_encoding_to_char(d.encoding) as encoding,
           least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
                 nullif(d.datconnlimit, -1), nullif(r.rolconnlimit, -1))::int as most_connections,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
           extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
           pg_database_size(d.oid)::text as bytes,
           pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only,
           has_schema_privilege('public', 'create') as may_create,
           has_database_privilege(current_database(), 'create') as may_create_schemas,
           array(select relname from closed where schema = 'public' order by 1) as closed_tables,
           case when has_queue then array(select relname from closed where schema = 'bullmq' order by 1) end as closed_queue_tables,
           current_setting('fsync')::boolean and current_setting('synchronous_commit') <> 'off' as is_durable,
           (select extversion from pg_extension where extname = 'vector') as pgvector,
           quote_ident(current_user) as role,
           quote_ident(d.datname) as database,
           (select reset_val::int from pg_settings where name = 'statement_timeout') as role_timeout_ms,
           current_setting('jit')::boolean and pg_jit_available() as has_jit
      from pg_database d, pg_roles r, (select exists (select from tables where schema = 'bullmq') as has_queue) queue
     where d.datname = current_database() and r.rolname = current_user`
  const [is_pooled, takes_options] = await Promise.all([
    isPooled(databaseUrl),
    takesOptions(databaseUrl),
  ])
  return { ...found!, is_pooled, takes_options }
}

/**
 * Estimates the number of all organizations' chunks by the planner's statistics; 0: no statistics.
 */
export async function estimateChunks(db: Db): Promise<number> {
  const [found] = await sql<{ count: number }>(db)`
    select greatest(reltuples, 0)::float8 as count from pg_class where oid = to_regclass('public.chunks')`
  return found?.count ?? 0
}
