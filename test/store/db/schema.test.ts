import { readFile, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { describeSchema } from '../../support/product/schema.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const PAGE = new URL('../../../docs/schema.md', import.meta.url)

describe('the tables', () => {
  let db: TestDb
  let drop: () => Promise<void>
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  it('are described in docs/schema.md', async () => {
    const found = await describeSchema(db)
    if (process.env.WRITE_SCHEMA) await writeFile(PAGE, found)
    expect(found, 'npm run schema writes the page').to.equal(await readFile(PAGE, 'utf8'))
  })

  it('are the same after all migrations went down and up again', async () => {
    const before = await describeSchema(db)
    await db.migrate.rollback(undefined, true)
    expect(
      await db('pg_tables').where('schemaname', 'public').whereNot('tablename', 'like', 'knex_%'),
    ).to.deep.equal([])
    const functions = db('pg_proc').whereRaw("pronamespace = 'public'::regnamespace")
    expect(await functions.pluck('proname')).to.deep.equal([])
    await db.migrate.latest()
    expect(await describeSchema(db)).to.equal(before)
  })
})
