import { expect } from 'chai'
import pg from 'pg'
import { readState } from '../../shared/lib/db/migrationState.ts'
import { eventually } from '../support/http/client.ts'
import { killAll, run } from '../support/product/processes.ts'
import { makeTestDb, type TestDb } from '../support/product/testDb.ts'
import { makeDatabase } from '../support/servers/servers.ts'

/** Tests the step before a new version's processes start, while the old version's run. */
describe('the release step', function () {
  let url: string
  let db: TestDb
  let drop: () => Promise<void>
  beforeEach(async () => {
    const database = await makeDatabase()
    ;({ url, drop } = database)
    db = makeTestDb(url, 2)
  })
  afterEach(async () => {
    await killAll()
    await db.destroy()
    await drop()
  })

  const release = () =>
    run('node', ['dist/cli/migrate.js'], { DATABASE_URL: url, LOG_LEVEL: 'info' })
  const empty = () => db.raw('drop schema public cascade; create schema public')
  /** Undoes the last migration, which makes functions and triggers. */
  const stepBack = () => db.migrate.down()

  it('migrates an empty database, and does nothing the second time @long', async () => {
    await empty()
    expect(await release().ended).to.equal(0)
    expect((await readState(db)).pending).to.deep.equal([])
    const second = release()
    expect(await second.ended).to.equal(0)
    expect(second.output()).to.contain('"done":[]')
  })

  it('takes as long as it needs, whatever statement limit the role or the database has @long', async () => {
    await empty()
    const { pathname } = new URL(url)
    await db.raw(`alter database ${pathname.slice(1)} set statement_timeout = '10ms'`)
    expect(await release().ended).to.equal(0)
  })

  it('is done once by two simultaneous runs @long', async () => {
    await empty()
    const both = [release(), release()]
    expect(await Promise.all(both.map(({ ended }) => ended))).to.deep.equal([0, 0])
    const names = await db('knex_migrations').pluck('name')
    expect(new Set(names).size).to.equal(names.length)
    expect((await readState(db)).pending).to.deep.equal([])
  })

  it('continues after a killed run that had marked the database as being migrated', async () => {
    await stepBack()
    await db('knex_migrations_lock').update({ is_locked: 1 })
    expect(await release().ended).to.equal(0)
    expect((await readState(db)).pending).to.deep.equal([])
  })

  it('leaves a database that a newer version has migrated alone, so that a rollback is possible @long', async () => {
    await db('knex_migrations').insert({
      name: '9999_of_tomorrow',
      batch: 99,
      migration_time: new Date(),
    })
    const older = release()
    expect(await older.ended).to.equal(0)
    expect(older.output()).to.contain('9999_of_tomorrow')
    expect((await readState(db)).unknown).to.deep.equal(['9999_of_tomorrow'])
  })

  const inUse = {
    messages: async () => {
      await stepBack()
      const tables = await db('pg_tables').where({ schemaname: 'public' }).pluck('tablename')
      return tables.filter((table: string) => !table.startsWith('knex_'))
    },
    'the queue': async () => ['bullmq.migration'],
  }
  for (const [whose, tablesOf] of Object.entries(inUse))
    it(`does not delay other transactions behind a table of ${whose} that is in use, and retries @long`, async () => {
      const tables = await tablesOf()
      const user = new pg.Client({ connectionString: url })
      await user.connect()
      try {
        await user.query('begin')
        for (const table of tables) await user.query(`lock table ${table} in row exclusive mode`)
        const waiting = release()
        await waiting.printed(/a table is in use/)
        await user.query('commit')
        expect(await waiting.ended).to.equal(0)
        await eventually(async () => (await readState(db)).pending.length === 0, 60)
      } finally {
        await user.end()
      }
    })
})
