import pg from 'pg'

/** What both processes of the plain program share: settings, and access to PostgreSQL. */
export const queueName = 'plain'
export const connection = { url: process.env.REDIS_URL }
export const model = { name: 'bench', url: process.env.OPENAI_BASE_URL }
export const concurrency = Number(process.env.REPLY_CONCURRENCY)

/** Without `jit`, like Parley's sessions: PostgreSQL would compile statements of milliseconds. */
export const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 20,
  options: '-c jit=off',
})

/** Runs the work in a transaction, on a connection of its own. */
export async function inTransaction(work) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
