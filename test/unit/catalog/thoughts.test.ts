import { expect } from 'chai'
import { part } from '../../support/providers/bedrock.ts'
import { event, type Stand } from '../../support/providers/fixture.ts'
import {
  answering,
  COMPLETION,
  caller,
  type Serve,
  type StandIn,
  sendJson,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

const TEXT = COMPLETION.pieces.join('')
const HOUR = 'We look the hour up.'
const WAYS = { 'as a whole': false, 'in pieces': true }

/** Pieces of a stream of Anthropic's, each with its type as the event's name. */
const typed = (...data: { type: string; [more: string]: unknown }[]) =>
  data.map((one) => event(one, one.type)).join('')

/**
 * How each protocol sends thoughts apart from the text: put into a whole reply, and before the
 * first piece of a stream.
 */
const APART: Record<string, { whole: (reply: any) => void; before: string | Buffer }> = {
  openai: {
    whole: ({ choices }) => {
      choices[0].message.reasoning_content = HOUR
    },
    before: event({ choices: [{ index: 0, delta: { reasoning_content: HOUR } }] }),
  },
  openrouter: {
    whole: ({ choices }) => {
      choices[0].message.reasoning = HOUR
    },
    before: event({ choices: [{ index: 0, delta: { content: '', reasoning: HOUR } }] }),
  },
  anthropic: {
    whole: (reply) => {
      reply.content.unshift(
        { type: 'thinking', thinking: HOUR, signature: 's' },
        { type: 'redacted_thinking', data: 'c2VjcmV0' },
      )
    },
    before: typed(
      {
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'thinking_delta', thinking: HOUR },
      },
      {
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'signature_delta', signature: 's' },
      },
      { type: 'content_block_stop', index: 1 },
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'redacted_thinking', data: 'c2VjcmV0' },
      },
      { type: 'content_block_stop', index: 2 },
    ),
  },
  gemini: {
    whole: ({ candidates }) => candidates[0].content.parts.unshift({ text: HOUR, thought: true }),
    before: event({
      candidates: [
        { content: { role: 'model', parts: [{ text: HOUR, thought: true }] }, index: 0 },
      ],
    }),
  },
  bedrock: {
    whole: ({ output }) =>
      output.message.content.unshift(
        { reasoningContent: { reasoningText: { text: HOUR, signature: 's' } } },
        { reasoningContent: { redactedContent: 'c2VjcmV0' } },
      ),
    before: Buffer.concat([
      part('contentBlockDelta', {
        contentBlockIndex: 0,
        delta: { reasoningContent: { text: HOUR } },
      }),
      part('contentBlockDelta', {
        contentBlockIndex: 0,
        delta: { reasoningContent: { signature: 's' } },
      }),
    ]),
  },
  ollama: {
    whole: ({ message }) => {
      message.thinking = HOUR
    },
    before: `${JSON.stringify({ model: 'm', created_at: '', message: { role: 'assistant', content: '', thinking: HOUR }, done: false })}\n`,
  },
}

describe("a model's thoughts", function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })

  async function ask(call: ReturnType<typeof caller>, isStreamed: boolean) {
    const shown: string[] = []
    const answer = await call(isStreamed ? { onText: (text) => shown.push(text) } : {})
    return { answer, shown }
  }

  const apart =
    ({ protocol }: Stand, { whole, before }: (typeof APART)[string]): Serve =>
    (response, request) => {
      if (!request.body.stream && !request.path.includes('stream')) {
        const reply = protocol.whole(COMPLETION)
        whole(reply)
        return sendJson(response, reply)
      }
      const { type, begin, piece, end } = protocol.stream
      response.writeHead(200, { 'Content-Type': type })
      response.write(begin(COMPLETION))
      response.write(before)
      for (const text of COMPLETION.pieces) response.write(piece(text))
      response.end(end(COMPLETION))
    }

  for (const [way, isStreamed] of Object.entries(WAYS)) {
    for (const [name, stand] of Object.entries(STANDS))
      it(`are no part of a reply whose text has them ${way} (${name})`, async () => {
        const pieces = ['<thi', `nk>\n${HOUR}\n</th`, 'ink>\n\nWe open ', 'at nine.']
        server.serve = answering(stand, { ...COMPLETION, pieces })
        const { answer, shown } = await ask(caller(stand, server.url), isStreamed)
        expect(answer).to.deep.include({
          text: 'We open at nine.',
          finish_reason: 'stop',
          output_tokens: COMPLETION.usage.output,
        })
        expect(answer.thoughts).to.contain(HOUR)
        for (const text of shown) expect('We open at nine.'.startsWith(text)).to.equal(true)
      })

    for (const [name, how] of Object.entries(APART))
      it(`are kept where they come apart ${way} (${name})`, async () => {
        server.serve = apart(STANDS[name]!, how)
        const { answer, shown } = await ask(caller(STANDS[name]!, server.url), isStreamed)
        expect(answer).to.include({ text: TEXT, thoughts: HOUR })
        for (const text of shown) expect(TEXT.startsWith(text), text).to.equal(true)
      })
  }

  for (const [way, isStreamed] of Object.entries(WAYS))
    it(`are kept where they are parts of the content ${way} (mistral)`, async () => {
      const stand = STANDS.mistral!
      server.serve = answering(stand, COMPLETION)
      const { answer } = await ask(caller(stand, server.url), isStreamed)
      expect(answer.text).to.equal(TEXT)
      expect(answer.thoughts).to.match(/^(?:Hm\.)+$/)
    })

  it('leave no text where the limit cuts them', async () => {
    const stand = STANDS.openai!
    server.serve = answering(stand, { ...COMPLETION, pieces: [`<think>${HOUR}`], ends: 'length' })
    for (const isStreamed of [true, false]) {
      const { answer, shown } = await ask(caller(stand, server.url), isStreamed)
      expect(answer).to.include({ text: '', finish_reason: 'length', thoughts: HOUR })
      expect(shown).to.deep.equal([])
    }
  })

  it('without an opening mark are shown in no stream after the first reply of their model', async () => {
    const stand = STANDS.openai!
    const pieces = [HOUR, '\n</think>', '\n\nWe open ', 'at nine.']
    server.serve = answering(stand, { ...COMPLETION, pieces })
    const call = caller(stand, server.url)
    const first = await ask(call, true)
    expect(first.answer).to.include({ text: 'We open at nine.', thoughts: HOUR })
    expect(first.shown).to.deep.equal([HOUR, `${HOUR}\n`, '', 'We open ', 'We open at nine.'])
    const second = await ask(call, true)
    expect(second.answer).to.include({ text: 'We open at nine.', thoughts: HOUR })
    expect(second.shown).to.deep.equal(['We open ', 'We open at nine.'])
  })

  it('are guessed by their first words only until the model has answered', async () => {
    const stand = STANDS.openai!
    server.serve = answering(stand, { ...COMPLETION, pieces: ['Okay, the user ', 'is new.'] })
    const call = caller(stand, server.url)
    expect((await ask(call, true)).shown).to.deep.equal([])
    expect((await ask(call, true)).shown).to.deep.equal([
      'Okay, the user ',
      'Okay, the user is new.',
    ])
  })
})
