import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { request, signedIn } from '../../support/http/access.ts'
import { type CompatibleServer, startCompatible } from '../../support/models/compatible.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

const QUESTION = 'What does delivery cost?'
const REFUSED = '{"unsupported": [1]}'

onOneQueue('the model that checks the replies of an agent', (backend) => {
  let parley: Parley
  let own: CompatibleServer
  before(async () => {
    own = await startCompatible()
    const settings = { GROUNDING_MODEL: 'openai:judge', EGRESS_ALLOWED_HOSTS: own.host }
    parley = await startParley({ backend, settings })
    await parley.client.post('/api/v1/knowledge/qa', {
      question: QUESTION,
      answer: 'Delivery costs 4.90 euros.',
    })
    await parley.db('connections').insert({
      id: uuid(),
      organization_id: parley.client.organizationId,
      name: 'mine',
      provider: 'openai',
      base_url: own.url,
    })
  })
  after(async () => {
    await parley.stop()
    await own.close()
  })
  beforeEach(async () => {
    await parley.db('model_breakers').delete()
    parley.model.reset()
    parley.model.behave(({ model }) => ({
      text: model === 'test-model' ? 'Delivery costs 4.90 euros, by drone [1].' : REFUSED,
    }))
  })

  /** Asks an agent with this `grounding_model`. @returns the reply and the models that were asked */
  async function ask(grounding_model: string | null) {
    const agent = await parley.client.makeAgent({ grounding_model })
    expect(agent.grounding_model).to.equal(grounding_model)
    const { id } = await parley.client.makeConversation({ agent_id: agent.id })
    const reply = (await parley.client.say(id, QUESTION)).body.data
    return { agent, reply, asked: parley.model.requests.map(({ model }) => model) }
  }
  const patch = (id: string, fields: object) =>
    parley.client.send('PATCH', `/api/v1/agents/${id}`, JSON.stringify(fields), {
      'Content-Type': 'application/json',
    })

  it("is the service's by default", async () => {
    const { reply, asked } = await ask(null)
    expect(asked).to.deep.equal(['test-model', 'judge'])
    expect(reply.grounded).to.equal(false)
  })

  it('is the one that the agent names, and counts in the usage of the reply', async () => {
    const { reply, asked } = await ask('openai:strict')
    expect(asked).to.deep.equal(['test-model', 'strict'])
    expect(reply.grounded).to.equal(false)
    expect(reply.usage).to.include({ input_tokens: 22, output_tokens: 14 })
  })

  it('is none if the agent wants none', async () => {
    const { reply, asked } = await ask('off')
    expect(asked).to.deep.equal(['test-model'])
    expect(reply.grounded).to.equal(true)
  })

  it('may be of a connection, which is kept as long as the agent names it', async () => {
    own.reply = REFUSED
    const { agent, reply, asked } = await ask('mine:small')
    expect(asked).to.deep.equal(['test-model'])
    expect(reply.grounded).to.equal(false)
    const owner = await signedIn(parley, parley.client, 'owner')
    const { id } = await parley.db('connections').where({ name: 'mine' }).first()
    const path = `/api/v1/connections/${id}`
    const refused = await request(parley.client.address, 'DELETE', path, owner.headers)
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'connection_in_use'])
    expect(refused.body.data.agents).to.deep.equal([{ id: agent.id, name: 'Ada' }])
  })

  it("is also an unsaved setting's, and cleared by null", async () => {
    const { agent } = await ask('off')
    const trial = async (settings: object) =>
      (
        await parley.client.post(`/api/v1/agents/${agent.id}/trials`, {
          question: QUESTION,
          settings,
        })
      ).body.data.grounded
    expect(await trial({})).to.equal(true)
    expect(await trial({ grounding_model: 'openai:strict' })).to.equal(false)
    expect((await patch(agent.id, { grounding_model: null })).body.data).to.include({
      grounding_model: null,
    })
    expect(await trial({})).to.equal(false)
  })

  it('is refused if the agent cannot reach it, or if it checks nothing', async () => {
    const { id } = await parley.client.makeAgent()
    for (const [grounding_model, detail] of [
      ['anthropic:claude', 'must start with openai: or with the name of a connection'],
      ['builtin:extractive', 'must name another model: this one checks nothing'],
      [
        'gone:small',
        'names a connection gone, which does not exist: create it first, or name another connection',
      ],
    ]) {
      const { status, body } = await patch(id, { grounding_model })
      expect(status, grounding_model).to.equal(422)
      expect(body.data.errors).to.deep.equal([
        { field: 'grounding_model', code: 'model_not_configured', detail },
      ])
    }
    for (const wrong of ['on', 'judge', '', 1])
      expect((await patch(id, { grounding_model: wrong })).status, `${wrong}`).to.equal(422)
  })

  it('needs a price under a budget in money', async () => {
    await parley.client.makeAgent({ grounding_model: 'openai:unheard-of' })
    const owner = await signedIn(parley, parley.client, 'owner')
    const budget = { scope: 'organization', unit: 'usd', period: 'month', amount: 10 }
    const { address } = parley.client
    const { status, body } = await request(
      address,
      'POST',
      '/api/v1/budgets',
      owner.headers,
      budget,
    )
    expect(status).to.equal(422)
    expect(body.detail).to.contain('openai:unheard-of').and.not.to.contain('off')
  })
})
