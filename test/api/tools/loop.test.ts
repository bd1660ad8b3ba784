import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Client, eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { type Ledger, type Route, startLedger } from '../../support/servers/ledger.ts'
import { resultsIn, type ScriptedCall } from '../../support/servers/model.ts'

const SCHEMA = {
  type: 'object',
  properties: { point: { type: 'string', maxLength: 40 } },
  required: ['point'],
  additionalProperties: false,
}

onOneQueue('a reply that calls tools', (backend) => {
  let parley: Parley
  let client: Client
  let ledger: Ledger
  before(async () => {
    ledger = await startLedger()
    parley = await startParley({
      backend,
      settings: { TIME_SCALE: '0.3', EGRESS_ALLOWED_HOSTS: ledger.host },
    })
    client = parley.client
  })
  after(async () => {
    await parley.stop()
    await ledger.close()
  })
  beforeEach(() => parley.model.reset())

  /** Makes an agent with tools for these routes of the ledger. @returns the path of its messages */
  async function open(routes: Partial<Record<Route, object>>): Promise<string> {
    const { id: agent_id } = await client.makeAgent()
    const { organization_id } = await parley.db('agents').where({ id: agent_id }).first()
    const ids = []
    for (const [route, columns] of Object.entries(routes)) {
      const id = randomUUID()
      ids.push(id)
      const isRead = route === 'read'
      await parley.db('tools').insert({
        id,
        organization_id,
        name: `${route}_${id.slice(0, 8)}`,
        title: `The ${route} tool`,
        description: 'Works on an order',
        kind: 'http',
        input_schema: SCHEMA,
        effect: isRead ? 'read' : 'write',
        method: isRead ? 'GET' : 'POST',
        url_template: `${ledger.url}/${route}${isRead ? '?point={point}' : ''}`,
        body_template: isRead ? null : JSON.stringify({ point: '{point}' }),
        idempotency_header: route === 'keyed' ? 'Idempotency-Key' : null,
        trusts_result: true,
        timeout_ms: 5_000,
        ...columns,
      })
      names[route as Route] = `${route}_${id.slice(0, 8)}`
    }
    await parley.db('agents').where({ id: agent_id }).update({ tool_ids: ids })
    return `/api/v1/conversations/${(await client.makeConversation({ agent_id })).id}/messages`
  }
  const names: Partial<Record<Route, string>> = {}
  const call = (route: Route, point: string): ScriptedCall => ({
    name: names[route]!,
    arguments: { point },
  })

  /** Has the model ask for these calls, round by round, and then answer. */
  function script(...rounds: ScriptedCall[][]): void {
    parley.model.behave((_, index) =>
      rounds[index] ? { calls: rounds[index]!, text: 'Let me see.' } : { text: 'It is done.' },
    )
  }

  const post = async (path: string) => {
    const { body } = await client.post(path, { content: 'Please do it.' })
    return eventually(async () => {
      const { data } = (await client.get(`${path}/${body.data.id}`)).body
      return data.completed_at && data
    })
  }
  const stepsOf = (id: string): Promise<any[]> =>
    parley.db('reply_steps').where({ reply_id: id }).orderBy('step')
  const callsAt = (point: string) =>
    ledger.entries().filter((entry) => entry.kind === 'request' && entry.point === point)

  it('acts once, and answers with what came of it', async () => {
    const path = await open({ keyed: {}, read: {} })
    const point = randomUUID()
    script([call('read', point), call('read', `${point}-2`), call('keyed', point)])
    const reply = await post(path)
    expect(reply).to.include({ status: 'completed', content: 'It is done.' })
    const steps = await stepsOf(reply.id)
    expect(steps.map(({ kind, state, step }) => [kind, state, step])).to.deep.equal([
      ['model', null, 1],
      ['tool', 'succeeded', 2],
      ['tool', 'succeeded', 3],
      ['tool', 'succeeded', 4],
    ])
    const [keyed] = callsAt(point).filter(({ route }) => route === 'keyed')
    expect(keyed).to.include({ call_id: steps[3].call_id, key: steps[3].call_id })
    const [, second] = parley.model.requests
    expect(resultsIn(second!)).to.have.length(3)
    for (const { content } of resultsIn(second!)) expect(content).to.include('It succeeded.')
    const usages = await parley.db('usages').where({ reply_id: reply.id }).orderBy('attempt')
    expect(usages.map(({ outcome }: any) => outcome)).to.deep.equal(['tool_round', 'completed'])
    expect(reply.usage.input_tokens, 'of both calls').to.equal(
      usages[0].input_tokens + usages[1].input_tokens,
    )
    expect(await parley.db('messages').where({ id: reply.id }).first()).to.include({ steps: 4 })
  })

  it('answers the same call from the first, and a mistaken one with what is wrong', async () => {
    const path = await open({ bare: {} })
    const point = randomUUID()
    script(
      [call('bare', point), call('bare', point)],
      [
        { ...call('bare', point) },
        { name: names.bare!, arguments: '{"point":' },
        { name: names.bare!, arguments: { point: 7 } },
        { name: 'nothing', arguments: {} },
      ],
    )
    const { id } = await post(path)
    const calls = (await stepsOf(id)).filter(({ kind }) => kind === 'tool')
    expect(calls.map(({ state, same_as, error }) => [state, same_as, error?.code])).to.deep.equal([
      ['succeeded', null, undefined],
      ['succeeded', 2, undefined],
      ['succeeded', 2, undefined],
      ['failed', null, 'tool_arguments'],
      ['failed', null, 'tool_arguments'],
      ['failed', null, 'tool_unavailable'],
    ])
    expect(callsAt(point)).to.have.length(1)
  })

  it('stops after eight model calls, of which the last is offered no tools', async () => {
    const path = await open({ read: {} })
    const point = randomUUID()
    parley.model.behave(({ tools }, index) =>
      tools?.length ? { calls: [call('read', `${point}-${index}`)] } : { text: 'That is all.' },
    )
    const reply = await post(path)
    expect(reply.content).to.equal('That is all.')
    expect(parley.model.requests).to.have.length(8)
    expect(resultsIn(parley.model.requests[7]!)).to.deep.equal([])
    expect(parley.model.requests[7]!.messages.at(-1)!.content).to.include('<tool_result number=')
  })

  it('makes sixteen calls at most', async () => {
    const path = await open({ read: {} })
    const point = randomUUID()
    script(Array.from({ length: 20 }, (_, nth) => call('read', `${point}-${nth}`)))
    const { id } = await post(path)
    expect((await stepsOf(id)).filter(({ kind }) => kind === 'tool')).to.have.length(16)
    const results = resultsIn(parley.model.requests[1]!)
    expect(results).to.have.length(20)
    expect(results[16]!.content).to.include('16 calls at most')
  })

  /** Opens the reply that continues another, as the decision about its call does. */
  async function decide(reply: any, state: 'approved' | 'denied'): Promise<any> {
    const { organization_id, thread_id, agent_id, in_reply_to, steps, seq } = reply
    await parley.db('reply_steps').where({ reply_id: reply.id, state: 'waiting' }).update({ state })
    await parley
      .db('threads')
      .where({ id: thread_id })
      .update({ last_seq: seq + 1 })
    const now = new Date()
    const job = { organization_id, thread_id, agent_id, asked_id: in_reply_to, steps }
    const id = randomUUID()
    await parley.db('open_jobs').insert({
      ...job,
      id,
      lane: 'reply',
      question_id: reply.id,
      position: seq + 1,
      first_position: seq + 1,
      request_id: 'r',
      sweep_at: now,
      deadline_at: new Date(now.getTime() + 60_000),
    })
    return eventually(() => parley.db('messages').where({ id }).first())
  }

  const waiting = async (path: string) => {
    await client.post(path, { content: 'Please do it.' })
    const thread_id = path.split('/')[4]!
    return parley.db('messages').where({ thread_id, status: 'requires_action' }).first()
  }

  it('ends before a call that needs a yes, and makes it in the reply that continues', async () => {
    const path = await open({ bare: { confirm: 'customer' }, read: {} })
    const point = randomUUID()
    script([call('bare', point), call('read', point)])
    const reply = await waiting(path)
    const model = 'openai:test-model'
    expect(reply).to.include({ content: 'Let me see.', finish_reason: 'tool_calls', model })
    const [, asked, read] = await stepsOf(reply.id)
    expect(asked).to.include({ state: 'waiting', decides: 'customer', tries: 0 })
    expect(read).to.include({ state: 'succeeded' })
    expect(callsAt(point).map(({ route }) => route)).to.deep.equal(['read'])
    const continued = await decide(reply, 'approved')
    expect(continued).to.include({ status: 'completed', in_reply_to: reply.id, steps: 3 })
    expect(callsAt(point).map(({ route }) => route)).to.deep.equal(['read', 'bare'])
    expect(resultsIn(parley.model.requests[1]!)[0]!.content).to.include('It succeeded.')
  })

  it('makes no call to which somebody said no', async () => {
    const path = await open({ bare: { confirm: 'person' } })
    const point = randomUUID()
    script([call('bare', point)])
    const continued = await decide(await waiting(path), 'denied')
    expect(continued).to.include({ status: 'completed' })
    expect(callsAt(point)).to.deep.equal([])
    expect(resultsIn(parley.model.requests[1]!)[0]!.content).to.include('said no')
  })

  it('begins nothing after an untrusted result without a yes', async () => {
    const path = await open({ read: { trusts_result: false }, bare: {} })
    const point = randomUUID()
    script([call('read', point)], [call('bare', point)])
    expect(await waiting(path)).to.include({ status: 'requires_action' })
    expect(callsAt(point).map(({ route }) => route)).to.deep.equal(['read'])
  })

  const NO_TOOLS = 'This model does not support tools.'

  /** Posts a question whose trace is kept. @returns the trace */
  async function traced(path: string) {
    const { body } = await client.post(path, { content: 'Please do it.', trace: true })
    return (await client.get(`${path}/${body.data.id}/trace`)).body.data
  }

  it('traces what was asked of tools and what came of it, with long texts cut', async () => {
    const path = await open({ keyed: {} })
    const point = 'x'.repeat(39)
    const long = { point, more: 'y'.repeat(64_400) }
    script([
      call('keyed', point),
      { name: names.keyed!, arguments: long },
      { name: names.keyed!, arguments: '{"point":' },
    ])
    const { steps, prompt, without_tools, model } = await traced(path)
    expect(steps.map(({ step, kind }: any) => [step, kind])).to.deep.equal([
      [1, 'model'],
      [2, 'tool'],
      [3, 'tool'],
      [4, 'tool'],
    ])
    expect(steps[0]).to.deep.include({ model, text: 'Let me see.', call: null })
    const [, done, tooLong, mistaken] = steps.map(({ call }: any) => call)
    expect(done).to.deep.include({
      name: names.keyed,
      title: 'The keyed tool',
      effect: 'write',
      state: 'succeeded',
      http_status: 200,
      error: null,
      is_cut: false,
      tries: 1,
    })
    expect(JSON.parse(done.arguments)).to.deep.equal({ point })
    expect(JSON.parse(done.result)).to.be.an('object')
    expect(tooLong.arguments).to.have.length(64_000)
    expect(mistaken).to.deep.include({ arguments: '{"point":', result: null, http_status: null })
    expect(mistaken.error.code).to.equal('tool_arguments')
    expect(without_tools).to.deep.equal([])
    expect(prompt.slice(-4).map(({ role, name }: any) => [role, name])).to.deep.equal([
      ['assistant', 'tool_calls'],
      ['tool', 'tool_results'],
      ['tool', 'tool_results'],
      ['tool', 'tool_results'],
    ])
    const results = resultsIn(parley.model.requests.at(-1)!)
    expect(prompt.at(-3).text).to.equal(results[0]!.content)
  })

  it('traces that a model was asked without tools, because it refuses them', async () => {
    const path = await open({ read: {} })
    parley.model.behave(({ tools }) =>
      tools
        ? { status: 400, body: JSON.stringify({ error: { message: NO_TOOLS } }) }
        : { text: 'I cannot look.' },
    )
    const { steps, without_tools, model, answer } = await traced(path)
    expect([steps, answer]).to.deep.equal([[], 'I cannot look.'])
    expect(without_tools).to.deep.equal([model])
  })

  it('goes on with another model, which gets what was done', async () => {
    const path = await open({ bare: {} })
    const { agent_id } = await parley
      .db('threads')
      .where({ id: path.split('/')[4]! })
      .first()
    await parley
      .db('agents')
      .where({ id: agent_id })
      .update({ model: 'openai:first', fallback_models: ['openai:second'] })
    const point = randomUUID()
    parley.model.behave(({ model }, index) => {
      if (model === 'second') return { text: 'It is done.' }
      return index === 0 ? { calls: [call('bare', point)] } : { status: 503 }
    })
    const reply = await post(path)
    expect(reply).to.include({ content: 'It is done.', model: 'openai:second' })
    expect(callsAt(point)).to.have.length(1)
    expect(resultsIn(parley.model.requests.at(-1)!)[0]!.content).to.include('It succeeded.')
  })
})
