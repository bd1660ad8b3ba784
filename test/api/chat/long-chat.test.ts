import { expect } from 'chai'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import type { ChatRequest } from '../../support/servers/model.ts'

onOneQueue('a long chat', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
    const pairs = [
      ['When do you open?', 'We open at nine.'],
      ['How long do parcels take?', 'Parcels take two days.'],
    ]
    for (const [question, answer] of pairs)
      await parley.client.post('/api/v1/knowledge/qa', { question, answer })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  it('shows the model its earlier answers with their marks, which readers do not see', async () => {
    const { client, model } = parley
    const { id } = await client.makeConversation()
    const answers = ['We open at nine [1].', 'Parcels take two days [1].', 'As I said [51].']
    model.behave((_, index) => ({ text: answers[index]! }))
    const questions = ['When do you open?', 'How long do parcels take?', 'When do you open?']
    const replies = []
    for (const question of questions) replies.push((await client.say(id, question)).body.data)
    expect(replies[0].content).to.equal('We open at nine.')
    expect(JSON.stringify(replies)).not.to.contain('marks')
    const { messages } = model.requests[2]!
    expect(
      messages.filter(({ role }) => role === 'assistant').map(({ content }) => content),
    ).to.deep.equal(['We open at nine [51].', 'Parcels take two days [52].'])
  })

  it('takes nothing for known that only an earlier answer without support has said', async () => {
    const { client, model } = parley
    const { id } = await client.makeConversation()
    model.behave(() => ({ text: 'We open at nine [1]. A seat costs 34 euros.' }))
    const grounded = []
    for (const question of ['When do you open?', 'When do you open, and what else?'])
      grounded.push((await client.say(id, question)).body.data.grounded)
    expect(grounded).to.deep.equal([false, false])
  })

  /** The characters that two requests share from their beginning on, as providers compare them. */
  function sharedBy(one: ChatRequest, other: ChatRequest): number {
    const [left, right] = [flat(one.messages), flat(other.messages)]
    let at = 0
    while (at < left.length && left[at] === right[at]) at++
    return at
  }
  const flat = (messages: ChatRequest['messages']) =>
    messages.map(({ role, content }) => `${role}: ${content}`).join('\n')

  it('of twenty turns has prompts that begin as the one before @long', async () => {
    const { client, model } = parley
    const agent = await client.makeAgent({ instructions: 'Be kind. '.repeat(20) })
    const { id } = await client.makeConversation({ agent_id: agent.id })
    model.behave((_, index) => ({
      text: `Answer ${index}: we open at nine [1]. Parcels take two days [2]. ${'More. '.repeat(40)}`,
    }))
    const path = `/api/v1/conversations/${id}/messages`
    for (let turn = 0; turn < 20; turn++)
      await client.post(path, {
        content: `Question ${turn}: when do you open, and how long do parcels take?`,
        metadata: { turn, at: new Date().toISOString() },
      })
    expect(model.requests).to.have.length(20)
    let [shared, stable] = [0, 0]
    for (const [turn, request] of model.requests.entries()) {
      if (turn === 0) continue
      stable += flat(request.messages.slice(0, -1)).length
      shared += sharedBy(model.requests[turn - 1]!, request)
    }
    expect(shared / stable).to.be.above(0.8)
  })
})
