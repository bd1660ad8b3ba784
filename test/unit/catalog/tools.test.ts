import { expect } from 'chai'
import { version } from 'uuid'
import type { AskedCall } from '../../../shared/tools/steps.ts'
import type { ModelMessage, OfferedTool } from '../../../workers/prompt/prompt.ts'
import type { Completion, Stand, StandInCall } from '../../support/providers/fixture.ts'
import {
  answering,
  COMPLETION,
  caller,
  MESSAGES,
  type StandIn,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

const WAYS = { 'as a whole': undefined, 'in pieces': () => undefined }

const TOOLS: OfferedTool[] = [
  {
    name: 'order_status',
    description: 'Says where an order is.',
    parameters: {
      type: 'object',
      properties: { order: { type: 'string', description: 'Its number.' } },
      required: ['order'],
    },
  },
  {
    name: 'cancel_order',
    description: 'Cancels an order.',
    parameters: {
      type: 'object',
      properties: { order: { type: 'string' }, reason: { type: 'string' } },
      required: ['order'],
      additionalProperties: false,
    },
  },
]

const asking = (calls: readonly Partial<StandInCall>[], more: object = {}): Completion => ({
  ...COMPLETION,
  pieces: [],
  ends: 'calls',
  calls: calls.map((call, at) => ({
    id: `call_${at}`,
    name: 'order_status',
    written: '{"order":"7"}',
    ...call,
  })),
  ...more,
})

/** A call of an earlier round, as it was stored. */
const storedCall = (more: Partial<AskedCall>): AskedCall => ({
  call_id: '0199a1b2-0000-7000-8000-000000000001',
  own_id: null,
  name: 'order_status',
  input: { order: '7' },
  written: '{"order":"7"}',
  ...more,
})

/** A round of two calls, the way it stands in the messages of the next model call. */
function roundOf(model: string, first: Partial<AskedCall>, second: Partial<AskedCall>) {
  const calls = [
    storedCall(first),
    storedCall({
      call_id: '0199a1b2-0000-7000-8000-000000000002',
      name: 'cancel_order',
      input: { order: '8' },
      ...second,
    }),
  ] as const
  const round: ModelMessage[] = [
    { role: 'assistant', content: '', calls, model },
    { role: 'tool', call: calls[0], model, content: 'It is on its way.' },
    { role: 'tool', call: calls[1], model, content: 'It is cancelled.' },
  ]
  return [...MESSAGES, ...round]
}

const providerIn = (model: string) => model.slice(0, model.indexOf(':'))
const hasIds = ({ model }: Stand) => providerIn(model) !== 'ollama'

describe('tools of each provider', function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })

  for (const [name, stand] of Object.entries(STANDS)) {
    const { protocol, model } = stand
    const read = (at = 0) => protocol.read(server.requests[at]!)

    for (const [way, onText] of Object.entries(WAYS)) {
      const ask = async (completion: Completion) => {
        server.serve = answering(stand, completion)
        return caller(stand, server.url)({ onText, tools: TOOLS })
      }

      it(`are described, and their calls read ${way} (${name})`, async () => {
        const { text, toolCalls, output_tokens } = await ask(asking([{ id: 'call_a1' }]))
        expect([text, output_tokens]).to.deep.equal(['', COMPLETION.usage.output])
        const [{ call_id, written, ...call }] = toolCalls as [AskedCall]
        const own_id = hasIds(stand) ? 'call_a1' : null
        expect(call).to.deep.equal({ own_id, name: 'order_status', input: { order: '7' } })
        expect(JSON.parse(written)).to.deep.equal({ order: '7' })
        expect(version(call_id)).to.equal(7)
        const [status, cancel] = read().tools!
        expect(status).to.deep.include(TOOLS[0])
        expect(cancel).to.deep.include({ name: 'cancel_order', description: 'Cancels an order.' })
        expect(cancel!.parameters.properties).to.deep.equal({
          order: { type: 'string' },
          reason: { type: 'string' },
        })
      })

      it(`may be called beside a text, two at once, in their order ${way} (${name})`, async () => {
        const { text, toolCalls } = await ask(
          asking([{}, { name: 'cancel_order', written: '{"order":"8","reason":"late"}' }], {
            pieces: COMPLETION.pieces,
          }),
        )
        expect(text).to.equal(COMPLETION.pieces.join(''))
        expect(toolCalls!.map(({ name, input }) => [name, input])).to.deep.equal([
          ['order_status', { order: '7' }],
          ['cancel_order', { order: '8', reason: 'late' }],
        ])
        expect(new Set(toolCalls!.map(({ call_id }) => call_id)).size).to.equal(2)
      })

      it(`get arguments whose escapes came in two pieces ${way} (${name})`, async () => {
        const written = '{"order":"\\u00e4\\ud83d\\ude00 \\"7\\" \\\\ }]"}'
        const { toolCalls } = await ask(asking([{ written }]))
        expect(toolCalls![0]!.input).to.deep.equal({ order: 'ä😀 "7" \\ }]' })
      })

      it(`may be called without arguments ${way} (${name})`, async () => {
        const { toolCalls } = await ask(asking([{ written: '{}' }]))
        expect(toolCalls![0]!.input).to.deep.equal({})
      })

      it(`may be called by a name that nobody offered ${way} (${name})`, async () => {
        const { toolCalls } = await ask(asking([{ name: 'drop_tables' }]))
        expect(toolCalls![0]).to.include({ name: 'drop_tables' })
      })

      it(`are kept apart where ids repeat ${way} (${name})`, async () => {
        const { toolCalls } = await ask(
          asking([
            { id: 'same', written: '{"order":"1"}' },
            { id: 'same', written: '{"order":"2"}' },
          ]),
        )
        expect(toolCalls!.map(({ input }) => input)).to.deep.equal([{ order: '1' }, { order: '2' }])
      })

      it(`may be called with something that is no JSON object ${way} (${name})`, async () => {
        for (const written of ['{"order": 7', '[1]', '"7"', 'seven']) {
          const { toolCalls } = await ask(asking([{ written }, {}]))
          expect(
            toolCalls!.map(({ input }) => input),
            written,
          ).to.deep.equal([null, { order: '7' }])
          // Where the protocol has an object, the text came in quotes.
          const bare = (text: string) => text.replace(/["\\ ]/g, '')
          expect(bare(toolCalls![0]!.written)).to.equal(bare(written))
        }
      })

      it(`are not offered to the next request ${way} (${name})`, async () => {
        server.serve = answering(stand, COMPLETION)
        const call = caller(stand, server.url)
        await call({ onText, tools: TOOLS })
        expect(await call({ onText })).not.to.have.property('toolCalls')
        expect([read(0).tools?.length, read(1).tools]).to.deep.equal([2, undefined])
      })

      it(`get their results back with the ids of the model's own calls ${way} (${name})`, async () => {
        server.serve = answering(stand, COMPLETION)
        const messages = roundOf(model, { own_id: 'call_a1' }, { own_id: 'call_b2' })
        await caller(stand, server.url)({ onText, tools: TOOLS, messages })
        expectRound(read(), hasIds(stand) ? ['call_a1', 'call_b2'] : undefined)
      })

      it(`may have been called by another model ${way} (${name})`, async () => {
        server.serve = answering(stand, COMPLETION)
        const own_id = 'chatcmpl-tool-0123456789abcdef0123456789abcdef0123456789abcdef'
        const messages = roundOf('other:m', { own_id }, { own_id: null })
        const { text } = await caller(stand, server.url)({ onText, tools: TOOLS, messages })
        expect(text).to.equal(COMPLETION.pieces.join(''))
        const ids = read().calls!.map(({ id }) => id)
        for (const id of ids) expect(id).to.match(/^[a-z0-9]{9}$/)
        expectRound(read(), ids as string[])
      })

      it(`stand in the texts of a request that offers none ${way} (${name})`, async () => {
        server.serve = answering(stand, COMPLETION)
        const messages = roundOf(model, { own_id: 'call_a1' }, {})
        await caller(stand, server.url)({ onText, messages })
        const { tools, calls, results, turns } = read()
        expect([tools, calls, results]).to.deep.equal([undefined, undefined, undefined])
        expect(turns.map(([role]) => role)).to.deep.equal(['user', 'assistant', 'user'])
        const last = turns.at(-1)![1]
        expect(last).to.match(/When do you open\?.*order_status.*It is on its way\..*cancelled/s)
      })
    }

    it(`are not called by an answer that was cut (${name})`, async () => {
      const completion = asking([{}, { name: 'cancel_order', written: '{"order":"8"}' }])
      const { type, begin, calls } = protocol.stream
      const begun = Buffer.concat(
        [begin(completion), calls(completion)].map((part) => Buffer.from(part)),
      )
      for (const share of [0.55, 0.8, 1]) {
        server.serve = (response) =>
          response
            .writeHead(200, { 'Content-Type': type })
            .end(begun.subarray(0, Math.floor(begun.length * share)))
        const call = caller(stand, server.url)({ onText: () => undefined, tools: TOOLS })
        const error = await call.catch((error) => error)
        expect(error, String(share)).to.have.property('code')
        expect(['model_unavailable', 'model_bad_output']).to.include(error.code)
      }
    })
  }

  /** Expects the round of `roundOf` in what a stand-in read. */
  function expectRound(
    { calls, results }: ReturnType<Stand['protocol']['read']>,
    ids: readonly string[] | undefined,
  ): void {
    expect(calls!.map(({ name, input }) => [name, input])).to.deep.equal([
      ['order_status', { order: '7' }],
      ['cancel_order', { order: '8' }],
    ])
    if (ids) expect(calls!.map(({ id }) => id)).to.deep.equal(ids)
    expect(results!.map(({ text }) => text)).to.deep.equal([
      'It is on its way.',
      'It is cancelled.',
    ])
    for (const [at, { id, name }] of results!.entries()) {
      expect(id ?? name).to.be.a('string')
      if (id) expect(id).to.equal(calls![at]!.id)
      if (name) expect(name).to.equal(calls![at]!.name)
    }
  }
})
