import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { rollUpActivity } from '../../../shared/analytics/activityRollups.ts'
import { rotateSecret } from '../../../shared/applications/applications.ts'
import { sumUpBudgets } from '../../../shared/budgets/settle.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { hashSecret } from '../../../shared/lib/secrets.ts'
import { doChores } from '../../../workers/jobs/housekeeping.ts'
import { readTopics } from '../../../workers/questions/readTopics.ts'
import { bearer, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/api/v1/applications'

describe('a key of an application', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let application: string
  let count = 0
  before(async () => {
    parley = await startParley()
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Keys ${++count}`)
    owner = await signedIn(parley, client, 'owner')
    application = (await atDashboard('GET', PATH)).body.data[0].id
  })

  const atDashboard = (
    method: string,
    path: string,
    body?: object,
    more: Record<string, string> = {},
  ) => request(client.address, method, path, { ...owner.headers, ...more }, body)
  const post = (body: object, more = {}) =>
    atDashboard('POST', `${PATH}/${application}/keys`, body, more)
  async function make(body: object = {}) {
    const { status, body: answer } = await post({ name: 'Shop', scopes: ['chat', 'read'], ...body })
    expect(status, JSON.stringify(answer)).to.equal(201)
    return answer.data
  }
  const by = (key: string, method: string, path: string, body?: object, more = {}) =>
    request(client.address, method, path, { ...bearer(key), ...more }, body)

  /** Opens a conversation by the key, with one answered question. */
  async function talk(key: string, agent_id: string, question = 'What does delivery cost?') {
    const { body } = await by(key, 'POST', '/api/v1/conversations', {
      agent_id,
      customer_id: 'zoe',
    })
    const path = `/api/v1/conversations/${body.data.id}`
    const reply = await by(key, 'POST', `${path}/messages`, { content: question })
    expect(reply.status, JSON.stringify(reply.body)).to.equal(201)
    return { ...body.data, path, reply: reply.body.data }
  }

  it('is shown once, and afterwards by its hint, rights and last use', async () => {
    const { id: agent_id } = await client.makeAgent()
    const { client_secret, ...made } = await make({ agent_ids: [agent_id] })
    expect(client_secret).to.match(/^sk_[\w-]{43}$/)
    expect(made).to.deep.include({
      object: 'secret',
      name: 'Shop',
      scopes: ['chat', 'read'],
      agent_ids: [agent_id],
      is_test: false,
      hint: client_secret.slice(-4),
      last_used_at: null,
      expires_at: null,
    })
    expect((await by(client_secret, 'GET', '/api/v1/conversations')).status).to.equal(200)
    const read = async () => (await atDashboard('GET', `${PATH}/${application}`)).body.data
    await eventually(async () => (await read()).secrets.at(-1).last_used_at !== null)
    const { secrets } = await read()
    expect(secrets.at(-1)).to.deep.include({ id: made.id, name: 'Shop', scopes: ['chat', 'read'] })
    expect(secrets[0]).to.include({ name: null, scopes: null, agent_ids: null, is_test: false })
    expect(JSON.stringify(secrets)).not.to.include(client_secret)
  })

  it('is stored as a hash that older code does not match', async () => {
    const { id, client_secret } = await make()
    const row = await parley.db('application_secrets').where({ id }).first()
    expect(row.secret_hash.equals(hashSecret(client_secret))).to.equal(false)
    expect(JSON.stringify(row)).not.to.include(client_secret)
  })

  it('works beside the client id, too', async () => {
    const { client_secret } = await make()
    const pair = { 'X-API-Key': client.credentials.client_id, 'X-API-Secret': client_secret }
    expect((await request(client.address, 'GET', '/api/v1/agents', pair)).status).to.equal(200)
    expect(
      (await request(client.address, 'POST', '/api/v1/agents', pair, { name: 'A' })).status,
    ).to.equal(403)
  })

  it('is created once for one Idempotency-Key, and is not shown again', async () => {
    const again = () => post({ name: 'Once', scopes: ['read'] }, { 'Idempotency-Key': 'one' })
    const [first, second] = [await again(), await again()] as const
    expect(second.body.data).to.deep.equal({ ...first.body.data, client_secret: null })
  })

  it('is refused with an unknown scope, without scopes, and for an unknown agent', async () => {
    const refused = async (body: object) => (await post({ name: 'K', ...body })).status
    expect(await refused({ scopes: ['all'] })).to.equal(422)
    expect(await refused({ scopes: [] })).to.equal(422)
    expect(await refused({})).to.equal(422)
    expect(await refused({ scopes: ['chat'], agent_ids: [] })).to.equal(422)
    expect(await refused({ scopes: ['chat'], agent_ids: [uuid()] })).to.equal(404)
  })

  it('can be created by owners only, and is audited', async () => {
    const { id, client_secret } = await make()
    const body = { name: 'K', scopes: ['read'] }
    expect((await by(client_secret, 'POST', `${PATH}/${application}/keys`, body)).status).to.equal(
      403,
    )
    const editor = await signedIn(parley, client, 'editor')
    const path = `${PATH}/${application}/keys`
    expect((await request(client.address, 'POST', path, editor.headers, body)).status).to.equal(403)
    const events = (await atDashboard('GET', `/api/v1/audit-events?target_id=${id}`)).body
    expect(events.data).to.have.length(1)
    expect(events.data[0]).to.include({ action: 'key.created', target_label: 'Shop' })
    expect(JSON.stringify(events)).not.to.include(client_secret)
  })

  it('ends when it is revoked, not at a rotation', async () => {
    const { id, client_secret } = await make()
    await rotateSecret(parley.db, { id: application, organization_id: client.organizationId }, 0)
    expect((await by(client_secret, 'GET', '/api/v1/agents')).status).to.equal(200)
    await atDashboard('DELETE', `${PATH}/${application}/secrets/${id}`)
    expect((await by(client_secret, 'GET', '/api/v1/agents')).status).to.equal(401)
  })

  describe('of one agent', () => {
    let own: string
    let other: string
    let key: string
    beforeEach(async () => {
      own = (await client.makeAgent({ name: 'Own' })).id
      other = (await client.makeAgent({ name: 'Other' })).id
      key = (await make({ scopes: ['chat', 'knowledge', 'read', 'manage'], agent_ids: [own] }))
        .client_secret
    })
    const idsOf = async (path: string) =>
      (await by(key, 'GET', path)).body.data.map(({ id }: { id: string }) => id)

    it("talks with this agent, and lists only this agent's records", async () => {
      const { id, path } = await talk(key, own)
      const foreign = await client.makeConversation({ agent_id: other })
      expect(await idsOf('/api/v1/conversations')).to.deep.equal([id])
      expect(await idsOf('/api/v1/threads')).to.deep.equal([id])
      expect(await idsOf('/api/v1/agents')).to.deep.equal([own])
      expect(await idsOf(`/api/v1/threads?agent_id=${other}`)).to.deep.equal([])
      expect((await by(key, 'PATCH', path, { title: 'Mine' })).status).to.equal(200)
      expect((await by(key, 'GET', `/api/v1/conversations/${foreign.id}`)).status).to.equal(404)
      expect((await by(key, 'DELETE', path)).status).to.equal(200)
    })

    it('reads the knowledge of its agent, and changes only what no other agent uses', async () => {
      const pair = (agent_ids?: string[]) =>
        client.post('/api/v1/knowledge/qa', {
          question: `Q ${uuid()}?`,
          answer: 'A.',
          ...(agent_ids && { agent_ids }),
        })
      const made = async (agent_ids?: string[]) => (await pair(agent_ids)).body.data.id as string
      const [shared, both, alone, foreign] = [
        await made(),
        await made([own, other]),
        await made([own]),
        await made([other]),
      ]
      expect((await idsOf('/api/v1/knowledge/qa')).sort()).to.deep.equal(
        [shared, both, alone].sort(),
      )
      expect((await idsOf('/api/v1/knowledge')).sort()).to.deep.equal([shared, both, alone].sort())
      const change = async (id: string, body: object) =>
        (await by(key, 'PATCH', `/api/v1/knowledge/qa/${id}`, body)).status
      for (const id of [shared, both, foreign]) {
        expect(await change(id, { tags: ['x'] })).to.equal(404)
        expect((await by(key, 'DELETE', `/api/v1/knowledge/qa/${id}`)).status).to.equal(404)
        expect((await by(key, 'POST', `/api/v1/knowledge/qa/${id}/reindex`)).status).to.equal(404)
      }
      expect(await change(alone, { tags: ['x'] })).to.equal(200)
      expect(await change(alone, { agent_ids: [other] })).to.equal(404)
      expect(await change(alone, { agent_ids: null })).to.equal(403)
      expect((await by(key, 'DELETE', `/api/v1/knowledge/qa/${alone}`)).status).to.equal(200)
    })

    it('creates knowledge for its agent', async () => {
      const body = { question: 'What?', answer: 'That.' }
      const made = await by(key, 'POST', '/api/v1/knowledge/qa', body)
      expect(made.body.data.agent_ids).to.deep.equal([own])
      const foreign = await by(key, 'POST', '/api/v1/knowledge/qa', { ...body, agent_id: other })
      expect(foreign.status).to.equal(404)
    })

    it('reads and changes the contexts of users who have a chat with its agent, and creates new ones', async () => {
      const put = async (user_reference: string, plan: string, of = key) =>
        by(of, 'POST', '/api/v1/contexts', { user_reference, traits: { plan } })
      const theirs = `of-another-${uuid()}`
      const { id } = (
        await client.post('/api/v1/contexts', { user_reference: theirs, traits: { plan: 'gold' } })
      ).body.data
      await client.makeConversation({ agent_id: other, user_context_id: id })
      const path = `/api/v1/contexts/${id}`
      const change = { traits: { plan: 'none' } }
      expect((await by(key, 'GET', path)).status).to.equal(404)
      expect((await by(key, 'PATCH', path, change)).status).to.equal(404)
      const replaced = await put(theirs, 'none')
      expect([replaced.status, replaced.body.code]).to.deep.equal([403, 'scope'])
      expect((await client.get(path)).body.data.traits).to.deep.equal({ plan: 'gold' })
      // With the customer of a chat, which names no context.
      const chat = { agent_id: own, customer_id: theirs }
      expect((await by(key, 'POST', '/api/v1/conversations', chat)).status).to.equal(201)
      expect((await by(key, 'GET', path)).body.data.traits).to.deep.equal({ plan: 'gold' })
      expect((await by(key, 'PATCH', path, change)).status).to.equal(200)
      expect((await put(theirs, 'silver')).status).to.equal(200)
      const fresh = await put(`new-${uuid()}`, 'gold')
      expect(fresh.status).to.equal(201)
      const mine = { agent_id: own, user_context_id: fresh.body.data.id }
      expect((await by(key, 'POST', '/api/v1/conversations', mine)).status).to.equal(201)
      expect((await by(key, 'GET', `/api/v1/contexts/${fresh.body.data.id}`)).status).to.equal(200)
    })

    it("gets no record of another key by that key's Idempotency-Key", async () => {
      const body = { agent_id: own, customer_id: 'zoe' }
      const headers = { 'Idempotency-Key': 'the-same' }
      const first = await client.post('/api/v1/conversations', body, headers)
      const second = await by(key, 'POST', '/api/v1/conversations', body, headers)
      expect(second.status).to.equal(201)
      expect(second.body.data.id).not.to.equal(first.body.data.id)
    })

    it('reaches nothing after its agent is deleted', async () => {
      await client.send('DELETE', `/api/v1/agents/${own}`)
      expect(await idsOf('/api/v1/agents')).to.deep.equal([])
      expect(await idsOf('/api/v1/conversations')).to.deep.equal([])
      const pair = { question: 'What?', answer: 'That.' }
      const statusOf = async () => (await by(key, 'POST', '/api/v1/knowledge/qa', pair)).status
      expect(await statusOf()).to.be.oneOf([403, 404])
      await eventually(async () => (await statusOf()) === 403)
    })
  })

  describe('for tests', () => {
    let agent: string
    let key: string
    beforeEach(async () => {
      agent = (await client.makeAgent({ language: 'en' })).id
      key = (await make({ is_test: true, scopes: ['chat', 'read'] })).client_secret
    })
    const get = async (path: string) => (await atDashboard('GET', path)).body
    const chores = () => {
      const config = loadConfig(parley.env)
      return doChores(parley.db, config, makeLog('test', config))
    }

    it('begins with sk_test_, and its threads are marked', async () => {
      expect(key).to.match(/^sk_test_[\w-]{43}$/)
      const tried = await talk(key, agent)
      expect(tried.is_test).to.equal(true)
      expect(tried.reply.usage).to.include.keys('total_tokens')
      expect((await get(`/api/v1/threads/${tried.id}`)).data.is_test).to.equal(true)
      expect((await client.makeConversation({ agent_id: agent })).is_test).to.equal(false)
    })

    it('reaches only test threads, which other keys read by their ids, and do not list', async () => {
      const tried = await talk(key, agent)
      const live = await client.makeConversation({ agent_id: agent })
      const ids = ({ body }: { body: any }) => body.data.map(({ id }: { id: string }) => id)
      for (const path of ['/api/v1/conversations', '/api/v1/threads']) {
        expect(ids(await by(key, 'GET', path))).to.deep.equal([tried.id])
        expect(ids(await client.get(path))).to.deep.equal([live.id])
        expect(ids(await atDashboard('GET', path))).to.have.members([tried.id, live.id])
      }
      expect(ids(await atDashboard('GET', '/api/v1/threads?is_test=true'))).to.deep.equal([
        tried.id,
      ])
      expect(ids(await atDashboard('GET', '/api/v1/threads?is_test=false'))).to.deep.equal([
        live.id,
      ])
      const posted = await by(key, 'POST', `/api/v1/conversations/${live.id}/messages`, {
        content: 'Hi',
      })
      expect(posted.status).to.equal(404)
      const session = await by(key, 'POST', '/api/v1/sessions', { agent_id: agent })
      for (const path of [tried.path, `/api/v1/sessions/${session.body.data.id}`])
        expect((await client.get(path)).body.data.is_test, path).to.equal(true)
    })

    it('neither reads, changes nor names what is known of live customers', async () => {
      const known = { user_reference: 'zoe', traits: { plan: 'gold' } }
      const { id } = (await client.post('/api/v1/contexts', known)).body.data
      const tried = await talk(key, agent)
      const asked = { agent_id: agent, user_context_id: id }
      for (const [method, path, body] of [
        ['POST', '/api/v1/contexts', { ...known, traits: { plan: 'free' } }],
        ['PATCH', `/api/v1/contexts/${id}`, { traits: { plan: 'free' } }],
        ['GET', `/api/v1/contexts/${id}`],
        ['POST', '/api/v1/conversations', asked],
        ['PATCH', tried.path, { user_context_id: id }],
      ] as const) {
        const { status, body: answer } = await by(key, method, path, body)
        expect([status, answer.code], `${method} ${path}`).to.deep.equal([403, 'scope'])
      }
      expect((await client.get(`/api/v1/contexts/${id}`)).body.data.traits).to.deep.equal(
        known.traits,
      )
      expect((await by(key, 'PATCH', tried.path, { user_context_id: null })).status).to.equal(200)
    })

    it('learns no name of a live customer, though its threads name the same reference', async () => {
      const traits = { name: 'Zoë Keller', email: 'zoe@example.com' }
      const stored = await client.post('/api/v1/contexts', { user_reference: 'zoe', traits })
      const user_context_id = stored.body.data.id
      const tried = await talk(key, agent)
      const live = await client.makeConversation({ agent_id: agent, customer_id: 'zoe' })
      await atDashboard('POST', `${tried.path}/handoff`, { reason: 'other' })
      expect(
        (await by(key, 'GET', `/api/v1/threads/${tried.id}`)).body.data.customer_name,
      ).to.equal(null)
      for (const path of ['/api/v1/threads', '/api/v1/inbox'])
        expect((await by(key, 'GET', path)).body.data).to.have.nested.property(
          '[0].customer_name',
          null,
        )
      for (const query of ['search=keller', `user_context_id=${user_context_id}`])
        expect((await by(key, 'GET', `/api/v1/threads?${query}`)).body.data).to.deep.equal([])
      const names = Object.fromEntries(
        (await get('/api/v1/threads')).data.map((one: any) => [one.id, one.customer_name]),
      )
      expect(names).to.deep.equal({ [live.id]: 'Zoë Keller', [tried.id]: null })
      expect((await get('/api/v1/inbox')).data[0]).to.include({ id: tried.id, customer_name: null })
    })

    it('counts in no figure, before and after roll-ups @long', async () => {
      const from = new Date(Date.now() - 7 * 86_400_000).toISOString()
      const to = new Date(Date.now() + 60_000).toISOString()
      const window = `from=${from}&to=${to}`
      /** Reads all figures of threads. Those of requests would count the requests of this test. */
      const figures = async () => {
        const {
          requests: _,
          errors: __,
          dashboard_requests: ___,
          ...overview
        } = (await get(`/api/v1/analytics/overview?${window}`)).data.current
        const { data, totals } = await get(`/api/v1/analytics/usage?${window}&group_by=agent`)
        return {
          overview,
          usage: { data, totals },
          answers: (await get(`/api/v1/analytics/answers?${window}`)).data,
          questions: (await get(`/api/v1/analytics/questions?${window}`)).data,
          attention: (await get(`/api/v1/attention?${window}`)).data,
          activity: (await get('/api/v1/agent-activity')).data,
          rolled: await parley
            .db('activity_rollups')
            .where({ organization_id: client.organizationId })
            .sum('messages as messages')
            .sum('calls as calls')
            .sum('sessions as sessions')
            .sum('conversations as conversations'),
        }
      }
      const before = await figures()
      const tried = await talk(key, agent)
      await by(key, 'POST', `${tried.path}/feedback`, { rating: 1, reviewer: 'Ada' })
      await by(key, 'POST', '/api/v1/sessions', { agent_id: agent })
      parley.model.behave(() => ({ status: 400 }))
      await by(key, 'POST', `${tried.path}/messages`, { content: 'Why does it fail?' })
      parley.model.behave(() => ({ text: 'So it is.' }))
      await readTopics(parley.db, { milliseconds: 60_000, settledMs: 0 })
      expect(await figures()).to.deep.equal(before)
      // Two days ago, so that whole hours are rolled up.
      const past = "now() - interval '2 days'"
      for (const table of ['threads', 'messages', 'usages', 'jobs'])
        await parley.db.raw(`update ${table} set created_at = ${past} where organization_id = ?`, [
          client.organizationId,
        ])
      await rollUpActivity(parley.db, 60_000)
      expect(await figures()).to.deep.equal({ ...before, rolled: (await figures()).rolled })
      const [rolled] = (await figures()).rolled
      expect(Object.values(rolled!).map(Number)).to.satisfy((sums: number[]) =>
        sums.every((sum) => !sum),
      )
    })

    describe('with budgets', () => {
      const TOKENS = { unit: 'tokens', period: 'month', at_limit: 'refuse' }
      /** The tokens that the fake model reports for each call. */
      const EACH = 18
      const set = async (body: object) => {
        const made = await atDashboard('POST', '/api/v1/budgets', { ...TOKENS, ...body })
        expect(made.status, JSON.stringify(made.body)).to.equal(201)
        return made.body.data.id as string
      }
      const spendingOf = async (id: string) => (await get(`/api/v1/budgets/${id}`)).data.spending
      beforeEach(async () => {
        parley.model.reset()
        parley.model.behave(() => ({ text: 'So it is.' }))
        agent = (await client.makeAgent({ max_output_tokens: 50 })).id
      })

      it("counts once in the budgets of the organization, the application and the agent, and in no customer's", async () => {
        await talk(key, agent)
        const amount = 100_000
        const counting = await Promise.all(
          ['organization', 'application', 'agent'].map((scope) => set({ scope, amount })),
        )
        const ofCustomers = await set({ scope: 'customer', amount: 1 })
        const ofZoe = await set({ scope: 'customer', customer_id: 'zoe', amount: 1 })
        await talk(key, agent)
        const spent = await Promise.all(counting.map(spendingOf))
        // Costs from before the budgets count in those of an organization or an agent.
        expect(spent.map((budget) => budget.spent)).to.deep.equal([2 * EACH, EACH, 2 * EACH])
        for (const id of [ofCustomers, ofZoe])
          expect(await spendingOf(id)).to.include({ spent: 0, reserved: 0, status: 'open' })
        await sumUpBudgets(parley.db)
        expect((await spendingOf(counting[0]!)).spent).to.equal(2 * EACH)
        const usages = await parley.db('usages').where({ organization_id: client.organizationId })
        expect(usages.map(({ outcome }) => outcome)).to.deep.equal(['test', 'test'])
      })

      for (const scope of ['organization', 'application', 'agent'])
        it(`is refused when the ${scope}'s budget is reached, in sessions and conversations, and by a stream`, async () => {
          const { path } = await talk(key, agent)
          const session = await by(key, 'POST', '/api/v1/sessions', { agent_id: agent })
          const paths = [path, `/api/v1/sessions/${session.body.data.id}`]
          const [once, called] = [
            { 'Idempotency-Key': `${scope}-${count}` },
            parley.model.requests.length,
          ]
          const question = { content: 'How much?' }
          const accepted = await by(key, 'POST', `${path}/messages`, question, once)
          expect(accepted.status).to.equal(201)
          await set({ scope, amount: 1 })
          for (const one of paths) {
            const { status, body, headers } = await by(key, 'POST', `${one}/messages`, question)
            expect([status, body.code]).to.deep.equal([429, 'budget_reached'])
            expect(Number(headers.get('retry-after'))).to.be.above(0)
          }
          const stream = await fetch(`${client.address}${path}/messages`, {
            method: 'POST',
            headers: {
              ...bearer(key),
              Accept: 'text/event-stream',
              'Content-Type': 'application/json',
            },
            body: JSON.stringify(question),
          })
          expect(await stream.text()).to.include('budget_reached')
          const again = await by(key, 'POST', `${path}/messages`, question, once)
          expect([again.status, again.body.data.id]).to.deep.equal([201, accepted.body.data.id])
          expect(parley.model.requests).to.have.length(called + 1)
        })

      it('gets answers from the model for a reached budget, which counts too, if an owner chose one', async () => {
        const more = { at_limit: 'fallback_model', fallback_model: 'openai:other-model' }
        const id = await set({ scope: 'organization', amount: 1, ...more })
        const { reply } = await talk(key, agent)
        expect(reply.model).to.equal('openai:other-model')
        expect(await spendingOf(id)).to.include({ spent: EACH, reserved: 0, status: 'reached' })
      })

      it('counts the model that answers instead of one that is down', async () => {
        const models = { model: 'openai:first-model', fallback_models: ['openai:second-model'] }
        agent = (await client.makeAgent({ max_output_tokens: 50, ...models })).id
        const id = await set({ scope: 'organization', amount: 100_000 })
        parley.model.behave(({ model }) =>
          model === 'first-model' ? { status: 503 } : { text: 'So it is.' },
        )
        const { reply } = await talk(key, agent)
        expect(reply.model).to.equal('openai:second-model')
        expect(await spendingOf(id)).to.include({ spent: EACH, reserved: 0 })
      })
    })

    it('has its threads deleted a day later, whatever the retention, and no other threads', async () => {
      const [old, young] = [await talk(key, agent), await talk(key, agent)]
      const live = await client.makeConversation({ agent_id: agent })
      for (const { id } of [old, live])
        await parley
          .db('threads')
          .where({ id })
          .update({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      await chores()
      const left = await parley
        .db('threads')
        .where({ organization_id: client.organizationId })
        .pluck('id')
      expect(left.sort()).to.deep.equal([young.id, live.id].sort())
      const messages = await parley.db('messages').where({ thread_id: old.id })
      expect(messages).to.deep.equal([])
    })

    it('does not count as a use of knowledge', async () => {
      const entry = await client.post('/api/v1/knowledge/qa', {
        question: 'What does delivery cost?',
        answer: 'Delivery costs 4 euros.',
      })
      await talk(key, agent)
      const uses = await parley.db('knowledge_uses').where({ entry_id: entry.body.data.id }).first()
      expect(uses?.found_at ?? null).to.equal(null)
    })
  })
})
