import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/**
 * Starts a PostgreSQL with the extension `vector`, which neither the system's packages nor the
 * embedded PostgreSQL have: PostgreSQL 18 compiled to WebAssembly, in this process. It takes one
 * connection at a time.
 */
export async function startPgvector(): Promise<{ url: string; stop: () => Promise<void> }> {
  const database = await PGlite.create({ extensions: { vector } })
  const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port: 0 })
  await server.start()
  const [, port] = /:(\d+)$/.exec(server.getServerConn())!
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop()
      await database.close()
    },
  }
}
