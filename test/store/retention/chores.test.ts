import { expect } from 'chai'
import { rollUpActivity } from '../../../shared/analytics/activityRollups.ts'
import { deleteOldThreads } from '../../../shared/retention/retention.ts'
import { costsOf } from '../../support/product/plans.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const ORGANIZATIONS = 8

describe("a chore's work", () => {
  let db: TestDb
  let drop: () => Promise<void>
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2, 30)
    await db.raw(`
      insert into organizations (id, name) select gen_random_uuid(), 'Org ' || n from generate_series(1, ${ORGANIZATIONS}) n;
      insert into agents (id, organization_id, name) select gen_random_uuid(), id, 'Ada' from organizations`)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  /** Makes threads of each organization that were unused for two years. */
  async function makeOldThreads(count: number): Promise<void> {
    await db.raw(
      `insert into threads (id, organization_id, agent_id, kind, status, last_seq, created_at, active_at)
       select gen_random_uuid(), organization_id, id, 'conversation', 'open', 2, at, at
         from agents, generate_series(1, ?::integer) n
        cross join lateral (select now() - interval '2 years' + n * interval '1 minute' as at) old`,
      [count],
    )
    await db.raw(
      'vacuum analyze threads, threads_by_activity, messages, open_jobs, organizations, activity_rolled',
    )
  }

  it('of deleting old threads depends on the deleted threads, however many are old', async () => {
    await db.raw(
      `insert into activity_rolled (organization_id, until) select id, date_bin('1 hour', now(), 'epoch') from organizations
       on conflict (organization_id) do update set until = excluded.until`,
    )
    const clean = () => costsOf(db, (db) => deleteOldThreads(db, 365))
    await makeOldThreads(110)
    const few = await clean()
    await makeOldThreads(700)
    const many = await clean()
    expect(many.pages).to.be.at.most(1.5 * few.pages)
    await db.raw('truncate threads cascade')
  })

  it('of rolling up reads waiting rows once, not once for each organization and step', async () => {
    await makeOldThreads(1)
    await db.raw(`
      insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, created_at, completed_at)
      select gen_random_uuid(), organization_id, id, agent_id, 2, 'assistant', 'completed', 'Hi', 'r', created_at, created_at
        from threads`)
    const pagesWith = async (waiting: number) => {
      await db.raw('truncate open_jobs')
      await db.raw(
        `insert into open_jobs (lane, id, organization_id, request_id, sweep_at, deadline_at)
         select 'reply', gen_random_uuid(), (select min(id::text)::uuid from organizations), 'r', now(), now() + interval '1 hour'
           from generate_series(1, ?::integer)`,
        [waiting],
      )
      await db.raw("update activity_rolled set until = 'epoch'")
      await db.raw(
        'vacuum analyze threads, threads_by_activity, messages, open_jobs, organizations, activity_rolled',
      )
      let steps = 0
      const { pages } = await costsOf(db, async (db) => {
        steps = await rollUpActivity(db, 60_000)
      })
      expect(steps).to.be.at.least(ORGANIZATIONS)
      return pages
    }
    const few = await pagesWith(10)
    const many = await pagesWith(3_000)
    expect(many).to.be.at.most(few + 500)
  })
})
