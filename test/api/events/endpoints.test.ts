import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { createKey, findApplication } from '../../../shared/applications/applications.ts'
import { openTest } from '../../../shared/events/deliveries.ts'
import { bearer, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { answering, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'

const ENDPOINTS = '/api/v1/webhook-endpoints'
/** An event type that does not occur in these tests. */
const QUIET = ['budget.reached']
const OPENING = { request_id: 'test', reply_to: null, wake_up_grace_ms: 0 }

describe('webhook endpoints', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let receiver: Receiver
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
    await parley.db('webhook_endpoints').where({ organization_id: client.organizationId }).del()
  })

  const ask = (
    method: string,
    path: string,
    body?: object,
    more = {},
    by: object = owner.headers,
  ) => request(client.address, method, path, { ...by, ...more }, body)
  const at = (id: string, more = '') => `${ENDPOINTS}/${id}${more}`
  async function make(fields: object = {}) {
    const { status, body } = await ask('POST', ENDPOINTS, {
      url: receiver.url,
      events: QUIET,
      ...fields,
    })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.data
  }
  const rowOf = (id: string) => parley.db('webhook_endpoints').where({ id }).first()
  const problem = ({ status, body }: { status: number; body: any }) =>
    [status, ...body.data.errors.map(({ field, code }: any) => `${field} ${code}`)].join(' ')

  it('show their secret once, and store it sealed', async () => {
    const key = { 'Idempotency-Key': 'make-it-once' }
    const body = { url: receiver.url, events: ['message.completed'], description: 'Warehouse' }
    const { secret, ...made } = (await ask('POST', ENDPOINTS, body, key)).body.data
    expect(secret).to.match(/^whsec_[\w+/]{43}=$/)
    expect(made).to.include({
      object: 'webhook_endpoint',
      ...body,
      events: made.events,
      is_active: true,
    })
    const again = await ask('POST', ENDPOINTS, body, key)
    expect(again.body.data).to.deep.equal({ ...made, secret: null })
    const read = await ask('GET', at(made.id))
    expect(read.body.data).to.deep.equal(made)
    expect(read.headers.get('etag')).to.match(/^"[\w.-]+"$/)
    const list = await ask('GET', ENDPOINTS)
    expect(list.body.data).to.deep.equal([made])
    const row = JSON.stringify(await rowOf(made.id))
    expect(row).to.contain('v1.test.').and.not.to.contain(secret.slice(6, 20))
    const audit = JSON.stringify(
      (await ask('GET', `/api/v1/audit-events?target_id=${made.id}`)).body.data,
    )
    expect(audit).to.contain('webhook_endpoint.created').and.not.to.contain(secret.slice(6, 20))
  })

  it("are refused at addresses that are not public, and at Parley's own", async () => {
    const own = new URL(client.address)
    for (const url of [
      'nonsense',
      'ftp://hooks.example.com/',
      'javascript:alert(1)',
      'https://hooks.example.com:8443/',
      'http://127.0.0.1/',
      'http://[::1]/',
      'https://10.0.0.1/x',
      'https://169.254.169.254/latest',
      'http://localhost/',
      'http://0x7f.1/',
      'https://[::ffff:10.0.0.1]/',
      'https://hooks.example.com./',
      'https://user:pass@hooks.example.com/',
      'https://hooks.example.com/#x',
      'https://chat.example.com/api/v1/contexts',
      'http://CHAT.example.com/',
      `http://${own.host}/health`,
    ]) {
      const answer = await ask('POST', ENDPOINTS, { url, events: ['*'] })
      expect(problem(answer), url).to.equal('422 url url_not_allowed')
    }
    const { id } = await make()
    const moved = await ask('PATCH', at(id), { url: 'http://127.0.0.1:1/' })
    expect(problem(moved)).to.equal('422 url url_not_allowed')
    expect((await rowOf(id)).url).to.equal(receiver.url)
  })

  it('accept only existing types of events', async () => {
    for (const events of [[], ['message.done'], ['*', '*'], 'message.completed'])
      expect((await ask('POST', ENDPOINTS, { url: receiver.url, events })).status).to.equal(422)
    const { id } = await make({ events: ['message.completed', 'session.closed'] })
    expect((await ask('PATCH', at(id), { events: ['*'] })).body.data.events).to.deep.equal(['*'])
  })

  it('are at most 16 in an organization, also with simultaneous requests', async () => {
    for (let nth = 0; nth < 15; nth++) await make()
    const atOnce = Array.from({ length: 4 }, () =>
      ask('POST', ENDPOINTS, { url: receiver.url, events: ['*'] }),
    )
    const statuses = (await Promise.all(atOnce)).map(({ status }) => status)
    expect(statuses.sort()).to.deep.equal([201, 422, 422, 422])
    expect(problem(await ask('POST', ENDPOINTS, { url: receiver.url, events: ['*'] }))).to.equal(
      '422 url too_many',
    )
  })

  it('are changed by If-Match, and audited', async () => {
    const { id, updated_at } = await make()
    const changes = { description: 'Warehouse', events: ['message.failed'] }
    const changed = await ask('PATCH', at(id), changes, { 'If-Match': `"${updated_at}"` })
    expect(changed.body.data).to.deep.include(changes)
    const stale = await ask('PATCH', at(id), changes, { 'If-Match': `"${updated_at}"` })
    expect([stale.status, stale.body.code]).to.deep.equal([412, 'precondition_failed'])
    const cleared = await ask('PATCH', at(id), { description: null })
    expect(cleared.body.data).to.include({ description: '' })
    const audited = await ask(
      'GET',
      `/api/v1/audit-events?target_id=${id}&action=webhook_endpoint.changed`,
    )
    expect(audited.body.data[1].changes).to.deep.equal({
      description: { before: '', after: 'Warehouse' },
      events: { before: QUIET, after: ['message.failed'] },
    })
    expect((await ask('DELETE', at(id))).status).to.equal(200)
    expect((await ask('GET', at(id))).status).to.equal(404)
  })

  it('skip waiting deliveries when they are paused, and start over when they are resumed', async () => {
    const { id } = await make()
    receiver.behave(answering(500))
    const { body } = await ask('POST', at(id, '/test'))
    expect(body.data).to.include({ status: 'pending', attempts: 1, last_status: 500 })
    expect(await rowOf(id)).to.include({ failures: 1 })

    expect((await ask('PATCH', at(id), { is_active: false })).body.data.is_active).to.equal(false)
    const skipped = await ask('GET', `/api/v1/deliveries/${body.data.id}`)
    expect(skipped.body.data).to.include({ status: 'skipped', next_attempt_at: null })
    expect(await parley.db('open_jobs').where({ endpoint_id: id })).to.deep.equal([])
    for (const [path, sent] of [
      [at(id, '/test'), {}],
      [at(id, '/replay'), { from: '2026-01-01' }],
      [`/api/v1/deliveries/${body.data.id}/retry`, {}],
    ] as const) {
      const refused = await ask('POST', path, sent)
      expect([refused.status, refused.body.code], path).to.deep.equal([409, 'endpoint_inactive'])
    }

    await parley
      .db('webhook_endpoints')
      .where({ id })
      .update({ disabled_at: new Date(), disabled_reason: 'failing' })
    const disabled = await ask('PATCH', at(id), { description: 'Still off' })
    expect(disabled.body.data).to.include({
      is_active: false,
      disabled_reason: 'failing',
      failures: 1,
    })
    const resumed = await ask('PATCH', at(id), { is_active: true })
    expect(resumed.body.data).to.include({
      is_active: true,
      disabled_at: null,
      disabled_reason: null,
      failures: 0,
      first_failure_at: null,
    })
    receiver.behave(answering(204))
    expect((await ask('POST', at(id, '/test'))).body.data.status).to.equal('delivered')
  })

  it('sign by both secrets during a rotation, and by the new secret alone afterwards', async () => {
    const { id, secret: first } = await make()
    const rotate = async (grace_hours: number, key = `${grace_hours}`) =>
      ask('POST', at(id, '/rotate'), { grace_hours }, { 'Idempotency-Key': key })
    const rotated = (await rotate(1)).body.data
    expect(rotated.secret)
      .to.match(/^whsec_/)
      .and.not.to.equal(first)
    const until = new Date(rotated.previous_secret_expires_at).getTime() - Date.now()
    expect(until).to.be.within(3_500_000, 3_600_000)
    expect((await rotate(1)).body.data).to.deep.equal({ ...rotated, secret: null })

    const test = async () => {
      receiver.received.length = 0
      expect((await ask('POST', at(id, '/test'))).body.data.status).to.equal('delivered')
      return receiver.received[0]!
    }
    const verifiedBy = ({ headers, body }: (typeof receiver.received)[0], secrets: string[]) =>
      secrets.map((secret) => {
        try {
          return (new Webhook(secret).verify(body, headers as Record<string, string>) as any).type
        } catch {
          return 'refused'
        }
      })
    expect(verifiedBy(await test(), [first, rotated.secret])).to.deep.equal([
      'endpoint.tested',
      'endpoint.tested',
    ])
    // The grace has ended.
    await parley
      .db('webhook_endpoints')
      .where({ id })
      .update({ previous_secret_expires_at: new Date(0) })
    expect(verifiedBy(await test(), [first, rotated.secret])).to.deep.equal([
      'refused',
      'endpoint.tested',
    ])

    const last = (await rotate(0)).body.data
    expect(last.previous_secret_expires_at).to.equal(null)
    expect(await rowOf(id)).to.include({ sealed_previous_secret: null })
    expect(verifiedBy(await test(), [rotated.secret, last.secret])).to.deep.equal([
      'refused',
      'endpoint.tested',
    ])
  })

  it('are shown only to owners, and to keys for all agents with `manage` and `read`', async () => {
    const { id } = await make()
    for (const role of ['editor', 'viewer'] as const) {
      const { headers } = await signedIn(parley, client, role)
      for (const path of [ENDPOINTS, at(id), at(id, '/deliveries')])
        expect((await ask('GET', path, undefined, {}, headers)).status, role).to.equal(403)
    }
    const application = (await findApplication(parley.db, client.credentials.client_id))!
    const all = { name: 'k', scopes: ['manage', 'read'] as const, agent_ids: null, is_test: false }
    const agent = await client.makeAgent()
    const keys = [
      [all, 200],
      [{ ...all, scopes: ['read' as const] }, 403],
      [{ ...all, scopes: ['manage' as const] }, 403],
      [{ ...all, agent_ids: [agent.id] }, 403],
      [{ ...all, is_test: true }, 403],
    ] as const
    for (const [rights, status] of keys) {
      const { secret } = await createKey(parley.db, application, rights as never)
      expect((await ask('GET', at(id), undefined, {}, bearer(secret))).status).to.equal(status)
    }
  })

  it('are not found by another organization, and neither are their deliveries', async () => {
    const { id } = await make()
    const delivery = await openTest(parley.db, client.organizationId, id, OPENING)
    const theirs = (await signedIn(parley, await parley.another('Theirs'), 'owner')).headers
    for (const [method, path, body] of [
      ['GET', at(id)],
      ['PATCH', at(id), { is_active: false }],
      ['POST', at(id, '/rotate'), {}],
      ['POST', at(id, '/test'), {}],
      ['POST', at(id, '/replay'), { from: '2026-01-01' }],
      ['GET', at(id, '/deliveries')],
      ['GET', `/api/v1/deliveries/${delivery.id}`],
      ['POST', `/api/v1/deliveries/${delivery.id}/retry`, {}],
      ['DELETE', at(id)],
    ] as const)
      expect((await ask(method, path, body, {}, theirs)).status, `${method} ${path}`).to.equal(404)
    expect(await rowOf(id)).to.include({ is_active: true })
  })
})
