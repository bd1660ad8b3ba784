import { expect } from 'chai'
import { eventually } from '../../support/http/client.ts'
import { openStream } from '../../support/http/stream.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('a client that waits for a deleted reply', function () {
  // Well below the wait for a reply, so a client without a notification fails.
  this.timeout(30_000)
  let parley: Parley
  before(async () => {
    const settings = { REPLY_WAIT_SECONDS: '110', REPLY_DEADLINE_SECONDS: '600' }
    parley = await startParley({ settings })
    parley.model.behave(() => ({ hang: true }))
  })
  after(() => parley.stop())
  afterEach(() => parley.model.reset())

  async function ask() {
    const { client, model } = parley
    model.behave(() => ({ hang: true }))
    const { id } = await client.makeConversation()
    const answer = client.say(id, 'Where?')
    await eventually(async () => model.requests.length > 0)
    return { id, answer }
  }

  it('gets 404 when the conversation is deleted', async () => {
    const { id, answer } = await ask()
    expect((await parley.client.send('DELETE', `/api/v1/conversations/${id}`)).status).to.equal(200)
    const { status, body } = await answer
    expect(status).to.equal(404)
    expect(body.code).to.equal('not_found')
  })

  it('is asked to post again if a failover lost only the message', async () => {
    const { id, answer } = await ask()
    await parley.db('open_jobs').where({ thread_id: id }).delete()
    await parley.db('messages').where({ thread_id: id }).delete()
    const { status, body, headers } = await answer
    expect(status).to.equal(503)
    expect(body.code).to.equal('unavailable')
    expect(headers.get('retry-after')).to.equal('1')
  })

  it('gets an error as the last event of its stream', async () => {
    const { client, model } = parley
    model.behave(() => ({ hang: true }))
    const { id } = await client.makeConversation()
    const stream = await openStream(client, `/api/v1/conversations/${id}/messages`, {
      body: { content: 'Where?' },
    })
    await stream.until('message.started')
    await client.send('DELETE', `/api/v1/conversations/${id}`)
    const events = await stream.end()
    expect(events.at(-1)).to.deep.include({ event: 'error' })
    expect(events.at(-1)!.data).to.include({ code: 'not_found' })
  })
})
