import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { readTopics } from '../../workers/questions/readTopics.ts'
import { makeOwner } from '../support/data/knowledge.ts'
import { costsOf } from '../support/product/plans.ts'
import { makeTestDb, type TestDb } from '../support/product/testDb.ts'
import { makeDatabase } from '../support/servers/servers.ts'

const MESSAGES = 300

describe('the search for first questions', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let organizationId: string
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2, 30)
    organizationId = (await makeOwner(db, 'Asked')).organizationId
    await db.raw(
      `insert into threads (id, organization_id, agent_id, kind, status)
       select gen_random_uuid(), organization_id, id, 'conversation', 'open' from agents where organization_id = ?`,
      [organizationId],
    )
    await db.raw(
      `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, completed_at)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, organization_id, id, agent_id, n, 'user',
              'completed', 'Hi', 'r', now()
         from threads, generate_series(1, ?::integer) n`,
      [MESSAGES],
    )
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  /**
   * Stores so many waiting replies whose questions came before or after all messages, and searches.
   * @returns the pages that it read
   */
  async function pagesWith(waiting: number, first: '0000' | 'ffff'): Promise<number> {
    await db.raw('truncate open_jobs')
    await db.raw(
      `insert into open_jobs (lane, id, organization_id, question_id, request_id, sweep_at, deadline_at)
       select 'reply', gen_random_uuid(), ?, ?, 'r', now(), now() + interval '1 hour' from generate_series(1, ?::integer)`,
      [organizationId, `${first}0000-0000-6${randomUUID().slice(15)}`, waiting],
    )
    await db.raw('vacuum analyze messages, open_jobs')
    let messages = 0
    const { pages } = await costsOf(db, async (db) => {
      messages = await readTopics(db, { milliseconds: 60_000, settledMs: 0 })
    })
    expect(messages).to.equal(first === 'ffff' ? MESSAGES : 0)
    return pages
  }

  for (const first of ['0000', 'ffff'] as const)
    it(`reads waiting rows once, not once a message, if questions come ${first === 'ffff' ? 'after' : 'before'} the rows`, async () => {
      const few = await pagesWith(10, first)
      const many = await pagesWith(4_000, first)
      expect(many).to.be.at.most(few + 400)
    })
})
