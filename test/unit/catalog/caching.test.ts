import { expect } from 'chai'
import {
  answering,
  COMPLETION,
  caller,
  MESSAGES,
  type StandIn,
  sendJson,
  startStandIn,
} from '../../support/providers/server.ts'
import { STANDS } from '../../support/providers/stands.ts'

/** A prompt whose system message and history stay the same in the next one. */
const STABLE = MESSAGES.map((message, at) => ({ ...message, isStable: at === 0 || at === 2 }))

describe("a provider's cache of prompts", function () {
  this.timeout(60_000)
  let server: StandIn
  before(async () => {
    server = await startStandIn()
  })
  after(() => server.close())
  beforeEach(() => {
    server.requests = []
  })

  async function sentTo(name: string, model: string, messages = STABLE) {
    const stand = { ...STANDS[name]!, model }
    server.serve = answering(stand, COMPLETION)
    await caller(stand, server.url)({ messages })
    const { body } = server.requests[0]!
    return { system: body.system, turns: body.messages.map(({ content }: any) => content) }
  }
  const cache_control = { type: 'ephemeral' }
  const cachePoint = { type: 'default' }

  it('has marks at the ends of the instructions and the history for Anthropic', async () => {
    const { system, turns } = await sentTo('anthropic', 'anthropic:m')
    expect(system).to.deep.equal([{ type: 'text', text: 'Be kind.', cache_control }])
    expect(turns).to.deep.equal([
      'Hi',
      [{ type: 'text', text: 'Hello.', cache_control }],
      'When do you open?',
    ])
  })

  for (const name of ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'anthropic.claude-opus-5'])
    it(`has them for Bedrock, too: ${name}`, async () => {
      const { system, turns } = await sentTo('bedrock', `bedrock:${name}`)
      expect(system).to.deep.equal([{ text: 'Be kind.' }, { cachePoint }])
      expect(turns).to.deep.equal([
        [{ text: 'Hi' }],
        [{ text: 'Hello.' }, { cachePoint }],
        [{ text: 'When do you open?' }],
      ])
    })

  for (const name of ['anthropic.claude-3-haiku-20240307-v1:0', 'meta.llama3-70b-instruct-v1:0'])
    it(`has none for a model that would refuse them: ${name}`, async () => {
      const { system, turns } = await sentTo('bedrock', `bedrock:${name}`)
      expect(JSON.stringify([system, turns])).not.to.contain('cachePoint')
    })

  it('has none in a prompt that no other follows', async () => {
    const { system, turns } = await sentTo('anthropic', 'anthropic:m', [
      ...MESSAGES,
    ] as typeof STABLE)
    expect(JSON.stringify([system, turns])).not.to.contain('cache_control')
  })

  it('costs what it has stored: the tokens are counted', async () => {
    const stand = STANDS.anthropic!
    const usage = { input_tokens: 10, cache_read_input_tokens: 30, cache_creation_input_tokens: 50 }
    const whole: any = stand.protocol.whole(COMPLETION)
    whole.usage = { ...usage, output_tokens: 7 }
    server.serve = (response) => sendJson(response, whole)
    expect(await caller(stand, server.url)()).to.include({
      input_tokens: 90,
      cached_tokens: 30,
      written_tokens: 50,
    })
  })
})
