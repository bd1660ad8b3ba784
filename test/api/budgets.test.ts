import { expect } from 'chai'
import { makeOwn } from '../support/data/samples.ts'
import { request, type SignedIn, signedIn } from '../support/http/access.ts'
import { type Answer, type Client, eventually } from '../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../support/product/parley.ts'
import { makeMoment } from '../support/servers/model.ts'

const BUDGETS = '/api/v1/budgets'
const OTHER = 'openai:other-model'
const TOKENS = { scope: 'organization', unit: 'tokens', period: 'month' }

onOneQueue('a budget', (backend) => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let agent: any
  let organizations = 0
  before(async () => {
    // The budgets' cache forgets at once, and settled sums come soon.
    parley = await startParley({
      backend,
      settings: { LLM_PRICES: '{"test-model":[1,2,0.1],"other-model":[1,2]}', TIME_SCALE: '0.05' },
    })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`${backend} with budgets ${++organizations}`)
    owner = await signedIn(parley, client, 'owner')
    agent = await client.makeAgent({ max_output_tokens: 50 })
    parley.model.reset()
    parley.model.behave(() => ({ text: 'So it is.' }))
  })

  const by = (who: SignedIn, method: string, path: string, body?: object): Promise<Answer> =>
    request(client.address, method, path, who.headers, body)
  const set = async (fields: object) => {
    const { status, body } = await by(owner, 'POST', BUDGETS, { ...TOKENS, ...fields })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.data
  }
  const read = async (id: string) => (await by(owner, 'GET', `${BUDGETS}/${id}`)).body.data
  const talk = (fields: object = {}) => client.makeConversation({ agent_id: agent.id, ...fields })
  const say = async (fields: object = {}) => client.say((await talk(fields)).id, 'How much?')
  /** Returns the cost of model calls in the figures, which budgets do not write. */
  const used = async () => {
    const [{ tokens, usd }] = await parley
      .db('usages')
      .where({ organization_id: client.organizationId })
      .select(
        parley.db.raw(
          'coalesce(sum(input_tokens + output_tokens), 0)::integer as tokens, sum(cost_usd)::float8 as usd',
        ),
      )
    return { tokens, usd }
  }

  it('is set, listed, changed and deleted by owners, and read by all of the organization', async () => {
    const made = await set({ amount: 1000, at_limit: 'refuse' })
    expect(made).to.deep.include({
      ...TOKENS,
      amount: 1000,
      at_limit: 'refuse',
      fallback_model: null,
      agent_id: null,
    })
    expect(made.spending).to.include({
      spent: 0,
      reserved: 0,
      status: 'open',
      subject: null,
      warned_at: null,
    })
    expect(new Date(made.spending.ends_at).getUTCDate()).to.equal(1)

    const viewer = await signedIn(parley, client, 'viewer')
    expect((await by(viewer, 'GET', BUDGETS)).body.data).to.deep.equal([made])
    const editor = await signedIn(parley, client, 'editor')
    for (const [method, path, body] of [
      ['POST', BUDGETS, { ...TOKENS, amount: 1 }],
      ['PATCH', `${BUDGETS}/${made.id}`, { amount: 1 }],
      ['DELETE', `${BUDGETS}/${made.id}`, undefined],
    ] as const)
      expect((await by(editor, method, path, body)).body.code).to.equal('scope')

    const changed = await by(owner, 'PATCH', `${BUDGETS}/${made.id}`, {
      amount: 5.5e3,
      at_limit: 'extractive',
    })
    expect(changed.body.data).to.include({ amount: 5500, at_limit: 'extractive' })
    expect((await by(owner, 'DELETE', `${BUDGETS}/${made.id}`)).status).to.equal(200)
    expect((await by(owner, 'GET', `${BUDGETS}/${made.id}`)).status).to.equal(404)

    const events = await parley
      .db('audit_events')
      .where({ target_id: made.id })
      .orderBy('id')
      .select('action', 'changes')
    expect(events.map(({ action }: any) => action)).to.deep.equal([
      'budget.created',
      'budget.changed',
      'budget.deleted',
    ])
    expect(events[1].changes.amount).to.deep.equal({ before: 1000, after: 5500 })
  })

  it('for a customer leaves no id of the customer in the audit log', async () => {
    const made = await set({ scope: 'customer', customer_id: 'anna@example.com', amount: 1000 })
    expect((await by(owner, 'DELETE', `${BUDGETS}/${made.id}`)).status).to.equal(200)
    const events = await parley.db('audit_events').where({ target_id: made.id }).orderBy('id')
    expect(events.map(({ action }: any) => action)).to.deep.equal([
      'budget.created',
      'budget.deleted',
    ])
    expect(events[0].changes).to.deep.include({
      scope: { after: 'customer' },
      amount: { after: 1000 },
    })
    expect(events[1].changes).to.deep.include({
      scope: { before: 'customer' },
      amount: { before: 1000 },
    })
    expect(JSON.stringify(events)).not.to.contain('anna@')
  })

  it('counts what replies cost, to the token and to the cent', async () => {
    const tokens = await set({ amount: 100_000 })
    const usd = await set({ unit: 'usd', amount: 3, period: 'day' })
    for (let n = 0; n < 3; n++) expect((await say()).status).to.equal(201)
    expect(await used()).to.deep.equal({ tokens: 54, usd: 0.000075 })
    expect((await read(tokens.id)).spending).to.include({ spent: 54, reserved: 0 })
    expect((await read(usd.id)).spending).to.include({ spent: 0.000075, reserved: 0 })
  })

  it('reserves the most that a call may cost, and releases what it did not', async () => {
    const { id } = await set({ amount: 100_000 })
    const { promise, come } = makeMoment()
    parley.model.behave(() => ({ text: 'So it is.', after: promise }))
    const asked = say()
    const { spending } = await eventually(async () => {
      const now = await read(id)
      return now.spending.reserved > 0 && now
    })
    expect(spending.spent).to.equal(0)
    expect(spending.reserved).to.be.above(50)
    come()
    expect((await asked).status).to.equal(201)
    expect((await read(id)).spending).to.include({ spent: 18, reserved: 0 })
  })

  it('refuses with 429 when too little is left, gives the end of the period, and calls no model', async () => {
    const { id } = await set({ amount: 1 })
    const first = await say()
    expect(first.status).to.equal(429)
    expect(first.body.code).to.equal('budget_reached')
    expect(first.body.data.status).to.equal('failed')
    expect(parley.model.requests).to.have.length(0)
    const { spending } = await read(id)
    expect(spending).to.include({ status: 'reached', reached: 1, spent: 0, reserved: 0 })
    const left = (new Date(spending.ends_at).getTime() - Date.now()) / 1000
    expect(Number(first.headers.get('retry-after'))).to.be.within(left - 60, left + 60)
    const [event] = await parley
      .db('audit_events')
      .where({ target_id: id, action: 'budget.reached' })
    expect(event).to.include({ actor: 'Parley', organization_id: client.organizationId })
  })

  it('says when a reply can be retried by the budgets of this reply, not of other customers', async () => {
    await set({ scope: 'customer', customer_id: 'bob', amount: 1 })
    const { id } = await set({ scope: 'customer', customer_id: 'ada', amount: 1, period: 'day' })
    expect((await say({ customer_id: 'bob' })).status).to.equal(429)
    const refused = await say({ customer_id: 'ada' })
    expect([refused.status, refused.body.data?.status]).to.deep.equal([429, 'failed'])
    const left = (new Date((await read(id)).spending.ends_at).getTime() - Date.now()) / 1000
    expect(Number(refused.headers.get('retry-after'))).to.be.within(left - 60, left + 60)
  })

  it('refuses before anything is stored once it is used up, but answers a repetition', async () => {
    const thread = await talk()
    const path = `/api/v1/conversations/${thread.id}/messages`
    const key = { 'Idempotency-Key': `once-${organizations}` }
    const accepted = await client.post(path, { content: 'How much?' }, key)
    expect(accepted.status).to.equal(201)
    await set({ amount: 18 })
    const refused = async () => client.say(thread.id, 'And more?')
    expect((await refused()).status).to.equal(429)
    const messages = () => parley.db('messages').where({ thread_id: thread.id })
    await eventually(async () => {
      const before = (await messages()).length
      const { status, body } = await refused()
      expect(status).to.equal(429)
      return (await messages()).length === before && /starts again at/.test(body.detail)
    })
    const again = await client.post(path, { content: 'How much?' }, key)
    expect(again.status).to.equal(201)
    expect(again.body.data.id).to.equal(accepted.body.data.id)
    const trial = await client.post(`/api/v1/agents/${agent.id}/trials`, { question: 'How much?' })
    expect(trial.body.code).to.equal('budget_reached')
  })

  it('hands customers to people even when it is used up', async () => {
    agent = await client.makeAgent({ handoff_policy: { on_request: true } })
    const { id } = await talk()
    expect((await client.say(id, 'How much?')).status).to.equal(201)
    await set({ amount: 1 })
    await eventually(
      async () => (await client.say(id, 'And more?')).body.data?.status === undefined,
    )
    const { status, body } = await client.say(id, 'Can I talk to a human?')
    expect([status, body.data.status]).to.deep.equal([201, 'completed'])
    expect((await client.get(`/api/v1/conversations/${id}`)).body.data.handled_by).to.equal('human')
  })

  it('admits messages again once its amount is raised', async () => {
    const { id } = await set({ amount: 1 })
    expect((await say()).status).to.equal(429)
    await by(owner, 'PATCH', `${BUDGETS}/${id}`, { amount: 10_000 })
    await eventually(async () => (await say()).status === 201)
    expect((await read(id)).spending).to.include({ status: 'open', reached_at: null })
  })

  it('has another model answer at its limit, if an owner chose one, and counts it', async () => {
    const { id } = await set({ amount: 1, at_limit: 'fallback_model', fallback_model: OTHER })
    const { status, body } = await say()
    expect(status).to.equal(201)
    expect(body.data.model).to.equal(OTHER)
    expect(parley.model.requests.map(({ model }: any) => model)).to.deep.equal(['other-model'])
    expect((await read(id)).spending).to.include({ spent: 18, reserved: 0, status: 'reached' })
  })

  it('lets no other model of the agent answer at its limit if the chosen one is down', async () => {
    const spare = { model: 'openai:test-model', fallback_models: ['openai:spare-model'] }
    agent = await client.makeAgent({ max_output_tokens: 50, ...spare })
    await set({ amount: 1, at_limit: 'fallback_model', fallback_model: OTHER })
    parley.model.behave(({ model }) =>
      model === 'other-model' ? { status: 503 } : { text: 'So it is.' },
    )
    const { status, body } = await say()
    expect([status, body.code]).to.deep.equal([502, 'model_unavailable'])
    expect(new Set(parley.model.requests.map(({ model }) => model))).to.deep.equal(
      new Set(['other-model']),
    )
  })

  it('lets the built-in model, which is free, answer at its limit if an owner chose it', async () => {
    const { id } = await set({ amount: 1, at_limit: 'extractive' })
    const { status, body } = await say()
    expect(status).to.equal(201)
    expect(body.data.model).to.equal('builtin:extractive')
    expect(parley.model.requests).to.have.length(0)
    expect((await read(id)).spending).to.include({ spent: 0, reserved: 0, status: 'reached' })
  })

  it('refuses if any reached budget says so, whatever the first one says', async () => {
    await set({ amount: 1, at_limit: 'fallback_model', fallback_model: OTHER })
    await set({ scope: 'agent', amount: 1, at_limit: 'refuse' })
    expect((await say()).status).to.equal(429)
    expect(parley.model.requests).to.have.length(0)
  })

  it('belongs to one agent, customer or application, or to each of them @long', async () => {
    const other = await client.makeAgent({ max_output_tokens: 50 })
    const ofAgent = await set({ scope: 'agent', agent_id: agent.id, amount: 100_000 })
    const ofEach = await set({ scope: 'customer', amount: 100_000 })
    const ofOne = await set({ scope: 'customer', customer_id: 'ada', amount: 1 })
    const ofApplication = await set({ scope: 'application', amount: 100_000 })
    const context = (await client.post('/api/v1/contexts', { user_reference: 'zoe', traits: {} }))
      .body.data

    expect((await say({ customer_id: 'ada' })).status).to.equal(429)
    expect((await say({ customer_id: 'bob' })).status).to.equal(201)
    expect((await say({ user_context_id: context.id })).status).to.equal(201)
    expect((await say({ user_context_id: context.id, agent_id: other.id })).status).to.equal(201)
    expect((await say()).status).to.equal(201)

    expect((await read(ofAgent.id)).spending).to.include({ spent: 54, subject: agent.id })
    expect((await read(ofEach.id)).spending).to.include({ spent: 36, subject: 'zoe' })
    expect((await read(ofOne.id)).spending).to.include({
      spent: 0,
      status: 'reached',
      subject: 'ada',
    })
    const { id } = await parley
      .db('applications')
      .where({ organization_id: client.organizationId })
      .first()
    expect((await read(ofApplication.id)).spending).to.include({ spent: 72, subject: id })
    const shares = await parley
      .db('budget_periods')
      .where({ budget_id: ofEach.id })
      .orderBy('subject')
      .pluck('subject')
    expect(shares).to.deep.equal(['ada', 'bob', 'zoe'])
  })

  it('counts what was spent in its period before it was made', async () => {
    expect((await say()).status).to.equal(201)
    const whole = await set({ amount: 100_000 })
    const own = await set({ scope: 'agent', amount: 100_000, period: 'day' })
    expect((await say()).status).to.equal(201)
    expect((await read(whole.id)).spending.spent).to.equal(36)
    expect((await read(own.id)).spending.spent).to.equal(36)
  })

  it('warns once when 80 % are spent', async () => {
    const { id } = await set({ amount: 100_000, period: 'day' })
    expect((await say()).status).to.equal(201)
    await by(owner, 'PATCH', `${BUDGETS}/${id}`, { amount: 10_000 })
    await parley.db('budget_periods').where({ budget_id: id }).update({ spent: 8_000 })
    const { spending } = await eventually(async () => {
      expect((await say()).status).to.equal(201)
      const now = await read(id)
      return now.spending.warned_at && now
    })
    expect(spending).to.include({ status: 'warned', warned: 1, reached: 0 })
    expect(
      await parley.db('audit_events').where({ target_id: id, action: 'budget.warned' }),
    ).to.have.length(1)
  })

  it('counts trials, whose usage is stored like that of replies', async () => {
    const { id } = await set({ amount: 100_000 })
    const trial = await client.post(`/api/v1/agents/${agent.id}/trials`, { question: 'How much?' })
    expect(trial.body.data.status).to.equal('completed')
    expect((await read(id)).spending).to.include({ spent: 18, reserved: 0 })
    expect(await parley.db('usages').where({ reply_id: trial.body.data.id })).to.have.length(1)
  })

  it('releases the reservation of a call that failed', async () => {
    const { id } = await set({ amount: 100_000 })
    parley.model.behave(() => ({ status: 400 }))
    expect((await say()).status).to.equal(502)
    expect((await read(id)).spending).to.include({ spent: 0, reserved: 0 })
  })

  it('in money is refused for a model without a known price, and says what to do', async () => {
    await client.makeAgent({ model: 'openai:who-knows' })
    const refused = await by(owner, 'POST', BUDGETS, { ...TOKENS, unit: 'usd', amount: 5 })
    expect(refused.status).to.equal(422)
    expect(refused.body.detail).to.contain('openai:who-knows').and.to.contain('LLM_PRICES')
    const fallback = { at_limit: 'fallback_model', fallback_model: 'openai:unknown' }
    const another = await by(owner, 'POST', BUDGETS, {
      ...TOKENS,
      unit: 'usd',
      amount: 5,
      scope: 'agent',
      agent_id: agent.id,
      ...fallback,
    })
    expect(another.body.data.errors[0]).to.include({ field: 'fallback_model', code: 'unpriced' })
    expect((await set({ amount: 5 })).unit).to.equal('tokens')
  })

  it('in money refuses replies of a model that lost its price later', async () => {
    await set({ unit: 'usd', amount: 5 })
    await parley.db('agents').where({ id: agent.id }).update({ model: 'openai:who-knows' })
    const { status, body } = await say()
    expect(status).to.equal(502)
    expect(body.code).to.equal('model_not_configured')
    expect(body.detail).to.contain('LLM_PRICES')
    expect(parley.model.requests).to.have.length(0)
  })

  for (const [what, fields, field] of [
    [
      'an agent in another scope',
      { agent_id: '01900000-0000-7000-8000-000000000000', amount: 5 },
      'agent_id',
    ],
    ['half a token', { amount: 0.5 }, 'amount'],
    ['nothing', { amount: 0 }, 'amount'],
    ['a fallback without its model', { amount: 5, at_limit: 'fallback_model' }, 'fallback_model'],
    ['a model that is not called', { amount: 5, fallback_model: OTHER }, 'fallback_model'],
    [
      'a model of a foreign provider',
      { amount: 5, at_limit: 'fallback_model', fallback_model: 'xyz:1' },
      'fallback_model',
    ],
  ] as const)
    it(`with ${what} is refused with 422`, async () => {
      const { status, body } = await by(owner, 'POST', BUDGETS, { ...TOKENS, ...fields })
      expect(status).to.equal(422)
      expect(body.data.errors.map((one: any) => one.field)).to.deep.equal([field])
    })

  it('forgets an erased customer, and is deleted with its agent or application', async () => {
    const ofEach = await set({ scope: 'customer', amount: 100_000 })
    const ofOne = await set({ scope: 'customer', customer_id: 'ada', amount: 100_000 })
    const context = (await client.post('/api/v1/contexts', { user_reference: 'ada', traits: {} }))
      .body.data
    expect((await say({ customer_id: 'ada' })).status).to.equal(201)
    expect((await say({ customer_id: 'bob' })).status).to.equal(201)
    await client.send('DELETE', `/api/v1/contexts/${context.id}?erase=everything`)
    expect((await by(owner, 'GET', `${BUDGETS}/${ofOne.id}`)).status).to.equal(404)
    expect((await read(ofEach.id)).spending).to.include({ subject: 'bob', spent: 18 })
    for (const table of ['budget_periods', 'budget_reservations'])
      expect(
        await parley.db(table).where({ organization_id: client.organizationId, subject: 'ada' }),
      ).to.have.length(0)

    const ofAgent = await set({ scope: 'agent', agent_id: agent.id, amount: 5 })
    await client.send('DELETE', `/api/v1/agents/${agent.id}?conversations=delete`)
    expect((await by(owner, 'GET', `${BUDGETS}/${ofAgent.id}`)).status).to.equal(404)
  })

  it('for 30 replies answers 30 of 60 simultaneous messages, and loses none', async () => {
    parley.model.behave(() => ({ text: 'So it is.', usage: null }))
    const one = await say()
    expect(one.status).to.equal(201)
    const cost = (await used()).tokens
    const { id } = await set({ amount: 30 * cost, scope: 'customer', customer_id: 'ada' })
    const threads = await Promise.all(
      Array.from({ length: 60 }, () => talk({ customer_id: 'ada' })),
    )
    const answers = await Promise.all(threads.map((thread) => client.say(thread.id, 'How much?')))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 201 && status !== 429)).to.deep.equal([])
    const { spending } = await read(id)
    const answered = statuses.filter((status) => status === 201).length
    expect(spending).to.include({ spent: answered * cost, reserved: 0 })
    expect(spending.spent).to.be.at.most(30 * cost)
    expect(answered).to.be.above(20)
  })

  it('is invisible to other organizations', async () => {
    const { id } = await set({ amount: 1 })
    const other = await parley.another(`another with budgets ${backend} ${organizations}`)
    const own = await makeOwn(parley, other)
    const { headers } = await signedIn(parley, own.client, 'owner')
    expect((await request(other.address, 'GET', `${BUDGETS}/${id}`, headers)).status).to.equal(404)
    const conversation = await other.makeConversation()
    expect((await other.say(conversation.id, 'Hi')).status).to.equal(201)
  })
})
