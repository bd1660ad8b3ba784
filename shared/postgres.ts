import pg from 'pg'

export type Client = pg.Client

/**
 * A connection that PostgreSQL has left without an answer for `answerMs` is gone, whatever TCP says: the server hangs, or the
 * network swallows. pg's own `query_timeout` fails the query and keeps the connection, whose next query waits for the
 * old one's answer; this one breaks the connection, which every pool notices.
 * @param connectMs in which a connection must stand
 */
export const clientWithin = (answerMs: number, connectMs: number): typeof pg.Client =>
  class extends pg.Client {
    private limit: NodeJS.Timeout | undefined

    constructor(config?: string | pg.ClientConfig) {
      const given = typeof config === 'string' ? { connectionString: config } : config
      super({ connectionTimeoutMillis: connectMs, keepAlive: true, ...given })
      const settled = () => {
        clearTimeout(this.limit)
        this.limit = undefined
      }
      this.on('drain', settled).on('end', settled)
    }

    // biome-ignore lint/suspicious/noExplicitAny: pg's own signatures are six, and this one hands on what it gets.
    override query(...args: any[]): any {
      // A process that was itself busy, or stopped, for so long looks for the answer once more.
      const late = () => setImmediate(() => this.limit && this.giveUp())
      this.limit ??= setTimeout(late, answerMs).unref()
      return super.query(...(args as [string]))
    }

    private giveUp() {
      const error = new Error(`PostgreSQL did not answer in ${answerMs / 1000} s`)
      this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
    }
  }
