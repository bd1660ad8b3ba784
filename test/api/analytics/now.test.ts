import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import about from '../../../package.json' with { type: 'json' }
import { deleteDeadWorkers, isWorkerAlive, recordHeartbeat } from '../../../shared/jobs/workers.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { setHourlyLimit } from '../../../shared/people/organizations.ts'
import { REPLY_LANE } from '../../../workers/lanes/replyLane.ts'
import { startWorker } from '../../../workers/worker.ts'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

onOneQueue('the figures of the present moment', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend, workers: false })
  })
  after(() => parley.stop())

  const now = async (client = parley.client): Promise<any> =>
    (await client.get('/analytics/now')).body.data
  const laneOf = async (lane: string, client = parley.client) =>
    (await now(client)).lanes.find((one: any) => one.lane === lane)
  const start = (name: string) => {
    const config = loadConfig(parley.env)
    return startWorker({
      lanes: [REPLY_LANE],
      config,
      db: parley.db,
      log: makeLog('test', config),
      name,
    })
  }

  it('list living workers until they stop, and no dead worker', async () => {
    const none = { alive: 0, slots: 0, versions: [], last_seen_at: null }
    expect((await laneOf('reply')).workers).to.deep.equal(none)
    const workers = [start('one'), start('two')]
    const found = await eventually(async () => {
      const { workers } = await laneOf('reply')
      return workers.alive === 2 && workers
    })
    expect(found.slots).to.equal(2 * loadConfig(parley.env).REPLY_CONCURRENCY)
    expect(found.versions).to.deep.equal([about.version])
    expect(Date.parse(found.last_seen_at)).to.be.closeTo(Date.now(), 60_000)
    expect((await laneOf('index')).workers).to.deep.equal(none)
    await workers[0]!.stop(0)
    expect((await laneOf('reply')).workers.alive).to.equal(1)
    await workers[1]!.stop(0)
    expect((await laneOf('reply')).workers).to.deep.equal(none)

    const dead = { name: 'dead', lane: 'reply', version: '0.0.1', slots: 3, busy: 1 } as const
    await recordHeartbeat(parley.db, dead)
    expect((await laneOf('reply')).workers).to.include({ alive: 1, slots: 3 })
    const seen = (seconds: number) =>
      parley
        .db('workers')
        .update({ seen_at: parley.db.raw('now() - make_interval(secs => ?)', [seconds]) })
    await seen(21)
    expect((await laneOf('reply')).workers).to.deep.equal(none)
    await deleteDeadWorkers(parley.db)
    expect(await parley.db('workers').where({ name: 'dead' })).to.have.length(1)
    await seen(3_601)
    await deleteDeadWorkers(parley.db)
    expect(await parley.db('workers')).to.have.length(0)
  })

  it('list no worker that is shutting down, though it lives until its last job has ended @long', async () => {
    const client = await parley.another(`Winding down ${uuid()}`)
    const { model } = parley
    model.behave(() => ({ hang: true }))
    const host = `host-${uuid()}`
    const worker = start(`${host}:1`)
    await client.say((await client.makeConversation()).id, 'Hi', { Prefer: 'respond-async' })
    await eventually(async () => model.requests.length === 1)
    const stopped = worker.stop(60_000)
    await eventually(async () => (await laneOf('reply')).workers.alive === 0)
    expect(
      await parley
        .db('workers')
        .where({ name: `${host}:1` })
        .first(),
    ).to.include({ slots: 0, busy: 1 })
    expect(await isWorkerAlive(parley.db, host, 'reply', TIMES.aliveMs)).to.equal(true)
    await parley.db('open_jobs').delete()
    model.reset()
    await stopped
    expect(
      await parley
        .db('workers')
        .where({ name: `${host}:1` })
        .first(),
    ).to.include({ slots: 0, busy: 0 })
  })

  it('list a worker for as long as it lives @long', async () => {
    await parley.db('workers').delete()
    const worker = start('steady')
    await eventually(async () => (await parley.db('workers')).length === 1)
    const past = new Date(0)
    await parley.db('workers').update({ seen_at: past })
    await eventually(async () => (await parley.db('workers').first()).seen_at > past)
    await worker.stop(0)
  })

  it("count the organization's own waiting jobs, and since when they wait", async () => {
    const client = await parley.another(`Waiting ${uuid()}`)
    const idle = { waiting: 0, running: 0, oldest_wait_seconds: null, wait_p95_ms: null }
    expect(await laneOf('reply', client)).to.deep.include(idle)
    const later = { Prefer: 'respond-async' }
    for (let n = 0; n < 3; n++) await client.say((await client.makeConversation()).id, 'Hi', later)
    await client.post('/api/v1/knowledge/qa', { question: 'What?', answer: 'That.' }, later)
    const of = { organization_id: client.organizationId }
    const replies = await parley.db('open_jobs').where({ ...of, lane: 'reply' })
    const hour = parley.db.raw("now() - interval '1 hour'")
    await parley.db('open_jobs').where({ id: replies[0].id }).update({ run_at: hour })
    const inAnHour = parley.db.raw("now() + interval '1 hour'")
    await parley.db('open_jobs').where({ id: replies[1].id }).update({ run_at: inAnHour })
    await parley
      .db('open_jobs')
      .where({ id: replies[2].id })
      .update({ worker: 'w', claimed_at: hour, lease_expires_at: inAnHour })
    const { oldest_wait_seconds, ...rest } = await laneOf('reply', client)
    expect(rest).to.deep.include({ waiting: 2, running: 1 })
    expect(oldest_wait_seconds).to.be.closeTo(3_600, 60)
    expect(await laneOf('index', client)).to.include({ waiting: 1, running: 0 })
    // The worker of this reply is dead.
    await parley.db('open_jobs').where({ id: replies[2].id }).update({ lease_expires_at: hour })
    expect(await laneOf('reply', client)).to.include({ waiting: 3, running: 0 })

    const job = {
      ...of,
      lane: 'reply',
      target_id: uuid(),
      request_id: 'r',
      worker: 'w',
      attempt: 1,
    }
    const waits = [100, 200, 300].map((wait_ms) => ({
      ...job,
      id: uuid(),
      outcome: 'completed',
      wait_ms,
      run_ms: 1,
    }))
    const old = { ...waits[0], id: uuid(), wait_ms: 9_000, created_at: hour }
    await parley.db('jobs').insert(waits)
    await parley.db('jobs').insert(old)
    expect((await laneOf('reply', client)).wait_p95_ms).to.be.closeTo(290, 1e-6)
    expect((await laneOf('reply')).wait_p95_ms).to.equal(null)
    expect(await laneOf('reply')).to.include({ waiting: 0, running: 0 })
  })

  it("show how much of the keys' limit is used, without using it", async () => {
    const client = await parley.another(`Limited ${uuid()}`)
    await setHourlyLimit(parley.db, client.organizationId, 50)
    const before = (await now(client)).requests
    for (let n = 0; n < 4; n++) await client.get('/api/v1/agents')
    const { resets_at, ...after } = (await now(client)).requests
    // A key's own question counts.
    expect(before).to.include({ limit: 50, used: 1, remaining: 49 })
    expect(after).to.deep.equal({ limit: 50, used: 6, remaining: 44 })
    expect(new Date(resets_at).getTime() - Date.now()).to.be.within(1_000, 3_600_000)
  })
})
