import { expect } from 'chai'
import { openStream, textOf } from '../../support/http/stream.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import type { Behaviour, ChatRequest } from '../../support/servers/model.ts'

const refused = (message: string): Behaviour => ({
  status: 400,
  body: JSON.stringify({ object: 'error', message, type: 'BadRequestError', code: 400 }),
})

/** Answers as the templates of Mistral and Gemma do, which want user and assistant in turns. */
const inTurns =
  (takesSystem: boolean, answer: () => Behaviour) =>
  ({ messages }: ChatRequest): Behaviour => {
    const hasSystem = messages[0]?.role === 'system'
    if (hasSystem && !takesSystem) return refused('System role not supported')
    const turns = hasSystem ? messages.slice(1) : messages
    const isInTurns = turns.every(({ role }, at) => role === (at % 2 ? 'assistant' : 'user'))
    return isInTurns
      ? answer()
      : refused('Conversation roles must alternate user/assistant/user/assistant/...')
  }

onOneQueue('a server that wants user and assistant in turns', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  for (const takesSystem of [true, false])
    it(`answers on after a reply that failed, and after people had the chat (${takesSystem ? 'with' : 'without'} system messages)`, async () => {
      const { client, model } = parley
      const { id } = await client.makeConversation()
      const path = `/api/v1/conversations/${id}`
      const say = async (content: string) => (await client.say(id, content)).status
      model.behave(inTurns(takesSystem, () => ({ text: 'At nine.' })))
      expect(await say('When do you open?')).to.equal(201)
      model.behave(inTurns(takesSystem, () => refused('no')))
      expect(await say('And on Sundays?')).to.equal(502)
      model.behave(inTurns(takesSystem, () => ({ text: 'At ten.' })))
      expect(await say('And on Mondays?')).to.equal(201)

      await client.post(`${path}/handoff`, {})
      expect((await client.say(id, 'Is anybody there?')).status).to.equal(201)
      for (const content of ['Anna here.', 'We are.'])
        expect(
          (await client.post(`${path}/messages`, { role: 'human_agent', content, author: 'Anna' }))
            .status,
        ).to.equal(201)
      await client.post(`${path}/return`, {})
      expect(await say('Thank you. And at night?')).to.equal(201)
      const { messages } = model.requests.at(-1)!
      expect(messages.at(-2)!.content).to.match(/Anna here\..*We are\./s)
      expect(messages[0]!.content).to.contain('Rules:')
    })

  it('answers streams that have [DONE] and no reason, and no stream_options', async () => {
    const { client, model } = parley
    const detail = [
      {
        type: 'extra_forbidden',
        loc: ['body', 'stream_options'],
        msg: 'Extra inputs are not permitted',
      },
    ]
    model.behave((chat) =>
      'stream_options' in chat
        ? { status: 422, body: JSON.stringify({ detail }) }
        : { text: 'The gate opens at nine.', finish_reason: null },
    )
    const { id } = await client.makeConversation()
    for (const requests of [2, 3]) {
      const path = `/api/v1/conversations/${id}/messages`
      const stream = await openStream(client, path, { body: { content: 'When?' } })
      const events = await stream.end()
      expect(events.at(-1)).to.have.property('event', 'message.completed')
      expect(textOf(events)).to.equal('The gate opens at nine.')
      expect(model.requests).to.have.length(requests)
    }
  })
})
