import { expect } from 'chai'
import { version } from 'uuid'
import { makeCallModel } from '../../../workers/models/model.ts'
import type { OfferedTool } from '../../../workers/prompt/prompt.ts'
import { type Behaviour, type FakeModel, startFakeModel } from '../../support/servers/model.ts'

const TOOL: OfferedTool = {
  name: 'order_status',
  description: 'Says where an order is.',
  parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
}
const WAYS = { 'as a whole': undefined, 'in pieces': () => undefined }

for (const [way, onText] of Object.entries(WAYS))
  describe(`tool calls of a model that answers ${way}`, function () {
    this.timeout(20_000)
    let server: FakeModel
    before(async () => {
      server = await startFakeModel()
    })
    after(() => server.close())
    afterEach(() => server.reset())

    function call(behaviour: Behaviour, tools: readonly OfferedTool[] | undefined = [TOOL]) {
      server.behave(() => behaviour)
      const settings = { OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: server.url }
      return makeCallModel({ MODEL_TIMEOUT_SECONDS: 30, ...settings })({
        model: 'openai:m',
        temperature: null,
        max_output_tokens: null,
        messages: [{ role: 'user', content: 'Where is order 7?' }],
        tools,
        signal: new AbortController().signal,
        onText,
      })
    }

    it('are asked for and read, with the text beside them', async () => {
      const calls = [
        { id: 'call_a', name: 'order_status', arguments: { order: '7' } },
        { id: 'call_b', name: 'order_status', arguments: { order: '8' } },
      ]
      const { text, toolCalls } = await call({ calls, text: 'One moment.' })
      expect(text).to.equal('One moment.')
      expect(toolCalls?.map(({ call_id: _, ...rest }) => rest)).to.deep.equal([
        { own_id: 'call_a', name: 'order_status', input: { order: '7' }, written: '{"order":"7"}' },
        { own_id: 'call_b', name: 'order_status', input: { order: '8' }, written: '{"order":"8"}' },
      ])
      expect(toolCalls?.map(({ call_id }) => version(call_id))).to.deep.equal([7, 7])
      expect(server.requests[0]!.tools).to.deep.equal([{ type: 'function', function: TOOL }])
    })

    it('may come without a text, with any reason', async () => {
      for (const finish_reason of ['tool_calls', 'stop', 'length', 'odd']) {
        const { text, toolCalls } = await call({ calls: [{ name: 'order_status' }], finish_reason })
        expect([text, toolCalls?.[0]?.input], finish_reason).to.deep.equal(['', {}])
      }
    })

    it('are not there in an answer that asks for none', async () => {
      expect(await call({ text: 'Hello.' })).not.to.have.property('toolCalls')
      await call({ text: 'Hello.' }, [])
      expect(server.requests[1]).not.to.have.property('tools')
    })
  })
