import { expect } from 'chai'
import { type Db, makeDb } from '../shared/db.ts'
import { makeDatabase } from './support/servers.ts'

describe('migrations', () => {
  let db: Db
  let drop: () => Promise<void>
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeDb(database.url, 2)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  const tables = async () => {
    const rows = await db('pg_tables').where({ schemaname: 'public' }).orderBy('tablename').pluck('tablename')
    return rows.filter((name: string) => !name.startsWith('knex_'))
  }

  it('go all the way down and up again', async () => {
    const before = await tables()
    expect(before).to.include.members(['messages', 'threads', 'usages', 'jobs'])
    await db.migrate.rollback(undefined, true)
    expect(await tables()).to.deep.equal([])
    await db.migrate.latest()
    expect(await tables()).to.deep.equal(before)
  })

  it('are known by their names without an extension, for source and build alike', async () => {
    const names = await db('knex_migrations').pluck('name')
    for (const name of names) expect(name).to.match(/^\d{4}_\w+$/)
  })
})
