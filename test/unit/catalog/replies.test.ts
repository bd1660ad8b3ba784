import { expect } from 'chai'
import { CHAT_PROVIDERS } from '../../../shared/lib/catalog/catalog.ts'
import type { AppError } from '../../../shared/lib/errors.ts'
import { KEY } from '../../support/providers/fixture.ts'
import {
  answering,
  COMPLETION,
  caller,
  refusing,
  type StandIn,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

const TEXT = COMPLETION.pieces.join('')
const WAYS = { 'as a whole': false, 'in pieces': true }

describe('a reply of each provider', function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })

  it('is tested for every provider of the catalog', () => {
    const tested = Object.values(STANDS).map(({ model }) => model.split(':')[0])
    expect(new Set([...tested, 'builtin'])).to.deep.equal(new Set(CHAT_PROVIDERS))
  })

  for (const [name, stand] of Object.entries(STANDS)) {
    const { protocol } = stand
    const cached_tokens = name === 'ollama' ? 0 : COMPLETION.usage.cached

    for (const [way, isStreamed] of Object.entries(WAYS)) {
      it(`is asked for and read ${way} (${name})`, async () => {
        server.serve = answering(stand, COMPLETION)
        const texts: string[] = []
        const {
          cost_usd,
          thoughts: _,
          ...answer
        } = await caller(
          stand,
          server.url,
        )(isStreamed ? { onText: (text) => texts.push(text) } : {})
        expect(answer).to.deep.equal({
          text: TEXT,
          finish_reason: 'stop',
          input_tokens: COMPLETION.usage.input,
          output_tokens: COMPLETION.usage.output,
          cached_tokens,
        })
        expect(cost_usd).to.equal(name === 'ollama' ? 0 : null)
        if (isStreamed) {
          expect(texts.at(-1)).to.equal(TEXT)
          expect(texts).to.have.length(COMPLETION.pieces.length)
        }
        expect(server.requests).to.have.length(1)
        const [request] = server.requests
        const model = stand.model.slice(stand.model.indexOf(':') + 1)
        expect(request!.path).to.equal(protocol.path(model, isStreamed))
        expect(protocol.read(request!)).to.deep.equal({
          model,
          system: 'Be kind.',
          temperature: 0.3,
          limit: 50,
          turns: [
            ['user', 'Hi'],
            ['assistant', 'Hello.'],
            ['user', 'When do you open?'],
          ],
        })
        if (name !== 'ollama') expect(protocol.key(request!.headers)).to.equal(KEY)
        expect(request!.headers).to.include({ 'x-client-request-id': 'request-1' })
      })

      it(`shows why it ended ${way} (${name})`, async () => {
        const call = caller(stand, server.url)
        const onText = isStreamed ? () => undefined : undefined
        for (const [ends, finish_reason] of [
          ['length', 'length'],
          ['filter', 'content_filter'],
        ] as const) {
          server.serve = answering(stand, { ...COMPLETION, ends })
          expect(await call({ onText }), ends).to.include({ text: TEXT, finish_reason })
        }
      })

      it(`that a filter emptied is refused ${way} (${name})`, async () => {
        const onText = isStreamed ? () => undefined : undefined
        const call = () => caller(stand, server.url)({ onText }).catch((error) => error)
        server.serve = answering(stand, { ...COMPLETION, pieces: [''], ends: 'filter' })
        const nothing: AppError = await call()
        expect(nothing).to.have.property('code', 'model_rejected')
        expect(nothing.message).to.match(/filter/)
        const { blocked } = protocol.errors
        if (!blocked) return
        server.serve = (response, request) => {
          const isStream = isStreamed && blocked.status === 200
          if (!isStream) return refusing(blocked)(response, request)
          const { type } = protocol.stream
          response
            .writeHead(200, { 'Content-Type': type })
            .end(`data: ${JSON.stringify(blocked.body)}\r\n\r\n`)
        }
        const prompt: AppError = await call()
        expect(prompt).to.have.property('code', 'model_rejected')
        expect(prompt.message).to.match(/filter/)
      })

      it(`is requested without a temperature that the model refuses ${way} (${name})`, async () => {
        const refuse = refusing(protocol.errors.temperature)
        server.serve = (response, request) =>
          (protocol.read(request).temperature === undefined
            ? answering(stand, COMPLETION)
            : refuse)(response, request)
        const call = caller(stand, server.url)
        const onText = isStreamed ? () => undefined : undefined
        expect(await call({ onText })).to.include({ text: TEXT })
        expect(await call({ onText })).to.include({ text: TEXT })
        expect(server.requests).to.have.length(3)
        expect(server.requests.map((request) => protocol.read(request).limit)).to.deep.equal([
          50, 50, 50,
        ])
      })
    }
  }
})
