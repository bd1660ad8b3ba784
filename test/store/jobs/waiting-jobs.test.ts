import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { claimDue, claimTogether, claimWoken } from '../../../shared/jobs/claims.ts'
import { findOverdue } from '../../../shared/jobs/leases.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { trackScanBounds } from '../../../shared/jobs/scanBounds.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import type { Share } from '../../../shared/lib/jobs.ts'
import { type Costs, costsOf } from '../../support/product/plans.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

/**
 * PostgreSQL compiles a plan with a higher estimate (`jit_above_cost`), for a second of processor
 * time.
 */
const MAX_COST = 100_000
const SHARES = 200

interface Waiting {
  lane: string
  count: number
  /** How many organizations or endpoints the jobs have. */
  shares?: number
  /** How many jobs a thread has; 0: the jobs have no thread. */
  ofThread?: number
  isDue?: boolean
}

describe('waiting jobs', () => {
  let db: TestDb
  let drop: () => Promise<void>
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2, 30)
    await db.raw(`
      insert into organizations (id, name) select gen_random_uuid(), 'Org ' || n from generate_series(1, ${SHARES}) n;
      insert into agents (id, organization_id, name) select gen_random_uuid(), id, 'Ada' from organizations;
      insert into webhook_endpoints (id, organization_id, url, events, sealed_secret)
      select gen_random_uuid(), id, 'https://example.com', array['*'], 's' from organizations;
      insert into threads (id, organization_id, agent_id, kind, status)
      select gen_random_uuid(), organization_id, id, 'conversation', 'open' from agents, generate_series(1, 5);
      analyze`)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  afterEach(() => db.raw('truncate open_jobs'))

  /** Stores so many waiting jobs, oldest first. */
  async function wait({
    lane,
    count,
    shares = 1,
    ofThread = 0,
    isDue = true,
  }: Waiting): Promise<void> {
    await db.raw(
      `with owners as (select e.*, row_number() over (order by e.id) - 1 as nth from webhook_endpoints e limit :shares),
            owned as (select t.*, row_number() over (order by t.id) - 1 as nth from threads t)
       insert into open_jobs (lane, id, organization_id, endpoint_id, thread_id, agent_id, position, first_position, request_id,
                              sweep_at, run_at, deadline_at)
       select :lane, gen_random_uuid(), coalesce(t.organization_id, o.organization_id), case when :lane = 'deliver' then o.id end,
              t.id, t.agent_id, case when t.id is not null then 2 + n / (select count(*) from owned) else 0 end, 0, 'r',
              at, at, now() + interval '1 hour'
         from generate_series(0, :count::integer - 1) n
         cross join lateral (select now() + case when :isDue then -1 else 1 end * interval '10 minutes' + n * interval '1 ms' as at) due
         join owners o on o.nth = n % :shares
         left join owned t on :ofThread > 0 and t.nth = n % (:count / greatest(:ofThread, 1))`,
      { lane, count, shares, ofThread, isDue },
    )
    await db.raw('vacuum analyze open_jobs')
  }

  const shareOf = (lane: string): Share => (lane === 'deliver' ? 'endpoint_id' : 'organization_id')
  const claimantOf = (lane: string) => ({
    worker: 'w',
    share: shareOf(lane),
    shareConcurrency: 10,
    leaseMs: TIMES.leaseMs,
  })

  /** The searches that a worker makes twice a second, and when it is woken. */
  const looks: Record<string, (db: Db, lane: string) => Promise<unknown>> = {
    sweep: (db, lane) =>
      claimDue(db, lane, { ...claimantOf(lane), limit: 10, takeOver: true, suspects: false }),
    'look for suspects': (db, lane) =>
      claimDue(db, lane, { ...claimantOf(lane), limit: 2, takeOver: true, suspects: true }),
    'claim after an end': (db, lane) =>
      claimDue(db, lane, {
        ...claimantOf(lane),
        limit: 1,
        takeOver: false,
        suspects: false,
        ended: [{ thread_id: randomUUID(), position: 2 }],
      }),
    'claim of what is woken': async (db, lane) => {
      const woken = await db.query<{ id: string; organization_id: string }>({
        text: 'select id, organization_id from open_jobs limit 10',
      })
      await claimWoken(db, lane, woken.rows, claimantOf(lane))
    },
    'look at bounds': (db, lane) => trackScanBounds(lane, shareOf(lane)).learn(db),
    'look for deadlines': (db, lane) => findOverdue(db, lane, claimantOf(lane)),
  }

  async function costsOfLooks(waiting: Waiting): Promise<Record<string, Costs>> {
    await db.raw('truncate open_jobs')
    await wait(waiting)
    const costs: Record<string, Costs> = {}
    for (const [name, look] of Object.entries(looks))
      costs[name] = await costsOf(db, (db) => look(db, waiting.lane))
    return costs
  }

  const CASES: Omit<Waiting, 'lane' | 'count'>[] = [
    { shares: 1 },
    { shares: 1, isDue: false },
    { shares: SHARES },
    { shares: SHARES, isDue: false },
  ]
  for (const lane of ['reply', 'index', 'deliver'])
    for (const { shares, isDue = true } of CASES)
      it(`are claimed as cheaply if there are 4,000, in the lane ${lane}, ${isDue ? 'due' : 'not due'}, of ${shares}`, async () => {
        const few = await costsOfLooks({ lane, count: 40, shares: Math.min(40, shares!), isDue })
        const many = await costsOfLooks({ lane, count: 4_000, shares: shares!, isDue })
        for (const name of Object.keys(looks)) {
          expect(many[name]!.cost, `cost of a ${name}`).to.be.below(MAX_COST / 10)
          expect(many[name]!.pages, `pages of a ${name}`).to.be.at.most(1.5 * few[name]!.pages + 50)
        }
      })

  it('are claimed as cheaply if each thread has ten', async () => {
    const few = await costsOfLooks({ lane: 'reply', count: 500, ofThread: 10 })
    const many = await costsOfLooks({ lane: 'reply', count: 5_000, ofThread: 10 })
    for (const name of Object.keys(looks)) {
      expect(many[name]!.cost, `cost of a ${name}`).to.be.below(MAX_COST / 10)
      expect(many[name]!.pages, `pages of a ${name}`).to.be.at.most(2 * few[name]!.pages + 50)
    }
  })

  it('are claimed of another organization after a whole group of one', async () => {
    const lane = 'index'
    await wait({ lane, count: 400, shares: 2 })
    const next = async () => {
      const due = { ...claimantOf(lane), limit: 1, takeOver: false, suspects: false }
      return (await claimDue(db, lane, due))[0]!
    }
    const beside = (job: LeasedJob) =>
      claimTogether(db, lane, job, { most: 99, isSmall: () => 'true' }, claimantOf(lane))
    const first = await next()
    const others = await beside(first)
    expect(others).to.have.length(99)
    const second = await next()
    expect(second.organization_id).not.to.equal(first.organization_id)
    const groups = [first, ...others, second, ...(await beside(second))]
    expect(new Set(groups.map(({ id }) => id)).size).to.equal(200)
    expect(new Set(others.map((job) => job.organization_id))).to.deep.equal(
      new Set([first.organization_id]),
    )
    expect(await next(), 'both run as many as they may').to.equal(undefined)
  })

  it('are all found in turn by a worker that looks at a part of the shares each time', async () => {
    const lane = 'deliver'
    await wait({ lane, count: 400 })
    // The older jobs of one endpoint cannot be claimed, because it runs as many as it may.
    await db.raw(
      `update open_jobs set worker = 'x', claimed_at = now(), lease_expires_at = now() + interval '1 hour'
        where id in (select id from open_jobs limit 10)`,
    )
    await wait({ lane, count: SHARES, shares: SHARES, isDue: false })
    const young = (await db('open_jobs').where('sweep_at', '>', db.fn.now()).pluck('id')).slice(-3)
    await db('open_jobs')
      .whereIn('id', young)
      .update({ sweep_at: db.fn.now(), run_at: db.fn.now() })
    const cursor = { after: '00000000-0000-0000-0000-000000000000' }
    const claimed: string[] = []
    const due = { ...claimantOf(lane), limit: 3, takeOver: false, suspects: false, cursor }
    for (let look = 0; look < 16; look++)
      claimed.push(...(await claimDue(db, lane, due)).map(({ id }) => id))
    expect(claimed).to.have.members(young)
  })
})
