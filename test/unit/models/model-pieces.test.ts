import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { AppError } from '../../../shared/lib/errors.ts'
import { makeCallModel } from '../../../workers/models/model.ts'
import { eventually } from '../../support/http/client.ts'

const PIECES = ['We open ', 'at nine', '. Ça va 👩‍🔬!']
const WHOLE = PIECES.join('')

const event = (data: object, name?: string) =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(data)}\n\n`
const chunk = (more: object) =>
  event({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...more })

/**
 * Each provider's own protocol: what comes before the text, a piece of it, and what comes after it.
 */
const PROTOCOLS = {
  openai: {
    type: 'text/event-stream',
    begin: '',
    piece: (content: string) =>
      chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
    end: `${chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'length' }] })}${chunk({
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    })}data: [DONE]\n\n`,
  },
  anthropic: {
    type: 'text/event-stream',
    begin: `${event(
      {
        type: 'message_start',
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          usage: { input_tokens: 9, output_tokens: 1 },
        },
      },
      'message_start',
    )}${event(
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      'content_block_start',
    )}`,
    piece: (text: string) =>
      event(
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
        'content_block_delta',
      ),
    end: `${event({ type: 'content_block_stop', index: 0 }, 'content_block_stop')}${event(
      { type: 'message_delta', delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 3 } },
      'message_delta',
    )}${event({ type: 'message_stop' }, 'message_stop')}`,
  },
  ollama: {
    type: 'application/x-ndjson',
    begin: '',
    piece: (content: string) =>
      `${JSON.stringify({ model: 'm', created_at: '', message: { role: 'assistant', content }, done: false })}\n`,
    end: `${JSON.stringify({
      model: 'm',
      created_at: '',
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: 'length',
      prompt_eval_count: 9,
      eval_count: 3,
    })}\n`,
  },
}

describe('a model that answers in pieces', function () {
  this.timeout(120_000)
  let server: Server
  let url: string
  let serve: (response: ServerResponse) => void
  let left: number
  before(async () => {
    server = createServer((request, response) => {
      response.once('close', () => response.writableEnded || left++)
      request.resume().once('end', () => serve(response))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  beforeEach(() => {
    left = 0
  })

  function call(
    provider: string,
    onText: (text: string) => void,
    { signal = new AbortController().signal, seconds = 100 } = {},
  ) {
    const keys = { OPENAI_BASE_URL: url, OLLAMA_BASE_URL: url, ANTHROPIC_BASE_URL: url }
    const callModel = makeCallModel({ MODEL_TIMEOUT_SECONDS: seconds, ...keys })
    const request = { model: `${provider}:m`, temperature: null, max_output_tokens: null, signal }
    return callModel({ ...request, messages: [{ role: 'user', content: 'Hi' }], onText })
  }

  const failureOf = (answer: Promise<unknown>) =>
    answer.then(
      () => expect.fail('it answered'),
      (error) => error,
    )

  for (const [provider, { type, begin, piece, end }] of Object.entries(PROTOCOLS)) {
    const open = (response: ServerResponse) =>
      response.writeHead(200, { 'Content-Type': type }).write(begin)

    it(`sends its text as it comes, and its tokens at the end (${provider})`, async () => {
      serve = async (response) => {
        open(response)
        for (const text of PIECES) {
          response.write(piece(text))
          await new Promise((resolve) => setTimeout(resolve, 30))
        }
        response.end(end)
      }
      const texts: string[] = []
      const answer = await call(provider, (text) => texts.push(text))
      expect(answer).to.deep.equal({
        text: WHOLE,
        finish_reason: 'length',
        input_tokens: 9,
        output_tokens: 3,
        cached_tokens: 0,
        cost_usd: provider === 'ollama' ? 0 : null,
      })
      expect(texts).to.deep.equal(PIECES.map((_, index) => PIECES.slice(0, index + 1).join('')))
    })

    it(`is unavailable when it breaks off in the middle, or goes silent (${provider})`, async () => {
      serve = (response) => {
        open(response)
        response.write(piece('We '), () => response.socket?.resetAndDestroy())
      }
      const broken = await failureOf(call(provider, () => undefined))
      expect(broken).to.be.instanceOf(AppError).with.property('code', 'model_unavailable')
      serve = (response) => {
        open(response)
        response.write(piece('We '))
      }
      const silent = await failureOf(call(provider, () => undefined, { seconds: 0.5 }))
      expect(silent).to.have.property('code', 'model_unavailable')
      expect(silent.message).to.match(/did not answer within 0.5 s/)
    })

    it(`is unavailable when it ends without a finish mark (${provider})`, async () => {
      serve = (response) => {
        open(response)
        response.end(piece('We open at nine, but not'))
      }
      const cut = await failureOf(call(provider, () => undefined))
      expect(cut).to.be.instanceOf(AppError).with.property('code', 'model_unavailable')
    })

    it(`is disconnected at the signal, and at the limit of its text (${provider})`, async () => {
      const stop = new AbortController()
      const reason = new Error('shutting down')
      serve = (response) => {
        open(response)
        response.write(piece('We '))
      }
      const texts = failureOf(call(provider, () => stop.abort(reason), stop))
      expect(await texts).to.equal(reason)
      await eventually(async () => left === 1)

      const some = 'word '.repeat(2_000)
      serve = (response) => {
        open(response)
        const more = () => {
          while (!response.destroyed && response.write(piece(some)));
        }
        response.on('drain', more)
        more()
      }
      const answer = await call(provider, () => undefined)
      expect(answer.text).to.have.length(100_000)
      expect(answer.finish_reason).to.equal('length')
      await eventually(async () => left === 2)
    })
  }

  for (const finish_reason of ['length', undefined])
    it(`may answer in one piece, whatever was asked for (finish_reason: ${finish_reason})`, async () => {
      const choices = [{ index: 0, message: { role: 'assistant', content: WHOLE }, finish_reason }]
      const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 }
      serve = (response) =>
        response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(
          JSON.stringify({
            id: 'c',
            object: 'chat.completion',
            created: 1,
            model: 'm',
            choices,
            usage,
          }),
        )
      const texts: string[] = []
      expect(await call('openai', (text) => texts.push(text))).to.deep.equal({
        text: WHOLE,
        finish_reason: finish_reason ?? 'stop',
        input_tokens: 9,
        output_tokens: 3,
        cached_tokens: 0,
        cost_usd: null,
      })
      expect(texts).to.deep.equal([WHOLE])
    })
})
