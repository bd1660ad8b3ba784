import { expect } from 'chai'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import type { Behaviour } from '../../support/servers/model.ts'

onOneQueue('a model that fails', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({
      backend,
      settings: { REPLY_DEADLINE_SECONDS: '12', TIME_SCALE: '0.3' },
    })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  /** Posts one message to a model that behaves like this, and then one to a model that works. */
  async function ask(behaviour: (index: number) => Behaviour) {
    const { client, model, db } = parley
    model.behave((_, index) => behaviour(index))
    const conversation = await client.makeConversation()
    const answer = await client.say(conversation.id, 'Hi')
    const calls = model.requests.length
    model.reset()
    model.behave(() => ({ text: 'well again' }))
    expect((await client.say(conversation.id, 'And now?')).body.data.content).to.equal('well again')
    const id = answer.headers.get('location')!.split('/').at(-1)!
    const jobs = await eventually(async () => {
      const rows = await db('jobs').where({ target_id: id }).orderBy('attempt')
      return rows.length === calls && rows
    })
    return { answer, calls, jobs, location: answer.headers.get('location')! }
  }

  const FINAL: [string, Behaviour, string, number][] = [
    ['with an empty text', { text: '' }, 'model_bad_output', 2],
    ['with blanks', { text: ' \n ' }, 'model_bad_output', 2],
    [
      'with no choices',
      { raw: '{"id":"x","object":"chat.completion","choices":[]}' },
      'model_bad_output',
      2,
    ],
    ['with something that is no JSON', { raw: '<html>oops' }, 'model_bad_output', 2],
    ['with an empty object', { raw: '{}' }, 'model_bad_output', 2],
    ['with status 400', { status: 400 }, 'model_rejected', 1],
    ['with status 401', { status: 401 }, 'model_not_configured', 1],
    ['with status 404', { status: 404 }, 'model_rejected', 1],
    ['with status 500, time and again', { status: 500 }, 'model_unavailable', 3],
    [
      'with status 429, time and again',
      { status: 429, headers: { 'Retry-After': '1' } },
      'model_rate_limited',
      4,
    ],
    [
      'with status 429, late, and a pause that ends after the deadline',
      { status: 429, headers: { 'Retry-After': '11' }, delayMs: 1_500 },
      'model_rate_limited',
      1,
    ],
    ['by breaking the connection', { reset: true }, 'model_unavailable', 3],
  ]
  for (const [how, behaviour, code, attempts] of FINAL)
    it(`${how} ends in 502 ${code} after ${attempts} calls, and the conversation goes on${attempts === 4 ? ' @long' : ''}`, async () => {
      const { answer, calls, jobs, location } = await ask(() => behaviour)
      expect(answer.status).to.equal(502)
      expect(answer.body.code).to.equal(code)
      expect(answer.body.data).to.include({ status: 'failed', content: null, role: 'assistant' })
      expect(answer.body.data.error).to.include({ code })
      expect(calls).to.equal(attempts)
      expect(jobs.map(({ outcome }: any) => outcome)).to.deep.equal([
        ...Array(attempts - 1).fill('retried'),
        'failed',
      ])
      expect(jobs.at(-1)).to.include({ error_code: code, attempt: attempts })
      const read = await parley.client.get(location)
      expect(read.status).to.equal(200)
      expect(read.body.data).to.include({ status: 'failed', content: null })
      expect(JSON.stringify(read.body)).not.to.contain('the provider says no')
      const usages = await parley.db('usages').where({ reply_id: read.body.data.id })
      expect(usages.map(({ outcome }: any) => outcome)).to.deep.equal(
        Array(attempts).fill('failed'),
      )
    })

  it("for the length of the prompt is reported as such, and its job has the provider's names", async () => {
    const error = {
      message: 'too long',
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
    }
    const { answer, calls, jobs } = await ask(() => ({
      status: 400,
      body: JSON.stringify({ error }),
    }))
    expect(answer.body).to.include({ status_code: 502, code: 'context_length_exceeded' })
    expect(calls).to.equal(1)
    expect(jobs[0]).to.include({
      error_code: 'context_length_exceeded',
      provider_code: 'context_length_exceeded',
      provider_type: 'invalid_request_error',
    })
  })

  it('twice and then works gives an answer, with three calls', async () => {
    const { answer, calls } = await ask((index) =>
      index < 2 ? { status: 503 } : { text: 'third time lucky' },
    )
    expect(answer.status).to.equal(201)
    expect(answer.body.data.content).to.equal('third time lucky')
    expect(calls).to.equal(3)
  })

  it('by never answering fails at the deadline, and the call is ended @long', async () => {
    const { answer, jobs } = await ask(() => ({ hang: true }))
    expect(answer.status).to.equal(502)
    expect(answer.body.code).to.equal('deadline_exceeded')
    expect(answer.body.detail).to.match(/had not answered for \d+ s: .*raise MODEL_TIMEOUT_SECONDS/)
    expect(jobs[0]).to.include({ outcome: 'failed', error_code: 'deadline_exceeded' })
  })

  it('with NUL and half a surrogate pair in its text is stored without them', async () => {
    const { answer } = await ask(() => ({ text: 'a\u0000b\ud800c' }))
    expect(answer.status).to.equal(201)
    expect(answer.body.data.content).to.equal('ab\ufffdc')
  })

  it('with 10 MB of text has that cut to 100,000 characters', async () => {
    const { answer } = await ask(() => ({ text: 'x'.repeat(10_000_000) }))
    expect(answer.status).to.equal(201)
    expect(answer.body.data.content).to.have.length(100_000)
    expect(answer.body.data.finish_reason).to.equal('length')
  })

  it('with an empty text has its tokens counted nonetheless', async () => {
    const { answer } = await ask(() => ({ text: '' }))
    expect(answer.body.data.usage).to.deep.equal({
      input_tokens: 11,
      cached_tokens: 0,
      output_tokens: 7,
      total_tokens: 18,
      cost_usd: 0.000025,
    })
  })

  it('to count tokens has them estimated', async () => {
    const { answer } = await ask(() => ({ text: 'Five or six words are here.', usage: null }))
    expect(answer.body.data.usage.output_tokens).to.equal(6)
    expect(answer.body.data.usage.input_tokens).to.be.above(50)
  })
})
