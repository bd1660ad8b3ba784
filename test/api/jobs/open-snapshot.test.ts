import { expect } from 'chai'
import pg from 'pg'
import { onBothQueues, type Parley, startParley } from '../../support/product/parley.ts'

/** The number of messages that are posted one after the other to measure one. */
const MEASURED = 30
/**
 * The threads of the messages that are answered while the snapshot is open, and the messages in
 * each.
 */
const OTHERS = 16
const EACH = 60

onBothQueues("an open snapshot, such as a dump's,", (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
    parley.model.behave(() => ({ text: 'An answer.' }))
  })
  after(() => parley.stop())

  const makeThreads = (number: number) =>
    Promise.all(
      Array.from({ length: number }, async () => (await parley.client.makeConversation()).id),
    )
  async function say(thread: string): Promise<void> {
    expect((await parley.client.say(thread, 'What about shipping?')).status).to.equal(201)
  }
  /** Returns the pages that all sessions of the database have read, from memory or disk. */
  async function pagesRead(): Promise<number> {
    const {
      rows: [read],
    } = await parley.db.raw(`select pg_stat_force_next_flush(), blks_hit + blks_read as pages
                               from pg_stat_database where datname = current_database()`)
    return Number(read.pages)
  }
  async function pagesOfMessage(threads: readonly string[]): Promise<number> {
    const before = await pagesRead()
    for (let nth = 0; nth < MEASURED; nth++) await say(threads[nth % threads.length]!)
    return ((await pagesRead()) - before) / MEASURED
  }

  it('costs a message at most twice the pages, after 960 others were answered @long', async () => {
    const [mine, others] = [await makeThreads(MEASURED), await makeThreads(OTHERS)]
    await pagesOfMessage(mine)
    const quiet = await pagesOfMessage(mine)
    const snapshot = new pg.Client({ connectionString: parley.env.DATABASE_URL })
    await snapshot.connect()
    try {
      await snapshot.query('begin isolation level repeatable read; select count(*) from messages')
      await Promise.all(
        others.map(async (thread) => {
          for (let nth = 0; nth < EACH; nth++) await say(thread)
        }),
      )
      expect(await pagesOfMessage(mine)).to.be.below(2 * quiet)
    } finally {
      await snapshot.end()
    }
  })
})
