import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { makeJobWaiter } from '../../../api/replies/jobWaiter.ts'
import { endJob } from '../../../shared/jobs/leases.ts'
import { findGone } from '../../../shared/jobs/organizationQueues.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { notify } from '../../../shared/lib/db/health.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeNotificationReceiver } from '../../../shared/lib/queue/notifications.ts'
import { makeWakeUps, type WakeUps } from '../../../shared/lib/queue/queue.ts'
import { NO_MODELS } from '../../../workers/jobs/modelAvailability.ts'
import type { Perform } from '../../../workers/jobs/runJob.ts'
import type { WorkerLane } from '../../../workers/lanes/lane.ts'
import { startWorker, type WorkerProcess } from '../../../workers/worker.ts'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

interface Greeting {
  id: string
  text: string
}

const LANE = { name: 'greet', table: 'greetings', process: 'greeter', subject: 'Greetings' }

const greetingOf = (db: Db, ids: readonly string[]) =>
  sql<Greeting>(db)`select id, text from greetings where id = any(${ids})`

/** Greets the organization by the name that the claim loaded. */
const greeter = (perform: (greet: Perform) => Perform): WorkerLane => ({
  ...LANE,
  work({ db }) {
    const store = (
      claim: Parameters<Perform>[0],
      text: string,
      jobs: Parameters<typeof endJob>[3],
    ) =>
      db.transaction(async (transaction) => {
        if (!(await endJob(transaction, LANE.name, claim, jobs))) return false
        await sql(transaction)`insert into greetings (id, text) values (${claim.id}, ${text})`
        return true
      })
    return {
      perform: perform((claim, _, completed) => {
        const { name } = claim.inputs as unknown as { name: string }
        return store(claim, `Hello ${name}`, [completed()])
      }),
      fail: (claim, error, jobs) => store(claim, `failed: ${error.code}`, jobs),
      slots: 2,
      shareConcurrency: 2,
      inputs: 'select name from organizations where id = claimed.organization_id',
      models: NO_MODELS,
    }
  },
})

onOneQueue('a third lane, which is data in this file,', (backend) => {
  let parley: Parley
  let wakeUps: WakeUps
  let worker: WorkerProcess | undefined
  const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
  const config = () => loadConfig({ ...parley.env, TIME_SCALE: '0.2' })
  before(async () => {
    parley = await startParley({ backend, workers: false })
    await parley.db.raw('create table greetings (id uuid primary key, text text not null)')
    wakeUps = makeWakeUps(config(), [LANE.name], (...signal) => notify(parley.db, ...signal), log)
  })
  afterEach(async () => {
    await worker?.stop(0)
    worker = undefined
  })
  after(async () => {
    await wakeUps.close()
    await parley.stop()
  })

  const start = (perform: (greet: Perform) => Perform = (greet) => greet) => {
    worker = startWorker({
      lanes: [greeter(perform)],
      config: config(),
      db: parley.db,
      log,
      name: 'a greeter',
    })
  }

  /** @param graceMs how long the sweep leaves it to the wake-up */
  async function enqueue(graceMs: number, reply_to: string | null = null) {
    const job = { id: randomUUID(), organization_id: parley.client.organizationId, request_id: 'r' }
    const later = new Date(Date.now() + 60_000)
    const sweep_at = new Date(Date.now() + graceMs)
    await parley
      .db('open_jobs')
      .insert({ ...job, lane: LANE.name, reply_to, sweep_at, deadline_at: later })
    return job
  }

  const attemptsOf = (id: string) => parley.db('jobs').where({ target_id: id }).orderBy('attempt')

  it('is claimed by its wake-up, with its inputs, and answers the waiting client', async () => {
    start()
    const notifications = await makeNotificationReceiver(config(), log)
    const address = randomUUID()
    const waiter = makeJobWaiter<Greeting>({
      lane: LANE.name,
      wakeUps,
      log,
      maxWaiters: 10,
      rereadMs: 60_000,
      read: (ids) => greetingOf(parley.db, ids),
      findGone: (ids) => findGone(parley.db, LANE, ids),
    })
    await notifications.listen(address, waiter.refresh)
    try {
      const job = await enqueue(60_000, address)
      const { text } = (await waiter.ask(job, 30, new EventEmitter()))!
      expect(text).to.equal('Hello Test organization')
      expect(await parley.db('open_jobs').where({ id: job.id })).to.deep.equal([])
      const [attempt] = await attemptsOf(job.id)
      expect(attempt).to.include({
        lane: 'greet',
        attempt: 1,
        outcome: 'completed',
        worker: 'a greeter',
      })
    } finally {
      waiter.close()
      await notifications.close()
    }
  })

  it('is found by the sweep when its wake-up is lost', async () => {
    start()
    const { id } = await enqueue(0)
    await eventually(async () => (await greetingOf(parley.db, [id])).length > 0)
  })

  it('retries transient failures, and gives up in the end', async () => {
    start(() => async () => {
      throw new AppError('model_bad_output', 'No greeting came to mind.')
    })
    const job = await enqueue(60_000)
    await wakeUps.send(LANE.name, job)
    await eventually(async () => (await greetingOf(parley.db, [job.id])).length > 0)
    expect(await greetingOf(parley.db, [job.id])).to.deep.equal([
      { id: job.id, text: 'failed: model_bad_output' },
    ])
    expect((await attemptsOf(job.id)).map(({ outcome }) => outcome)).to.deep.equal([
      'retried',
      'failed',
    ])
  })

  it('is in the list of living workers', async () => {
    start()
    await eventually(async () => (await parley.db('workers').where({ lane: 'greet' })).length > 0)
  })
})
