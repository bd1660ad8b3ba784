import { expect } from 'chai'
import { bearer, makeUser, mintToken, request, signedInAs } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { makeMoment, questionIn } from '../../support/servers/model.ts'

onOneQueue('a handoff to people', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  const pathOf = (id: string) => `/api/v1/conversations/${id}`
  const handOff = (id: string, body: object = {}) =>
    parley.client.post(`${pathOf(id)}/handoff`, body)
  const giveBack = (id: string, body: object = {}) =>
    parley.client.post(`${pathOf(id)}/return`, body)
  const say = (id: string, content: string, more: object = {}) =>
    parley.client.post(`${pathOf(id)}/messages`, { content, role: 'human_agent', ...more })
  const messagesOf = async (id: string, query = '') =>
    (await parley.client.get(`${pathOf(id)}/messages${query}`)).body.data as any[]

  it('cancels the reply that is being written, and notifies the client that waits for it', async () => {
    const { client, model } = parley
    model.behave(() => ({ hang: true }))
    const { id } = await client.makeConversation()
    const waiting = client.say(id, 'Hi')
    await eventually(async () => model.requests.length === 1)
    const { status, body } = await handOff(id, { reason: 'topic', note: 'A contract.' })
    expect(status).to.equal(201)
    expect(body.data).to.include({
      reason: 'topic',
      note: 'A contract.',
      requested_by: 'key',
      returned_at: null,
    })
    const answer = await waiting
    expect(answer.status).to.equal(201)
    expect(answer.body.data).to.include({
      role: 'user',
      content: 'Hi',
      handled_by: 'human',
      reply: null,
    })
    await eventually(async () => model.aborted === 1)
    const [, reply] = await messagesOf(id)
    expect(reply).to.include({ role: 'assistant', status: 'cancelled', content: null })
    expect(reply.error.code).to.equal('handed_off')
    expect((await client.get(pathOf(id))).body.data.handled_by).to.equal('human')
  })

  it('cancels waiting replies, and is announced once', async () => {
    const { client, model } = parley
    model.behave(() => ({ hang: true }))
    const { id } = await client.makeConversation()
    const later = { Prefer: 'respond-async' }
    await client.say(id, 'one', later)
    await client.say(id, 'two', later)
    const [first, second] = await Promise.all([handOff(id), handOff(id)])
    expect([first.status, second.status].sort()).to.deep.equal([200, 201])
    expect(first.body.data.id).to.equal(second.body.data.id)
    expect((await messagesOf(id)).map(({ status }) => status)).to.deep.equal([
      'completed',
      'cancelled',
      'completed',
      'cancelled',
    ])
  })

  it('keeps the note of a second handoff: as its own if it has none, else as an internal note', async () => {
    const { client } = parley
    const { id } = await client.makeConversation()
    const notes = async () => {
      const [handoff] = (await client.get(`${pathOf(id)}/handoffs`)).body.data
      const internal = (await messagesOf(id, '?visibility=all')).map(({ content }) => content)
      return [handoff.reason, handoff.note, ...internal]
    }
    await handOff(id, { reason: 'topic' })
    await handOff(id, { note: ' ' })
    expect(await notes()).to.deep.equal(['topic', null])
    const second = await handOff(id, { reason: 'customer_request', note: 'Wants a refund.' })
    expect([second.status, second.body.data.note]).to.deep.equal([200, 'Wants a refund.'])
    for (const note of ['Wants a refund.', 'Is in a hurry.', 'Is in a hurry.', 'Calls at noon.'])
      expect((await handOff(id, { note })).status).to.equal(200)
    expect(await notes()).to.deep.equal([
      'topic',
      'Wants a refund.',
      'Is in a hurry.',
      'Calls at noon.',
    ])
    expect(await messagesOf(id)).to.deep.equal([])
    const [note] = await messagesOf(id, '?visibility=all')
    expect(note).to.deep.include({ role: 'human_agent', visibility: 'internal', author: null })
    expect(note.metadata).to.include({ reason: 'other', requested_by: 'key' })
  })

  it('has questions stored at once, without the model, and once for a repeated key', async () => {
    const { client, model } = parley
    const { id } = await client.makeConversation()
    await handOff(id)
    const key = { 'Idempotency-Key': 'a-question' }
    const first = await client.say(id, 'Anybody there?', key)
    expect(first.status).to.equal(201)
    expect(first.body.data).to.include({ role: 'user', handled_by: 'human', reply: null })
    const again = await client.say(id, 'Anybody there?', key)
    expect(again.headers.get('idempotent-replayed')).to.equal('true')
    expect(again.body.data).to.deep.equal(first.body.data)
    expect(await messagesOf(id)).to.have.length(1)
    expect(model.requests).to.have.length(0)
    const [handoff] = (await client.get(`${pathOf(id)}/handoffs`)).body.data
    expect(handoff).to.include({ questions: 1, replies: 0, first_reply_at: null })
  })

  it('accepts questions also for an inactive agent', async () => {
    const { client } = parley
    const agent = await client.makeAgent()
    const { id } = await client.makeConversation({ agent_id: agent.id })
    await handOff(id)
    await client.send('PATCH', `/api/v1/agents/${agent.id}`, JSON.stringify({ is_active: false }), {
      'Content-Type': 'application/json',
    })
    expect((await client.say(id, 'Hi')).status).to.equal(201)
    await giveBack(id)
    expect((await client.say(id, 'Hi')).body.code).to.equal('agent_inactive')
  })

  it("lets a client wait for a person's answer", async () => {
    const { client } = parley
    const { id } = await client.makeConversation()
    await handOff(id)
    const waiting = client.say(id, 'Is it blue?', { Prefer: 'wait=20' })
    await eventually(async () => (await messagesOf(id)).length === 1)
    await say(id, 'Only I know.', { visibility: 'internal' })
    const said = await say(id, 'It is red.', { author: 'Anna' })
    expect(said.status).to.equal(201)
    expect(said.body.data).to.include({ role: 'human_agent', author: 'Anna', visibility: 'public' })
    const { body } = await waiting
    expect(body.data.reply).to.deep.equal(said.body.data)
  })

  it('shows internal notes only to requests for them', async () => {
    const { client } = parley
    const { id } = await client.makeConversation()
    const note = (await say(id, 'Is rude.', { visibility: 'internal' })).body.data
    expect(note).to.include({ visibility: 'internal', author: null, author_id: null })
    expect(await messagesOf(id)).to.deep.equal([])
    expect(await messagesOf(id, '?visibility=all')).to.deep.equal([note])
    const [thread] = (await client.get('/api/v1/threads?limit=1')).body.data
    expect(thread).to.include({ id, last_message: null })
    expect((await client.get('/api/v1/threads?text=rude')).body.data).to.deep.equal([])
  })

  it('shows the agent what people said when the chat returns, but not their notes', async () => {
    const { client, model } = parley
    const { id } = await client.makeConversation()
    await client.say(id, 'Where is my lamp?')
    await handOff(id, { note: 'Angry customer.' })
    await client.say(id, 'A person, please.')
    await say(id, 'Annoying one.', { visibility: 'internal' })
    await say(id, 'It comes on Monday.', { author: 'Anna' })
    const returned = await giveBack(id, { note: 'The lamp is paid.' })
    expect(returned.status).to.equal(200)
    expect(returned.body.data).to.include({
      questions: 1,
      replies: 1,
      return_note: 'The lamp is paid.',
    })
    expect(returned.body.data.returned_at).to.be.a('string')
    const { status, body } = await client.say(id, 'Thanks. And the bulb?')
    expect(status).to.equal(201)
    expect(body.data.role).to.equal('assistant')
    const { messages } = model.requests.at(-1)!
    const turns = messages.slice(1).map(({ content }) => content)
    const last = turns.pop()
    expect(turns).to.deep.equal([
      'Where is my lamp?',
      turns[1],
      'A person, please.',
      '[Anna, a person of the company, wrote:]\nIt comes on Monday.',
    ])
    expect(questionIn(model.requests.at(-1)!)).to.equal('Thanks. And the bulb?')
    expect(messages.map(({ role }) => role).slice(1)).to.deep.equal([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(last).to.contain('have returned it to you').and.to.contain('The lamp is paid.')
    expect(JSON.stringify(messages)).not.to.contain('Angry').and.not.to.contain('Annoying')
  })

  it('is required before people answer, are assigned or return the chat', async () => {
    const { client } = parley
    const { id } = await client.makeConversation()
    const user = await makeUser(parley, client, 'editor')
    for (const answer of [
      await say(id, 'Hello'),
      await giveBack(id),
      await client.post(`${pathOf(id)}/assign`, { user_id: user.id }),
    ]) {
      expect(answer.status).to.equal(409)
      expect(answer.body.code).to.equal('not_handed_off')
    }
  })

  it('is required for author and visibility', async () => {
    const { client } = parley
    const { id } = await client.makeConversation()
    const body = { content: 'Hi', author: 'Anna' }
    const { status, body: refused } = await client.post(`${pathOf(id)}/messages`, body)
    expect(status).to.equal(422)
    expect(refused.data.errors[0].field).to.equal('author')
  })

  it('is refused for a thread that is closed', async () => {
    const { client } = parley
    const { id } = await client.makeConversation()
    await client.send('PATCH', pathOf(id), JSON.stringify({ status: 'closed' }), {
      'Content-Type': 'application/json',
    })
    expect((await handOff(id)).body.code).to.equal('thread_closed')
  })

  it('goes to only one of two people who take it at once, until that person releases it', async () => {
    const { client } = parley
    const { id } = await client.makeConversation()
    await handOff(id)
    const people = [
      await makeUser(parley, client, 'editor'),
      await makeUser(parley, client, 'owner'),
    ]
    const assign = (user_id: string | null) => client.post(`${pathOf(id)}/assign`, { user_id })
    const answers = await Promise.all(people.map((user) => assign(user.id)))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    const lost = answers.find(({ status }) => status === 409)!
    expect(lost.body.code).to.equal('already_assigned')
    const winner = people[answers.findIndex(({ status }) => status === 200)]!
    const loser = people.find((person) => person !== winner)!
    expect(lost.body.data).to.deep.equal({ assignee_id: winner.id })
    const { headers } = await signedInAs(parley, loser)
    const said = { content: 'I take over.', role: 'human_agent' }
    const refused = await request(client.address, 'POST', `${pathOf(id)}/messages`, headers, said)
    expect(refused.body.code).to.equal('already_assigned')
    expect((await assign(null)).body.data).to.include({ assignee_id: null, assigned_at: null })
    const stored = await request(client.address, 'POST', `${pathOf(id)}/messages`, headers, said)
    expect(stored.body.data).to.include({ author: loser.name, author_id: loser.id })
    const [handoff] = (await client.get(`${pathOf(id)}/handoffs`)).body.data
    expect(handoff).to.include({ assignee_id: loser.id, replies: 1 })
  })

  it("is not given to another organization's user, nor to a deactivated user", async () => {
    const { client, db } = parley
    const { id } = await client.makeConversation()
    await handOff(id)
    const stranger = await makeUser(parley, await parley.another(`stranger ${backend}`), 'owner')
    const gone = await makeUser(parley, client, 'editor')
    await db('users').where({ id: gone.id }).update({ deactivated_at: new Date() })
    for (const { id: user_id } of [stranger, gone])
      expect((await client.post(`${pathOf(id)}/assign`, { user_id })).status).to.equal(404)
  })

  it('can be asked for by a visitor for their own session only, and shows them no names', async () => {
    const { client } = parley
    const agent = await client.makeAgent()
    const [mine, another] = [await mintToken(client), await mintToken(client)]
    const call = (token: string, method: string, path: string, body?: object) =>
      request(client.address, method, path, bearer(token), body)
    const session = (await call(mine, 'POST', '/api/v1/sessions', { agent_id: agent.id })).body.data
    const path = `/api/v1/sessions/${session.id}`
    expect((await call(another, 'POST', `${path}/handoff`, {})).status).to.equal(404)
    const { status, body } = await call(mine, 'POST', `${path}/handoff`, {
      reason: 'topic',
      note: 'Help',
    })
    expect(status).to.equal(201)
    expect(body.data).to.include({
      reason: 'customer_request',
      requested_by: 'visitor',
      note: null,
    })
    for (const route of ['assign', 'return'])
      expect((await call(mine, 'POST', `${path}/${route}`, {})).status).to.equal(403)
    expect((await call(mine, 'GET', `${path}/handoffs`)).status).to.equal(403)
    const human = { content: 'I am Anna.', role: 'human_agent' }
    expect((await call(mine, 'POST', `${path}/messages`, human)).body.code).to.equal('scope')
    const user = await makeUser(parley, client, 'editor')
    const { headers } = await signedInAs(parley, user)
    await request(client.address, 'POST', `${path}/messages`, headers, {
      ...human,
      visibility: 'internal',
    })
    await request(client.address, 'POST', `${path}/messages`, headers, human)
    const [seen, ...more] = (await call(mine, 'GET', `${path}/messages?visibility=all`)).body.data
    expect(more).to.deep.equal([])
    expect(seen).to.include({
      role: 'human_agent',
      author: user.name,
      author_id: null,
      visibility: 'public',
    })
    const [note] = (await client.get(`${path}/messages?visibility=all`)).body.data
    expect((await call(mine, 'GET', `${path}/messages/${note.id}`)).status).to.equal(404)
  })

  it("stores a person's message once for all requests with the same key", async () => {
    const { client } = parley
    const { id } = await client.makeConversation()
    await handOff(id)
    const body = { content: 'Hello', role: 'human_agent' }
    const path = `${pathOf(id)}/messages`
    const key = { 'Idempotency-Key': 'one' }
    const [first, again] = await Promise.all([
      client.post(path, body, key),
      client.post(path, body, key),
    ])
    expect(first.body.data).to.deep.equal(again.body.data)
    expect(await messagesOf(id)).to.have.length(1)
  })

  it('voids a reply of an earlier epoch whose job the handoff has not seen', async () => {
    const { client, db, model } = parley
    const moved = makeMoment()
    model.behave(() => ({ text: 'I am late.', after: moved.promise }))
    const { id } = await client.makeConversation()
    const waiting = client.say(id, 'Hi')
    await eventually(async () => model.requests.length === 1)
    // As if code without handoffs had opened the job after the handoff.
    await db('threads').where({ id }).update({ handoff_epoch: 1 })
    moved.come()
    expect((await waiting).body.data).to.include({ handled_by: 'human', reply: null })
    const [, reply] = await messagesOf(id)
    expect(reply).to.include({ status: 'cancelled', content: null, grounded: null })
    expect(reply.error.code).to.equal('handed_off')
    const usage = await db('usages').where({ reply_id: reply.id }).first()
    expect(usage.outcome).to.equal('completed')
  })
})
