import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import {
  createApplication,
  createKey,
  deleteExpiredSecrets,
} from '../../../shared/applications/applications.ts'
import { deleteOldDeliveries } from '../../../shared/events/expire.ts'
import { relayEvents } from '../../../shared/events/relay.ts'
import { maintainPartitions, partitionNames } from '../../../shared/retention/partitions.ts'
import { makeEvent, makeEventWorld } from '../../support/data/events.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

type World = Awaited<ReturnType<typeof makeEventWorld>>

const DAY_MS = 86_400_000
const daysAgo = (days: number) => uuid({ msecs: Date.now() - days * DAY_MS })

describe('events and their deliveries', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let world: World
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 4)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    world = await makeEventWorld(db)
  })

  const makeDelivery = async (event_id: string, fields: object = {}) => {
    const endpoint = await db('webhook_endpoints')
      .where({ organization_id: world.organization_id })
      .first()
    const of = { event_id, event_type: 'message.completed', status: 'delivered' }
    return world.insert('webhook_deliveries', { endpoint_id: endpoint.id, ...of, ...fields })
  }
  const answer = async (delivery_id: string, response_head: string, attempt = 1) => {
    const { organization_id } = world
    const [row] = await db('delivery_attempts')
      .insert({ organization_id, delivery_id, attempt, status: 200, duration_ms: 5, response_head })
      .returning('response_head')
    return row.response_head
  }
  const answersOf = (delivery_id: string) =>
    db('delivery_attempts').where({ delivery_id }).orderBy('attempt').pluck('response_head')

  it('expire with the age of the event, with their attempts, except waiting deliveries', async () => {
    await world.makeEndpoint()
    const [old, waiting, replayed, young] = [
      await makeDelivery(daysAgo(31)),
      await makeDelivery(daysAgo(31), { status: 'pending' }),
      await makeDelivery(daysAgo(31), { is_replay: true, status: 'failed' }),
      await makeDelivery(daysAgo(29), { created_at: new Date(0) }),
    ]
    for (const { id } of [old, waiting, replayed, young]) await answer(id, 'ok')
    await db('event_outbox').delete()
    const written = {
      organization_id: world.organization_id,
      type: 'agent.changed',
      target_kind: 'agent',
    }
    await db('event_outbox').insert({ ...written, id: daysAgo(31), target_id: uuid() })
    await db('event_outbox').insert({ ...written, id: daysAgo(29), target_id: uuid() })
    expect(await deleteOldDeliveries(db, 30)).to.deep.equal({
      webhook_deliveries: 2,
      event_outbox: 1,
    })
    const left = await db('webhook_deliveries')
      .where({ organization_id: world.organization_id })
      .orderBy('id')
      .pluck('id')
    expect(left).to.deep.equal([waiting.id, young.id].sort())
    expect(await answersOf(old.id)).to.deep.equal([])
    expect(await answersOf(young.id)).to.deep.equal(['ok'])
    expect(await deleteOldDeliveries(db, 30)).to.deep.equal({
      webhook_deliveries: 0,
      event_outbox: 0,
    })
  })

  it('are dropped by whole months, also if figures are not yet summed up', async () => {
    await relayEvents(db)
    const { organization_id } = world
    await db('activity_rolled')
      .insert({ organization_id, until: new Date(0) })
      .onConflict('organization_id')
      .merge()
    expect(await db('events').where({ organization_id })).to.have.length.above(0)
    const names = await partitionNames(db, 'events')
    const now = new Date()
    const later = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 5))
    const kept = { REQUEST_LOG_DAYS: 0, ANALYTICS_DAYS: 0, USAGE_DAYS: 0 }
    await maintainPartitions(db, { ...kept, EVENT_DAYS: 30 }, later)
    const after = await partitionNames(db, 'events')
    expect(names.filter((name) => !after.includes(name))).to.deep.equal([names[0]])
    expect(after.length).to.equal(names.length + 1)
    expect(await db('events').where({ organization_id })).to.deep.equal([])
  })

  it('keep no answer about a deleted thread or user, nor an answer that comes later', async () => {
    await world.makeEndpoint()
    const [gone, kept] = [await world.makeThread(), await world.makeThread()]
    const user = await world.insert('users', {
      email: 'anna@example.com',
      role: 'viewer',
      password_hash: 'x',
    })
    await relayEvents(db)
    const { organization_id } = world
    const deliveryOf = async (target_id: string) => {
      const event = await db('events').where({ organization_id, target_id }).first()
      return (await db('webhook_deliveries').where({ organization_id, event_id: event.id }).first())
        .id
    }
    const [ofGone, ofKept, ofUser] = [
      await deliveryOf(gone.id),
      await deliveryOf(kept.id),
      await deliveryOf(user.id),
    ]
    for (const id of [ofGone, ofKept, ofUser])
      expect(await answer(id, 'Hello Anna')).to.equal('Hello Anna')
    await db('threads').where({ id: gone.id }).delete()
    await db('users').where({ id: user.id }).delete()
    for (const id of [ofGone, ofUser]) {
      expect(await answersOf(id)).to.deep.equal([null])
      expect(await answer(id, 'Hello Anna', 2), 'later').to.equal(null)
    }
    expect(await answer(ofKept, 'Hello Anna', 2)).to.equal('Hello Anna')
    // While the thread is being deleted.
    await db.transaction(async (transaction) => {
      await transaction.query({ text: 'delete from threads where id = $1', values: [kept.id] })
      expect(await answer(ofKept, 'Hello Anna', 3)).to.equal(null)
    })
    expect(await answersOf(ofKept)).to.deep.equal([null, null, null])
  })

  it('keep no answer about a budget for customers, or about a deleted budget', async () => {
    const { organization_id } = world
    await world.makeEndpoint()
    const limit = { unit: 'usd', amount: 10, period: 'day', at_limit: 'refuse' }
    const deliveryOf = async (scope: string) => {
      const { id: target_id } = await world.insert('budgets', { ...limit, scope })
      const event = {
        organization_id,
        type: 'budget.warned',
        target_kind: 'budget',
        target_id,
      } as const
      const event_id = await makeEvent(db, event)
      const { id } = await db('webhook_deliveries').where({ organization_id, event_id }).first()
      return { id, target_id }
    }
    const [customers, all] = [await deliveryOf('customer'), await deliveryOf('organization')]
    expect(await answer(customers.id, 'anna@example.com')).to.equal(null)
    expect(await answer(all.id, 'ok')).to.equal('ok')
    await db('budgets').where({ id: all.target_id }).delete()
    expect(await answer(all.id, 'ok', 2), 'gone').to.equal(null)
  })

  it('announce an expired secret once its row is deleted', async () => {
    const { organization_id } = world
    const { application } = await createApplication(db, {
      organization_id,
      name: 'a',
      allowed_origins: [],
    })
    const key = await createKey(db, application, {
      name: 'k',
      scopes: null,
      agent_ids: null,
      is_test: false,
    })
    await db('application_secrets')
      .where({ id: key.id })
      .update({ expires_at: new Date(Date.now() - 1) })
    await db('event_outbox').delete()
    expect(await deleteExpiredSecrets(db)).to.equal(1)
    const [event] = await db('event_outbox').where({ organization_id })
    expect(event).to.include({ type: 'secret.revoked', target_id: key.id })
    expect(event.facts).to.deep.equal({ application_id: application.id, reason: 'expired' })
  })
})
