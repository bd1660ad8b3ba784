import { expect } from 'chai'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('feedback', () => {
  let parley: Parley
  let conversation: any
  before(async () => {
    parley = await startParley()
  })
  after(() => parley.stop())
  beforeEach(async () => {
    conversation = await parley.client.makeConversation()
  })

  const path = () => `/api/v1/conversations/${conversation.id}/feedback`
  const post = (body: object, headers = {}) => parley.client.post(path(), body, headers)

  it('is stored with its reviewer, rating and comment, and listed', async () => {
    const { status, body } = await post({ reviewer: 'zoe', rating: 5, comment: 'Quick.' })
    expect(status).to.equal(201)
    expect(body.data).to.include({
      conversation_id: conversation.id,
      message_id: null,
      reviewer: 'zoe',
      rating: 5,
      comment: 'Quick.',
    })
    expect((await parley.client.get(`${path()}/`)).body.data).to.deep.equal([body.data])
  })

  it('is replaced by a second feedback of the same reviewer', async () => {
    const first = await post({ reviewer: 'zoe', rating: 1, comment: 'Wrong.' })
    const second = await post({ reviewer: 'zoe', rating: 4 })
    expect(second.status).to.equal(200)
    expect(second.body.data).to.include({ id: first.body.data.id, rating: 4, comment: null })
    await post({ reviewer: 'max', rating: 2 })
    expect(
      (await parley.client.get(path())).body.data.map(({ reviewer }: any) => reviewer),
    ).to.deep.equal(['max', 'zoe'])
  })

  it('on a reply exists beside that on the conversation', async () => {
    const reply = (await parley.client.say(conversation.id, 'Hi')).body.data
    await post({ reviewer: 'zoe', rating: 3 })
    const onReply = await post({ reviewer: 'zoe', rating: 1, message_id: reply.id })
    expect(onReply.status).to.equal(201)
    expect(onReply.body.data.message_id).to.equal(reply.id)
    expect((await parley.client.get(path())).body.data).to.have.length(2)
  })

  it('on a session works like that on a conversation', async () => {
    const session = await parley.client.makeSession()
    const { status, body } = await parley.client.post(`/api/v1/sessions/${session.id}/feedback`, {
      reviewer: 'v',
      rating: 2,
    })
    expect(status).to.equal(201)
    expect(body.data.session_id).to.equal(session.id)
    expect(
      (
        await parley.client.post(`/api/v1/conversations/${session.id}/feedback`, {
          reviewer: 'v',
          rating: 2,
        })
      ).status,
    ).to.equal(404)
  })

  for (const [what, body, field] of [
    ['no reviewer', { rating: 3 }, 'reviewer'],
    ['a blank reviewer', { reviewer: ' ', rating: 3 }, 'reviewer'],
    ['no rating', { reviewer: 'zoe' }, 'rating'],
    ['a rating of 0', { reviewer: 'zoe', rating: 0 }, 'rating'],
    ['a rating of 6', { reviewer: 'zoe', rating: 6 }, 'rating'],
    ['a rating of 3.5', { reviewer: 'zoe', rating: 3.5 }, 'rating'],
    ['a rating in words', { reviewer: 'zoe', rating: '5' }, 'rating'],
    [
      'a comment over 2,000 characters',
      { reviewer: 'zoe', rating: 3, comment: 'x'.repeat(2001) },
      'comment',
    ],
  ] as const)
    it(`with ${what} is refused with 422`, async () => {
      const answer = await post(body)
      expect(answer.status).to.equal(422)
      expect(answer.body.data.errors[0].field).to.equal(field)
      expect((await parley.client.get(path())).body.data).to.deep.equal([])
    })

  it("on another organization's conversation, or a message of another conversation, is refused with 404", async () => {
    const other = await parley.another('a critic')
    expect((await other.post(path(), { reviewer: 'zoe', rating: 1 })).status).to.equal(404)
    expect((await other.get(path())).status).to.equal(404)
    const elsewhere = await parley.client.makeConversation()
    const reply = (await parley.client.say(elsewhere.id, 'Hi')).body.data
    expect((await post({ reviewer: 'zoe', rating: 1, message_id: reply.id })).status).to.equal(404)
  })

  it('sent again with its Idempotency-Key is stored once', async () => {
    const key = { 'Idempotency-Key': 'feedback-1' }
    const first = await post({ reviewer: 'zoe', rating: 5 }, key)
    const second = await post({ reviewer: 'zoe', rating: 5 }, key)
    expect(second.status).to.equal(201)
    expect(second.headers.get('idempotent-replayed')).to.equal('true')
    expect(second.body.data).to.deep.equal(first.body.data)
  })

  it('is deleted with its conversation', async () => {
    await post({ reviewer: 'zoe', rating: 5 })
    await parley.client.send('DELETE', `/api/v1/conversations/${conversation.id}`)
    expect(await parley.db('feedback').where({ thread_id: conversation.id })).to.deep.equal([])
  })
})
