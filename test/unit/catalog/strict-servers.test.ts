import { expect } from 'chai'
import type { Stand } from '../../support/providers/fixture.ts'
import {
  answering,
  COMPLETION,
  caller,
  refusing,
  type Serve,
  type StandIn,
  sendJson,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

const TEXT = COMPLETION.pieces.join('')
const WAYS = { 'as a whole': undefined, 'in pieces': () => undefined }

describe('a server that is stricter, or says less, than its protocol:', function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })

  /** The words in which models without system messages are refused, by the name of the stand-in. */
  const NO_SYSTEM: Record<string, object> = {
    openai: { object: 'error', message: 'System role not supported', code: 400 },
    gemini: {
      error: {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'Developer instruction is not enabled for models/gemma-3-27b-it',
      },
    },
    bedrock: { message: "This model doesn't support system messages." },
    anthropic: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'system: System messages not supported' },
    },
  }
  for (const [name, body] of Object.entries(NO_SYSTEM))
    for (const [way, onText] of Object.entries(WAYS))
      it(`a model without system messages gets the text in the first turn, ${way} (${name})`, async () => {
        const stand = STANDS[name]!
        const { read } = stand.protocol
        server.serve = (response, request) =>
          read(request).system
            ? refusing({ status: 400, body })(response, request)
            : answering(stand, COMPLETION)(response, request)
        const call = caller(stand, server.url)
        expect(await call({ onText })).to.include({ text: TEXT })
        expect(await call({ onText })).to.include({ text: TEXT })
        expect(server.requests).to.have.length(3)
        expect(read(server.requests[2]!).turns).to.deep.equal([
          ['user', 'Be kind.\n\nHi'],
          ['assistant', 'Hello.'],
          ['user', 'When do you open?'],
        ])
      })

  it('a refusal of system messages that stays is a failure after one more call', async () => {
    const stand = STANDS.openai!
    server.serve = refusing({ status: 400, body: NO_SYSTEM.openai })
    const call = caller(stand, server.url)
    expect(await call().catch((error) => error)).to.have.property('code', 'model_rejected')
    expect(server.requests).to.have.length(2)
  })

  it('an error that only sounds like a refusal of system messages is forgotten', async () => {
    const stand = STANDS.openai!
    const { read } = stand.protocol
    const body = { error: { message: 'Tool calls are not supported in system messages' } }
    server.serve = refusing({ status: 400, body })
    const call = caller(stand, server.url)
    expect(await call().catch((error) => error)).to.have.property('code', 'model_rejected')
    server.serve = answering(stand, COMPLETION)
    expect(await call()).to.include({ text: TEXT })
    expect(server.requests.map((request) => !!read(request).system)).to.deep.equal([
      true,
      false,
      true,
    ])
  })

  for (const [status, body] of [
    [400, { error: { message: 'Unrecognized request argument supplied: stream_options' } }],
    [
      422,
      {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'stream_options'],
            msg: 'Extra inputs are not permitted',
          },
        ],
      },
    ],
  ] as const)
    it(`a server that refuses stream_options with ${status} is asked once more, and then without`, async () => {
      const stand = STANDS.openai!
      server.serve = (response, request) =>
        request.body.stream_options
          ? sendJson(response, body, status)
          : answering(stand, COMPLETION)(response, request)
      const call = caller(stand, server.url)
      const onText = () => undefined
      expect(await call({ onText })).to.include({ text: TEXT })
      expect(await call({ onText })).to.include({ text: TEXT })
      expect(server.requests.map((request) => !!request.body.stream_options)).to.deep.equal([
        true,
        false,
        false,
      ])
    })

  /** A stream of OpenAI's protocol whose reasons are all null. */
  const unreasoned =
    (end: string, text: readonly string[] = COMPLETION.pieces): Serve =>
    (response) => {
      const { type, piece } = STANDS.openai!.protocol.stream
      response.writeHead(200, { 'Content-Type': type }).end(`${text.map(piece).join('')}${end}`)
    }
  const openai = () => caller(STANDS.openai!, server.url)({ onText: () => undefined })

  for (const [how, end] of Object.entries({
    'data: [DONE]': 'data: [DONE]\n\n',
    'data:[DONE] without a blank, and CRLF': 'data:[DONE]\r\n\r\n',
    'data: [DONE] without a line break': 'data: [DONE]',
  }))
    it(`a text without a reason that comes to ${how} is finished`, async () => {
      server.serve = unreasoned(end)
      expect(await openai()).to.include({ text: TEXT, finish_reason: 'stop' })
    })

  it('a text without a reason and [DONE] was cut, whatever it says, and so was a reply without text', async () => {
    for (const serve of [
      unreasoned(''),
      unreasoned('', ['data: [DONE]\n']),
      unreasoned('data: [DONE]\n\n', []),
    ]) {
      server.serve = serve
      expect(await openai().catch((error) => error)).to.have.property('code', 'model_unavailable')
    }
  })

  const pieces = ({ protocol }: Stand, end: string): Serve => {
    const { type, begin, piece } = protocol.stream
    return (response) => {
      response.writeHead(200, { 'Content-Type': type })
      response.write(begin(COMPLETION))
      for (const text of COMPLETION.pieces) response.write(piece(text))
      response.end(end)
    }
  }

  it("Anthropic's message_stop ends a reply without a reason, and a cut stream does not", async () => {
    const stand = STANDS.anthropic!
    const call = () => caller(stand, server.url)({ onText: () => undefined })
    const typed = (data: { type: string }) =>
      `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`
    const delta = {
      type: 'message_delta',
      delta: { stop_reason: null },
      usage: { output_tokens: 7 },
    }
    for (const before of ['', typed(delta)]) {
      server.serve = pieces(stand, `${before}${typed({ type: 'message_stop' })}`)
      expect(await call()).to.include({ text: TEXT, finish_reason: 'stop' })
    }
    server.serve = pieces(stand, typed(delta))
    expect(await call().catch((error) => error)).to.have.property('code', 'model_unavailable')
  })

  it("an older Ollama's done ends a reply without a reason", async () => {
    const stand = STANDS.ollama!
    const line = { model: 'm', created_at: '', message: { role: 'assistant', content: '' } }
    server.serve = pieces(stand, `${JSON.stringify({ ...line, done: true })}\n`)
    for (const onText of Object.values(WAYS))
      expect(await caller(stand, server.url)({ onText })).to.include({
        text: TEXT,
        finish_reason: 'stop',
      })
  })
})
