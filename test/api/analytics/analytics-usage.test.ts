import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { makeRecorder } from '../../../api/metrics/requestRecorder.ts'
import {
  type LimitEntry,
  storeLimitEvents,
  storeRequests,
} from '../../../shared/analytics/recording.ts'
import { createApplication } from '../../../shared/applications/applications.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import type { Client } from '../../support/http/client.ts'
import { DAY_MS, HOUR_MS, makeEntry } from '../../support/http/requests.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/** Some days ago, at a midnight in UTC. */
const BASE = Math.floor(Date.now() / DAY_MS - 10) * DAY_MS
const at = (hours: number) => new Date(BASE + hours * HOUR_MS)
const period = (from: number, to: number) => ({
  from: at(from).toISOString(),
  to: at(to).toISOString(),
})

describe('the analytics', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley()
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${uuid()}`)
    parley.model.reset()
  })

  async function get(route: string, query: Record<string, string | number> = {}) {
    const { status, body } = await client.get(
      `/analytics/${route}?${new URLSearchParams(query as any)}`,
    )
    expect(status, JSON.stringify(body)).to.equal(200)
    return body
  }

  describe('of usage', () => {
    const NOTHING = {
      messages: 0,
      replies: 0,
      failed_replies: 0,
      input_tokens: 0,
      cached_tokens: 0,
      output_tokens: 0,
      total_tokens: 0,
      cost_usd: 0,
      unpriced_calls: 0,
    }

    /** Asks a question as if at that time. @returns the row of the reply, or of its failure */
    async function say(conversation: any, content: string, time: Date) {
      const { body } = await client.say(conversation.id, content)
      const moved = { created_at: time }
      await parley.db('messages').where({ in_reply_to: body.data.in_reply_to }).update(moved)
      await parley.db('messages').where({ id: body.data.in_reply_to }).update(moved)
      await parley.db('usages').where({ reply_id: body.data.id }).update(moved)
      return body.data
    }

    it('counts messages, replies, tokens and cost, a failed call of the model included', async () => {
      const conversation = await client.makeConversation()
      await say(conversation, 'Hi', at(1.5))
      await say(conversation, 'And?', at(1.7))
      // Nonsense is tried twice.
      parley.model.behave(() => ({ text: '' }))
      const failed = await say(conversation, 'Why?', at(3.5))
      expect(failed.status).to.equal('failed')
      const calls = await parley.db('usages').where({ organization_id: client.organizationId })
      const sum = (column: string, from: Date, to: Date) =>
        calls
          .filter(({ created_at }) => created_at >= from && created_at < to)
          .reduce((total, row) => total + Number(row[column]), 0)
      const { data, totals, pagination } = await get('usage', period(0, 24))
      expect(data.map(({ timestamp }: any) => timestamp)).to.deep.equal(
        [at(1), at(3)].map((time) => time.toISOString()),
      )
      expect(data[0]).to.deep.include({
        requests: 0,
        messages: 2,
        replies: 2,
        failed_replies: 0,
        input_tokens: 22,
      })
      expect(data[0]).to.deep.include({ output_tokens: 14, total_tokens: 36 })
      expect(data[0].cost_usd)
        .to.be.closeTo(sum('cost_usd', at(1), at(2)), 1e-9)
        .and.above(0)
      expect(data[1]).to.include({ messages: 1, replies: 0, failed_replies: 1 })
      expect(calls.filter(({ outcome }) => outcome === 'failed')).to.have.length.above(0)
      expect(data[1].input_tokens)
        .to.equal(sum('input_tokens', at(3), at(4)))
        .and.above(0)
      expect([data[0].unpriced_calls, data[1].unpriced_calls]).to.deep.equal(
        [at(1), at(3)].map(
          (hour) =>
            calls.filter(
              ({ cost_usd, created_at }) =>
                cost_usd === null && created_at >= hour && created_at < new Date(+hour + 3_600_000),
            ).length,
        ),
      )
      expect(totals).to.include({ messages: 3, replies: 2, failed_replies: 1 })
      expect(totals.input_tokens).to.equal(sum('input_tokens', at(0), at(24)))
      expect(pagination.total).to.equal(2)
    })

    it('is split by agent and by model', async () => {
      const [first, second] = [await client.makeConversation(), await client.makeConversation()]
      for (const conversation of [first, second, second]) await say(conversation, 'Hi', at(1.5))
      const byAgent = await get('usage', { ...period(0, 24), group_by: 'agent' })
      expect(
        byAgent.data.map(({ agent_id, messages, total_tokens }: any) => [
          agent_id,
          messages,
          total_tokens,
        ]),
      ).to.have.deep.members([
        [first.agent_id, 1, 18],
        [second.agent_id, 2, 36],
      ])
      expect(byAgent.totals).to.include({ requests: null, messages: 3, total_tokens: 54 })
      const byModel = await get('usage', { ...period(0, 24), group_by: 'model', bucket: 'day' })
      expect(byModel.data).to.have.length(1)
      expect(byModel.data[0]).to.include({
        timestamp: at(0).toISOString(),
        model: 'openai:test-model',
        replies: 3,
      })
    })

    it('keeps the tokens and cost of a deleted conversation', async () => {
      const conversation = await client.makeConversation()
      await say(conversation, 'Hi', at(1.5))
      const before = (await get('usage', period(0, 24))).totals
      await client.send('DELETE', `/api/v1/conversations/${conversation.id}`)
      const { totals } = await get('usage', period(0, 24))
      expect(totals).to.deep.equal({ ...before, messages: 0, replies: 0 })
    })

    it('is cut at the edges of the window', async () => {
      const conversation = await client.makeConversation()
      for (const time of [
        at(2).getTime() - 1,
        at(2).getTime(),
        at(5.5).getTime() - 1,
        at(5.5).getTime(),
      ])
        await say(conversation, 'Hi', new Date(time))
      const { totals } = await get('usage', period(2, 5.5))
      expect(totals).to.include({ messages: 2, replies: 2, total_tokens: 36 })
    })

    it('contains nothing of another organization', async () => {
      const conversation = await client.makeConversation()
      await say(conversation, 'Hi', at(1.5))
      client = await parley.another('A stranger to usage')
      for (const group of [{}, { group_by: 'agent' }, { group_by: 'model' }] as Record<
        string,
        string
      >[]) {
        const { data, totals } = await get('usage', { ...period(0, 24), ...group })
        expect(data).to.deep.equal([])
        expect(totals).to.include(NOTHING)
      }
    })
  })

  describe('of keys', () => {
    it('lists unused keys last, with zeros', async () => {
      const made = { organization_id: client.organizationId, name: 'Idle', allowed_origins: [] }
      const { application } = await createApplication(parley.db, made)
      const { client_id, organization_id } = client.credentials
      const used = await parley.db('applications').where({ client_id }).first()
      const times = [at(-200), at(3.2), at(3.1)]
      const entries = times.map((time) =>
        makeEntry({ organization_id, client_id, application_id: used.id }, time),
      )
      await storeRequests(parley.db, entries)
      const { data, pagination } = await get('keys', period(0, 24))
      expect(pagination.total).to.equal(2)
      expect(data[0]).to.deep.include({
        key_id: used.id,
        total_requests: 2,
        trend: [{ timestamp: at(3).toISOString(), requests: 2, errors: 0 }],
      })
      expect(data[1]).to.deep.equal({
        key_id: application.id,
        client_id: application.client_id,
        name: 'Idle',
        total_requests: 0,
        errors: 0,
        last_used_at: null,
        trend: [],
      })
    })

    it("has a key's last use also if it is outside the window", async () => {
      const { client_id, organization_id } = client.credentials
      const { id } = await parley.db('applications').where({ client_id }).first()
      await storeRequests(parley.db, [
        makeEntry(
          { organization_id, client_id, application_id: id },
          new Date(Date.now() + HOUR_MS),
        ),
      ])
      const [last] = (await get('keys', period(0, 24))).data
      expect(last.last_used_at).to.equal(
        (
          await parley.db('application_uses').where({ application_id: id }).first()
        ).last_used_at.toISOString(),
      )
      expect(last.total_requests).to.equal(0)
    })
  })

  describe('of rate limits', () => {
    const entry = (time: Date, fields: Partial<LimitEntry> = {}): LimitEntry => ({
      id: uuid(),
      organization_id: client.organizationId,
      client_id: client.credentials.client_id,
      endpoint: '/api/v1/agents',
      bucket: 'organization',
      outcome: 'allowed',
      created_at: time.toISOString(),
      ...fields,
    })
    const common = () => ({
      client_id: client.credentials.client_id,
      endpoint: '/api/v1/agents',
      bucket: 'organization',
    })

    it('list each refusal by itself, and allowed requests summed by the hour, newest first', async () => {
      await storeLimitEvents(parley.db, [entry(at(1.1)), entry(at(1.2)), entry(at(2.9))])
      await storeLimitEvents(parley.db, [
        entry(at(1.9)),
        entry(at(1.95), { outcome: 'blocked' }),
        entry(at(1.96), { outcome: 'blocked' }),
      ])
      const { data, pagination } = await get('rate-limits', period(0, 24))
      expect(data).to.deep.equal([
        { timestamp: at(2).toISOString(), outcome: 'allowed', ...common(), count: 1 },
        { timestamp: at(1.96).toISOString(), outcome: 'blocked', ...common(), count: 1 },
        { timestamp: at(1.95).toISOString(), outcome: 'blocked', ...common(), count: 1 },
        { timestamp: at(1).toISOString(), outcome: 'allowed', ...common(), count: 3 },
      ])
      expect(pagination).to.deep.equal({ page: 1, page_size: 50, total: 4 })
      const page = await get('rate-limits', { ...period(0, 24), page: 2, page_size: 3 })
      expect(page.data).to.deep.equal(data.slice(3))
      expect(page.pagination.total).to.equal(4)
      const days = await get('rate-limits', { ...period(0, 24), bucket: 'day', outcome: 'allowed' })
      expect(days.data).to.deep.equal([
        { timestamp: at(0).toISOString(), outcome: 'allowed', ...common(), count: 4 },
      ])
    })

    it('filter by outcome, endpoint and key', async () => {
      await storeLimitEvents(parley.db, [
        entry(at(1.1)),
        entry(at(1.1), { endpoint: '/api/v1/contexts' }),
        entry(at(1.1), { client_id: 'app_other' }),
        entry(at(1.1), { outcome: 'blocked', endpoint: '/api/v1/contexts' }),
      ])
      const found = async (filter: object) => {
        const { data } = await get('rate-limits', { ...period(0, 24), ...filter })
        return data.map(
          ({ outcome, endpoint, client_id }: any) => `${outcome} ${endpoint} ${client_id}`,
        )
      }
      const own = client.credentials.client_id
      expect(await found({ outcome: 'blocked' })).to.deep.equal([`blocked /api/v1/contexts ${own}`])
      expect(await found({ outcome: 'allowed' })).to.have.length(3)
      expect(await found({ endpoint: '/api/v1/contexts' })).to.have.length(2)
      expect(await found({ key_id: 'app_other' })).to.deep.equal([
        'allowed /api/v1/agents app_other',
      ])
    })

    it('are sorted by each column, the newest first among equals', async () => {
      await storeLimitEvents(parley.db, [
        entry(at(1.1)),
        entry(at(1.2)),
        entry(at(1.3), { endpoint: '/api/v1/contexts', client_id: null }),
        entry(at(2.1), { endpoint: '/api/v1/contexts', bucket: 'session', client_id: 'app_other' }),
        entry(at(3.1), { outcome: 'blocked', client_id: 'app_last' }),
        entry(at(3.2), { outcome: 'blocked', client_id: 'app_last' }),
      ])
      const times = new Set<string>()
      for (const sort of ['timestamp', 'outcome', 'count', 'bucket', 'endpoint', 'client_id'])
        for (const order of ['asc', 'desc']) {
          const asked = { ...period(0, 24), sort, order, page_size: 2 }
          const rows: any[] = []
          for (const page of [1, 2, 3])
            rows.push(...(await get('rate-limits', { ...asked, page })).data)
          expect(rows).to.have.length(5)
          const sign = order === 'asc' ? 1 : -1
          const compared = (a: any, b: any) =>
            a[sort] === null || b[sort] === null
              ? Number(a[sort] === null) - Number(b[sort] === null)
              : sign * (a[sort] < b[sort] ? -1 : Number(a[sort] > b[sort]))
          const newestFirst = rows.toSorted(
            (a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp),
          )
          const sortedValue = (row: any) => `${row.timestamp} ${row[sort]}`
          expect(rows.map(sortedValue), `${sort} ${order}`).to.deep.equal(
            newestFirst.toSorted(compared).map(sortedValue),
          )
          times.add(rows.map(({ timestamp }) => timestamp).join())
        }
      expect(times.size).to.be.above(5)
    })

    it('contain refusals of the window only, and the sums of its hours', async () => {
      const blocked = { outcome: 'blocked' } as const
      for (const time of [
        at(1.5).getTime() - 1,
        at(1.5).getTime(),
        at(4.5).getTime() - 1,
        at(4.5).getTime(),
      ])
        await storeLimitEvents(parley.db, [entry(new Date(time), blocked)])
      await storeLimitEvents(parley.db, [
        entry(at(0.9)),
        entry(at(1.1)),
        entry(at(4.9)),
        entry(at(5)),
      ])
      const { data } = await get('rate-limits', period(1.5, 4.5))
      expect(data.map(({ timestamp, outcome }: any) => `${outcome} ${timestamp}`)).to.deep.equal([
        `blocked ${new Date(at(4.5).getTime() - 1).toISOString()}`,
        `allowed ${at(4).toISOString()}`,
        `blocked ${at(1.5).toISOString()}`,
        `allowed ${at(1).toISOString()}`,
      ])
    })

    it('come from the recorder, with the same route names as other analytics', async () => {
      const recorder = makeRecorder(parley.db, { warn: () => undefined } as any, TIMES)
      const event = {
        organization_id: client.organizationId,
        application_id: null,
        client_id: client.credentials.client_id,
        endpoint: '/api/v1/agents/:id',
        bucket: 'organization',
      }
      for (const outcome of ['allowed', 'blocked', 'allowed'] as const)
        recorder.limit({ ...event, outcome })
      await recorder.close()
      const { data } = await get('rate-limits')
      expect(
        data.map(({ outcome, endpoint, count }: any) => [outcome, endpoint, count]),
      ).to.have.deep.members([
        ['blocked', '/api/v1/agents/{id}', 1],
        ['allowed', '/api/v1/agents/{id}', 2],
      ])
    })

    it('contain nothing of another organization', async () => {
      await storeLimitEvents(parley.db, [entry(at(1)), entry(at(1), { outcome: 'blocked' })])
      client = await parley.another('A stranger to limits')
      expect((await get('rate-limits', period(0, 24))).data).to.deep.equal([])
    })
  })
})

describe('an unexpected failure of the analytics', () => {
  for (const [NODE_ENV, shows] of [
    ['production', false],
    ['', false],
    ['development', true],
  ] as const)
    it(`answers the envelope and ${shows ? 'the stack' : 'no stack'} where NODE_ENV is ${NODE_ENV || 'unset'}`, async () => {
      const parley = await startParley({ workers: false, settings: { NODE_ENV } })
      try {
        await parley.db.raw('alter table endpoint_durations rename to away')
        for (const path of ['/analytics/endpoints', '/api/v1/analytics/endpoints/']) {
          const { status, body } = await parley.client.get(path)
          expect(status).to.equal(500)
          expect(body).to.include({
            status: 'error',
            status_code: 500,
            data: null,
            code: 'internal',
          })
          if (shows) expect(body.traceback).to.match(/endpoint_durations.*\n\s+at /s)
          else expect(body.traceback).to.equal(null)
        }
      } finally {
        await parley.stop()
      }
    })

  it('is distinguished from expected failures, and from failures elsewhere', async () => {
    const parley = await startParley({
      workers: false,
      settings: { NODE_ENV: 'development' },
    })
    try {
      expect((await parley.client.get('/analytics/logs?page=0')).body).not.to.have.property(
        'traceback',
      )
      expect((await parley.client.get('/analytics/nothing')).body).not.to.have.property('traceback')
      await parley.db.raw('alter table agents rename to away')
      const { status, body } = await parley.client.get('/api/v1/agents')
      expect(status).to.equal(500)
      expect(body).not.to.have.property('traceback')
    } finally {
      await parley.stop()
    }
  })
})
