import { expect } from 'chai'
import { deleteOldKeys } from '../../../shared/chat/idempotency.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

onOneQueue('an Idempotency-Key', function (backend) {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
  })
  after(() => parley.stop())
  beforeEach(() => {
    parley.model.reset()
    parley.model.behave((_, index) => ({ text: `reply ${index + 1}`, delayMs: 200 }))
  })

  const key = (value: string) => ({ 'Idempotency-Key': value })
  const messagesOf = async (id: string) =>
    (await parley.client.get(`/api/v1/conversations/${id}/messages`)).body.data

  it('on twenty messages posted at once makes one question, one call and one reply for all', async () => {
    const { client, model } = parley
    const conversation = await client.makeConversation()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.say(conversation.id, 'Hi', key('k-1'))),
    )
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.data)))).to.have.property(
      'size',
      1,
    )
    expect(
      answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true'),
    ).to.have.length(19)
    expect(await messagesOf(conversation.id)).to.have.length(2)
    expect(model.requests).to.have.length(1)
  })

  it('on twenty messages with on_busy reject makes one question, and all get its reply', async () => {
    const { client } = parley
    const conversation = await client.makeConversation()
    const body = { content: 'Hi', on_busy: 'reject' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        client.post(`/api/v1/conversations/${conversation.id}/messages`, body, key('k-alone')),
      ),
    )
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201))
    expect(new Set(answers.map((answer) => answer.body.data.id))).to.have.property('size', 1)
    expect(await messagesOf(conversation.id)).to.have.length(2)
  })

  it('sent again later gives the same reply', async () => {
    const { client } = parley
    const conversation = await client.makeConversation()
    const first = await client.say(conversation.id, 'Hi', key('k-2'))
    const second = await client.say(conversation.id, 'Hi', key('k-2'))
    expect(second.body.data).to.deep.equal(first.body.data)
    expect(second.headers.get('idempotent-replayed')).to.equal('true')
    expect(first.headers.get('idempotent-replayed')).to.equal(null)
  })

  it('sent again with the id in capital letters gives the same reply', async () => {
    const { client, model } = parley
    const { id } = await client.makeConversation()
    const first = await client.say(id, 'Hi', key('k-capital'))
    const second = await client.say(id.toUpperCase(), 'Hi', key('k-capital'))
    expect(second.body.data).to.deep.equal(first.body.data)
    expect(second.headers.get('idempotent-replayed')).to.equal('true')
    expect(model.requests).to.have.length(1)
  })

  it('joins the wait for a reply that is not ready', async () => {
    const { client } = parley
    const conversation = await client.makeConversation()
    const first = await client.say(conversation.id, 'Hi', {
      ...key('k-3'),
      Prefer: 'respond-async',
    })
    expect(first.status).to.equal(202)
    const second = await client.say(conversation.id, 'Hi', key('k-3'))
    expect(second.status).to.equal(201)
    expect(second.body.data.id).to.equal(first.body.data.id)
  })

  it('with another body is refused with 422, and nothing is stored', async () => {
    const { client } = parley
    const conversation = await client.makeConversation()
    await client.say(conversation.id, 'Hi', key('k-4'))
    const other = await client.say(conversation.id, 'Ho', key('k-4'))
    expect(other.status).to.equal(422)
    expect(other.body.code).to.equal('idempotency_mismatch')
    expect(await messagesOf(conversation.id)).to.have.length(2)
  })

  it('is a separate request in another conversation, and in another organization', async () => {
    const { client } = parley
    const other = await parley.another(`other ${backend}`)
    const [one, two] = [await client.makeConversation(), await client.makeConversation()]
    const third = await other.makeConversation()
    const answers = [
      await client.say(one.id, 'Hi', key('k-5')),
      await client.say(two.id, 'Hi', key('k-5')),
      await other.say(third.id, 'Hi', key('k-5')),
    ]
    for (const { status, headers } of answers) {
      expect(status).to.equal(201)
      expect(headers.get('idempotent-replayed')).to.equal(null)
    }
  })

  it('is free again when its request was refused', async () => {
    const { client, db } = parley
    const agent = await client.makeAgent()
    const conversation = await client.makeConversation({ agent_id: agent.id })
    await db('agents').where({ id: agent.id }).update({ is_active: false })
    expect((await client.say(conversation.id, 'Hi', key('k-6'))).status).to.equal(409)
    await db('agents').where({ id: agent.id }).update({ is_active: true })
    const again = await client.say(conversation.id, 'Hi', key('k-6'))
    expect(again.status).to.equal(201)
    expect(again.headers.get('idempotent-replayed')).to.equal(null)
  })

  it('gives a failed reply again, because a retry needs a new key', async () => {
    const { client, model } = parley
    model.behave(() => ({ status: 400 }))
    const conversation = await client.makeConversation()
    expect((await client.say(conversation.id, 'Hi', key('k-7'))).status).to.equal(502)
    model.behave(() => ({ text: 'well again' }))
    expect((await client.say(conversation.id, 'Hi', key('k-7'))).status).to.equal(502)
    expect((await client.say(conversation.id, 'Hi', key('k-8'))).status).to.equal(201)
  })

  it('is kept for 24 hours', async () => {
    const { client, db } = parley
    const first = await client.post('/api/v1/agents', { name: 'Ada' }, key('k-10'))
    const age = (hours: number) =>
      db.raw(
        `update idempotency_keys set created_at = now() - make_interval(hours => ?) where key = 'k-10'`,
        [hours],
      )
    await age(23)
    await deleteOldKeys(db)
    expect(
      (await client.post('/api/v1/agents', { name: 'Ada' }, key('k-10'))).body.data.id,
    ).to.equal(first.body.data.id)
    await age(25)
    const later = await client.post('/api/v1/agents', { name: 'Ada' }, key('k-10'))
    expect(later.body.data.id).not.to.equal(first.body.data.id)
    await age(25)
    await deleteOldKeys(db)
    expect(await db('idempotency_keys').where({ key: 'k-10' })).to.deep.equal([])
  })

  it('that is too long or contains a blank is refused with 422', async () => {
    for (const value of ['x'.repeat(256), 'a b']) {
      const { status, body } = await parley.client.post(
        '/api/v1/agents',
        { name: 'Ada' },
        key(value),
      )
      expect(status).to.equal(422)
      expect(body.data.errors[0].field).to.equal('Idempotency-Key')
    }
  })

  it('needs one database connection a request: 40 simultaneous requests that share five are all answered', async () => {
    const { client } = parley
    const { id: agent_id } = await client.makeAgent()
    const qa = { question: 'Many?', answer: 'Many.', agent_id }
    const posts = Array.from({ length: 40 }, (_, n) =>
      client.post('/api/v1/knowledge/qa', qa, key(`many-${n}`)),
    )
    expect(new Set((await Promise.all(posts)).map(({ status }) => status))).to.deep.equal(
      new Set([201]),
    )
  })

  it('works on every POST that creates a record, in both forms of its path', async () => {
    const { client } = parley
    const { id: agent_id } = await client.makeAgent()
    const posts: [string, object][] = [
      ['/api/v1/agents', { name: 'Once' }],
      ['/api/v1/sessions', { agent_id }],
      ['/api/v1/conversations', { agent_id }],
      ['/api/v1/contexts', { user_reference: 'once', traits: {} }],
      ['/api/v1/knowledge/qa', { question: 'Once?', answer: 'Once.' }],
    ]
    for (const [path, body] of posts) {
      const first = await client.post(path, body, key('k-11'))
      const second = await client.post(`${path}/`, body, key('k-11'))
      expect(first.status, path).to.equal(201)
      expect(second.status, path).to.equal(201)
      expect(second.headers.get('idempotent-replayed'), path).to.equal('true')
      expect(second.body.data.id, path).to.equal(first.body.data.id)
    }
  })
})
