import { expect } from 'chai'
import { AppError } from '../../../shared/lib/errors.ts'
import { parseRetryAfter } from '../../../shared/models/httpExchange.ts'
import { makeCallModel } from '../../../workers/models/model.ts'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { type Behaviour, type FakeModel, startFakeModel } from '../../support/servers/model.ts'

const MODELS = ['openai:m', 'anthropic:m', 'ollama:m']

describe('a call of each provider', () => {
  let provider: FakeModel
  before(async () => {
    provider = await startFakeModel()
  })
  after(() => provider.close())
  beforeEach(() => provider.reset())

  async function failureOf(
    model: string,
    behaviour: Behaviour,
    { signal = new AbortController().signal, seconds = 60 } = {},
  ) {
    provider.behave(() => behaviour)
    const callModel = makeCallModel({
      MODEL_TIMEOUT_SECONDS: seconds,
      OPENAI_BASE_URL: provider.url,
      OLLAMA_BASE_URL: provider.url,
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: provider.url,
    })
    const messages = [{ role: 'user', content: 'Hi' }] as const
    const request = { model, temperature: null, max_output_tokens: null, messages, signal }
    return callModel(request).then(
      () => expect.fail('it answered'),
      (error) => error,
    )
  }

  const retried = { 'Retry-After': '7' }
  const FAILURES: [string, Behaviour, string, RegExp][] = [
    ['that never answers', { hang: true }, 'model_unavailable', /did not answer within 1 s/],
    ['that drips', { drip: 50 }, 'model_unavailable', /did not answer within 1 s/],
    ['that breaks the connection', { reset: true }, 'model_unavailable', /could not be reached/],
    ['that never stops', { flood: true }, 'model_bad_output', /more than can be read/],
    ['with an empty body', { raw: '' }, 'model_bad_output', /cannot be read/],
    ['with HTML', { raw: '<html>oops' }, 'model_bad_output', /cannot be read/],
    ['with status 500', { status: 500 }, 'model_unavailable', /status 500/],
    ['with status 429', { status: 429, headers: retried }, 'model_rate_limited', /limits/],
    ['with status 400', { status: 400 }, 'model_rejected', /refused the request/],
    ['with status 401', { status: 401 }, 'model_not_configured', /credentials/],
  ]
  for (const model of MODELS) {
    for (const [how, behaviour, code, detail] of FAILURES)
      it(`${how} fails with ${code}, and its connection is closed (${model})`, async () => {
        const isSlow = 'hang' in behaviour || 'drip' in behaviour
        const error = await failureOf(model, behaviour, isSlow ? { seconds: 1 } : {})
        expect(error).to.be.instanceOf(AppError).with.property('code', code)
        expect(error.message).to.match(detail)
        expect(error.retryAfter).to.equal(code === 'model_rate_limited' ? 7 : undefined)
        expect(provider.requests).to.have.length(1)
        const unfinished = ['hang', 'drip', 'flood', 'reset'].some((kind) => kind in behaviour)
        if (unfinished) await eventually(async () => provider.aborted === 1)
      })

    it(`ends at its signal, with the signal's reason, and its connection is closed (${model})`, async () => {
      const stop = new AbortController()
      const reason = new Error('shutting down')
      const failed = failureOf(model, { hang: true }, stop)
      await eventually(async () => provider.requests.length === 1)
      stop.abort(reason)
      expect(await failed).to.equal(reason)
      await eventually(async () => provider.aborted === 1)
    })

    it(`that is ended ends no other call (${model})`, async () => {
      const stop = new AbortController()
      const first = failureOf(model, { drip: 50 }, stop)
      await eventually(async () => provider.requests.length === 1)
      const second = failureOf(model, { drip: 50 }, { seconds: 1 })
      await eventually(async () => provider.requests.length === 2)
      stop.abort(new Error('the first'))
      expect((await first).message).to.equal('the first')
      expect((await second).message).to.match(/did not answer within 1 s/)
    })
  }

  it('for a whole reply sends the same address, credentials and question as for a streamed reply', async () => {
    const paths: string[] = []
    provider.behave((_, __, path) => {
      paths.push(path)
      return { text: 'Hello.' }
    })
    const settings = {
      OPENAI_BASE_URL: `${provider.url}/`,
      OPENAI_API_KEY: 'key\n',
      OPENAI_ORG_ID: 'org-1',
      OPENAI_PROJECT_ID: 'project-1',
      OPENAI_CUSTOM_HEADERS: 'X-Gateway: yes',
    }
    const callModel = makeCallModel({ MODEL_TIMEOUT_SECONDS: 5, ...settings })
    const messages = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ] as const
    const request = {
      model: 'openai:m',
      temperature: 0.3,
      max_output_tokens: 50,
      messages,
      request_id: 'r',
    }
    const { signal } = new AbortController()
    expect(await callModel({ ...request, signal })).to.include({
      text: 'Hello.',
      finish_reason: 'stop',
    })
    expect(await callModel({ ...request, signal, onText: () => {} })).to.include({ text: 'Hello.' })
    const [whole, pieces] = provider.requests as any[]
    const { stream, stream_options, ...asked } = pieces
    expect(stream).to.equal(true)
    expect(whole).to.deep.equal({ ...asked, stream: false })
    expect(asked).to.include({ model: 'm', temperature: 0.3, max_tokens: 50 })
    expect(paths).to.deep.equal(['/v1/chat/completions', '/v1/chat/completions'])
    const [ofWhole, ofPieces] = provider.headers.map((headers) => ({
      ...headers,
      'content-length': undefined,
    }))
    expect(ofWhole).to.deep.equal(ofPieces)
    expect(ofWhole).to.include({
      authorization: 'Bearer key',
      'openai-organization': 'org-1',
      'openai-project': 'project-1',
      'x-gateway': 'yes',
      'x-client-request-id': 'r',
    })
  })

  it('that is refused has the status in its cause, for the log', async () => {
    for (const model of ['openai:m', 'anthropic:m'])
      expect((await failureOf(model, { status: 404 })).cause, model).to.have.property('status', 404)
  })

  it('of an unknown provider, or of a provider without its key, fails without a call', async () => {
    const callModel = makeCallModel({ MODEL_TIMEOUT_SECONDS: 1 })
    for (const model of ['anthropic:m', 'unheard:of', 'nonsense']) {
      const request = { model, temperature: null, max_output_tokens: null, messages: [] }
      const failed = callModel({ ...request, signal: new AbortController().signal })
      expect(await failed.catch((error) => error.code)).to.equal('model_not_configured')
    }
    expect(provider.requests).to.be.empty
  })
})

describe('Retry-After', () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()

  it('is read as seconds, whole or not, or as a date', () => {
    expect(parseRetryAfter('5')).to.equal(5)
    expect(parseRetryAfter(' 0.5 ')).to.equal(0.5)
    expect(parseRetryAfter(inSeconds(30))).to.be.within(28, 30)
    expect(parseRetryAfter('1000000000')).to.equal(1e9)
  })

  it('that names no future time counts as absent', () => {
    const past = inSeconds(-30)
    for (const header of [
      null,
      '',
      '0',
      '-5',
      '1e9',
      '0x10',
      'Infinity',
      'NaN',
      'soon',
      'GMT',
      past,
    ])
      expect(parseRetryAfter(header), String(header)).to.equal(undefined)
  })
})

onOneQueue('a slow model', function (backend) {
  let parley: Parley
  before(async () => {
    const settings = { MODEL_TIMEOUT_SECONDS: '4', REPLY_DEADLINE_SECONDS: '60' }
    parley = await startParley({ backend, settings })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  for (const behaviour of [{ drip: 50 }, { hang: true } as const])
    it(`(${Object.keys(behaviour)}) has its lease renewed, is stopped, and is asked again @long`, async () => {
      const { client, model, db } = parley
      model.behave((_, index) => (index === 0 ? behaviour : { text: 'the second time' }))
      const conversation = await client.makeConversation()
      const answer = client.say(conversation.id, 'Hi')
      await eventually(async () => model.requests.length === 1)
      const lease = async () => {
        const row = await db('open_jobs').where({ thread_id: conversation.id }).first()
        return Number(row.lease_expires_at)
      }
      const claimed = await lease()
      await eventually(async () => (await lease()) > claimed)
      expect((await answer).body.data.content).to.equal('the second time')
      expect(model).to.include({ aborted: 1 })
      const [reply] = await db('messages').where({ thread_id: conversation.id, role: 'assistant' })
      expect(reply).to.include({ attempt: 2 })
    })

  it("answers though it exceeds the call's time: the next call has twice the time @long", async () => {
    const { client, model } = parley
    model.behave(() => ({ text: 'late, but here', delayMs: 5_000 }))
    const conversation = await client.makeConversation()
    const answer = await client.say(conversation.id, 'Hi')
    expect(answer.body.data.content).to.equal('late, but here')
    expect(model.requests).to.have.length(2)
  })

  for (const [header, code, attempts] of [
    ['1000000000', 'model_rate_limited', 1],
    ['-1', 'model_rate_limited', 4],
    ['0.1', 'model_rate_limited', 4],
  ] as const)
    it(`that asks for a pause of ${header} s is called ${attempts} times, and the reply fails${header === '-1' ? ' @long' : ''}`, async () => {
      const { client, model } = parley
      model.behave(() => ({ status: 429, headers: { 'Retry-After': header } }))
      const conversation = await client.makeConversation()
      const answer = await client.say(conversation.id, 'Hi')
      expect(answer.body.code).to.equal(code)
      expect(model.requests).to.have.length(attempts)
    })
})
