import { expect } from 'chai'
import { deleteOldTrials } from '../../../shared/trials/trials.ts'
import { signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { questionIn } from '../../support/servers/model.ts'

onOneQueue('a trial of unsaved settings', (backend) => {
  let parley: Parley
  let client: Client
  let agent: any
  let path: string
  before(async () => {
    parley = await startParley({ backend })
    client = parley.client
    agent = await client.makeAgent({ name: 'Ada', tone: 'warm', instructions: 'Be brief.' })
    path = `/api/v1/agents/${agent.id}/trials`
    const pair = { question: 'When do you open?', answer: 'We open at nine.' }
    await client.post('/api/v1/knowledge/qa', { ...pair, agent_ids: [agent.id] })
  })
  after(() => parley.stop())
  beforeEach(() => {
    parley.model.reset()
    parley.model.behave(() => ({ text: 'We open at nine [1].' }))
  })

  const partOf = ({ trace }: any, name: string) =>
    trace.prompt.find((part: any) => part.name === name)?.text

  it('answers with the unsaved settings, and stores none of them', async () => {
    const { status, body } = await client.post(path, {
      question: 'When do you open?',
      settings: {
        name: 'Bo',
        tone: 'dry',
        instructions: null,
        default_tasks: null,
        temperature: 0.7,
      },
      traits: { tier: 'gold' },
      history: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi!' },
      ],
    })
    expect(status).to.equal(201)
    const { data } = body
    expect(data).to.include({
      status: 'completed',
      content: 'We open at nine.',
      grounded: true,
      error: null,
    })
    expect(data.citations).to.have.length(1)
    expect(data.latency_ms).to.be.at.least(0)
    expect(data.usage.total_tokens).to.be.above(0)
    const [request] = parley.model.requests
    expect(request!.temperature).to.equal(0.7)
    const [system, ...turns] = request!.messages
    expect(system!.content)
      .to.contain('You are Bo')
      .and.contain('Your tone: dry.')
      .and.contain('"tier": "gold"')
    expect(system!.content).not.to.contain('Be brief.')
    expect(turns.slice(0, -1).map(({ content }) => content)).to.deep.equal(['Hello', 'Hi!'])
    expect(questionIn(request!)).to.equal('When do you open?')
    expect(partOf(data, 'persona')).to.equal(
      system!.content.slice(0, partOf(data, 'persona').length),
    )
    expect((await client.get(`/api/v1/agents/${agent.id}`)).body.data).to.deep.equal(agent)
  })

  it('is in no list, and in no figure but those of what calls of models cost', async () => {
    const figures = async () => {
      const overview = (await client.get('/api/v1/analytics/overview')).body.data.current
      const { requests: _, dashboard_requests: __, ...others } = overview
      const { input_tokens, output_tokens, total_tokens, cost_usd, unpriced_calls, ...unpaid } =
        others
      const { model_p50_ms: ___, model_p95_ms: ____, ...rest } = unpaid
      const activity = (await client.get('/api/v1/agent-activity')).body.data
      const threads = (await client.get('/api/v1/threads')).body.data
      const jobs = await parley.db('jobs').where({ lane: 'reply' })
      const spent = { input_tokens, output_tokens, total_tokens, cost_usd, unpriced_calls }
      return { spent, same: { rest, activity, threads, jobs } }
    }
    const before = await figures()
    expect((await client.post(path, { question: 'When do you open?' })).body.data.status).to.equal(
      'completed',
    )
    parley.model.behave(() => ({ status: 400 }))
    const failed = (await client.post(path, { question: 'When do you open?' })).body.data
    expect(failed).to.deep.include({ status: 'failed', content: null, trace: null })
    expect(failed.error.code).to.equal('model_rejected')
    const after = await figures()
    expect(after.same).to.deep.equal(before.same)
    expect(after.spent.total_tokens).to.equal(before.spent.total_tokens + 18)
    expect(after.spent.cost_usd).to.be.above(before.spent.cost_usd)
    expect(
      await parley.db('open_jobs').where({ organization_id: client.organizationId }),
    ).to.deep.equal([])
  })

  it('shows what a model would be sent, and calls none, if no answer is asked for', async () => {
    const settings = { instructions: 'Offer a call.', fallback_message: 'Please call us.' }
    const asked = { question: 'When do you open?', settings, answer: false }
    const { data } = (await client.post(path, asked)).body
    expect(data).to.include({ status: 'completed', content: null, usage: null })
    expect(data.trace.prompt.map(({ name }: any) => name)).to.deep.equal(
      'persona rules fallback knowledge question now'.split(' '),
    )
    expect(partOf(data, 'persona')).to.contain('Offer a call.')
    expect(partOf(data, 'knowledge')).to.contain('We open at nine.')
    expect(partOf(data, 'fallback')).to.contain('Please call us.')
    for (const { text, tokens } of data.trace.prompt) expect(tokens).to.be.within(1, text.length)
    const alone = (await client.post(path, { answer: false })).body.data
    expect(alone.trace.prompt.map(({ name }: any) => name)).to.deep.equal(
      'persona rules fallback knowledge now'.split(' '),
    )
    expect(parley.model.requests).to.deep.equal([])
  })

  it('sends the prompt of a reply, byte for byte', async () => {
    const { trace } = (await client.post(path, { question: 'When do you open?', answer: false }))
      .body.data
    const { id } = await client.makeConversation({ agent_id: agent.id })
    await client.say(id, 'When do you open?')
    const system = trace.prompt
      .filter(({ role }: any) => role === 'system')
      .map(({ text }: any) => text)
    expect(parley.model.requests[0]!.messages[0]!.content).to.equal(system.join('\n\n'))
  })

  it('refuses what a change of the agent would refuse, and names the field', async () => {
    for (const [settings, field] of [
      [{ tone: 'x'.repeat(61) }, 'settings.tone'],
      [{ name: ' ' }, 'settings.name'],
      [{ is_active: false }, 'settings.is_active'],
      [{ model: 'anthropic:claude' }, 'settings.model'],
    ] as const) {
      const { status, body } = await client.post(path, { question: 'Hi', settings })
      expect(status, field).to.equal(422)
      expect(body.data.errors[0].field).to.equal(field)
    }
    expect((await client.post(path, {})).body.data.errors[0].field).to.equal('question')
    expect(await parley.db('open_jobs').where({ lane: 'reply' })).to.deep.equal([])
  })

  it('is allowed for owners and editors, and can be read later', async () => {
    for (const [role, status] of [
      ['viewer', 403],
      ['editor', 202],
      ['owner', 202],
    ] as const) {
      const { headers } = await signedIn(parley, client, role)
      const answer = await fetch(`${client.address}${path}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', Prefer: 'respond-async' },
        body: JSON.stringify({ question: 'When do you open?' }),
      })
      expect(answer.status, role).to.equal(status)
      if (status !== 202) continue
      const location = answer.headers.get('Location')!
      await eventually(async () => (await client.get(location)).body.data.status === 'completed')
      expect((await client.get(location)).body.data.content).to.equal('We open at nine.')
    }
  })

  it('works for an inactive agent as well, and is deleted after an hour', async () => {
    const { id } = await client.makeAgent({ is_active: false })
    const { status, body } = await client.post(`/api/v1/agents/${id}/trials`, {
      question: 'Hi there, who are you?',
    })
    expect([status, body.data.status]).to.deep.equal([201, 'completed'])
    const location = `/api/v1/agents/${id}/trials/${body.data.id}`
    await deleteOldTrials(parley.db)
    expect((await client.get(location)).status).to.equal(200)
    await parley
      .db('agent_trials')
      .where({ id: body.data.id })
      .update({ created_at: new Date(Date.now() - 3_700_000) })
    expect(await deleteOldTrials(parley.db)).to.equal(1)
    expect((await client.get(location)).status).to.equal(404)
  })
})
