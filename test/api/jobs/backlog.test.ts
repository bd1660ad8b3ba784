import { expect } from 'chai'
import { expectEnvelope } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

onOneQueue('a full queue', function (backend) {
  let parley: Parley
  before(async () => {
    const settings = {
      ORGANIZATION_MAX_QUEUED: '4',
      MAX_QUEUED: '6',
      DATABASE_POOL: '5',
      ORGANIZATION_MIN_QUEUED: '1',
    }
    parley = await startParley({ backend, workers: false, settings })
  })
  after(() => parley.stop())
  afterEach(async () => {
    await parley.db('open_jobs').delete()
    await parley.db('knowledge_entries').delete()
  })

  const later = { Prefer: 'respond-async' }
  const fill = async (client: Parley['client'], count: number) => {
    const conversation = await client.makeConversation()
    for (let n = 0; n < count; n++)
      expect((await client.say(conversation.id, 'Hi', later)).status).to.equal(202)
    return conversation
  }

  it("refuses an organization's next message with 503, says when to come back, and stores nothing", async () => {
    const { client, db } = parley
    const conversation = await fill(client, 4)
    const before = await db('threads').where({ id: conversation.id }).first()
    const refused = await client.say(conversation.id, 'one more', later)
    expectEnvelope(refused)
    expect(refused.status).to.equal(503)
    expect(refused.body.code).to.equal('queue_full')
    expect(refused.body.detail).to.match(/^Your organization has/)
    expect(Number(refused.headers.get('retry-after'))).to.be.above(0)
    expect(await db('messages').where({ thread_id: conversation.id })).to.have.length(4)
    expect(await db('open_jobs').where({ thread_id: conversation.id })).to.have.length(4)
    expect(await db('threads').where({ id: conversation.id }).first()).to.deep.equal(before)
  })

  it("accepts another organization's messages until the total is reached", async () => {
    await fill(parley.client, 4)
    const other = await parley.another('The other one')
    const conversation = await fill(other, 2)
    const refused = await other.say(conversation.id, 'one more', later)
    expect(refused.body.code).to.equal('queue_full')
    expect(refused.body.detail).to.match(/^The service has/)
  })

  it('accepts a few of each organization, however many of the others wait', async () => {
    await fill(parley.client, 4)
    await fill(await parley.another('The second'), 2)
    const third = await parley.another('The third')
    const conversation = await fill(third, 1)
    const refused = await third.say(conversation.id, 'one more', later)
    expect(refused.body.code).to.equal('queue_full')
    const pair = { question: 'Q?', answer: 'A.' }
    const add = (client: Parley['client']) => client.post('/api/v1/knowledge/qa', pair, later)
    for (let n = 0; n < 4; n++) await add(parley.client)
    for (let n = 0; n < 2; n++)
      expect((await add(await parley.another(`More ${n}`))).status).to.equal(202)
    expect((await add(third)).status).to.equal(202)
    expect((await add(third)).body.code).to.equal('queue_full')
  })

  it('still finds what an earlier request with the same key has posted, and keeps no key of a refused request', async () => {
    const { client, db } = parley
    const conversation = await client.makeConversation()
    const post = (key: string) =>
      client.say(conversation.id, 'Hi', { Prefer: 'wait=0', 'Idempotency-Key': key })
    const first = await post('first')
    await fill(client, 3)
    expect((await post('refused')).status).to.equal(503)
    const again = await post('first')
    expect(again.status).to.equal(202)
    expect(again.body.data.id).to.equal(first.body.data.id)
    await db('open_jobs').where({ thread_id: conversation.id }).delete()
    expect((await post('refused')).status).to.equal(202)
  })

  it('accepts only as many of a hundred simultaneous messages as it has room for', async () => {
    const { client, db } = parley
    const { id: agent_id } = await client.makeAgent()
    const conversations = await Promise.all(
      Array.from({ length: 100 }, () => client.makeConversation({ agent_id })),
    )
    const answers = await Promise.all(conversations.map(({ id }) => client.say(id, 'Hi', later)))
    const accepted = answers.filter(({ status }) => status === 202).length
    expect(answers.filter(({ status }) => status === 503)).to.have.length(100 - accepted)
    expect(accepted).to.be.within(4, 4 + 10)
    expect(await db('open_jobs')).to.have.length(accepted)
  })

  it('refuses knowledge, too, new and changed', async () => {
    const { client } = parley
    const add = () => client.post('/api/v1/knowledge/qa', { question: 'Q?', answer: 'A.' }, later)
    const { id } = (await add()).body.data
    for (let n = 0; n < 3; n++) expect((await add()).status).to.equal(202)
    const refused = await add()
    expect(refused.status).to.equal(503)
    expect(refused.body.code).to.equal('queue_full')
    const change = JSON.stringify({ answer: 'B.' })
    const headers = { 'Content-Type': 'application/json' }
    const changed = await client.send('PATCH', `/api/v1/knowledge/qa/${id}`, change, headers)
    expect(changed.body.code).to.equal('queue_full')
    expect((await client.get(`/api/v1/knowledge/qa/${id}`)).body.data.answer).to.equal('A.')
    const conversation = await client.makeConversation()
    expect((await client.say(conversation.id, 'another lane', later)).status).to.equal(202)
  })
})
