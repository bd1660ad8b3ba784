import { expect } from 'chai'
import { type Db, makeDb, withDb } from '../../../shared/lib/db/db.ts'
import { turnOffJit } from '../../../shared/lib/db/jit.ts'
import { preparedText } from '../../../shared/lib/db/statements.ts'
import { onPostgres } from '../../support/servers/postgres.ts'
import { makePooler } from '../../support/servers/proxy.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe("PostgreSQL's jit", () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  beforeEach(async () => {
    database = await makeDatabase()
  })
  afterEach(() => database.drop())

  const turnOn = () =>
    onPostgres(
      database.url,
      `alter database ${new URL(database.url).pathname.slice(1)} set jit = on`,
    )

  const setting = async (db: Db) =>
    (await preparedText<{ jit: string }>(db, "select current_setting('jit') as jit", {}))[0]!.jit

  async function behindPooler(): Promise<string> {
    const pooler = await makePooler(database.url)
    const db = makeDb(pooler.url, 1, 10)
    try {
      return await setting(db)
    } finally {
      await db.destroy()
      await pooler.close()
    }
  }

  it("is off in sessions without a pooler, whatever the server's setting", async () => {
    await turnOn()
    expect(await withDb(database.url, setting)).to.equal('off')
    expect(await behindPooler()).to.equal('on')
  })

  it('is turned off behind a pooler by the release step, once', async () => {
    expect(await turnOffJit(database.url)).to.equal(true)
    expect(await behindPooler()).to.equal('off')
    expect(await turnOffJit(database.url)).to.equal(false)
  })

  it('is left as an operator has set it for the database', async () => {
    await turnOn()
    expect(await turnOffJit(database.url)).to.equal(false)
    expect(await behindPooler()).to.equal('on')
  })
})
