import { expect } from 'chai'
import { eventually } from '../../support/http/client.ts'
import { makeActing, outcomesOf } from '../../support/product/actors.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { toolOf } from '../../support/servers/ledger.ts'
import {
  type Behaviour,
  type ChatRequest,
  resultsIn,
  type ScriptedCall,
} from '../../support/servers/model.ts'
import { answering, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

onOneQueue('an agent with tools', (backend) => {
  let parley: Parley
  let server: Receiver
  before(async () => {
    server = await startReceiver()
    parley = await startParley({
      backend,
      settings: {
        TIME_SCALE: '0.1',
        EGRESS_ALLOWED_HOSTS: server.host,
        LLM_PRICES: '{"test-model":[1,2],"first":[1,2],"second":[10,20]}',
      },
    })
  })
  after(async () => {
    await parley.stop()
    await server.close()
  })
  beforeEach(async () => {
    parley.model.reset()
    server.received.length = 0
    await parley.db('model_breakers').delete()
    server.behave((response, { path, body }, nth) =>
      answering(200, JSON_TYPE, JSON.stringify({ nth, path, ...JSON.parse(body || '{}') }))(
        response,
        { path, body, headers: {}, at: 0 },
        nth,
      ),
    )
  })

  const tool = (name: string, fields: object = {}) =>
    toolOf('keyed', `http://${server.host}`, { name, trusts_result: true, ...fields })
  const reader = (fields: object = {}) =>
    toolOf('read', `http://${server.host}`, { trusts_result: true, ...fields })
  const acting = (tools: readonly Record<string, unknown>[], agent: object = {}) =>
    makeActing(parley, tools, agent)

  const call = (name: string, point: unknown = 'a'): ScriptedCall => ({
    name,
    arguments: { point },
  })
  /** Has the model ask for these rounds of calls, one after the other, and then answer. */
  const script = (...rounds: ScriptedCall[][]) => {
    let round = 0
    parley.model.behave(() => {
      const calls = rounds[round++]
      return calls ? { calls } : { text: 'It is so.' }
    })
  }
  const { say, sent, resultsOfLast } = {
    say: async (one: Awaited<ReturnType<typeof acting>>) => {
      const answer = await one.say()
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
      return answer.body.data
    },
    sent: () => server.received.map(({ path, body }) => body || path),
    resultsOfLast: () => resultsIn(parley.model.requests.at(-1)!).map(({ content }) => content),
  }
  const body = (point: string) => JSON.stringify({ point })

  it('offers them, makes the call, and answers with its result', async () => {
    const one = await acting([tool('keyed'), reader()])
    script([call('keyed')])
    const reply = await say(one)
    expect(reply).to.include({ status: 'completed', content: 'It is so.' })
    const [first, second] = parley.model.requests
    expect(first!.tools!.map(({ function: { name } }) => name)).to.deep.equal(['keyed', 'read'])
    expect(resultsIn(first!)).to.deep.equal([])
    expect(resultsIn(second!)).to.have.length(1)
    expect(resultsIn(second!)[0]!.id).to.equal(
      second!.messages.findLast(({ tool_calls }) => tool_calls)!.tool_calls![0]!.id,
    )
    expect(resultsOfLast()[0]).to.contain('point').and.to.contain('tool_result')
    expect(sent()).to.deep.equal([body('a')])
    const steps = await one.steps()
    expect(steps.map(({ kind, step }) => [step, kind])).to.deep.equal([
      [1, 'model'],
      [2, 'tool'],
    ])
    expect(steps[1]).to.deep.include({
      state: 'succeeded',
      http_status: 200,
      tries: 1,
      arguments: { point: 'a' },
      reply_id: reply.id,
    })
    // The key of the call is its id, whatever the model says.
    const [{ headers }] = server.received as [(typeof server.received)[0]]
    expect(headers['idempotency-key']).to.equal(steps[1].call_id)
    expect(headers['parley-call']).to.equal(steps[1].call_id)
  })

  it('counts the usage of each model call', async () => {
    const one = await acting([tool('keyed')])
    script([call('keyed', 'a')], [call('keyed', 'b')])
    const reply = await say(one)
    const usages = await parley.db('usages').where({ reply_id: reply.id }).orderBy('attempt')
    expect(
      usages.map(({ attempt, outcome, input_tokens }: any) => [attempt, outcome, input_tokens]),
    ).to.deep.equal([
      [1, 'tool_round', 11],
      [2, 'tool_round', 11],
      [3, 'completed', 11],
    ])
  })

  it('makes several calls of one answer, each with its result, in their order', async () => {
    const one = await acting([tool('keyed'), reader()])
    script([call('read', 'r1'), call('keyed', 'w1'), call('read', 'r2'), call('keyed', 'w2')])
    await say(one)
    expect(sent()).to.deep.equal(['/read?point=r1', body('w1'), '/read?point=r2', body('w2')])
    const [r1, w1, r2, w2] = resultsOfLast()
    expect(r1).to.contain('r1')
    expect(w1).to.contain('w1')
    expect(r2).to.contain('r2')
    expect(w2).to.contain('w2')
  })

  it('makes reads of one answer together, and writes one after the other', async () => {
    const one = await acting([tool('keyed'), reader()])
    let open = 0
    let most = 0
    const together: string[] = []
    server.behave((response, { path }) => {
      most = Math.max(most, ++open)
      together.push(path)
      const end = () => {
        open--
        response.writeHead(200, JSON_TYPE).end('{}')
      }
      // Reads wait for each other: alone, the first would never end.
      if (!path.startsWith('/read')) end()
      else if (together.length === 3) for (const one of waiting.splice(0).concat(end)) one()
      else waiting.push(end)
    })
    const waiting: (() => void)[] = []
    script([call('read', '1'), call('read', '2'), call('read', '3')])
    await say(one)
    expect(most).to.equal(3)
    most = 0
    script([call('keyed', '1'), call('keyed', '2'), call('keyed', '3')])
    await say(one)
    expect(most).to.equal(1)
  })

  it('makes the same call once, in one answer and in a later one', async () => {
    const one = await acting([tool('keyed'), reader()])
    script([call('keyed'), call('keyed'), call('read'), call('read')], [call('read')])
    await say(one)
    expect(sent()).to.deep.equal([body('a'), '/read?point=a'])
    const calls = (await one.steps()).filter(({ kind }) => kind === 'tool')
    expect(calls.map(({ state }) => state)).to.deep.equal(Array(5).fill('succeeded'))
    expect(calls.filter(({ same_as }) => same_as === null)).to.have.length(2)
    const [first, second] = resultsOfLast()
    expect(first).to.contain('point: a')
    expect(second).to.match(/^This repeats an earlier call/)
  })

  it('takes the same arguments in another order for the same call', async () => {
    const two = { type: 'object', properties: { point: { type: 'string' }, b: { type: 'number' } } }
    const one = await acting([tool('keyed', { input_schema: two })])
    script(
      [{ name: 'keyed', arguments: '{"point":"a","b":1}' }],
      [{ name: 'keyed', arguments: '{ "b": 1.0, "point": "\\u0061" }' }],
    )
    await say(one)
    expect(sent()).to.have.length(1)
  })

  it('sets A, then B, then A again', async () => {
    const one = await acting([tool('keyed')])
    script([call('keyed', 'A')], [call('keyed', 'B')], [call('keyed', 'A')])
    await say(one)
    expect(sent()).to.deep.equal([body('A'), body('B'), body('A')])
    const keys = server.received.map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).to.equal(3)
  })

  it('reads again after a write', async () => {
    const one = await acting([tool('keyed'), reader()])
    script([call('read')], [call('keyed')], [call('read')])
    await say(one)
    expect(sent()).to.deep.equal(['/read?point=a', body('a'), '/read?point=a'])
  })

  it('makes the same call anew for the next message', async () => {
    const one = await acting([tool('keyed')])
    const ask = ({ messages }: ChatRequest): Behaviour =>
      messages.at(-1)!.role === 'tool' ? { text: 'Done.' } : { calls: [call('keyed')] }
    parley.model.behave(ask)
    await say(one)
    await say(one)
    expect(sent()).to.deep.equal([body('a'), body('a')])
  })

  const WRONG: [what: string, call: ScriptedCall, code: string][] = [
    ['an unknown tool', call('no_such_tool'), 'tool_unavailable'],
    ['a tool of another agent', call('foreign'), 'tool_unavailable'],
    ['a name with a NUL', call('re\u0000ad'), 'tool_unavailable'],
    ['no arguments', { name: 'keyed', arguments: '' }, 'tool_arguments'],
    ['no JSON', { name: 'keyed', arguments: '{"point": "a"' }, 'tool_arguments'],
    ['a list', { name: 'keyed', arguments: '["a"]' }, 'tool_arguments'],
    ['a missing argument', { name: 'keyed', arguments: {} }, 'tool_arguments'],
    ['another type', call('keyed', 7), 'tool_arguments'],
    ['a switched-off tool', call('off'), 'tool_unavailable'],
  ]
  for (const [what, wrong, code] of WRONG)
    it(`sends nothing for ${what}, and says so to the model`, async () => {
      const tools = [tool('keyed'), tool('off', { is_active: false }), tool('foreign')]
      const one = await acting(tools)
      const own = one.tools.slice(0, 2).map(({ id }) => id)
      await parley.db('agents').where({ id: one.agent_id }).update({ tool_ids: own })
      script([wrong, call('keyed', 'good')])
      const reply = await say(one)
      expect(reply.status).to.equal('completed')
      expect(sent()).to.deep.equal([body('good')])
      const [state, good] = outcomesOf(await one.steps())
      expect(state).to.match(new RegExp(` failed ${code}$`))
      expect(good).to.equal('keyed succeeded')
      expect(resultsOfLast()).to.have.length(2)
    })

  it('asks a model at most eight times, the last time for an answer alone', async () => {
    const one = await acting([tool('keyed')])
    parley.model.behave(({ tools }, index) =>
      tools?.length ? { calls: [call('keyed', `p${index}`)] } : { text: 'Enough.' },
    )
    const reply = await say(one)
    expect(reply).to.include({ status: 'completed', content: 'Enough.' })
    expect(parley.model.requests).to.have.length(8)
    expect(sent()).to.have.length(7)
    const last = JSON.stringify(parley.model.requests.at(-1)!.messages)
    for (let point = 0; point < 7; point++) expect(last).to.contain(`p${point}`)
  })

  it('ends also if the model asks for a tool that it was not offered the last time', async () => {
    const one = await acting([tool('keyed')])
    parley.model.behave((_, index) => ({ calls: [call('keyed', `p${index}`)] }))
    const { status, body } = await one.say()
    expect([201, 502]).to.include(status)
    expect(['completed', 'failed']).to.include(body.data.status)
    expect(sent()).to.have.length(7)
  })

  it('makes at most sixteen calls for a message', async () => {
    const one = await acting([tool('keyed')])
    const many = Array.from({ length: 10 }, (_, nth) => call('keyed', `p${nth}`))
    script(
      many,
      many.map((_, nth) => call('keyed', `q${nth}`)),
      [call('keyed', 'z')],
    )
    const reply = await say(one)
    expect(reply.status).to.equal('completed')
    expect(sent()).to.have.length(16)
    expect(resultsOfLast()).to.have.length(21)
    expect((await one.steps()).filter(({ kind }) => kind === 'tool')).to.have.length(16)
  })

  it('lets the next model go on with the stored steps if the first fails in the middle', async () => {
    const one = await acting([tool('keyed')], {
      model: 'openai:first',
      fallback_models: ['openai:second'],
    })
    parley.model.behave((request) => {
      if (request.model === 'second') return { text: `I got ${resultsIn(request).length}.` }
      return resultsIn(request).length ? { status: 503 } : { calls: [call('keyed')] }
    })
    const reply = await say(one)
    expect(reply).to.include({ content: 'I got 1.', model: 'openai:second' })
    expect(sent()).to.deep.equal([body('a')])
    const usages = await parley.db('usages').where({ reply_id: reply.id }).orderBy('attempt')
    expect(usages.map(({ model, outcome }: any) => [model, outcome])).to.deep.equal([
      ['openai:first', 'tool_round'],
      ['openai:first', 'failed'],
      ['openai:second', 'completed'],
    ])
  })

  it('does nothing twice if the reply is tried again after a failure of its only model', async () => {
    const one = await acting([tool('keyed'), reader()])
    let failures = 0
    parley.model.behave((request) => {
      if (resultsIn(request).length === 0) return { calls: [call('keyed'), call('read')] }
      return ++failures < 3 ? { status: 500 } : { text: 'At last.' }
    })
    const reply = await say(one)
    expect(reply.content).to.equal('At last.')
    expect(sent()).to.deep.equal([body('a'), '/read?point=a'])
    expect((await one.steps()).map(({ kind }) => kind)).to.deep.equal(['model', 'tool', 'tool'])
  })

  it('keeps what was done when a budget is reached in the middle', async () => {
    const one = await acting([tool('keyed')], { max_output_tokens: 50 })
    await parley.db('budgets').insert({
      id: crypto.randomUUID(),
      organization_id: one.client.organizationId,
      scope: 'organization',
      unit: 'tokens',
      period: 'month',
      amount: 500,
      at_limit: 'refuse',
    })
    parley.model.behave((_, index) => ({ calls: [call('keyed', `p${index}`)] }))
    const { body } = await one.say()
    expect(body.data).to.include({ status: 'failed' })
    expect(body.data.error.code).to.equal('budget_reached')
    const states = outcomesOf(await one.steps())
    expect(states.length).to.equal(sent().length)
    expect(new Set(states)).to.deep.equal(new Set(sent().length ? ['keyed succeeded'] : []))
  })

  it('is no tool of a test thread if it writes, unless it is meant for tests', async () => {
    const one = await acting([tool('keyed'), tool('for_tests', { in_tests: true }), reader()])
    await parley.db('threads').where({ id: one.thread }).update({ is_test: true })
    script([call('keyed'), call('for_tests'), call('read')])
    await say(one)
    expect(sent()).to.deep.equal([body('a'), '/read?point=a'])
    expect(server.received.map(({ headers }) => headers['parley-test'])).to.deep.equal([
      'true',
      'true',
    ])
    expect(outcomesOf(await one.steps())).to.deep.equal([
      'keyed failed tool_unavailable',
      'for_tests succeeded',
      'read succeeded',
    ])
  })

  it('is not offered to an agent that has none, whose model calls one nevertheless', async () => {
    const one = await acting([])
    parley.model.behave((_, index) =>
      index === 0 ? { calls: [call('keyed')] } : { text: 'I cannot.' },
    )
    await one.say()
    expect(parley.model.requests.every(({ tools }) => tools === undefined)).to.equal(true)
    expect(sent()).to.deep.equal([])
    expect(await one.steps()).to.deep.equal([])
  })

  it('leaves the lease to its worker while a call takes longer than a lease', async () => {
    const one = await acting([tool('keyed', { timeout_ms: 8_000 })])
    const held: (() => void)[] = []
    server.behave((response) => held.push(() => response.writeHead(200, JSON_TYPE).end('{}')))
    script([call('keyed')])
    const saying = say(one)
    await eventually(async () => held.length > 0)
    const claimed = async () =>
      (await parley.db('open_jobs').where({ thread_id: one.thread }).first()).lease_expires_at
    const first = await claimed()
    // Two renewals of the lease, which is 1 s here.
    await eventually(async () => (await claimed()) - first > 1_000)
    held[0]!()
    expect((await saying).status).to.equal('completed')
    expect(server.received).to.have.length(1)
  })
})
