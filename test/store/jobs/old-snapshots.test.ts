import { expect } from 'chai'
import { Client } from 'pg'
import { sql, sqlText } from '../../../shared/lib/db/statements.ts'
import { makeOwner } from '../../support/data/knowledge.ts'
import { type Exchanges, makeExchanges, pagesRead } from '../../support/product/exchanges.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const HOT_THREADS = 16
/** Of each hot thread, as after 4,000 messages. */
const DEAD_VERSIONS = 250
/** With few rows, PostgreSQL would read whole tables. */
const OTHER_THREADS = 3000

describe('a thread', () => {
  let database: Awaited<ReturnType<typeof makeDatabase>>
  let db: TestDb
  let chat: Exchanges

  before(async () => {
    database = await makeDatabase()
    db = makeTestDb(database.url, 1)
    const { organizationId, agentId } = await makeOwner(db, 'Old snapshots')
    chat = makeExchanges(db, organizationId, agentId)
  })
  after(async () => {
    await db.destroy()
    await database.drop()
  })

  it('costs at most twice the pages with 250 dead versions under an old snapshot', async () => {
    const hot = await chat.openConversations(HOT_THREADS)
    await chat.openConversations(OTHER_THREADS)
    for (const id of hot) for (let turn = 0; turn < 6; turn++) await chat.exchange(id)
    // Without vacuum: new versions would take any page that it has made room in, and a look that
    // begins with the last page would pass these, too (decision 108).
    await sqlText(db, 'analyze', {})
    await chat.readBounds()
    const cost = async () => {
      const before = await pagesRead(db)
      for (const id of hot) await chat.exchange(id)
      return (await pagesRead(db)) - before
    }
    const quiet = await cost()
    const holder = new Client({ connectionString: database.url })
    await holder.connect()
    await holder.query('begin isolation level repeatable read')
    await holder.query('select count(*) from threads')
    for (let version = 0; version < DEAD_VERSIONS; version++)
      await sql(db)`update threads set updated_at = now() where id = any(${hot}::uuid[])`
    const under = await cost()
    await holder.query('rollback')
    await holder.end()
    expect(under / quiet, `${quiet} pages, then ${under}`).to.be.below(2)
  })

  it('takes its messages and open jobs with it', async () => {
    const [gone, kept] = (await chat.openConversations(2)) as [string, string]
    for (const id of [gone, kept]) {
      await chat.exchange(id)
      await chat.ask(id)
    }
    await sql(db)`delete from threads where id = ${gone}`
    const counts = await sql(db)`
      select (select count(*)::integer from messages where thread_id = t.id) as messages,
             (select count(*)::integer from open_jobs where thread_id = t.id) as jobs
        from unnest(${[gone, kept]}::uuid[]) with ordinality as t (id, nth) order by nth`
    expect(counts).to.deep.equal([
      { messages: 0, jobs: 0 },
      { messages: 3, jobs: 1 },
    ])
  })

  it('gets no reply once it is deleted, and none while it is being deleted', async () => {
    const [threadId] = (await chat.openConversations(1)) as [string]
    const claim = await chat.claim(threadId)
    const deleting = new Client({ connectionString: database.url })
    await deleting.connect()
    await deleting.query('begin')
    await deleting.query('delete from threads where id = $1', [threadId])
    const finished = chat.finish(claim)
    const asked = chat.ask(threadId).catch(({ code }) => code)
    await deleting.query('commit')
    await deleting.end()
    expect(await finished).to.equal(false)
    expect(await asked).to.equal('not_found')
    const left = await sql(db)`
      select id from messages where thread_id = ${threadId}
      union all select id from open_jobs where thread_id = ${threadId}`
    expect(left).to.deep.equal([])
  })
})
