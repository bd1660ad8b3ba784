import { expect } from 'chai'
import { toolRecords } from '../../../shared/tools/tools.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { answering, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'

const SECRET = 'Bearer planted-0123456789-abcd'

describe('the test of a tool', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let shop: Receiver
  before(async () => {
    shop = await startReceiver()
    parley = await startParley({ workers: false, settings: { EGRESS_ALLOWED_HOSTS: shop.host } })
    client = parley.client
    owner = await signedIn(parley, client, 'owner')
  })
  after(async () => {
    await parley.stop()
    await shop.close()
  })
  beforeEach(() => shop.received.splice(0))

  const ask = (path: string, body: object) =>
    request(client.address, 'POST', path, owner.headers, body)
  let count = 0
  const make = async (fields: object = {}): Promise<string> => {
    const { status, body } = await ask('/api/v1/tools', {
      name: `tool_${++count}`,
      description: 'Looks up an order.',
      effect: 'read',
      url_template: `http://${shop.host}/orders/{order_id}?by={{customer.id}}`,
      auth: { header: 'Authorization', value: SECRET },
      input_schema: {
        type: 'object',
        properties: { order_id: { type: 'string' }, amount: { type: 'number' } },
        required: ['order_id'],
      },
      ...fields,
    })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.data.id
  }
  const test = async (id: string, body: object, expected = 200) => {
    const answered = await ask(`/api/v1/tools/${id}/test`, body)
    expect(answered.status, JSON.stringify(answered.body)).to.equal(expected)
    return answered.body.data
  }
  const order = { order_id: 'A-1' }

  it('shows the request without sending it, and hides its secrets', async () => {
    const { request: shown, outcome } = await test(await make(), {
      arguments: order,
      customer_id: 'ada',
    })
    expect(outcome).to.equal(null)
    expect(shown).to.deep.include({
      method: 'GET',
      url: `http://${shop.host}/orders/A-1?by=ada`,
      body: null,
    })
    expect(shown.headers).to.include({
      authorization: '****',
      'webhook-signature': '****',
      'parley-test': 'true',
      'parley-customer': 'ada',
      'parley-verified': 'false',
    })
    expect(JSON.stringify(shown)).not.to.include('planted')
    expect(shop.received).to.deep.equal([])
  })

  it('sends it once, also while the tool is off, and says what a call would store', async () => {
    const id = await make({ is_active: false })
    shop.behave(answering(200, { 'content-type': 'application/json' }, '{"state":"sent"}'))
    const { outcome } = await test(id, { arguments: order, call: true })
    expect(outcome).to.deep.include({
      state: 'succeeded',
      http_status: 200,
      result: { state: 'sent' },
      is_cut: false,
      error: null,
    })
    expect(outcome.ms).to.be.a('number')
    expect(shop.received).to.have.length(1)
    expect(shop.received[0]!.headers).to.include({ authorization: SECRET, 'parley-test': 'true' })
    shop.behave(answering(404, {}, 'no such order'))
    const missing = await test(id, { arguments: order, call: true })
    expect(missing.outcome).to.deep.include({ state: 'failed', result: 'no such order' })
    expect(missing.outcome.error.code).to.equal('tool_failed')
    const { rows } = await parley.db.query({ text: 'select 1 from reply_steps', values: [] })
    expect(rows).to.deep.equal([])
  })

  it('writes only if that is said, and says if nobody knows what came of it', async () => {
    const id = await make({ effect: 'write', body_template: { amount: '{amount}' } })
    const { errors } = await test(id, { arguments: order, call: true }, 422)
    expect(errors[0].field).to.equal('allow_write')
    expect(shop.received).to.deep.equal([])
    shop.behave(answering(503))
    const body = { arguments: { ...order, amount: 5 }, call: true, allow_write: true }
    expect((await test(id, body)).outcome).to.include({ state: 'unknown', http_status: 503 })
    expect(shop.received).to.have.length(1)
    expect(shop.received[0]!.body).to.equal('{"amount":5}')
  })

  it('refuses arguments that do not fit, or may not stand in the address', async () => {
    const id = await make()
    for (const input of [{}, { order_id: 4711 }, { order_id: 'x', other: 1 }, { order_id: '..' }]) {
      const { errors } = await test(id, { arguments: input, call: true }, 422)
      expect(errors[0].field, JSON.stringify(input)).to.equal('arguments')
    }
    expect(shop.received).to.deep.equal([])
  })

  it('reports a server that is not reached as not sent', async () => {
    const id = await make()
    await toolRecords.change(parley.db, client.organizationId, id, {
      url_template: 'http://169.254.169.254/latest/{order_id}',
    })
    const { outcome } = await test(id, { arguments: order, call: true })
    expect(outcome).to.include({ state: 'failed', http_status: null })
    expect(outcome.error).to.deep.equal({
      code: 'tool_not_sent',
      detail: 'The address is not on the public internet.',
    })
  })
})
