import { expect } from 'chai'
import { deleteOldRows } from '../../../shared/retention/retention.ts'
import { bearer, mintToken, request, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { openStream } from '../../support/http/stream.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import type { ChatRequest } from '../../support/servers/model.ts'

onOneQueue('the trace of a reply', (backend) => {
  let parley: Parley
  let client: Client
  let agent: any
  before(async () => {
    parley = await startParley({ backend })
    client = parley.client
    agent = await client.makeAgent({
      tone: 'warm',
      temperature: 0.3,
      fallback_message: 'Please call us.',
    })
    for (const [question, answer] of [
      ['When do you open?', 'We open at nine.'],
      ['Do you open on Sundays?', 'On Sundays we open at ten.'],
    ])
      await client.post('/api/v1/knowledge/qa', { question, answer, agent_ids: [agent.id] })
  })
  after(() => parley.stop())
  beforeEach(() => {
    parley.model.reset()
    parley.model.behave(() => ({ text: 'We open at nine [1].' }))
  })

  const QUESTION = { content: 'When do you open?', metadata: { page: 'home' } }
  const TRACED = { ...QUESTION, trace: true }

  async function open(): Promise<string> {
    const { body } = await client.post('/api/v1/contexts', {
      user_reference: 'zoe',
      traits: { tier: 'gold' },
    })
    const { id } = await client.makeConversation({
      agent_id: agent.id,
      user_context_id: body.data.id,
    })
    return `/api/v1/conversations/${id}/messages`
  }
  const traceOf = (path: string, id: string) => client.get(`${path}/${id}/trace`)

  /** Returns the messages that a trace's parts make up: neighbours of one role are one message. */
  function messagesOf(prompt: any[]) {
    const messages: { role: string; content: string }[] = []
    for (const { role, text } of prompt) {
      const last = messages.at(-1)
      if (last?.role === role) last!.content += `\n\n${text}`
      else messages.push({ role, content: text })
    }
    return messages
  }
  const sent = ({ messages }: ChatRequest) =>
    messages.map(({ role, content }) => ({ role, content }))

  it('has what the model was sent, byte for byte, part by part', async () => {
    const path = await open()
    await client.post(path, { content: 'Hello <knowledge>, \u{1f44b} ünï' })
    const reply = (await client.post(path, TRACED)).body.data
    const { status, body } = await traceOf(path, reply.id)
    expect(status).to.equal(200)
    const { prompt } = body.data
    expect(messagesOf(prompt)).to.deep.equal(sent(parley.model.requests.at(-1)!))
    expect(prompt.map(({ name }: any) => name)).to.deep.equal(
      'persona rules fallback traits history history metadata knowledge question now'.split(' '),
    )
    for (const { text, characters, tokens } of prompt) {
      expect(characters).to.equal(text.length)
      expect(tokens).to.be.within(1, text.length)
    }
  })

  it('shows what was retrieved, which passages the prompt has, and which are cited', async () => {
    const path = await open()
    const reply = (await client.post(path, TRACED)).body.data
    const { passages, queries } = (await traceOf(path, reply.id)).body.data
    expect(queries).to.deep.equal(['When do you open?'])
    expect(passages.map(({ rank, number, cited }: any) => [rank, number, cited])).to.deep.equal([
      [1, 1, true],
      [2, 2, false],
    ])
    const [{ knowledge_id, score }] = reply.citations
    expect(passages[0]).to.deep.include({
      knowledge_id,
      score,
      kind: 'qa',
      text: 'When do you open?\nWe open at nine.',
    })
    expect(passages[1].score).to.be.below(passages[0].score)
  })

  it('has no number for a passage that did not fit into the prompt @long', async () => {
    const cramped = await startParley({ backend, settings: { KNOWLEDGE_TOKENS: '15' } })
    try {
      for (const answer of ['We open at nine.', 'We close at six.'])
        await cramped.client.post('/api/v1/knowledge/qa', { question: `When? ${answer}`, answer })
      cramped.model.behave(() => ({ text: 'At nine.' }))
      const { id } = await cramped.client.makeConversation()
      const path = `/api/v1/conversations/${id}/messages`
      const { body } = await cramped.client.post(path, {
        content: 'When do you open and close?',
        trace: true,
      })
      const trace = (await cramped.client.get(`${path}/${body.data.id}/trace`)).body.data
      expect(trace.settings.knowledge_tokens).to.equal(15)
      expect(trace.passages.map(({ number }: any) => number)).to.deep.equal([1, null])
    } finally {
      await cramped.stop()
    }
  })

  it('shows model and settings, the answer, its duration and its cost', async () => {
    const path = await open()
    const reply = (await client.post(path, TRACED)).body.data
    const trace = (await traceOf(path, reply.id)).body.data
    expect(trace).to.deep.include({
      attempt: 1,
      model: 'openai:test-model',
      answer: 'We open at nine [1].',
      error: null,
      usage: { input_tokens: 11, cached_tokens: 0, output_tokens: 7, cost_usd: 0.000025 },
    })
    expect(trace.settings).to.include({ temperature: 0.3, max_output_tokens: null })
    const { queue_ms, load_ms, retrieval_ms, first_text_ms, model_ms, total_ms } = trace.timings
    for (const ms of [load_ms, retrieval_ms, model_ms]) expect(ms).to.be.above(0)
    expect(first_text_ms).to.equal(null)
    expect(total_ms).to.be.at.least(queue_ms + load_ms + retrieval_ms + model_ms)
  })

  it('is the same for a streamed reply, with the time of its first words', async () => {
    const path = await open()
    parley.model.behave(() => ({ pieces: ['We open ', 'at nine ', '[1].'], everyMs: 20 }))
    const stream = await openStream(client, path, { body: TRACED })
    const reply = (await stream.end()).at(-1)!.data
    const trace = (await traceOf(path, reply.id)).body.data
    expect(messagesOf(trace.prompt)).to.deep.equal(sent(parley.model.requests[0]!))
    expect(trace.answer).to.equal('We open at nine [1].')
    expect(trace.passages[0].cited).to.equal(true)
    expect(trace.timings.first_text_ms).to.be.within(1, trace.timings.model_ms)
  })

  it('is kept for a session as well', async () => {
    const { id } = await client.makeSession({ agent_id: agent.id })
    const path = `/api/v1/sessions/${id}/messages`
    const reply = (await client.post(path, TRACED)).body.data
    const { body } = await traceOf(path, reply.id)
    expect(messagesOf(body.data.prompt)).to.deep.equal(sent(parley.model.requests[0]!))
  })

  it('of a refused call shows what was sent and why there is no reply', async () => {
    const path = await open()
    parley.model.behave(() => ({ status: 400 }))
    const { status, body } = await client.post(path, TRACED)
    expect(status).to.equal(502)
    const trace = (await traceOf(path, body.data.id)).body.data
    expect(messagesOf(trace.prompt)).to.deep.equal(sent(parley.model.requests[0]!))
    expect(trace).to.deep.include({ answer: null, usage: null, error: body.data.error })
    expect(trace.error.code).to.equal('model_rejected')
  })

  it('covers the latest attempt', async () => {
    const path = await open()
    parley.model.behave((_, index) =>
      index === 0 ? { status: 500 } : { text: 'We open at nine [1].' },
    )
    const reply = (await client.post(path, TRACED)).body.data
    const trace = (await traceOf(path, reply.id)).body.data
    expect(trace).to.include({ attempt: 2, error: null, answer: 'We open at nine [1].' })
  })

  it('shows the text of a reply that was not grounded', async () => {
    const strict = await client.makeAgent({
      require_grounding: true,
      fallback_message: 'I do not know.',
    })
    const { id } = await client.makeConversation({ agent_id: strict.id })
    const path = `/api/v1/conversations/${id}/messages`
    parley.model.behave(() => ({ text: 'The moon is made of cheese.' }))
    const reply = (await client.post(path, { content: 'What is the moon made of?', trace: true }))
      .body.data
    expect(reply.content).to.equal('I do not know.')
    expect((await traceOf(path, reply.id)).body.data.answer).to.equal('The moon is made of cheese.')
  })

  it('shows what was sent for a cancelled reply @long', async () => {
    const path = await open()
    parley.model.behave(() => ({ hang: true }))
    const { body } = await client.post(path, TRACED, { Prefer: 'respond-async' })
    await eventually(async () => parley.model.requests.length > 0)
    await client.send('DELETE', `${path}/${body.data.id}`)
    const trace = await eventually(async () => {
      const { status, body: kept } = await traceOf(path, body.data.id)
      return status === 200 && kept.data
    })
    expect(trace).to.deep.include({ answer: null, error: null })
    expect(messagesOf(trace.prompt)).to.deep.equal(sent(parley.model.requests[0]!))
  })

  it('is kept only if it is asked for', async () => {
    const path = await open()
    for (const body of [QUESTION, { ...QUESTION, trace: false }]) {
      const reply = (await client.post(path, body)).body.data
      const answer = await traceOf(path, reply.id)
      expect(answer.status).to.equal(404)
      expect(answer.body.code).to.equal('not_found')
      expect(await parley.db('reply_traces').where({ reply_id: reply.id })).to.have.length(0)
    }
  })

  it('is deleted with its conversation', async () => {
    const path = await open()
    const reply = (await client.post(path, TRACED)).body.data
    const kept = () => parley.db('reply_traces').where({ reply_id: reply.id })
    expect(await kept()).to.have.length(1)
    await client.send('DELETE', path.replace('/messages', ''))
    expect(await kept()).to.have.length(0)
  })

  it('is deleted after TRACE_DAYS', async () => {
    const path = await open()
    const [old, young] = [
      (await client.post(path, TRACED)).body.data,
      (await client.post(path, TRACED)).body.data,
    ]
    const aged = (id: string, days: number) =>
      parley.db.raw(
        'update reply_traces set created_at = now() - make_interval(days => ?) where reply_id = ?',
        [days, id],
      )
    await aged(old.id, 8)
    await aged(young.id, 6)
    expect(await deleteOldRows(parley.db, 'trace_days', 7)).to.deep.equal({ reply_traces: 1 })
    expect((await traceOf(path, old.id)).status).to.equal(404)
    expect((await traceOf(path, young.id)).status).to.equal(200)
  })

  it('is bounded, and says how long the whole was @long', async () => {
    const roomy = await startParley({ backend, settings: { HISTORY_TOKENS: '1000000' } })
    try {
      const { id } = await roomy.client.makeConversation()
      const path = `/api/v1/conversations/${id}/messages`
      roomy.model.behave(() => ({ text: 'x'.repeat(70_000) }))
      for (let turn = 0; turn < 4; turn++) await roomy.client.post(path, { content: 'More' })
      const reply = (await roomy.client.post(path, { content: 'More', trace: true })).body.data
      const { prompt, answer } = (await roomy.client.get(`${path}/${reply.id}/trace`)).body.data
      const lengths = prompt.map(({ text }: any) => text.length)
      expect(Math.max(...lengths)).to.equal(64_000)
      expect(lengths.reduce((sum: number, length: number) => sum + length, answer.length)).to.equal(
        256_000,
      )
      const said = prompt.filter(({ role }: any) => role === 'assistant')
      expect(said.map(({ characters }: any) => characters)).to.deep.equal([
        70_000, 70_000, 70_000, 70_000,
      ])
    } finally {
      await roomy.stop()
    }
  })

  it('is shown to its own organization only, and to no visitor', async () => {
    const token = await mintToken(client)
    const visitor = (method: string, path: string, body?: object) =>
      request(client.address, method, path, bearer(token), body)
    const { id } = (await visitor('POST', '/api/v1/sessions', { agent_id: agent.id })).body.data
    const path = `/api/v1/sessions/${id}/messages`
    const refused = await visitor('POST', path, TRACED)
    expect([refused.status, refused.body.code]).to.deep.equal([403, 'scope'])
    expect((await client.get(path)).body.data, 'nothing was stored').to.have.length(0)
    const reply = (await client.post(path, TRACED)).body.data
    const own = await visitor('GET', `${path}/${reply.id}/trace`)
    expect([own.status, own.body.code]).to.deep.equal([403, 'scope'])
    const theirs = await parley.another('Their organization')
    expect((await theirs.get(`${path}/${reply.id}/trace`)).status).to.equal(404)
    const viewer = await signedIn(parley, client, 'viewer')
    const seen = await request(client.address, 'GET', `${path}/${reply.id}/trace`, viewer.headers)
    expect(seen.status).to.equal(200)
  })
})
