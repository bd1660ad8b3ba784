import { expect } from 'chai'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { eventually } from '../../support/http/client.ts'
import { onBothQueues, type Parley, startParley } from '../../support/product/parley.ts'
import { interceptStatements } from '../../support/product/statements.ts'
import { makeMoment, questionIn } from '../../support/servers/model.ts'

onBothQueues('the API of messages', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  it('answers a posted message with the reply, its usage and where to find it', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'We open at nine.' }))
    const agent = await client.makeAgent()
    const conversation = await client.makeConversation({ agent_id: agent.id })
    const { status, body, headers } = await client.say(conversation.id, 'When do you open?')
    expect(status).to.equal(201)
    expect(body.data).to.include({
      role: 'assistant',
      status: 'completed',
      content: 'We open at nine.',
      conversation_id: conversation.id,
      agent_id: agent.id,
      model: 'openai:test-model',
      finish_reason: 'stop',
      error: null,
    })
    expect(body.data.usage).to.deep.equal({
      input_tokens: 11,
      cached_tokens: 0,
      output_tokens: 7,
      total_tokens: 18,
      cost_usd: 0.000025,
    })
    expect(body.data.citations).to.deep.equal([])
    expect(body.data.latency_ms).to.be.a('number')
    const location = headers.get('location')
    expect(location).to.equal(`/api/v1/conversations/${conversation.id}/messages/${body.data.id}`)
    expect((await client.get(location!)).body.data).to.deep.equal(body.data)
  })

  it('answers with what the worker notifies, though the row cannot be read', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'We open at nine.' }))
    const { id } = await client.makeConversation()
    const reads = /m\.status in \('completed', |m\.thread_id = \S+ and m\.id = /
    const end = interceptStatements((text, pass) =>
      reads.test(text) ? Promise.reject(new Error('out of order')) : pass(),
    )
    try {
      const { status, body } = await client.say(id, 'When do you open?')
      expect(status).to.equal(201)
      expect(body.data.content).to.equal('We open at nine.')
    } finally {
      end()
    }
  })

  it('answers in a session as in a conversation', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'Hello.' }))
    const session = await client.makeSession({ visitor_id: 'v1' })
    const { status, body } = await client.post(`/api/v1/sessions/${session.id}/messages/`, {
      content: 'Hi',
    })
    expect(status).to.equal(201)
    expect(body.data).to.include({ session_id: session.id, content: 'Hello.' })
    expect(body.data).not.to.have.property('conversation_id')
  })

  it('shows the model persona, traits, knowledge, metadata and the conversation so far', async () => {
    const { client } = parley
    const agent = await client.makeAgent({
      name: 'Marvin',
      description: 'Helps guests of the hotel Milliways.',
      tone: 'melancholic',
      language: 'de',
      default_tasks: ['answer_questions', 'provide_support'],
      instructions: 'Never mention diodes.',
    })
    const context = await client.post('/api/v1/contexts', {
      user_reference: 'u1',
      traits: { name: 'Zaphod', tier: { level: 'gold' } },
    })
    await client.post('/api/v1/knowledge/qa', {
      question: 'When is breakfast?',
      answer: 'Breakfast is served until 10:30.',
    })
    const conversation = await client.makeConversation({
      agent_id: agent.id,
      user_context_id: context.body.data.id,
    })
    await client.say(conversation.id, 'I am tired.')
    const { body } = await client.post(`/api/v1/conversations/${conversation.id}/messages`, {
      content: 'When do I get breakfast?',
      metadata: { order_id: 'A-4711' },
    })
    const prompt = body.data.content
    for (const part of [
      'Marvin',
      'hotel Milliways',
      'melancholic',
      'German (de)',
      'answer questions, provide support',
    ])
      expect(prompt).to.contain(part)
    for (const part of [
      'Never mention diodes.',
      'Zaphod',
      'gold',
      'Breakfast is served until 10:30.',
      'A-4711',
    ])
      expect(prompt).to.contain(part)
    const sent = parley.model.requests[1]!.messages
    expect(sent.map(({ role }) => role)).to.deep.equal(['system', 'user', 'assistant', 'user'])
    expect(sent[1]!.content).to.equal('I am tired.')
    expect(questionIn(parley.model.requests[1]!)).to.equal('When do I get breakfast?')
  })

  it("passes on the agent's temperature and token limit", async () => {
    const { client, model } = parley
    const agent = await client.makeAgent({
      temperature: 0.3,
      max_output_tokens: 77,
      model: 'openai:other-model',
    })
    await client.say((await client.makeConversation({ agent_id: agent.id })).id, 'Hi')
    expect(model.requests[0]).to.include({ model: 'other-model', temperature: 0.3, max_tokens: 77 })
  })

  it('answers two messages posted at once in order, the second seeing the first reply', async () => {
    const { client, model } = parley
    model.behave((_, index) => ({ text: `reply ${index + 1}`, delayMs: 150 }))
    const conversation = await client.makeConversation()
    const answers = await Promise.all([
      client.say(conversation.id, 'one'),
      client.say(conversation.id, 'two'),
    ])
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201])
    const { data } = (await client.get(`/api/v1/conversations/${conversation.id}/messages`)).body
    expect(data.map(({ role }: any) => role)).to.deep.equal([
      'user',
      'assistant',
      'user',
      'assistant',
    ])
    expect(data[1].content).to.equal('reply 1')
    expect(data[3].content).to.equal('reply 2')
    expect(data[3].in_reply_to).to.equal(data[2].id)
    const second = model.requests[1]!.messages.map(({ content }) => content)
    expect(second).to.include('reply 1')
    expect(questionIn(model.requests[1]!)).to.equal(data[2].content)
  })

  it('refuses a second message with 409 while the first is unfinished, if on_busy is reject', async () => {
    const { client, model } = parley
    const refused = makeMoment()
    model.behave(() => ({ text: 'slow', after: refused.promise }))
    const conversation = await client.makeConversation()
    const first = client.say(conversation.id, 'one')
    await eventually(async () => model.requests.length > 0)
    const path = `/api/v1/conversations/${conversation.id}/messages`
    const second = await client.post(path, { content: 'two', on_busy: 'reject' })
    expect(second.status).to.equal(409)
    expect(second.body).to.include({ code: 'thread_busy' })
    refused.come()
    expect((await first).status).to.equal(201)
    expect((await client.get(path)).body.data).to.have.length(2)
  })

  it('accepts only one of ten simultaneous messages with on_busy reject', async () => {
    const { client, model } = parley
    const refused = makeMoment()
    model.behave(() => ({ text: 'slow', after: refused.promise }))
    const conversation = await client.makeConversation()
    const path = `/api/v1/conversations/${conversation.id}/messages`
    const posts = Array.from({ length: 10 }, (_, n) =>
      client.post(path, { content: `${n}`, on_busy: 'reject' }),
    )
    let left = posts.length
    for (const post of posts) post.then(() => --left === 1 && refused.come())
    const statuses = (await Promise.all(posts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).to.have.length(1)
    expect(statuses.filter((status) => status === 409)).to.have.length(9)
  })

  it('answers 202 with the place of the reply when it takes longer than the client waits', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'at last', delayMs: 1_500 }))
    const conversation = await client.makeConversation()
    const { status, body, headers } = await client.say(conversation.id, 'Hi', { Prefer: 'wait=1' })
    expect(status).to.equal(202)
    expect(headers.get('preference-applied')).to.equal('wait=1')
    expect(headers.get('retry-after')).to.equal('2')
    expect(body.data).to.include({
      status: 'processing',
      content: null,
      conversation_id: conversation.id,
    })
    const later = await client.get(`${headers.get('location')}?wait=20`)
    expect(later.status).to.equal(200)
    expect(later.body.data).to.include({
      id: body.data.id,
      status: 'completed',
      content: 'at last',
    })
  })

  it('answers with the state that a reply reached during the wait, also without a notification', async () => {
    const { client, model, db } = parley
    model.behave(() => ({ hang: true }))
    const conversation = await client.makeConversation()
    const { headers, body } = await client.say(conversation.id, 'Hi', { Prefer: 'respond-async' })
    const { id } = body.data
    // Less than the second after which a waiting request reads the row by itself.
    const later = client.get(`${headers.get('location')}?wait=0.8`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const claim = { id, organization_id: client.organizationId }
    await makeEndReply(db, TIMES.rowLockedMs)({ claim, status: 'cancelled' })
    expect((await later).body.data).to.include({ id, status: 'cancelled' })
  })

  it('completes a reply whose client has disconnected, to be read later', async () => {
    const { client, model } = parley
    const answered = makeMoment()
    model.behave(() => ({ text: 'for later', after: answered.promise }))
    const { id } = await client.makeConversation()
    const path = `/api/v1/conversations/${id}/messages`
    const gone = new AbortController()
    const asking = fetch(`${client.address}${path}`, {
      method: 'POST',
      headers: { ...client.authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: 'Hi' }),
      signal: gone.signal,
    }).catch((error: Error) => error.name)
    await eventually(async () => model.requests.length === 1)
    gone.abort()
    expect(await asking).to.equal('AbortError')
    answered.come()
    const reply = (await client.get(path)).body.data.find(({ role }: any) => role === 'assistant')
    const { body } = await client.get(`${path}/${reply.id}?wait=20`)
    expect(body.data).to.include({ status: 'completed', content: 'for later' })
    expect(model.requests).to.have.length(1)
  })

  it('answers 202 at once to Prefer: respond-async', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'later', delayMs: 300 }))
    const conversation = await client.makeConversation()
    const { status, headers } = await client.say(conversation.id, 'Hi', { Prefer: 'respond-async' })
    expect(status).to.equal(202)
    expect(headers.get('preference-applied')).to.equal('respond-async')
    const { body } = await client.get(`${headers.get('location')}?wait=10`)
    expect(body.data.content).to.equal('later')
  })

  it('lists messages in their order, page by page, in both directions', async () => {
    const { client, model } = parley
    model.behave((_, index) => ({ text: `reply ${index}` }))
    const conversation = await client.makeConversation()
    for (const content of ['a', 'b', 'c']) await client.say(conversation.id, content)
    const path = `/api/v1/conversations/${conversation.id}/messages`
    const first = (await client.get(`${path}?limit=4`)).body
    expect(first.data.map(({ content }: any) => content)).to.deep.equal([
      'a',
      'reply 0',
      'b',
      'reply 1',
    ])
    expect(first.pagination).to.deep.equal({
      limit: 4,
      has_more: true,
      next_cursor: first.data[3].id,
    })
    const second = (await client.get(`${path}?limit=4&after=${first.pagination.next_cursor}`)).body
    expect(second.data.map(({ content }: any) => content)).to.deep.equal(['c', 'reply 2'])
    expect(second.pagination).to.deep.equal({ limit: 4, has_more: false, next_cursor: null })
    const newest = (await client.get(`${path}?limit=2&order=desc`)).body
    expect(newest.data.map(({ content }: any) => content)).to.deep.equal(['reply 2', 'c'])
  })

  it('refuses messages for an inactive agent with 409, and stores nothing', async () => {
    const { client, db } = parley
    const agent = await client.makeAgent()
    const conversation = await client.makeConversation({ agent_id: agent.id })
    await db('agents').where({ id: agent.id }).update({ is_active: false })
    const { status, body } = await client.say(conversation.id, 'Hi')
    expect(status).to.equal(409)
    expect(body.code).to.equal('agent_inactive')
    expect(
      (await client.get(`/api/v1/conversations/${conversation.id}/messages`)).body.data,
    ).to.deep.equal([])
  })

  it('refuses messages in a closed conversation with 409', async () => {
    const { client, db } = parley
    const conversation = await client.makeConversation()
    await db('threads').where({ id: conversation.id }).update({ status: 'closed' })
    expect((await client.say(conversation.id, 'Hi')).body.code).to.equal('thread_closed')
  })

  it('answers 404 for a session under /conversations, and for a conversation under /sessions', async () => {
    const { client } = parley
    const session = await client.makeSession()
    expect((await client.say(session.id, 'Hi')).status).to.equal(404)
    expect((await client.get(`/api/v1/conversations/${session.id}/messages`)).status).to.equal(404)
  })

  it("cites the knowledge that the reply's marks name, in its own words, and removes the marks", async () => {
    const { client, model } = parley
    const organization = await parley.another(`citing ${backend}`)
    const qa = {
      question: 'Do you ship abroad?',
      answer: 'We ship to all of Europe. Elsewhere we do not ship.',
    }
    const entry = (await organization.post('/api/v1/knowledge/qa', qa)).body.data
    model.behave(() => ({ text: 'Yes, we ship to Europe [1].' }))
    const conversation = await organization.makeConversation()
    const { data } = (await organization.say(conversation.id, 'Do you ship abroad?')).body
    expect(data.content).to.equal('Yes, we ship to Europe.')
    expect(data.citations).to.have.length(1)
    expect(data.citations[0]).to.include({
      knowledge_id: entry.id,
      kind: 'qa',
      title: 'Do you ship abroad?',
      url: null,
      quote: 'We ship to all of Europe.',
    })
    expect(client.organizationId).not.to.equal(organization.organizationId)
  })

  it('records each job and each call: wait, run time, attempt, outcome, worker, tokens and cost', async () => {
    const { client, db } = parley
    const conversation = await client.makeConversation()
    const { body } = await client.say(conversation.id, 'Hi', { 'X-Request-Id': 'my-request-1' })
    const job = await eventually(() => db('jobs').where({ target_id: body.data.id }).first())
    expect(job).to.include({
      lane: 'reply',
      attempt: 1,
      outcome: 'completed',
      error_code: null,
      worker: 'test',
    })
    expect(job).to.include({ organization_id: client.organizationId, request_id: 'my-request-1' })
    expect(job.wait_ms).to.be.within(0, 5_000)
    expect(job.run_ms).to.be.above(0)
    const usage = await db('usages').where({ reply_id: body.data.id }).first()
    expect(usage).to.include({
      model: 'openai:test-model',
      input_tokens: 11,
      output_tokens: 7,
      attempt: 1,
    })
    expect(usage.model_ms).to.be.above(0)
  })

  it("keeps another organization's knowledge, traits and messages out of the prompt", async () => {
    const { client, model } = parley
    const other = await parley.another(`neighbour ${backend}`)
    await other.post('/api/v1/knowledge/qa', {
      question: 'What is the secret?',
      answer: 'The secret is xyzzy.',
    })
    const conversation = await client.makeConversation()
    await client.say(conversation.id, 'What is the secret?')
    expect(JSON.stringify(model.requests)).not.to.contain('xyzzy')
  })

  it('uses a Q/A pair only for the agents that it serves', async () => {
    const { client, model } = parley
    const [one, two] = [await client.makeAgent(), await client.makeAgent()]
    const qa = {
      question: 'What is the wifi password?',
      answer: 'It is plugh.',
      agent_ids: [one.id],
    }
    expect((await client.post('/api/v1/knowledge/qa', qa)).status).to.equal(201)
    for (const agent of [one, two])
      await client.say(
        (await client.makeConversation({ agent_id: agent.id })).id,
        'What is the wifi password?',
      )
    expect(JSON.stringify(model.requests[0])).to.contain('plugh')
    expect(JSON.stringify(model.requests[1])).not.to.contain('plugh')
  })
})
