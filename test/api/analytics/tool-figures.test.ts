import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { makeWaitingReply } from '../../support/data/toolCalls.ts'
import { request, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { DAY_MS } from '../../support/http/requests.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const FROM = new Date('2026-03-01T00:00:00.000Z')
const TO = new Date('2026-03-02T00:00:00.000Z')
const NOON = new Date('2026-03-01T12:00:00.000Z')

describe('the analytics of tools', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${uuid()}`)
  })

  const makeTool = async (name: string) =>
    (
      await client.post('/api/v1/tools', {
        name,
        title: `The ${name}`,
        description: 'Looks an order up.',
        url_template: 'https://example.com/orders',
        method: 'GET',
        effect: 'read',
        input_schema: { type: 'object', properties: {} },
      })
    ).body.data.id as string
  /** Stores calls that took `ms` milliseconds; null: they have not ended. */
  const called = async (
    tool_id: string | null,
    calls: readonly { state?: string; ms?: number | null; created_at?: Date }[],
    thread_id?: string,
  ) => {
    const rows = calls.map(({ state = 'succeeded', ms = null, created_at = NOON }) => ({
      tool_id,
      state,
      created_at,
      ...(ms !== null && { started_at: NOON, ended_at: new Date(NOON.getTime() + ms) }),
    }))
    const of = {
      organization_id: client.organizationId,
      thread_id: thread_id ?? (await client.makeConversation()).id,
    }
    const [first, ...others] = rows
    await makeWaitingReply(parley.db, of, first, others)
    return of.thread_id
  }
  const read = async (from = FROM, to = TO) =>
    (await client.get(`/api/v1/analytics/tools?from=${from.toISOString()}&to=${to.toISOString()}`))
      .body.data

  it('are counts, states and percentiles of each tool, the most called first', async () => {
    const [orders, refunds] = [await makeTool('orders'), await makeTool('refunds')]
    await called(
      orders,
      [100, 200, 300, 400, 1000].map((ms) => ({ ms })),
    )
    await called(refunds, [
      { state: 'failed', ms: 50 },
      { state: 'unknown', ms: 150 },
      { state: 'waiting' },
    ])
    await called(null, [{ state: 'failed' }])
    expect(await read()).to.deep.equal({
      period: { from: FROM.toISOString(), to: TO.toISOString() },
      tools: [
        {
          tool_id: orders,
          name: 'orders',
          title: 'The orders',
          calls: 5,
          failed: 0,
          unknown: 0,
          p50_ms: 300,
          p95_ms: 880,
        },
        {
          tool_id: refunds,
          name: 'refunds',
          title: 'The refunds',
          calls: 3,
          failed: 1,
          unknown: 1,
          p50_ms: 100,
          p95_ms: 145,
        },
        {
          tool_id: null,
          name: null,
          title: null,
          calls: 1,
          failed: 1,
          unknown: 0,
          p50_ms: null,
          p95_ms: null,
        },
      ],
    })
  })

  it('have the calls of the window only, its end excluded', async () => {
    const orders = await makeTool('orders')
    await called(orders, [{ created_at: FROM }, { created_at: TO }])
    await called(orders, [{ created_at: new Date(FROM.getTime() - 1) }])
    expect((await read()).tools[0].calls).to.equal(1)
    expect((await read(FROM, new Date(TO.getTime() + DAY_MS))).tools[0].calls).to.equal(2)
  })

  it('leave out trials and the calls of other organizations', async () => {
    const orders = await makeTool('orders')
    const { id } = await client.makeConversation()
    await parley.db('threads').where({ id }).update({ is_test: true })
    await called(orders, [{}], id)
    const played = (await client.makeConversation()).id
    await parley.db('threads').where({ id: played }).update({ is_playground: true })
    await called(orders, [{}], played)
    client = await parley.another(`Organization ${uuid()}`)
    await called(await makeTool('orders'), [{}])
    expect((await read()).tools.map(({ calls }: { calls: number }) => calls)).to.deep.equal([1])
  })

  it('are read by every user, and refuse a window that ends before it begins', async () => {
    const { headers } = await signedIn(parley, client, 'viewer')
    const url = '/api/v1/analytics/tools'
    expect((await request(client.address, 'GET', url, headers)).status).to.equal(200)
    expect((await client.get(`${url}?from=2026-03-02&to=2026-03-01`)).status).to.equal(422)
  })
})
