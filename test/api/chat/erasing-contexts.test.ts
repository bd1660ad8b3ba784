import { expect } from 'chai'
import { type Client, eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { makeMoment } from '../../support/servers/model.ts'

const CONTEXTS = '/api/v1/contexts'
const ASYNC = { Prefer: 'respond-async' }

onOneQueue('erasing a context', (backend) => {
  let parley: Parley
  let client: Client
  let agent: any
  let users = 0
  before(async () => {
    parley = await startParley({ backend })
    client = parley.client
    agent = await client.makeAgent()
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  const makeContext = async (user_reference = `user-${++users}`) =>
    (await client.post(CONTEXTS, { user_reference, traits: { name: 'Zoe' } })).body.data
  const talk = (fields: object) => client.makeConversation({ agent_id: agent.id, ...fields })
  const erase = (id: string) => client.send('DELETE', `${CONTEXTS}/${id}?erase=everything`)
  const isThere = async (id: string) =>
    (await client.get(`/api/v1/conversations/${id}`)).status === 200

  it("deletes its user's conversations, with messages and feedback, and counts them", async () => {
    const context = await makeContext()
    const referring = await talk({ user_context_id: context.id })
    const own = await talk({ customer_id: context.user_reference })
    await client.say(referring.id, 'Hi')
    await client.say(own.id, 'Hello')
    const reply = (await client.say(own.id, 'Still there?')).body.data
    const feedback = `/api/v1/conversations/${own.id}/feedback`
    await client.post(feedback, { reviewer: 'zoe', rating: 1 })
    await client.post(feedback, { reviewer: 'zoe', rating: 2, message_id: reply.id })

    const { status, body } = await erase(context.id)
    expect(status).to.equal(200)
    expect(body.data).to.deep.equal({
      id: context.id,
      deleted: true,
      conversations: 2,
      messages: 6,
      feedback: 2,
    })
    expect((await client.get(`${CONTEXTS}/${context.id}`)).status).to.equal(404)
    for (const { id } of [referring, own]) {
      expect(await isThere(id)).to.equal(false)
      expect(await parley.db('messages').where({ thread_id: id })).to.deep.equal([])
      expect(await parley.db('feedback').where({ thread_id: id })).to.deep.equal([])
    }
    expect((await erase(context.id)).status).to.equal(404)
  })

  it("keeps other users' conversations, sessions, other organizations, and the figures", async () => {
    const context = await makeContext()
    const other = await parley.another(`a namesake's ${backend}`)
    const theirs = await other.makeConversation({ customer_id: context.user_reference })
    const another = await talk({ customer_id: 'somebody else' })
    const session = await client.makeSession({
      agent_id: agent.id,
      visitor_id: context.user_reference,
    })
    const own = await talk({ customer_id: context.user_reference })
    const reply = (await client.say(own.id, 'Hi')).body.data

    expect((await erase(context.id)).body.data).to.include({
      conversations: 1,
      messages: 2,
      feedback: 0,
    })
    expect((await other.get(`/api/v1/conversations/${theirs.id}`)).status).to.equal(200)
    expect((await client.get(`/api/v1/sessions/${session.id}`)).status).to.equal(200)
    expect(await isThere(another.id)).to.equal(true)
    expect(await parley.db('usages').where({ reply_id: reply.id })).to.have.length(1)
    expect(await parley.db('jobs').where({ target_id: reply.id })).to.have.length(1)
  })

  it('without conversations is a deletion that counts none', async () => {
    const { id } = await makeContext()
    expect((await erase(id)).body.data).to.deep.equal({
      id,
      deleted: true,
      conversations: 0,
      messages: 0,
      feedback: 0,
    })
  })

  it('must be asked for by name: a plain DELETE keeps the conversations, without the context', async () => {
    const context = await makeContext()
    const conversation = await talk({
      user_context_id: context.id,
      customer_id: context.user_reference,
    })
    const { body } = await client.send('DELETE', `${CONTEXTS}/${context.id}`)
    expect(body.data).to.deep.equal({ id: context.id, deleted: true })
    expect(body.detail).to.contain('conversations that referred to it go on')
    expect((await client.get(`/api/v1/conversations/${conversation.id}`)).body.data).to.include({
      user_context_id: null,
      status: 'open',
    })
    expect((await client.say(conversation.id, 'Who am I?')).status).to.equal(201)
  })

  for (const query of [
    'erase=all',
    'erase=',
    'erase',
    'everything=true',
    'erase=everything&erase=everything',
  ])
    it(`is refused with 422 for ?${query}, and nothing is deleted`, async () => {
      const context = await makeContext()
      const { status } = await client.send('DELETE', `${CONTEXTS}/${context.id}?${query}`)
      expect(status).to.equal(422)
      expect((await client.get(`${CONTEXTS}/${context.id}`)).body.data).to.deep.equal(context)
    })

  it("of another organization's context, of an unknown and of a malformed id is refused with 404", async () => {
    const context = await makeContext()
    const other = await parley.another(`an eraser ${backend}`)
    for (const id of [context.id, '01900000-0000-7000-8000-000000000000', 'abc'])
      expect((await other.send('DELETE', `${CONTEXTS}/${id}?erase=everything`)).status).to.equal(
        404,
      )
    expect((await client.get(`${CONTEXTS}/${context.id}`)).status).to.equal(200)
  })

  it('lets the worker of a reply in progress go on, and stores nothing of that reply', async () => {
    const context = await makeContext()
    const conversation = await talk({ user_context_id: context.id })
    const deleted = makeMoment()
    parley.model.behave(() => ({ text: 'too late', after: deleted.promise }))
    const reply = (await client.say(conversation.id, 'Hi', ASYNC)).body.data
    await eventually(async () => parley.model.requests.length === 1)
    expect((await erase(context.id)).body.data).to.include({ conversations: 1, messages: 2 })
    deleted.come()
    const job = await eventually(() => parley.db('jobs').where({ target_id: reply.id }).first())
    expect(job.outcome).to.equal('superseded')
    expect(await parley.db('messages').where({ id: reply.id })).to.deep.equal([])
    expect((await client.say((await talk({})).id, 'Still there?')).status).to.equal(201)
  })

  it('leaves nothing of what is posted at the same moment', async () => {
    const context = await makeContext()
    const conversation = await talk({ customer_id: context.user_reference })
    const posts = Array.from({ length: 8 }, (_, n) =>
      client.say(conversation.id, `Number ${n}`, ASYNC),
    )
    const opened = Array.from({ length: 8 }, () =>
      client.post('/api/v1/conversations', { agent_id: agent.id, user_context_id: context.id }),
    )
    const erased = await erase(context.id)
    expect(erased.status).to.equal(200)
    // 409 for messages that waited for the thread while it was deleted.
    for (const { status } of await Promise.all(posts)) expect(status).to.be.oneOf([202, 404, 409])
    for (const { status, body } of await Promise.all(opened)) {
      expect(status).to.be.oneOf([201, 404])
      if (status === 201) expect(await isThere(body.data.id)).to.equal(false)
    }
    expect(await parley.db('messages').where({ thread_id: conversation.id })).to.deep.equal([])
  })

  it('happens completely or not at all', async () => {
    const context = await makeContext()
    const conversation = await talk({ user_context_id: context.id })
    await client.say(conversation.id, 'Hi')
    await parley.db.raw(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
      create trigger refuse before delete on contexts for each row execute function refuse()`)
    expect((await erase(context.id)).status).to.equal(500)
    await parley.db.raw('drop trigger refuse on contexts; drop function refuse')
    const messages = await client.get(`/api/v1/conversations/${conversation.id}/messages`)
    expect(messages.body.data).to.have.length(2)
    expect((await erase(context.id)).body.data).to.include({ conversations: 1, messages: 2 })
  })
})
