import { expect } from 'chai'
import { type Db, makeDb, type Pool } from '../../../shared/lib/db/db.ts'
import { prepared, preparedText, sql, sqlText } from '../../../shared/lib/db/statements.ts'
import { makePooler } from '../../support/servers/proxy.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe('a prepared statement', () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  const open: Pool[] = []
  /** Makes a pool of one connection, whose statements are known. */
  const connect = (prepare?: boolean) => {
    const db = makeDb(database.url, 1, 10, prepare)
    open.push(db)
    return db
  }
  before(async () => {
    database = await makeDatabase()
  })
  after(async () => {
    for (const db of open) await db.destroy()
    await database.drop()
  })

  const double = (db: Db, value: number) =>
    prepared<{ twice: number }>(db)`select ${value}::int * 2 as twice`
  const keptBy = async (db: Db): Promise<string[]> =>
    (
      await sql<{ statement: string }>(
        db,
      )`select statement from pg_prepared_statements where statement like '%twice%'`
    ).map(({ statement }) => statement)

  it('is parsed once per connection, whatever its values', async () => {
    const db = connect()
    expect(await double(db, 4)).to.deep.equal([{ twice: 8 }])
    expect(await double(db, 5)).to.deep.equal([{ twice: 10 }])
    expect(await keptBy(db)).to.deep.equal(['select $1::int * 2 as twice'])
  })

  it('is not kept if the setting says so, and runs all the same', async () => {
    const db = connect(false)
    expect(await double(db, 4)).to.deep.equal([{ twice: 8 }])
    expect(await keptBy(db)).to.deep.equal([])
  })

  it('binds a named value in any place, and leaves casts alone', async () => {
    const rows = await preparedText(
      connect(),
      "select :one::int as a, :two::text as b, :one::int + 1 as c, 'x'::text as d",
      {
        two: 'two',
        one: 1,
      },
    )
    expect(rows).to.deep.equal([{ a: 1, b: 'two', c: 2, d: 'x' }])
  })

  it('belongs to the transaction that it is given', async () => {
    const db = connect()
    await sqlText(db, 'create table undone (n int)')
    await db
      .transaction(async (transaction) => {
        await prepared(transaction)`insert into undone values (${1})`
        expect(await prepared(transaction)`select n from undone`).to.have.length(1)
        throw new Error('back')
      })
      .catch(() => undefined)
    expect(await prepared(db)`select n from undone`).to.deep.equal([])
  })

  it('works on after a migration has changed its result', async () => {
    const db = connect()
    await sqlText(db, 'create table changed (a int); insert into changed values (1)')
    const all = () => prepared(db)`select * from changed`
    expect(await all()).to.deep.equal([{ a: 1 }])
    await sqlText(db, 'alter table changed add b int')
    expect(await all()).to.deep.equal([{ a: 1, b: null }])
    expect(await all()).to.deep.equal([{ a: 1, b: null }])
  })

  it("leaves no prepared statement on a pooler's connections, whose next statement may be another client's", async () => {
    const pooler = await makePooler(database.url)
    const db = makeDb(pooler.url, 1, 10)
    try {
      const ask = (one: Db) =>
        preparedText(one, "select current_setting('statement_timeout') as now", {})
      expect(await ask(db), 'through a pooler').to.deep.equal([{ now: '0' }])
      expect(await ask(connect()), 'straight').to.deep.equal([{ now: '10s' }])
    } finally {
      await db.destroy()
      await pooler.close()
    }
  })

  it('frees its connection when it fails', async () => {
    const db = connect()
    const fail = () =>
      prepared(db)`select 1 / ${0}::int`.then(
        () => 'none',
        ({ code }) => code,
      )
    expect([await fail(), await fail()]).to.deep.equal(['22012', '22012'])
    expect(await double(db, 1)).to.deep.equal([{ twice: 2 }])
  })
})
