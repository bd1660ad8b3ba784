import { expect } from 'chai'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { questionIn } from '../../support/servers/model.ts'

onOneQueue('a reply in progress', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  it('is cancelled by DELETE: the waiting client is notified, and the model call ends', async () => {
    const { client, model, db } = parley
    model.behave(() => ({ hang: true }))
    const conversation = await client.makeConversation()
    const waiting = client.say(conversation.id, 'Hi')
    await eventually(async () => model.requests.length === 1)
    const path = `/api/v1/conversations/${conversation.id}/messages`
    const [, reply] = (await client.get(path)).body.data
    const { status, body } = await client.send('DELETE', `${path}/${reply.id}`)
    expect(status).to.equal(200)
    expect(body.data).to.include({ id: reply.id, status: 'cancelled', content: null })
    const answer = await waiting
    expect(answer.status).to.equal(409)
    expect(answer.body.code).to.equal('reply_cancelled')
    expect(answer.body.data.id).to.equal(reply.id)
    await eventually(async () => model.aborted === 1)
    const job = await eventually(() => db('jobs').where({ target_id: reply.id }).first())
    expect(job.outcome).to.equal('superseded')
    const usage = await db('usages').where({ reply_id: reply.id }).first()
    expect(usage).to.include({ outcome: 'failed', attempt: 1 })
    expect((await client.get(`${path}/${reply.id}`)).body.data.status).to.equal('cancelled')
  })

  it("makes room for the thread's next reply", async () => {
    const { client, model } = parley
    model.behave((_, index) => (index === 0 ? { hang: true } : { text: 'my turn' }))
    const conversation = await client.makeConversation()
    const first = await client.say(conversation.id, 'one', { Prefer: 'respond-async' })
    await eventually(async () => model.requests.length === 1)
    const second = client.say(conversation.id, 'two')
    await eventually(
      async () =>
        (await client.get(`/api/v1/conversations/${conversation.id}/messages`)).body.data.length ===
        4,
    )
    await client.send('DELETE', first.headers.get('location')!)
    expect((await second).body.data.content).to.equal('my turn')
    // Neighbours of one role are sent as one message.
    const [, user, ...others] = model.requests[1]!.messages
    expect(others).to.have.length(0)
    expect(user!.content).to.match(/^one\n\n/)
    expect(questionIn(model.requests[1]!)).to.equal('two')
  })

  it('is read and cancelled also by ids in capital letters', async () => {
    const { client, model } = parley
    model.behave(() => ({ hang: true }))
    const conversation = await client.makeConversation()
    const { headers } = await client.say(conversation.id, 'Hi', { Prefer: 'respond-async' })
    const [, , , , thread, , id] = headers.get('location')!.split('/')
    const path = `/api/v1/conversations/${thread!.toUpperCase()}/messages/${id!.toUpperCase()}`
    expect((await client.get(path)).body.data.id).to.equal(id)
    expect((await client.send('DELETE', path)).body.data.status).to.equal('cancelled')
  })

  it('cannot be cancelled after it is finished, nor can a question', async () => {
    const { client } = parley
    const conversation = await client.makeConversation()
    await client.say(conversation.id, 'Hi')
    const path = `/api/v1/conversations/${conversation.id}/messages`
    for (const message of (await client.get(path)).body.data) {
      const { status, body } = await client.send('DELETE', `${path}/${message.id}`)
      expect(status).to.equal(409)
      expect(body.code).to.equal('reply_finished')
    }
  })

  it('of another organization is not found', async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'mine', delayMs: 300 }))
    const conversation = await client.makeConversation()
    const posted = await client.say(conversation.id, 'Hi', { Prefer: 'respond-async' })
    const other = await parley.another(`stranger ${backend}`)
    expect((await other.send('DELETE', posted.headers.get('location')!)).status).to.equal(404)
    expect(
      (await client.get(`${posted.headers.get('location')}?wait=10`)).body.data.content,
    ).to.equal('mine')
  })
})
