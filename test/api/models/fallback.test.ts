import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { bearer, mintToken, request, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { openStream, textOf } from '../../support/http/stream.ts'
import { type CompatibleServer, startCompatible } from '../../support/models/compatible.ts'
import { onOneQueue, type Parley, startParley, TEST_ORIGIN } from '../../support/product/parley.ts'
import type { Behaviour, ChatRequest } from '../../support/servers/model.ts'

const DEAD: Behaviour = { status: 503 }
const LIMITED: Behaviour = { status: 429, headers: { 'Retry-After': '30' } }
const TOO_LONG: Behaviour = { status: 400, body: '{"error":{"code":"context_length_exceeded"}}' }
const WORDS = ['We ', 'open ', 'at ', 'nine.']
const CONTENT = { content: 'When do you open?' }

onOneQueue('an agent with fallback models', (backend) => {
  let parley: Parley
  let client: Client
  let servers: CompatibleServer[]
  before(async () => {
    servers = [await startCompatible(), await startCompatible()]
    parley = await startParley({
      backend,
      settings: {
        REPLY_DEADLINE_SECONDS: '12',
        TIME_SCALE: '0.3',
        EGRESS_ALLOWED_HOSTS: servers.map(({ host }) => host).join(','),
        LLM_PRICES: '{"first":[1,2],"second":[10,20]}',
      },
    })
    client = parley.client
  })
  after(async () => {
    await parley.stop()
    for (const server of servers) await server.close()
  })
  beforeEach(async () => {
    parley.model.reset()
    // Each test starts with all breakers closed.
    await parley.db('model_breakers').delete()
    parley.model.behave(() => ({ text: 'well' }))
  })

  const SETTINGS = { model: 'openai:first', fallback_models: ['openai:second'] }
  const open = async (settings: object = SETTINGS) => {
    const { id: agent_id } = await client.makeAgent(settings)
    return `/api/v1/conversations/${(await client.makeConversation({ agent_id })).id}/messages`
  }
  /** Sets the behaviour of each model; the others answer with their names. */
  const behave = (ways: Record<string, Behaviour>) =>
    parley.model.behave(({ model }) => ways[model] ?? { text: `I am ${model}.` })
  const called = () => parley.model.requests.map(({ model }) => model)
  const usagesOf = async (id: string) =>
    (await parley.db('usages').where({ reply_id: id }).orderBy('attempt')).map(
      ({ attempt, model, outcome, cost_usd }: any) => [
        attempt,
        model,
        outcome,
        cost_usd && Number(cost_usd),
      ],
    )

  const PASSED_ON: [string, Behaviour, string][] = [
    ['breaks the connection', { reset: true }, 'model_unavailable'],
    ['answers 503', DEAD, 'model_unavailable'],
    ['breaks off its reply', { pieces: WORDS, everyMs: 0, ending: 'reset' }, 'model_unavailable'],
    ['limits the rate', LIMITED, 'model_rate_limited'],
    ['cannot read such a long prompt', TOO_LONG, 'context_length_exceeded'],
    ['never answers, within the same deadline', { hang: true }, 'model_unavailable'],
  ]
  for (const [how, way, code] of PASSED_ON)
    it(`answers by the next model if the first ${how}: one reply, with the cost of each call${'hang' in way ? ' @long' : ''}`, async () => {
      // A whole reply cannot break off, so its server sends no body.
      behave({ first: 'pieces' in way ? { reset: true } : way })
      const path = await open()
      const { status, body } = await client.post(path, { ...CONTENT, trace: true })
      expect(status, JSON.stringify(body)).to.equal(201)
      expect(body.data).to.include({
        content: 'I am second.',
        model: 'openai:second',
        fallback_for: 'openai:first',
      })
      expect(called()).to.deep.equal(['first', 'second'])
      const { id } = body.data
      expect((await client.get(`${path}/${id}`)).body.data).to.deep.equal(body.data)
      const [first, ...others] = await usagesOf(id)
      expect(first!.slice(0, 3)).to.deep.equal([1, 'openai:first', 'failed'])
      // A call that ran out of time may be billed for its prompt; the others were not answered.
      if ('hang' in way) expect(first![3]).to.be.above(0)
      else expect(first![3]).to.equal(null)
      expect(others).to.deep.equal([[2, 'openai:second', 'completed', 0.00025]])
      const { data: trace } = (await client.get(`${path}/${id}/trace`)).body
      expect(trace).to.include({ model: 'openai:second', error: null })
      expect(trace.tried.map(({ model, code }: any) => [model, code])).to.deep.equal([
        ['openai:first', code],
      ])
      expect(trace.tried[0].ms).to.be.above(0)
      const jobs = await eventually(async () => {
        const rows = await parley.db('jobs').where({ target_id: id })
        return rows.length > 0 && rows
      })
      expect(jobs.map(({ outcome, attempt }: any) => [outcome, attempt])).to.deep.equal([
        ['completed', 2],
      ])
    })

  it("restarts the stream of a model that dies after some words, and streams the next model's", async () => {
    behave({
      first: { pieces: ['We ', 'never ', 'open ', 'at all.'], everyMs: 60, ending: 'reset' },
      second: { pieces: WORDS, everyMs: 30 },
    })
    const path = await open()
    const stream = await openStream(client, path, { body: CONTENT })
    const events = await stream.end()
    const names = events.map(({ event }) => event)
    expect(names.filter((name) => name === 'message.restarted')).to.have.length(1)
    expect(names.indexOf('message.restarted')).to.be.above(names.indexOf('delta'))
    expect(textOf(events)).to.equal(WORDS.join(''))
    expect(events.at(-1)!.data).to.include({
      status: 'completed',
      content: WORDS.join(''),
      model: 'openai:second',
      fallback_for: 'openai:first',
    })
    expect(called()).to.deep.equal(['first', 'second'])
    // A client that returns with a place in the void text starts anew.
    const { id } = events[0]!.data
    const again = await openStream(client, `${path}/${id}`, { headers: { 'Last-Event-ID': '8' } })
    expect(textOf(await again.end(), 'We never')).to.equal(WORDS.join(''))
  })

  it('shows nothing of a model that dies before its first words', async () => {
    behave({ first: DEAD, second: { pieces: WORDS, everyMs: 30 } })
    const events = await (await openStream(client, await open(), { body: CONTENT })).end()
    expect(events.map(({ event }) => event)).not.to.include('message.restarted')
    expect(textOf(events)).to.equal(WORDS.join(''))
    expect(events.at(-1)!.data.model).to.equal('openai:second')
  })

  const REJECTIONS: [string, Behaviour, string][] = [
    ['refuses the request', { status: 400 }, 'model_rejected'],
    ['does not know the model', { status: 404 }, 'model_rejected'],
    ['refuses the key', { status: 401 }, 'model_not_configured'],
    ['answers nonsense', { text: ' ' }, 'model_bad_output'],
  ]
  for (const [how, way, code] of REJECTIONS)
    it(`asks no other model if the first ${how}`, async () => {
      behave({ first: way })
      const { status, body } = await client.post(await open(), CONTENT)
      expect(status).to.equal(502)
      expect(body.code).to.equal(code)
      expect(body.data).to.include({ model: null, fallback_for: null })
      expect(new Set(called())).to.deep.equal(new Set(['first']))
    })

  it('tries all of them twice if none answers, and no more', async () => {
    behave({ first: DEAD, second: DEAD })
    const { status, body } = await client.post(await open(), CONTENT)
    expect(status).to.equal(502)
    expect(body.code).to.equal('model_unavailable')
    expect(called()).to.deep.equal(['first', 'second', 'first', 'second'])
    expect((await usagesOf(body.data.id)).map(([, model]) => model)).to.deep.equal([
      'openai:first',
      'openai:second',
      'openai:first',
      'openai:second',
    ])
  })

  it('continues with the third and the fourth model, and makes at most eight calls @long', async () => {
    behave({ a: DEAD, b: LIMITED, c: TOO_LONG, d: DEAD })
    const path = await open({
      model: 'openai:a',
      fallback_models: ['openai:b', 'openai:c', 'openai:d'],
    })
    const { body } = await client.post(path, CONTENT)
    expect(body.code).to.equal('model_unavailable')
    expect(called().join('')).to.equal('abcdabcd')
    parley.model.reset()
    behave({ a: DEAD, b: LIMITED, c: TOO_LONG })
    expect((await client.post(path, CONTENT)).body.data.content).to.equal('I am d.')
  })

  it('is retried, not failed, if a fallback model refuses after a failure of the first', async () => {
    let calls = 0
    parley.model.behave(({ model }) => {
      if (model === 'second') return { status: 401 }
      return calls++ === 0 ? DEAD : { text: 'back' }
    })
    const { body } = await client.post(await open(), CONTENT)
    expect(body.data).to.include({ content: 'back', fallback_for: null })
    expect(called()).to.deep.equal(['first', 'second', 'first'])
  })

  it('fails at the deadline if all models hang @long', async () => {
    behave({ first: { hang: true }, second: { hang: true } })
    const { body } = await client.post(await open(), CONTENT)
    expect(body.code).to.equal('deadline_exceeded')
    expect(called()).to.deep.equal(['first', 'second'])
  })

  it('never waits for a model that is known to be down, which is tried beside the replies until it is back @long', async () => {
    behave({ first: DEAD })
    const path = await open()
    const ask = async () => (await client.post(path, { ...CONTENT, trace: true })).body.data
    for (let n = 0; n < 5; n++) expect((await ask()).content).to.equal('I am second.')
    await eventually(async () => (await parley.db('model_breakers')).length === 1)
    behave({ first: { hang: true } })
    const isProbe = ({ model, messages }: ChatRequest) => model === 'first' && messages.length === 1
    const { length } = parley.model.requests
    const since = () => parley.model.requests.slice(length)
    const replies: any[] = []
    while (since().filter(isProbe).length < 2) replies.push(await ask())
    expect(
      since().filter((request) => !isProbe(request) && request.model === 'first'),
    ).to.deep.equal([])
    for (const { id, content } of replies) {
      expect(content).to.equal('I am second.')
      const { tried } = (await client.get(`${path}/${id}/trace`)).body.data
      expect(tried).to.deep.equal([{ model: 'openai:first', code: 'model_unavailable', ms: null }])
      expect((await usagesOf(id)).map(([, model]) => model)).to.deep.equal(['openai:second'])
    }
    behave({})
    const back = await eventually(async () => {
      const reply = await ask()
      return reply.model === 'openai:first' && reply
    })
    expect(back.fallback_for).to.equal(null)
    await eventually(async () => (await parley.db('model_breakers')).length === 0)
  })

  it('waits without calls while all models are down, and is answered by the first that is back @long', async () => {
    const settings = { model: 'openai:gone', fallback_models: ['openai:lost'] }
    behave({ gone: DEAD, lost: DEAD })
    const path = await open(settings)
    const later = { Prefer: 'respond-async' }
    for (let n = 0; n < 5; n++) await client.post(path, CONTENT, later)
    for (let n = 0; n < 5; n++) await client.post(await open(settings), CONTENT, later)
    await eventually(async () => (await parley.db('model_breakers')).length === 2)
    const { body } = await client.post(await open(settings), CONTENT, later)
    behave({ gone: DEAD })
    const { id, conversation_id } = body.data
    const reply = await eventually(async () => {
      const read = await client.get(`/api/v1/conversations/${conversation_id}/messages/${id}`)
      return read.body.data.completed_at && read.body.data
    })
    expect(reply).to.include({
      status: 'completed',
      model: 'openai:lost',
      fallback_for: 'openai:gone',
    })
  })

  it("knows one organization’s connection to be down, but not another organization's of the same name", async () => {
    const [broken, well] = servers as [CompatibleServer, CompatibleServer]
    let isDown = true
    broken.instead = (_, response) => {
      if (isDown) response.writeHead(503).end()
      return isDown
    }
    const another = await parley.another('With a connection of the same name')
    for (const [{ organizationId: organization_id }, { url: base_url }] of [
      [client, broken],
      [another, well],
    ] as const)
      await parley
        .db('connections')
        .insert({ id: uuid(), organization_id, name: 'mine', provider: 'openai', base_url })
    const own = await open({ model: 'mine:large' })
    for (let n = 0; n < 6; n++)
      await client.post(await open({ model: 'mine:large' }), CONTENT, { Prefer: 'respond-async' })
    const key = `${client.organizationId}/mine:large`
    await eventually(async () => (await parley.db('model_breakers').where({ key })).length === 1)
    const waiting = (await client.post(own, CONTENT, { Prefer: 'respond-async' })).body.data

    const { id: agent_id } = await another.makeAgent({ model: 'mine:large' })
    const { id } = await another.makeConversation({ agent_id })
    expect((await another.say(id, 'Hi')).body.data).to.include({
      content: well.reply,
      model: 'mine:large',
    })

    const path = await open({ model: 'mine:large', fallback_models: ['openai:second'] })
    behave({})
    const { data } = (await client.post(path, { ...CONTENT, trace: true })).body
    expect(data).to.include({ content: 'I am second.', fallback_for: 'mine:large' })
    const { tried } = (await client.get(`${path}/${data.id}/trace`)).body.data
    expect(tried).to.deep.equal([{ model: 'mine:large', code: 'model_unavailable', ms: null }])
    isDown = false
    await eventually(
      async () => (await client.get(`${own}/${waiting.id}`)).body.data.content === broken.reply,
    )
  })

  it('has each of its calls counted by a budget, and no reservation left at the end', async () => {
    behave({ first: DEAD })
    const owner = await signedIn(parley, client, 'owner')
    const { id: agent_id } = await client.makeAgent({ ...SETTINGS, max_output_tokens: 50 })
    const about = { scope: 'agent', agent_id, unit: 'tokens', period: 'month', amount: 100_000 }
    const ask = (method: string, path: string, body?: object) =>
      request(client.address, method, `/api/v1/budgets${path}`, owner.headers, body)
    const budget = (await ask('POST', '', about)).body.data
    const { id } = await client.makeConversation({ agent_id })
    expect((await client.say(id, 'Hi')).body.data.fallback_for).to.equal('openai:first')
    const spending = await eventually(async () => {
      const { data } = (await ask('GET', `/${budget.id}`)).body
      return data.spending.spent > 0 && data.spending
    })
    expect(spending).to.include({ spent: 18, reserved: 0 })
  })

  it('falls back in a trial as well, and to the built-in model', async () => {
    behave({ first: DEAD })
    const agent = await client.makeAgent({ model: 'openai:first' })
    await client.post('/api/v1/knowledge/qa', {
      question: 'When do you open?',
      answer: 'We open at nine.',
      agent_ids: [agent.id],
    })
    const { status, body } = await client.post(`/api/v1/agents/${agent.id}/trials`, {
      question: 'When do you open?',
      settings: { fallback_models: ['builtin:extractive'] },
    })
    expect(status).to.equal(201)
    expect(body.data.content).to.equal('We open at nine.')
    expect(body.data.trace).to.include({ model: 'builtin:extractive' })
    expect(body.data.trace.tried.map(({ model }: any) => model)).to.deep.equal(['openai:first'])
  })

  it('has its fallback models validated and stored, and can remove them', async () => {
    const agent = await client.makeAgent()
    const path = `/api/v1/agents/${agent.id}`
    expect(agent.fallback_models).to.deep.equal([])
    const change = (fallback_models: unknown) =>
      client.send('PATCH', path, JSON.stringify({ fallback_models }), {
        'Content-Type': 'application/json',
      })
    const named = ['openai:second', 'builtin:extractive']
    expect((await change(named)).body.data.fallback_models).to.deep.equal(named)
    expect((await client.get(path)).body.data.fallback_models).to.deep.equal(named)
    const foreign = await change(['openai:second', 'anthropic:claude'])
    expect(foreign.body.data.errors).to.deep.equal([
      {
        field: 'fallback_models.1',
        code: 'model_not_configured',
        detail: 'must start with openai: or with the name of a connection',
      },
    ])
    const many = ['openai:a', 'openai:b', 'openai:c', 'openai:d']
    for (const wrong of [many, ['openai:a', 'openai:a'], ['second'], 'openai:a'])
      expect((await change(wrong)).status, JSON.stringify(wrong)).to.equal(422)
    expect((await change(null)).body.data.fallback_models).to.deep.equal([])
    const events = await parley.db('audit_events').where({ target_id: agent.id }).orderBy('id')
    expect(events.at(-1).changes.fallback_models).to.deep.equal({ before: named, after: [] })
  })

  it('does not show a visitor the intended model', async () => {
    behave({ first: DEAD })
    const { id: agent_id } = await client.makeAgent(SETTINGS)
    const headers = { ...bearer(await mintToken(client)), Origin: TEST_ORIGIN }
    const ask = (path: string, body: object) => request(client.address, 'POST', path, headers, body)
    const { id } = (await ask('/api/v1/sessions', { agent_id })).body.data
    const { data } = (await ask(`/api/v1/sessions/${id}/messages`, CONTENT)).body
    expect(data).to.include({ content: 'I am second.', model: null, fallback_for: null })
  })

  it('hands customers to people even while all models are down', async () => {
    const settings = { model: 'openai:sunk', handoff_policy: { on_request: true } }
    behave({ sunk: DEAD })
    // No worker tries it during the test, unless the test takes very long.
    const trial_at = new Date(Date.now() + 3_600_000)
    await parley.db('model_breakers').insert({ key: 'openai:sunk', open_ms: 3_600_000, trial_at })
    const path = await open(settings)
    await eventually(async () => {
      const asked = await client.post(await open(settings), CONTENT, { Prefer: 'wait=1' })
      return asked.status === 202
    })
    const { status, body } = await client.post(path, { content: 'Can I talk to a human?' })
    expect([status, body.data.status]).to.deep.equal([201, 'completed'])
    expect((await client.get(path.replace('/messages', ''))).body.data.handled_by).to.equal('human')
  })
})
