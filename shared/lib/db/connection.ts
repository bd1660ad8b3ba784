import pg from 'pg'
import { isOptionsRefused } from './failures.ts'

/** Quotes a text as SQL, where a statement takes no parameters. */
export const { escapeLiteral } = pg

/**
 * Makes a hook that sets the limits of a new session, such as `statement_timeout` in milliseconds.
 * Behind a pooler it sets nothing, because other clients would get the same session; the role has
 * the limits instead (docs/scaling.md). It recognizes a pooler by the client's process id, which
 * differs from the id of the PostgreSQL backend.
 */
export const limitSession =
  (settings: Record<string, number | string>) =>
  async (client: pg.ClientBase & { processID?: number | null }): Promise<void> => {
    const calls = Object.entries(settings).map(
      ([name, value]) => `set_config('${name}', '${value}', false)`,
    )
    await client.query(`select ${calls} where pg_backend_pid() = ${client.processID ?? 0}`)
  }

/** Whether a pooler stands before PostgreSQL: it gives each client a process id of its own. */
export async function isPooled(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: POOLER_MS,
    query_timeout: POOLER_MS,
  })
  try {
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as id')
    return rows[0].id !== (client as { processID?: number | null }).processID
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether the server takes `options` of a connection. Many poolers refuse it. @throws its errors */
export async function takesOptions(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: POOLER_MS,
    options: '-c search_path=public',
  })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (isOptionsRefused(error)) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

const POOLER_MS = 5_000

/** The SQLSTATE of a write that was refused because the session is read-only. */
const READ_ONLY = '25006'

/**
 * Makes a pg client class with two extra safeguards.
 *
 * It breaks a connection on which PostgreSQL has not answered for `answerMs` milliseconds, even if
 * TCP reports no error, because the server hangs or the network drops packets. pg's own
 * `query_timeout` fails the query but keeps the connection, and the next query on it waits for the
 * old answer. A broken connection leaves its pool.
 *
 * It also closes a session in which a write was refused as read-only. Such a session was opened on
 * a standby, or on a primary that has since been replaced, and the pool would go on handing it out.
 * @param connectMs milliseconds within which a connection must be established
 */
export const clientWithin = (answerMs: number, connectMs: number): typeof pg.Client =>
  class extends pg.Client {
    private limit: NodeJS.Timeout | undefined
    private isReadOnly = false

    constructor(config?: string | pg.ClientConfig) {
      const given = typeof config === 'string' ? { connectionString: config } : config
      super({ connectionTimeoutMillis: connectMs, keepAlive: true, ...given })
      const settled = () => {
        clearTimeout(this.limit)
        this.limit = undefined
      }
      this.on('drain', settled).on('end', settled)
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        this.isReadOnly ||= code === READ_ONLY
      })
      this.on('drain', () => {
        if (this.isReadOnly && this.getTransactionStatus() === 'I')
          this.end().catch(() => undefined)
      })
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg declares six overloads, and this passes its arguments on.
    override query(...args: any[]): any {
      // If this process was busy or stopped, the answer may have arrived unread. `setImmediate`
      // gives the process time to read it.
      const late = () => setImmediate(() => this.limit && this.giveUp())
      this.limit ??= setTimeout(late, answerMs).unref()
      return super.query(...(args as [string]))
    }

    private giveUp() {
      const error = new Error(`PostgreSQL did not answer in ${answerMs / 1000} s`)
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }
  }
