import { expect } from 'chai'
import { eventually } from '../../support/http/client.ts'
import { type EventStream, openStream, TYPE, textOf } from '../../support/http/stream.ts'
import { onBothQueues, type Parley, startParley } from '../../support/product/parley.ts'

onBothQueues('a streamed reply', (backend) => {
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

  const post = (headers: Record<string, string> = {}): Promise<EventStream> =>
    openStream(parley.client, path, { body: { content: 'Hi' }, headers })
  const join = (id: string, lastEventId?: string): Promise<EventStream> =>
    openStream(parley.client, `${path}/${id}`, {
      headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    })
  const read = async (id: string) => (await parley.client.get(`${path}/${id}`)).body.data

  const WORDS = ['We ', 'open ', 'at ', 'nine, ', 'and ', 'close ', 'at ', 'six.']

  it('sends its beginning, its pieces, and its end with the full record', async () => {
    parley.model.behave(() => ({ pieces: WORDS, everyMs: 60 }))
    const stream = await post()
    expect(stream.status).to.equal(200)
    expect(stream.headers.get('content-type')).to.equal('text/event-stream; charset=utf-8')
    expect(stream.headers.get('cache-control')).to.equal('no-store, no-transform')
    expect(stream.headers.get('x-accel-buffering')).to.equal('no')
    const events = await stream.end()
    const [started, ...rest] = events
    expect(started).to.deep.include({ event: 'message.started' })
    expect(started!.data).to.include({ role: 'assistant', status: 'processing', content: null })
    expect(stream.headers.get('location')).to.equal(`${path}/${started!.data.id}`)
    const completed = rest.pop()!
    expect(completed.event).to.equal('message.completed')
    expect(completed.data).to.deep.equal(await read(started!.data.id))
    expect(completed.data).to.include({ status: 'completed', content: WORDS.join('') })
    expect(completed.data.usage).to.include({ input_tokens: 11, output_tokens: 7 })
    expect(rest.every(({ event }) => event === 'delta')).to.equal(true)
    // On a busy machine, several come as one; the last full stop waits for what may follow it.
    expect(rest.length).to.be.within(1, WORDS.length + 1)
    expect(textOf(events)).to.equal(WORDS.join(''))
    expect(rest.at(-1)!.id).to.equal(String(WORDS.join('').length))
  })

  it('arrives while the model writes, not after it', async () => {
    parley.model.behave(() => ({ pieces: ['The first word '], everyMs: 0, ending: 'hang' }))
    const stream = await post()
    expect((await stream.until('delta')).data).to.deep.equal({ offset: 0, text: 'The first word' })
    stream.leave()
  })

  it('continues for a client that joins it, from its beginning or from where the client left off', async () => {
    parley.model.behave(() => ({ pieces: WORDS, everyMs: 350 }))
    const first = await post()
    const { id } = (await first.until('message.started')).data
    const { id: place } = await first.until('delta')
    const seen = textOf(first.events)
    first.leave()
    const [anew, further] = await Promise.all([join(id), join(id, place)])
    const [whole, rest] = await Promise.all([anew.end(), further.end()])
    expect(textOf(whole)).to.equal(WORDS.join(''))
    expect(
      whole.filter(({ event }) => event === 'delta').length,
      'it was joined midway',
    ).to.be.above(1)
    expect(rest.map(({ event }) => event)).not.to.include('message.restarted')
    expect(textOf(rest, seen)).to.equal(WORDS.join(''))
    expect(rest.at(-1)!.event).to.equal('message.completed')
  })

  it("is sent to a client that joins after its end, from the client's offset on", async () => {
    parley.model.behave(() => ({ text: 'We open at nine.' }))
    const { body } = await parley.client.post(path, { content: 'Hi' })
    const stream = await join(body.data.id, '3')
    const events = await stream.end()
    expect(textOf(events, 'We ')).to.equal('We open at nine.')
    expect(events.at(-1)).to.deep.include({ event: 'message.completed', data: body.data })
  })

  it(`can be joined by a client that did not wait for it${backend === 'redis' ? '' : ' @long'}`, async () => {
    parley.model.behave(() => ({ pieces: WORDS, everyMs: 200 }))
    const { status, body } = await parley.client.post(
      path,
      { content: 'Hi' },
      { Prefer: 'respond-async' },
    )
    expect(status).to.equal(202)
    const events = await (await join(body.data.id)).end()
    expect(events.filter(({ event }) => event === 'delta').length).to.be.above(1)
    expect(textOf(events)).to.equal(WORDS.join(''))
  })

  it('is joined by a client that repeats its message with the same Idempotency-Key: one reply', async () => {
    parley.model.behave(() => ({ pieces: WORDS, everyMs: 100 }))
    const [one, two] = await Promise.all([
      post({ 'Idempotency-Key': 'k' }),
      post({ 'Idempotency-Key': 'k' }),
    ])
    const [first, second] = await Promise.all([one.end(), two.end()])
    expect(first.at(-1)).to.deep.equal(second.at(-1))
    expect(textOf(second)).to.equal(WORDS.join(''))
    expect(parley.model.requests).to.have.length(1)
  })

  it('starts over when its first attempt breaks off', async () => {
    parley.model.behave((_, index) =>
      index === 0
        ? { pieces: ['We never ', 'open.'], everyMs: 60, ending: 'reset' }
        : { pieces: WORDS, everyMs: 30 },
    )
    const stream = await post()
    await stream.until('message.restarted')
    const events = await stream.end()
    const names = events.map(({ event }) => event)
    expect(names.indexOf('message.restarted')).to.be.above(names.indexOf('delta'))
    expect(textOf(events)).to.equal(WORDS.join(''))
    expect(events.at(-1)!.data.content).to.equal(WORDS.join(''))
    const last = events.findLast(({ event }) => event === 'delta')!
    expect(last.id).to.equal(`${WORDS.join('').length}@2`)
    // A client that returns with a place in the first attempt's text starts anew; with a place in
    // the second's, it continues.
    const { id } = events[0]!.data
    for (const [place, seen, isVoid] of [
      ['9', 'We never ', true],
      ['3@2', 'We ', false],
    ] as const) {
      const rest = await (await join(id, place)).end()
      expect(textOf(rest, seen)).to.equal(WORDS.join(''))
      expect(rest.some(({ event }) => event === 'message.restarted')).to.equal(isVoid)
    }
  })

  it('ends with an event that says why there is no reply', async () => {
    parley.model.behave(() => ({ status: 401 }))
    const events = await (await post()).end()
    expect(events.map(({ event }) => event)).to.deep.equal(['message.started', 'error'])
    expect(events[1]!.data.code).to.equal('model_not_configured')
    expect(events[1]!.data.detail).to.be.a('string').that.is.not.empty
    const again = await (await join(events[0]!.data.id)).end()
    expect(again.at(-1)).to.deep.equal(events[1])
  })

  it('ends for its followers when it is cancelled', async () => {
    parley.model.behave(() => ({ pieces: ['Well'], everyMs: 0, ending: 'hang' }))
    const stream = await post()
    const { id } = (await stream.until('message.started')).data
    await stream.until('delta')
    await parley.client.send('DELETE', `${path}/${id}`)
    const events = await stream.end()
    expect(events.at(-1)).to.deep.include({ event: 'error' })
    expect(events.at(-1)!.data.code).to.equal('reply_cancelled')
  })

  it('shows no half of a mark, and sends its citations', async () => {
    const { client } = parley
    const agent = await client.makeAgent()
    await client.post('/api/v1/knowledge/qa', {
      question: 'When do you open?',
      answer: 'We open at nine.',
      agent_ids: [agent.id],
    })
    const conversation = await client.makeConversation({ agent_id: agent.id })
    path = `/api/v1/conversations/${conversation.id}/messages`
    parley.model.behave(() => ({
      pieces: ['We open at ', 'nine [', '1', '].', ' Welcome!'],
      everyMs: 60,
    }))
    const events = await (
      await openStream(client, path, { body: { content: 'When do you open?' } })
    ).end()
    expect(textOf(events)).to.equal('We open at nine. Welcome!')
    const citations = events.filter(({ event }) => event === 'citation').map(({ data }) => data)
    expect(citations).to.have.length(1)
    expect(citations).to.deep.equal(events.at(-1)!.data.citations)
    expect(events.map(({ event }) => event)).not.to.include('message.restarted')
  })

  it('of an agent that demands grounding is shown only after the check', async () => {
    const agent = await parley.client.makeAgent({
      require_grounding: true,
      fallback_message: 'I cannot say.',
    })
    const conversation = await parley.client.makeConversation({ agent_id: agent.id })
    path = `/api/v1/conversations/${conversation.id}/messages`
    parley.model.behave(() => ({ pieces: ['I made ', 'this up.'], everyMs: 60 }))
    const stream = await openStream(parley.client, path, { body: { content: 'Who won in 1954?' } })
    const events = await stream.end()
    expect(JSON.stringify(events)).not.to.include('made')
    expect(textOf(events)).to.equal('I cannot say.')
  })

  it(`loses no text when pieces are lost: the row is read each second${backend === 'redis' ? '' : ' @long'}`, async () => {
    const { db } = parley
    parley.model.behave(() => ({ pieces: WORDS, everyMs: 300 }))
    const stream = await post()
    const { id } = (await stream.until('message.started')).data
    await stream.until('delta')
    // Hints of another worker, of an attempt that does not exist, and beyond the stored text.
    const saved = await eventually(async () => (await db('open_jobs').where({ id }).first()).draft)
    expect(WORDS.join('')).to.include(saved)
    expect(textOf(await stream.end())).to.equal(WORDS.join(''))
    expect(await db('open_jobs').where({ id }), 'nothing of it stays').to.deep.equal([])
  })

  it('is answered as JSON if it is refused before it begins, or if the client prefers JSON', async () => {
    const bad = await openStream(parley.client, path, { body: { content: '' } })
    expect(bad.status).to.equal(422)
    expect(bad.headers.get('content-type')).to.match(/^application\/json/)
    parley.model.behave(() => ({ text: 'Yes.' }))
    for (const Accept of ['*/*', 'application/json', `application/json, ${TYPE};q=0.5`]) {
      const { status, body } = await parley.client.post(path, { content: 'Hi' }, { Accept })
      expect([status, body.data.content]).to.deep.equal([201, 'Yes.'])
    }
  })
})
