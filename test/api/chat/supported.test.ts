import { expect } from 'chai'
import { type Parley, startParley } from '../../support/product/parley.ts'

const QUESTION = 'What does delivery cost?'
const HALF_RIGHT = 'Delivery costs 4.90 euros [1]. Delivery to islands costs 9.90 euros [1].'

describe('how many sentences of a reply are supported', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley()
    await parley.client.post('/api/v1/knowledge/qa', {
      question: QUESTION,
      answer: 'Delivery costs 4.90 euros. Delivery to islands costs 19.90 euros.',
    })
  })
  after(() => parley.stop())

  /** Asks with a trace, in a new chat. */
  async function ask(text: string, fields: object = {}, content = QUESTION) {
    const { client, model } = parley
    model.behave(() => ({ text }))
    const agent = await client.makeAgent({ fallback_message: 'I do not know.', ...fields })
    const { id } = await client.makeConversation({ agent_id: agent.id })
    const path = `/api/v1/conversations/${id}/messages`
    const { body } = await client.post(path, { content, trace: true })
    return { id, path, agent, reply: body.data }
  }
  const get = async (path: string) => (await parley.client.get(path)).body.data

  it('is the same in the reply, in the history, in its trace and in a trial', async () => {
    const { path, agent, reply } = await ask(HALF_RIGHT)
    const half = { sentences: 1, of: 2 }
    expect(reply.supported).to.deep.equal(half)
    const [question, listed] = await get(path)
    expect(question).not.to.have.property('supported')
    expect(listed.supported).to.deep.equal(half)
    expect((await get(`${path}/${reply.id}`)).supported).to.deep.equal(half)
    expect((await get(`${path}/${reply.id}/trace`)).supported).to.deep.equal(half)
    const trial = await parley.client.post(`/api/v1/agents/${agent.id}/trials`, {
      question: QUESTION,
    })
    expect(trial.body.data.supported).to.deep.equal(half)
    expect(trial.body.data.trace.supported).to.deep.equal(half)
  })

  it('is in the transcript, in both forms', async () => {
    const { id } = await ask(HALF_RIGHT)
    const read = async (format: string) => {
      const { address, authorization: headers } = parley.client
      const url = `${address}/api/v1/threads/${id}/export?format=${format}`
      return (await fetch(url, { headers })).text()
    }
    expect(await read('jsonl')).to.contain('"supported":{"sentences":1,"of":2}')
    const [columns, ...lines] = (await read('csv')).split(/\r?\n/)
    expect(columns).to.contain(',grounded,supported,')
    expect(lines.join('\n')).to.contain('"{""sentences"":1,""of"":2}"')
  })

  it('is known of the whole answer, but not of the message that replaces it', async () => {
    const wrong = 'Delivery costs 7.90 euros [1].'
    const { path, reply } = await ask(wrong, { require_grounding: true })
    expect(reply).to.include({ content: 'I do not know.', grounded: false, supported: null })
    const trace = await get(`${path}/${reply.id}/trace`)
    expect(trace).to.deep.include({ answer: wrong, supported: { sentences: 0, of: 1 } })
  })

  it('is null where nothing was checked', async () => {
    expect((await ask('Bananas are yellow.')).reply.supported).to.equal(null)
    const rules = { handoff_policy: { on_request: true } }
    const { reply } = await ask('Never said.', rules, 'Can I talk to a human?')
    expect(reply).to.include({ grounded: null, supported: null })
  })
})
