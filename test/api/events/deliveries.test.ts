import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { answering, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'

const ENDPOINTS = '/api/v1/webhook-endpoints'

describe('webhook deliveries', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let receiver: Receiver
  let id: string
  before(async () => {
    receiver = await startReceiver()
    parley = await startParley({
      settings: { EGRESS_ALLOWED_HOSTS: receiver.host, TIME_SCALE: '0.1' },
    })
    client = parley.client
    owner = await signedIn(parley, client, 'owner')
  })
  after(async () => {
    await parley.stop()
    await receiver.close()
  })
  beforeEach(async () => {
    receiver.received.length = 0
    receiver.behave(answering(204))
    const { organizationId: organization_id } = client
    for (const table of ['webhook_endpoints', 'events'])
      await parley.db(table).where({ organization_id }).del()
    id = (await ask('POST', ENDPOINTS, { url: receiver.url, events: TAKEN })).body.data.id
  })

  const TAKEN = ['agent.created', 'agent.changed']
  const ask = (method: string, path: string, body?: object, more = {}) =>
    request(client.address, method, path, { ...owner.headers, ...more }, body)
  const post = (path: string, body: object = {}, more = {}) =>
    ask('POST', `${ENDPOINTS}/${id}${path}`, body, more)
  const listed = async (query = '') =>
    (await ask('GET', `${ENDPOINTS}/${id}/deliveries${query}`)).body.data
  const read = async (delivery: string) =>
    (await ask('GET', `/api/v1/deliveries/${delivery}`)).body.data

  /** Stores past events, a minute apart. @returns their ids */
  async function store(types: string[], from = '2026-11-01T12:00:00Z'): Promise<string[]> {
    const begins = new Date(from).getTime()
    const rows = types.map((type, nth) => ({
      id: uuid(),
      organization_id: client.organizationId,
      type,
      target_kind: 'agent',
      target_id: uuid(),
      facts: {},
      is_test: false,
      created_at: new Date(begins + nth * 60_000),
      position: parley.db.raw("nextval('event_positions')"),
    }))
    await parley.db('events').insert(rows)
    return rows.map((row) => row.id)
  }
  const received = () => receiver.received.map(({ headers }) => headers['webhook-id'])
  const untilReceived = (count: number) =>
    eventually(async () => receiver.received.length >= count && received())
  const ended = (count: number) =>
    eventually(async () => {
      const all = await listed('?limit=100')
      return all.filter(({ status }: any) => status !== 'pending').length === count && all
    })

  describe('of a test', () => {
    it('go to its endpoint only, whatever types it takes, and show each try', async () => {
      const other = await ask('POST', ENDPOINTS, { url: receiver.url, events: ['*'] })
      receiver.behave(answering(200, { 'content-type': 'text/plain' }, 'thanks'))
      const { status, body, headers } = await post('/test')
      expect(status).to.equal(201)
      expect(body.data).to.include({ object: 'webhook_delivery', status: 'delivered', attempts: 1 })
      expect(body.data).to.include({
        event_type: 'endpoint.tested',
        last_status: 200,
        is_replay: false,
      })
      expect(headers.get('location')).to.equal(`/api/v1/deliveries/${body.data.id}`)

      const { event, tries, ...delivery } = await read(body.data.id)
      expect(delivery).to.deep.equal(body.data)
      expect(receiver.received).to.have.length(1)
      const [{ body: sent, headers: got }] = receiver.received as [(typeof receiver.received)[0]]
      expect(JSON.parse(sent)).to.deep.include({ type: 'endpoint.tested', id: event.id })
      expect(got).to.include({
        'webhook-id': body.data.event_id,
        'content-type': 'application/json',
      })
      expect(got).not.to.have.property('webhook-replayed')
      expect(event.data).to.include({ object: 'webhook_endpoint', id })
      expect(tries).to.have.length(1)
      expect(tries[0]).to.include({ attempt: 1, status: 200, error: null, response_head: 'thanks' })
      const feed = await ask('GET', '/api/v1/events?type=endpoint.tested')
      expect(feed.body.data).to.deep.equal([event])
      const none = await ask('GET', `${ENDPOINTS}/${other.body.data.id}/deliveries`)
      expect(none.body.data).to.deep.equal([])
    })

    it('are answered after the endpoint has refused, and are retried', async () => {
      receiver.behave(answering(503, {}, 'not now'))
      const { status, body } = await post('/test')
      expect(status).to.equal(201)
      expect(body.data).to.include({
        status: 'pending',
        attempts: 1,
        last_status: 503,
        completed_at: null,
      })
      expect(new Date(body.data.next_attempt_at).getTime()).to.be.above(Date.now())
      const [row] = await listed()
      expect(row).to.deep.equal(body.data)
    })

    it('are not waited for if the client does not want to, and are made once for one key', async () => {
      const headers = { Prefer: 'respond-async', 'Idempotency-Key': 'one-test' }
      const first = await post('/test', {}, headers)
      const second = await post('/test', {}, headers)
      expect([first.status, second.body.data.id]).to.deep.equal([202, first.body.data.id])
      await untilReceived(1)
      expect(await listed()).to.have.length(1)
    })
  })

  describe('in the list', () => {
    it('come page by page, filtered by state, type and event', async () => {
      for (let nth = 0; nth < 3; nth++) await post('/test')
      const all = await listed()
      expect(all).to.have.length(3)
      const pages = []
      let after = ''
      for (let nth = 0; nth < 3; nth++) {
        const { body } = await ask('GET', `${ENDPOINTS}/${id}/deliveries?limit=1${after}`)
        pages.push(...body.data)
        after = `&after=${body.pagination.next_cursor}`
      }
      expect(pages).to.deep.equal(all)
      expect(await listed('?order=asc')).to.deep.equal(all.toReversed())
      expect(await listed('?status=failed')).to.deep.equal([])
      expect(await listed('?status=delivered&event_type=endpoint.tested')).to.have.length(3)
      expect(await listed(`?event_id=${all[1].event_id}`)).to.deep.equal([all[1]])
      expect(await listed('?event_type=agent.created')).to.deep.equal([])
    })
  })

  describe('that are retried', () => {
    it('keep the id of the event and continue its count of tries', async () => {
      receiver.behave(answering(500))
      const { data: delivery } = (await post('/test')).body
      receiver.behave(answering(200))
      const again = await ask('POST', `/api/v1/deliveries/${delivery.id}/retry`, {})
      expect([again.status, again.body.data.status]).to.deep.equal([201, 'delivered'])
      expect(again.body.data).to.include({ attempts: 2, is_replay: false })
      expect(received()).to.deep.equal([delivery.event_id, delivery.event_id])
      const { tries } = await read(delivery.id)
      expect(tries.map(({ attempt, status }: any) => [attempt, status])).to.deep.equal([
        [1, 500],
        [2, 200],
      ])

      const third = await ask('POST', `/api/v1/deliveries/${delivery.id}/retry`, {})
      expect(third.body.data).to.include({ status: 'delivered', attempts: 3, is_replay: true })
      expect(receiver.received[2]!.headers).to.include({ 'webhook-replayed': 'true' })
      const [audited] = (await ask('GET', `/api/v1/audit-events?target_id=${delivery.id}&limit=1`))
        .body.data
      expect(audited.action).to.equal('webhook_delivery.retried')
    })
  })

  describe('of a replay', () => {
    it('are those of the events in the range that the endpoint takes, with the same ids', async () => {
      const [early, first, other, second, late] = await store([
        'agent.created',
        'agent.changed',
        'agent.deleted',
        'agent.created',
        'agent.created',
      ])
      const range = { from: '2026-11-01T12:01:00Z', to: '2026-11-01T12:04:00Z' }
      const { status, body } = await post('/replay', range)
      expect([status, body.data]).to.deep.equal([200, { events: 2 }])
      expect(await untilReceived(2)).to.have.members([first, second])
      expect([early, other, late].filter((one) => received().includes(one!))).to.deep.equal([])
      for (const { headers } of receiver.received)
        expect(headers).to.include({ 'webhook-replayed': 'true' })
      for (const delivery of await ended(2))
        expect(delivery).to.include({ is_replay: true, status: 'delivered' })
      expect(await post('/replay', { ...range, types: ['agent.changed'] })).to.have.nested.property(
        'body.data.events',
        1,
      )
      await ended(3)
      const [audited] = (await ask('GET', `/api/v1/audit-events?target_id=${id}&limit=1`)).body.data
      expect(audited.action).to.equal('webhook_endpoint.replayed')
    })

    it('are only those that failed, if that is asked for', async () => {
      const [failed, delivered, skipped, never, both] = await store(Array(5).fill('agent.created'))
      const of = {
        organization_id: client.organizationId,
        endpoint_id: id,
        event_type: 'agent.created',
      }
      await parley.db('webhook_deliveries').insert(
        [
          [failed, 'failed'],
          [delivered, 'delivered'],
          [skipped, 'skipped'],
          [both, 'failed'],
          [both, 'delivered'],
        ].map(([event_id, status]) => ({ ...of, id: uuid(), event_id, status })),
      )
      const range = { from: '2026-11-01', to: '2026-11-02' }
      const { body } = await post('/replay', { ...range, only_failed: true })
      expect(body.data.events).to.equal(2)
      expect(await untilReceived(2)).to.have.members([failed, skipped])
      // A replay leaves out unfinished deliveries.
      await ended(7)
      expect((await post('/replay', range)).body.data.events).to.equal(5)
      expect(await untilReceived(7)).to.include(never)
    })

    it('leave out waiting deliveries, so that a replay can be repeated', async () => {
      await store(Array(3).fill('agent.created'))
      receiver.behave(answering(500))
      const range = { from: '2026-11-01', to: '2026-11-02' }
      expect((await post('/replay', range)).body.data.events).to.equal(3)
      expect((await post('/replay', range)).body.data.events).to.equal(0)
    })

    it('are refused for an invalid range or invalid types', async () => {
      const problem = async (body: object) => {
        const answer = await post('/replay', body)
        const [{ field, code }] = answer.body.data.errors
        return `${answer.status} ${field} ${code}`
      }
      expect(await problem({ from: '2026-11-02', to: '2026-11-01' })).to.equal('422 to order')
      expect(await problem({ from: '2026-11-31' })).to.equal('422 from time')
      expect(await problem({ from: 'yesterday' })).to.equal('422 from time')
      expect(await problem({ from: '2026-11-01', types: ['message.completed'] })).to.equal(
        '422 types not_taken',
      )
      expect(await problem({})).to.equal('422 from required')
    })

    it('are at most 10,000, in batches @long', async () => {
      const fill = (count: number) =>
        parley.db.raw(
          `insert into events (position, id, organization_id, type, target_kind, target_id, facts, is_test, created_at)
           select nextval('event_positions'), gen_random_uuid(), ?, 'agent.created', 'agent', gen_random_uuid(), '{}', false,
                  '2026-11-01T12:00:00Z' from generate_series(1, ?)`,
          [client.organizationId, count],
        )
      await fill(10_001)
      const range = { from: '2026-11-01', to: '2026-11-02' }
      const refused = await post('/replay', range)
      expect([refused.status, refused.body.data.errors[0].code]).to.deep.equal([422, 'too_many'])
      expect(await listed()).to.deep.equal([])
      await parley.db.raw(
        'delete from events where id = (select id from events where organization_id = ? limit 1)',
        [client.organizationId],
      )
      expect((await post('/replay', range)).body.data.events).to.equal(10_000)
      const [{ count }] = await parley
        .db('webhook_deliveries')
        .where({ endpoint_id: id, is_replay: true })
        .count()
      expect(Number(count)).to.equal(10_000)
      await ask('PATCH', `${ENDPOINTS}/${id}`, { is_active: false })
    })
  })
})
