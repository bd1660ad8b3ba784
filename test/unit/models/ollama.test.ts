import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { makeCallModel } from '../../../workers/models/model.ts'

describe('a model of Ollama', () => {
  let server: Server
  let asked: any
  before(async () => {
    server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      asked = JSON.parse(body)
      const lines = [
        { message: { role: 'assistant', content: 'Hello ' }, done: false },
        { message: { role: 'assistant', content: 'there.' }, done: false },
        {
          message: { role: 'assistant', content: '' },
          done: true,
          done_reason: 'stop',
          prompt_eval_count: 9,
          eval_count: 3,
        },
      ]
      response.end(
        lines
          .map((line) => JSON.stringify({ model: 'llama3', created_at: '', ...line }))
          .join('\n'),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })

  it('is called in its own protocol, and its tokens are counted', async () => {
    const callModel = makeCallModel({
      MODEL_TIMEOUT_SECONDS: 60,
      MODEL_CONTEXT_TOKENS: 8_192,
      OLLAMA_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    })
    const reply = await callModel({
      model: 'ollama:llama3:8b',
      temperature: 0.5,
      max_output_tokens: 50,
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
      ],
      signal: new AbortController().signal,
    })
    expect(reply).to.deep.equal({
      text: 'Hello there.',
      finish_reason: 'stop',
      input_tokens: 9,
      output_tokens: 3,
      cached_tokens: 0,
      cost_usd: 0,
    })
    expect(asked).to.deep.include({ model: 'llama3:8b' })
    expect(asked.options).to.include({ temperature: 0.5, num_predict: 50, num_ctx: 8_192 })
    expect(asked.messages.map(({ role, content }: any) => [role, content])).to.deep.equal([
      ['system', 'Be kind.'],
      ['user', 'Hi'],
    ])
  })
})
