import pg from 'pg'

/** Quotes a text as SQL, where a statement takes no parameters. */
export const { escapeLiteral } = pg

/**
 * Makes a hook that sets limits of a new session, unless it is a pooler's: that would hand them on to other clients, so
 * there the role has them (docs/scaling.md). A pooler sends a process id of its own.
 */
export const limitSession =
  (settings: Record<string, number>) =>
  async (client: pg.ClientBase & { processID?: number | null }): Promise<void> => {
    const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
    await client.query(`select ${calls} where pg_backend_pid() = ${client.processID ?? 0}`)
  }

/** SQLSTATE of what a session that can only read refuses. */
const READ_ONLY = '25006'

/**
 * A connection that PostgreSQL has left without an answer for `answerMs` is gone, whatever TCP says: the server hangs, or the
 * network swallows. pg's own `query_timeout` fails the query and keeps the connection, whose next query waits for the
 * old one's answer; this one breaks the connection, which every pool notices.
 *
 * A session that was refused a write because it can only read ends itself: opened while the server was a standby, or on a primary
 * that has been replaced, it would be handed out again and again.
 * @param connectMs in which a connection must stand
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
        if (this.isReadOnly && this.getTransactionStatus() === 'I') this.end().catch(() => undefined)
      })
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's own signatures are six, and this one hands on what it gets.
    override query(...args: any[]): any {
      // A process that was itself busy or stopped for so long checks for the answer once more.
      const late = () => setImmediate(() => this.limit && this.giveUp())
      this.limit ??= setTimeout(late, answerMs).unref()
      return super.query(...(args as [string]))
    }

    private giveUp() {
      const error = new Error(`PostgreSQL did not answer in ${answerMs / 1000} s`)
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }
  }
