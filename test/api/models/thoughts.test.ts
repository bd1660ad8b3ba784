import { expect } from 'chai'
import { type EventStream, openStream, textOf } from '../../support/http/stream.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { makeMoment } from '../../support/servers/model.ts'

const THOUGHTS = 'The rules say that Mia may not hear of the kingfisher.'
const ANSWER = 'The gate opens at nine.'

onOneQueue("a model's thoughts", (backend) => {
  let parley: Parley
  let path: string
  before(async () => {
    parley = await startParley({ backend })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    parley.model.reset()
    path = `/api/v1/conversations/${(await parley.client.makeConversation()).id}/messages`
  })

  const open = (content = 'When?'): Promise<EventStream> =>
    openStream(parley.client, path, { body: { content, trace: true } })
  const ask = async (content = 'When?') =>
    (await parley.client.post(path, { content, trace: true })).body.data

  it('reach no reader, no later prompt and no event, and stand in the trace', async () => {
    const { client, model } = parley
    const whole = `<think>\n${THOUGHTS}\n</think>\n\n${ANSWER}`
    model.behave(() => ({ text: whole }))
    const reply = await ask()
    expect(reply).to.include({ content: ANSWER, status: 'completed' })
    expect(reply.usage).to.include({ output_tokens: 7 })
    const { data: trace } = (await client.get(`${path}/${reply.id}/trace`)).body
    expect(trace).to.include({ answer: ANSWER, thoughts: THOUGHTS })

    model.behave(() => ({ pieces: [...whole.matchAll(/.{1,7}/gs)].map(String), everyMs: 5 }))
    const events = await (await open()).end()
    expect(textOf(events)).to.equal(ANSWER)
    expect(JSON.stringify(events)).to.not.contain('kingfisher')

    model.behave(() => ({ text: ANSWER }))
    const plain = await ask()
    expect(JSON.stringify(model.requests.at(-1)!.messages)).to.not.contain('kingfisher')
    expect((await client.get(`${path}/${plain.id}/trace`)).body.data.thoughts).to.equal(null)
    const feed = JSON.stringify((await client.get('/api/v1/events?limit=100')).body.data)
    expect(feed).to.contain(ANSWER).and.not.contain('kingfisher')
  })

  it('are withdrawn from a stream as soon as the answer begins after their closing mark', async () => {
    const rest = makeMoment()
    parley.model.behave(() => ({
      pieces: [THOUGHTS, '\n</think>', `\n\n${ANSWER.slice(0, 8)}`, ANSWER.slice(8)],
      everyMs: 100,
      after: rest.promise,
    }))
    const stream = await open()
    await stream.until('delta')
    await stream.until('message.restarted')
    rest.come()
    const events = await stream.end()
    const restarted = events.findIndex(({ event }) => event === 'message.restarted')
    expect(textOf(events.slice(restarted))).to.equal(ANSWER)
    expect(events.at(-1)!.data).to.include({ content: ANSWER })

    parley.model.behave(() => ({ pieces: [THOUGHTS, '\n</think>', `\n\n${ANSWER}`], everyMs: 60 }))
    const later = await (await open()).end()
    expect(textOf(later)).to.equal(ANSWER)
    expect(JSON.stringify(later)).to.not.contain('kingfisher')
  })

  it('that the limit cut are no reply', async () => {
    parley.model.behave(() => ({ text: `<think>${THOUGHTS}`, finish_reason: 'length' }))
    const reply = await ask()
    expect(reply).to.include({ status: 'failed', content: null })
    expect(reply.error.code).to.equal('model_bad_output')
    const { data: trace } = (await parley.client.get(`${path}/${reply.id}/trace`)).body
    expect(trace).to.include({ answer: '', thoughts: THOUGHTS })
  })
})
