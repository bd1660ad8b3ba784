import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { timesAt } from '../../../shared/lib/config/times.ts'
import { notify } from '../../../shared/lib/db/health.ts'
import type { WakeUp } from '../../../shared/lib/jobs.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeNotificationReceiver, type Notify } from '../../../shared/lib/queue/notifications.ts'
import { makeListener, makeWakeUps, migrateQueue } from '../../../shared/lib/queue/queue.ts'
import { eventually } from '../../support/http/client.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

describe('a queue in PostgreSQL', () => {
  const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
  let db: TestDb
  let drop: () => Promise<void>
  let config: { DATABASE_URL: string; REDIS_URL: undefined; times: ReturnType<typeof timesAt> }
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2)
    config = { DATABASE_URL: database.url, REDIS_URL: undefined, times: timesAt(1) }
    await migrateQueue(config, log)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  const send = (...signal: Parameters<Notify>) => notify(db, ...signal)
  const makeJob = (request_id = 'r') => ({
    id: randomUUID(),
    organization_id: randomUUID(),
    request_id,
  })
  async function jobsMade(): Promise<number> {
    const { rows } = await db.raw('select last_value::int as last, is_called from bullmq.job_seq')
    return rows[0].is_called ? rows[0].last : 0
  }
  /** Starts a worker of the lane, and collects its signals. */
  async function listen(lane: string, slots = 10) {
    const receiver = Promise.resolve(makeNotificationReceiver(config, log))
    const heard: WakeUp[] = []
    const listener = makeListener(
      config,
      lane,
      slots,
      async (wakeUp) => void heard.push(wakeUp),
      receiver,
      log,
    )
    // The receiver subscribes in the order of the calls.
    await (await receiver).listen('other', () => undefined)
    return {
      heard,
      ids: () => heard.flatMap(({ jobs }) => jobs.map(({ id }) => id)),
      async close() {
        await listener.close()
        await (await receiver).close()
      },
    }
  }

  it('gives a lane one BullMQ job a second, and signals the other jobs to all of its workers', async () => {
    const slow = { ...config, times: { ...config.times, laneAwakeMs: 60_000 } }
    const wakeUps = makeWakeUps(slow, ['reply', 'index'], send, log)
    const workers = [await listen('reply'), await listen('reply')] as const
    const other = await listen('index')
    try {
      const before = await jobsMade()
      const [first, ...others] = Array.from({ length: 40 }, () => makeJob())
      expect(await wakeUps.send('reply', first!)).to.equal(true)
      for (const job of others) expect(await wakeUps.send('reply', job)).to.equal(true)
      const named = others.map(({ id }) => id)
      await eventually(async () =>
        workers.every(({ ids }) => named.every((id) => ids().includes(id))),
      )
      await eventually(async () => workers.some(({ ids }) => ids().includes(first!.id)))
      expect(await jobsMade()).to.equal(before + 1)
      expect(workers.flatMap(({ ids }) => ids()).filter((id) => id === first!.id)).to.have.length(1)
      expect(other.heard).to.deep.equal([])
      // All workers were offered these jobs, so none sends them on.
      const signalled = workers.flatMap(({ heard }) =>
        heard.filter(({ jobs }) => jobs[0]!.id !== first!.id),
      )
      expect(signalled.every(({ sentOn }) => sentOn)).to.equal(true)
    } finally {
      await Promise.all([wakeUps.close(), other.close(), ...workers.map(({ close }) => close())])
    }
  })

  it('gives each BullMQ job again after the lane has slept', async () => {
    const wakeUps = makeWakeUps(
      { ...config, times: { ...config.times, laneAwakeMs: 0 } },
      ['deliver'],
      send,
      log,
    )
    try {
      const before = await jobsMade()
      for (let nth = 0; nth < 3; nth++) await wakeUps.send('deliver', makeJob())
      expect(await jobsMade()).to.equal(before + 3)
    } finally {
      await wakeUps.close()
    }
  })

  it('signals any number of jobs at once, whatever their request ids', async () => {
    const wakeUps = makeWakeUps(config, ['burst'], send, log)
    const worker = await listen('burst')
    try {
      const before = await jobsMade()
      const jobs = Array.from({ length: 300 }, () => makeJob('"ä"'.repeat(42)))
      await Promise.all(jobs.map((job) => wakeUps.send('burst', job)))
      await eventually(async () => jobs.every(({ id }) => worker.ids().includes(id)))
      expect(await jobsMade()).to.equal(before + 1)
    } finally {
      await Promise.all([wakeUps.close(), worker.close()])
    }
  })

  it('ignores invalid signals', async () => {
    const worker = await listen('nonsense')
    const wakeUps = makeWakeUps(config, ['nonsense'], send, log)
    try {
      const first = makeJob()
      await wakeUps.send('nonsense', first)
      for (const signal of [
        '',
        '{}',
        '[null, 1, {"id": "x"}]',
        '[{"id":"\'","organization_id":"","request_id":""}]',
      ])
        await db.raw('select pg_notify(?, ?)', ['parley_lane_nonsense', signal])
      const job = makeJob()
      await wakeUps.send('nonsense', job)
      // The first came by BullMQ and may arrive after the second, which came by a signal.
      await eventually(async () => [first, job].every(({ id }) => worker.ids().includes(id)))
      expect(worker.ids()).to.have.length(2)
    } finally {
      await Promise.all([wakeUps.close(), worker.close()])
    }
  })
})
