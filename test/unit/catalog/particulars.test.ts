import { expect } from 'chai'
import { makeEmbedder } from '../../../shared/models/embedding.ts'
import { event, KEY, type Stand } from '../../support/providers/fixture.ts'
import {
  COMPLETION,
  caller,
  type Serve,
  type StandIn,
  sendJson,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

describe('particulars of single providers:', function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })
  const ask = (stand: Stand, serve: Serve, onText?: (text: string) => void) => {
    server.serve = serve
    return caller(stand, server.url)({ onText })
  }

  it('models without chat completions are called by the Responses API, and OpenAI is asked to store nothing', async () => {
    const { protocol, settings } = STANDS['openai, by responses']!
    const serve: Serve = (response) => sendJson(response, protocol.whole(COMPLETION))
    for (const name of ['o1-pro', 'gpt-5.4-pro-2026-03-05', 'gpt-5-codex', 'o3-deep-research'])
      await ask({ protocol, settings, model: `openai:${name}` }, serve)
    expect(server.requests.map(({ path }) => path)).to.deep.equal(Array(4).fill('/responses'))
    expect(server.requests.map(({ body }) => body.store)).to.deep.equal(Array(4).fill(false))
  })

  it("the Responses API's refusal is the reply's text", async () => {
    const refused = { text: 'I cannot help with that.', finish_reason: 'content_filter' }
    const stand = STANDS['openai, by responses']!
    const whole: any = stand.protocol.whole(COMPLETION)
    whole.output[0].content = [{ type: 'refusal', refusal: refused.text }]
    expect(await ask(stand, (response) => sendJson(response, whole))).to.include(refused)
    const events = [
      { type: 'response.created', response: { ...whole, output: [], status: 'in_progress' } },
      { type: 'response.refusal.delta', delta: 'I cannot ' },
      { type: 'response.refusal.done', refusal: refused.text },
      { type: 'response.completed', response: whole },
    ].map((data) => event(data, data.type))
    const streamed: Serve = (response) =>
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(events.join(''))
    expect(await ask(stand, streamed, () => undefined)).to.include(refused)
  })

  it('an error in place of a reply, with status 200, counts as its status', async () => {
    const error = { code: 429, message: 'Rate limit exceeded' }
    for (const onText of [undefined, () => undefined]) {
      const serve: Serve = (response) => sendJson(response, { error })
      const thrown = await ask(STANDS.openrouter!, serve, onText).catch((cause) => cause)
      expect(thrown).to.have.property('code', 'model_rate_limited')
    }
  })

  it('a reply that a provider could not finish is a failure', async () => {
    for (const [name, finish_reason] of [
      ['deepseek', 'insufficient_system_resource'],
      ['openrouter', 'error'],
    ] as const) {
      const whole: any = STANDS[name]!.protocol.whole(COMPLETION)
      whole.choices[0].finish_reason = finish_reason
      for (const onText of [undefined, () => undefined]) {
        const serve: Serve = (response) => sendJson(response, whole)
        const thrown = await ask(STANDS[name]!, serve, onText).catch((cause) => cause)
        expect(thrown).to.have.property('code', 'model_unavailable')
      }
    }
  })

  it("Groq's lack of capacity makes it unavailable", async () => {
    const serve: Serve = (response) => sendJson(response, { error: { message: 'no room' } }, 498)
    expect(await ask(STANDS.groq!, serve).catch((cause) => cause)).to.have.property(
      'code',
      'model_unavailable',
    )
  })

  const TEXTS = ['one', 'two', 'three']
  const openAis: Serve = (response, { body }) =>
    sendJson(response, {
      object: 'list',
      // In another order than the texts.
      data: body.input
        .map((_: string, index: number) => ({ index, embedding: [index, 1] }))
        .reverse(),
    })
  const VECTORS: Record<string, { path: string; serve: Serve }> = {
    mistral: { path: '/embeddings', serve: openAis },
    azure: { path: '/openai/v1/embeddings', serve: openAis },
    'azure, before its first version': {
      path: '/openai/deployments/m/embeddings?api-version=2024-10-21',
      serve: openAis,
    },
    gemini: {
      path: '/v1beta/models/m:batchEmbedContents',
      serve: (response, { body }) =>
        sendJson(response, {
          embeddings: body.requests.map(({ model, content }: any) => {
            expect(model).to.equal('models/m')
            return { values: [TEXTS.indexOf(content.parts[0].text), 1] }
          }),
        }),
    },
  }
  for (const [name, { path, serve }] of Object.entries(VECTORS))
    it(`vectors come from ${name}`, async () => {
      const { model, settings, protocol } = STANDS[name]!
      const embedder = makeEmbedder({ EMBEDDING_MODEL: model, ...settings(server.url) })!
      server.serve = serve
      const vectors = await embedder.embed('passage', TEXTS, { seconds: 100 })
      expect(vectors.map(([first, second]) => first! / second!)).to.deep.equal([0, 1, 2])
      expect(
        server.requests.map((request) => [request.path, protocol.key(request.headers)]),
      ).to.deep.equal([[path, KEY]])
      const { wrongKey } = protocol.errors
      server.serve = (response) => sendJson(response, wrongKey.body as object, wrongKey.status)
      const thrown = await embedder
        .embed('query', ['one'], { seconds: 100 })
        .catch((cause) => cause)
      expect(thrown).to.have.property('code', 'model_not_configured')
    })
})
