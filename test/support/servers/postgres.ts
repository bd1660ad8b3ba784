import pg from 'pg'

/** Runs one statement on a new connection. @returns its rows */
export async function onPostgres(url: string, statement: string): Promise<any[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'parley-test',
    query_timeout: 30_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** @returns the address of another database of the same server */
export const databaseAt = (url: string, database: string) =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href
