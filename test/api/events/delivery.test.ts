import { createHmac, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { endpointPlace } from '../../../shared/events/endpoints.ts'
import { claimDue, claimWoken } from '../../../shared/jobs/claims.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { DELIVER } from '../../../shared/lib/jobs.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeSealer } from '../../../shared/lib/sealing.ts'
import { newWebhookSecret } from '../../../shared/lib/signatures.ts'
import { makeDeliveryWork } from '../../../workers/events/deliveryJob.ts'
import { NO_MODELS } from '../../../workers/jobs/modelAvailability.ts'
import { DELIVER_LANE } from '../../../workers/lanes/deliverLane.ts'
import type { WorkerLane } from '../../../workers/lanes/lane.ts'
import { startWorker, type WorkerProcess } from '../../../workers/worker.ts'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import {
  answering,
  type Received,
  type Receiver,
  startReceiver,
} from '../../support/webhooks/receiver.ts'

const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
const HOUR_MS = 3_600_000
const SCHEDULE = [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]

let parley: Parley
let receiver: Receiver
let worker: WorkerProcess | undefined

/** Starts Parley without workers, and a receiver that it may reach. */
function around(backend: 'postgres' | 'redis'): void {
  before(async () => {
    receiver = await startReceiver()
    parley = await startParley({
      backend,
      workers: false,
      settings: { EGRESS_ALLOWED_HOSTS: receiver.host, TIME_SCALE: '0.2' },
    })
  })
  beforeEach(() => {
    receiver.behave(answering(204))
    receiver.received.length = 0
  })
  afterEach(async () => {
    await worker?.stop(0)
    worker = undefined
    await parley.db('webhook_endpoints').delete()
  })
  after(async () => {
    await parley.stop()
    await receiver.close()
  })
}

const config = (settings: Record<string, string> = {}) => loadConfig({ ...parley.env, ...settings })
const organizationId = () => parley.client.organizationId

const start = (lane: WorkerLane = DELIVER_LANE, db: Db = parley.db, settings = {}) => {
  worker = startWorker({
    lanes: [lane],
    config: config(settings),
    log,
    name: 'a deliverer',
    db: { ...parley.db, query: db.query, transaction: db.transaction },
  })
}

interface Made {
  id: string
  secret: string
}

async function makeEndpoint(more: Record<string, unknown> = {}): Promise<Made> {
  const id = randomUUID()
  const organization_id = (more.organization_id as string) ?? organizationId()
  const secret = newWebhookSecret()
  const sealed_secret = makeSealer(config().SECRET_KEYS).seal(
    secret,
    endpointPlace({ organization_id, id }),
  )
  const row = {
    id,
    organization_id,
    url: receiver.url,
    events: ['limit.blocked'],
    sealed_secret,
    ...more,
  }
  await parley.db('webhook_endpoints').insert(row)
  return { id, secret }
}

/** Writes events about the organization into the outbox. @returns their ids */
async function happen(times = 1, organization_id = organizationId()): Promise<string[]> {
  const fact = {
    organization_id,
    type: 'limit.blocked',
    target_kind: 'organization',
    facts: { count: 1 },
  }
  const rows = Array.from({ length: times }, () => ({ ...fact, target_id: organization_id }))
  const stored = await parley.db('event_outbox').insert(rows).returning('id')
  return stored.map(({ id }) => id)
}

const deliveryOf = (endpoint: Made, event_id?: string) =>
  parley
    .db('webhook_deliveries')
    .where({ endpoint_id: endpoint.id, ...(event_id && { event_id }) })
    .orderBy('created_at')
    .first()
const ended = (endpoint: Made, event_id?: string) =>
  eventually(async () => {
    const found = await deliveryOf(endpoint, event_id)
    return found && found.status !== 'pending' && found
  })
const attemptsOf = (delivery_id: string) =>
  parley.db('delivery_attempts').where({ delivery_id }).orderBy('attempt')

function expectSigned({ headers, body }: Received, ...secrets: string[]): void {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  } = headers
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).to.be.below(300)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  expect(signature).to.equal(signatures.join(' '))
}

onOneQueue('a webhook delivery', (backend) => {
  around(backend)

  it('brings an event to an endpoint, signed, and is recorded', async () => {
    start()
    const endpoint = await makeEndpoint()
    receiver.behave(answering(202, {}, 'thanks'))
    const [eventId] = await happen()
    const delivery = await ended(endpoint)
    expect(delivery).to.include({
      status: 'delivered',
      event_id: eventId,
      attempts: 1,
      last_status: 202,
    })
    expect(delivery.next_attempt_at).to.equal(null)
    const [one] = receiver.received
    expect(receiver.received).to.have.length(1)
    expect(one!.headers).to.include({ 'content-type': 'application/json', 'webhook-id': eventId })
    expect(one!.headers).to.include({ 'parley-hop': '1' }).and.not.have.property('webhook-replayed')
    expectSigned(one!, endpoint.secret)
    expect(JSON.parse(one!.body)).to.deep.include({
      id: eventId,
      object: 'event',
      type: 'limit.blocked',
    })
    const [attempt] = await attemptsOf(delivery.id)
    expect(attempt).to.include({ attempt: 1, status: 202, error: null, response_head: 'thanks' })
    const [job] = await parley.db('jobs').where({ target_id: delivery.id })
    expect(job).to.include({ lane: 'deliver', outcome: 'completed', worker: 'a deliverer' })
    expect(await parley.db('open_jobs')).to.deep.equal([])
    expect((await parley.db('webhook_endpoints').first()).last_success_at).to.be.a('date')
  })

  it('is not delayed by another endpoint that hangs, in its own or another organization', async () => {
    // No lease ends and no request times out while the test runs.
    start(DELIVER_LANE, parley.db, {
      DELIVER_CONCURRENCY: '6',
      DELIVERY_TIMEOUT_SECONDS: '60',
      TIME_SCALE: '1',
    })
    const other = await parley.another('Another')
    receiver.behave((response, { path }) => {
      if (path !== '/dead') response.writeHead(204).end()
    })
    await makeEndpoint({ url: receiver.url.replace('hook', 'dead') })
    await happen(20)
    await eventually(async () => receiver.received.length >= 5)
    const theirs = await makeEndpoint({ organization_id: other.organizationId })
    await happen(1, other.organizationId)
    await ended(theirs)
    expect(receiver.received.filter(({ path }) => path === '/hook')).to.have.length(1)
    expect(await parley.db('delivery_attempts').whereNull('status')).to.deep.equal([])
  })
})

onOneQueue('a webhook delivery', (backend) => {
  around(backend)

  it('is also signed by the previous secret until that expires', async () => {
    start()
    const place = { organization_id: organizationId(), id: randomUUID() }
    const previous = newWebhookSecret()
    const sealer = makeSealer(config().SECRET_KEYS)
    const endpoint = await makeEndpoint({
      id: place.id,
      sealed_previous_secret: sealer.seal(previous, endpointPlace(place)),
      previous_secret_expires_at: new Date(Date.now() + HOUR_MS),
      sealed_secret: sealer.seal(
        'whsec_bmV3IHNlY3JldCBvZiAzMiBieXRlcywgb3Igc28=',
        endpointPlace(place),
      ),
    })
    const current = 'whsec_bmV3IHNlY3JldCBvZiAzMiBieXRlcywgb3Igc28='
    const at = { ...endpoint, id: place.id }
    const [first] = await happen()
    await ended(at, first)
    expectSigned(receiver.received[0]!, current, previous)
    await parley.db('webhook_endpoints').update({ previous_secret_expires_at: new Date() })
    const [second] = await happen()
    await ended(at, second)
    expectSigned(receiver.received[1]!, current)
  })

  it('is not sent to a paused endpoint', async () => {
    const endpoint = await makeEndpoint()
    await happen()
    start()
    await ended(endpoint)
    await worker!.stop(0)
    await parley.db('webhook_deliveries').update({ status: 'pending', completed_at: null })
    const { id } = await deliveryOf(endpoint)
    await parley.db('webhook_endpoints').update({ is_active: false })
    const job = { id, organization_id: organizationId(), endpoint_id: endpoint.id, request_id: 'r' }
    const soon = { sweep_at: new Date(), deadline_at: new Date(Date.now() + HOUR_MS) }
    await parley.db('open_jobs').insert({ ...job, ...soon, lane: 'deliver' })
    receiver.received.length = 0
    start()
    expect(await ended(endpoint)).to.include({ status: 'skipped', attempts: 1 })
    expect(receiver.received).to.deep.equal([])
  })

  it('to an endpoint that answers 410 disables it, and the others are skipped', async () => {
    const endpoint = await makeEndpoint()
    receiver.behave(answering(410))
    await happen(20)
    start()
    const row = await eventually(async () => {
      const found = await parley.db('webhook_endpoints').first()
      return !found.is_active && found
    })
    expect(row).to.include({ disabled_reason: 'gone' })
    await eventually(async () => (await parley.db('open_jobs')).length === 0)
    const deliveries = await parley.db('webhook_deliveries').where({ endpoint_id: endpoint.id })
    const statuses = deliveries.map(({ status }: { status: string }) => status)
    expect(statuses).to.have.length(20)
    expect(statuses).to.include('failed').and.include('skipped').and.not.include('pending')
    expect(receiver.received.length).to.be.at.most(6)
  })

  it('is not sent again while PostgreSQL is away after the answer', async () => {
    const away = awayWhileStoring(parley.db, 3)
    const endpoint = await makeEndpoint()
    await happen()
    start(DELIVER_LANE, away.db)
    expect(await ended(endpoint)).to.include({ status: 'delivered', attempts: 1 })
    expect(away.refused()).to.equal(3)
    expect(receiver.received).to.have.length(1)
  })

  it('that fails is stored, too, when PostgreSQL is back', async () => {
    const away = awayWhileStoring(parley.db, 3)
    receiver.behave((response, _, nth) => void response.writeHead(nth === 0 ? 503 : 204).end())
    const endpoint = await makeEndpoint()
    await happen()
    start(DELIVER_LANE, away.db)
    const { id, attempts } = await eventually(async () => {
      const found = await deliveryOf(endpoint)
      return found?.attempts === 1 && found
    })
    expect(attempts).to.equal(1)
    expect((await attemptsOf(id)).map(({ status }: { status: number }) => status)).to.deep.equal([
      503,
    ])
    expect(receiver.received).to.have.length(1)
  })

  it('is tried ten times in 75 hours, and then has failed', async () => {
    const clock = makeClock()
    receiver.behave(answering(500, {}, 'no'))
    const endpoint = await makeEndpoint()
    await happen()
    start(clock.lane)
    await clock.runOn(endpoint)
    const delivery = await ended(endpoint)
    expect(delivery).to.include({
      status: 'failed',
      attempts: 10,
      last_status: 500,
      next_attempt_at: null,
    })
    const attempts = await attemptsOf(delivery.id)
    const times = attempts.map(({ created_at }: { created_at: Date }) => created_at.getTime())
    expect(
      times.slice(1).map((time: number, nth: number) => (time - times[nth]!) / 1000),
    ).to.deep.equal(SCHEDULE)
    expect((times.at(-1)! - times[0]!) / HOUR_MS).to.be.closeTo(75.6, 0.1)
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
    const stamps = new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp']))
    expect([ids.size, stamps.size, receiver.received.length]).to.deep.equal([1, 10, 10])
    const [row] = await parley.db('webhook_endpoints')
    expect(row, 'not for five days').to.include({ is_active: true, failures: 10 })
  })

  it('waits as long as the receiver asks for, up to a day', async () => {
    const clock = makeClock()
    const asked = ['3600', '0', '999999999']
    receiver.behave((response, _, nth) => {
      if (nth < asked.length) response.writeHead(429, { 'retry-after': asked[nth]! }).end()
      else response.writeHead(204).end()
    })
    const endpoint = await makeEndpoint()
    await happen()
    start(clock.lane)
    await clock.runOn(endpoint)
    const delivery = await ended(endpoint)
    expect(delivery).to.include({ status: 'delivered', attempts: 4 })
    const times = (await attemptsOf(delivery.id)).map(({ created_at }: { created_at: Date }) =>
      created_at.getTime(),
    )
    expect(
      times.slice(1).map((time: number, nth: number) => (time - times[nth]!) / 1000),
    ).to.deep.equal([3600, 300, 86_400])
  })

  it('disables its endpoint only after five days and twenty failures @long', async () => {
    const clock = makeClock()
    receiver.behave(answering(500))
    const endpoint = await makeEndpoint()
    const later = new Date(Date.now() + HOUR_MS)
    const days = async (count: number) => {
      clock.advance(count * 24 * HOUR_MS)
      const [id] = await happen()
      await eventually(async () => (await deliveryOf(endpoint, id))?.attempts > 0)
      await parley.db('open_jobs').whereNot('id', waiting).delete()
      const [{ is_active, failures }] = await parley.db('webhook_endpoints')
      return [is_active, failures]
    }
    start(clock.lane)
    await happen()
    const waiting = (await eventually(() => deliveryOf(endpoint))).id
    await eventually(async () => (await deliveryOf(endpoint)).attempts === 1)
    await parley.db('open_jobs').update({ run_at: later, sweep_at: later })
    for (let failures = 2; failures <= 21; failures++)
      expect(await days(0)).to.deep.equal([true, failures])
    expect(await days(4.9)).to.deep.equal([true, 22])
    expect(await days(0.2)).to.deep.equal([false, 23])
    const [row] = await parley.db('webhook_endpoints')
    expect(row).to.include({ disabled_reason: 'failing' })
    await eventually(async () => (await parley.db('open_jobs')).length === 0)
    expect((await deliveryOf(endpoint)).status).to.equal('skipped')
  })

  it('that succeeds resets the failures before it', async () => {
    const clock = makeClock()
    receiver.behave((response, _, nth) => void response.writeHead(nth < 2 ? 500 : 204).end())
    const endpoint = await makeEndpoint()
    await happen()
    start(clock.lane)
    await clock.runOn(endpoint)
    expect(await ended(endpoint)).to.include({ status: 'delivered', attempts: 3 })
    expect(await parley.db('webhook_endpoints').first()).to.include({
      failures: 0,
      first_failure_at: null,
    })
  })

  it('that crashes its workers again and again is retried on the same schedule', async () => {
    const endpoint = await makeEndpoint()
    await happen()
    start()
    await ended(endpoint)
    await worker!.stop(0)
    const { id } = await deliveryOf(endpoint)
    await parley.db('webhook_deliveries').update({ status: 'pending' })
    const job = {
      id,
      organization_id: organizationId(),
      endpoint_id: endpoint.id,
      request_id: 'r',
      crashes: 5,
    }
    const soon = { sweep_at: new Date(), deadline_at: new Date(Date.now() + HOUR_MS) }
    await parley.db('open_jobs').insert({ ...job, ...soon, lane: 'deliver' })
    start()
    const row = await eventually(async () => {
      const found = await parley.db('open_jobs').first()
      return found?.failures === 1 && found
    })
    expect(row).to.include({ crashes: 0, worker: null })
    expect(await deliveryOf(endpoint)).to.include({
      status: 'pending',
      last_error: 'worker_crashed',
      attempts: 1,
    })
  })

  it('is claimed after deliveries of endpoints with fewer running, and alone for a failing endpoint', async () => {
    const [many, few, failing] = [await makeEndpoint(), await makeEndpoint(), await makeEndpoint()]
    await parley.db('webhook_endpoints').where({ id: failing.id }).update({ failures: 1 })
    const row = (endpoint_id: string, at: number) => ({
      id: randomUUID(),
      organization_id: organizationId(),
      endpoint_id,
      request_id: 'r',
      lane: 'deliver',
      sweep_at: new Date(Date.now() - at),
      run_at: new Date(Date.now() - at),
      deadline_at: new Date(Date.now() + HOUR_MS),
    })
    await parley
      .db('open_jobs')
      .insert(Array.from({ length: 10 }, (_, nth) => row(many.id, 90_000 - nth)))
    await parley.db('open_jobs').insert([row(few.id, 1_000), row(few.id, 900)])
    await parley
      .db('open_jobs')
      .insert(Array.from({ length: 3 }, (_, nth) => row(failing.id, 60_000 - nth)))
    const claim = async (limit: number) => {
      const claimant = { worker: 'w', shareConcurrency: 4, share: DELIVER.share, leaseMs: 10_000 }
      const claims = await claimDue(parley.db, 'deliver', {
        ...claimant,
        limit,
        takeOver: true,
        suspects: false,
      })
      const rows = await parley.db('open_jobs').whereIn(
        'id',
        claims.map(({ id }) => id),
      )
      const names = { [many.id]: 'many', [few.id]: 'few', [failing.id]: 'failing' }
      return rows.map(({ endpoint_id }) => names[endpoint_id]).sort()
    }
    expect(await claim(3)).to.deep.equal(['failing', 'few', 'many'])
    expect(await claim(2)).to.deep.equal(['few', 'many'])
    expect(await claim(10)).to.deep.equal(['many', 'many'])
    expect(await claim(10)).to.deep.equal([])
    await parley.db('open_jobs').delete()
  })

  it("to a failing endpoint gets only a part of a worker's slots, and waits for no wake-up", async () => {
    const failing = [await makeEndpoint(), await makeEndpoint(), await makeEndpoint()]
    await parley.db('webhook_endpoints').update({ failures: 1 })
    const good = await makeEndpoint()
    const at = new Date(Date.now() - 60_000)
    const row = ({ id: endpoint_id }: Made) => ({
      id: randomUUID(),
      organization_id: organizationId(),
      endpoint_id,
      request_id: 'r',
      lane: 'deliver',
      sweep_at: at,
      run_at: at,
      deadline_at: new Date(Date.now() + HOUR_MS),
    })
    const rows = [...failing, good].map(row)
    const own = rows[3]!
    await parley.db('open_jobs').insert(rows)
    const claimant = (worker: string) => ({
      worker,
      shareConcurrency: 4,
      failingSlots: 2,
      share: DELIVER.share,
      leaseMs: 10_000,
    })
    const woken = await claimWoken(parley.db, 'deliver', rows, claimant('w'))
    expect(woken.map(({ id }) => id)).to.deep.equal([own.id])
    const claim = (worker: string) =>
      claimDue(parley.db, 'deliver', {
        ...claimant(worker),
        limit: 10,
        takeOver: true,
        suspects: false,
      })
    expect(await claim('w')).to.have.length(2)
    await parley.db('open_jobs').insert(row(good))
    expect(await claim('w')).to.have.length(1)
    expect(await claim('w')).to.have.length(0)
    expect(await claim('another worker')).to.have.length(1)
    await parley.db('open_jobs').delete()
  })

  it('never comes back into Parley', async () => {
    const { status, body } = await parley.client.get('/api/v1/agents', { 'parley-hop': '1' })
    expect(status).to.equal(400)
    expect(body.code).to.equal('malformed_request')
  })
})

/** A lane whose clock is moved by hand. Each try comes exactly when its schedule says. */
function makeClock() {
  let ahead = 0
  const began = Date.now()
  const clock = () => new Date(began + ahead)
  const lane: WorkerLane = {
    ...DELIVER,
    work: ({ db }) => ({
      ...makeDeliveryWork({
        db,
        config: config(),
        log,
        notifyOfDisabled: async () => undefined,
        clock,
        random: () => 0.5,
      }),
      slots: 5,
      shareConcurrency: 5,
      models: NO_MODELS,
      startBackground: () => DELIVER_LANE.work(relayOnly(db)).startBackground?.(),
    }),
  }
  const relayOnly = (db: Db) =>
    ({
      db,
      config: config(),
      log,
      wakeUps: { send: async () => true },
      notifications: { events: { tell: () => undefined } },
    }) as unknown as Parameters<WorkerLane['work']>[0]
  return {
    lane,
    advance(ms: number) {
      ahead += ms
    },
    /** Moves the clock to the next try until the delivery has ended. */
    async runOn(endpoint: Made): Promise<void> {
      for (let seen = 0; ; seen++) {
        const delivery = await eventually(async () => {
          const found = await deliveryOf(endpoint)
          return found && (found.status !== 'pending' || found.attempts > seen) && found
        })
        if (delivery.status !== 'pending') return
        ahead = delivery.next_attempt_at.getTime() - began
        const due = new Date()
        await parley
          .db('open_jobs')
          .where({ id: delivery.id })
          .update({ run_at: due, sweep_at: due })
      }
    },
  }
}

/** Returns a database that is away for the first few statements that store a try. */
function awayWhileStoring(db: Db, times: number) {
  let refused = 0
  const wrap = (one: Db): Db => ({
    query(statement) {
      if (!/insert into delivery_attempts/.test(statement.text) || refused >= times)
        return one.query(statement)
      refused++
      return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    },
    transaction: (work) => one.transaction((transaction) => work(wrap(transaction))),
  })
  return { db: wrap(db), refused: () => refused }
}
