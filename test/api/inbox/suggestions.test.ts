import { expect } from 'chai'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { makeMoment } from '../../support/servers/model.ts'

onOneQueue('a suggested answer', (backend) => {
  let parley: Parley
  let editor: SignedIn
  before(async () => {
    parley = await startParley({ backend })
    editor = await signedIn(parley, parley.client, 'editor')
    await parley.client.post('/api/v1/knowledge/qa', {
      question: 'What does delivery cost?',
      answer: 'Delivery costs 4.90 euros.',
    })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  const suggest = (id: string) =>
    request(parley.client.address, 'POST', `/api/v1/conversations/${id}/suggestion`, editor.headers)
  async function handedOff(): Promise<string> {
    const { id } = await parley.client.makeConversation()
    await parley.client.post(`/api/v1/conversations/${id}/handoff`, {})
    return id
  }
  const messagesOf = async (id: string) =>
    (await parley.client.get(`/api/v1/conversations/${id}/messages?visibility=all`)).body
      .data as any[]

  it("is the agent's answer to the last question, with its sources, and no message", async () => {
    const { client, model } = parley
    const id = await handedOff()
    await client.say(id, 'I am Zoë.')
    const said = { role: 'human_agent', author: 'Anna' }
    await client.post(`/api/v1/conversations/${id}/messages`, { content: 'Hello Zoë.', ...said })
    const note = { ...said, visibility: 'internal', content: 'A secret note.' }
    await client.post(`/api/v1/conversations/${id}/messages`, note)
    await client.say(id, 'What does delivery cost?')
    const before = await messagesOf(id)
    model.behave(() => ({ text: 'Delivery costs 4.90 euros [1].' }))
    const { status, body } = await suggest(id)
    expect(status).to.equal(201)
    expect(body.data).to.include({ status: 'completed', grounded: true })
    expect(body.data.content).to.contain('4.90 euros')
    expect(body.data.citations.map(({ quote }: any) => quote)).to.deep.equal([
      'Delivery costs 4.90 euros.',
    ])
    const prompt = JSON.stringify(model.requests.at(-1))
    expect(prompt).to.contain('I am Zoë.').and.to.contain('Hello Zoë.')
    expect(prompt).not.to.contain('A secret note.')
    expect(await messagesOf(id)).to.deep.equal(before)
  })

  it('is refused while the customer has asked nothing', async () => {
    const { status, body } = await suggest(await handedOff())
    expect(status).to.equal(404)
    expect(body.detail).to.contain('asked nothing')
  })

  it('is deleted with its chat, also if a worker ends it afterwards', async () => {
    const { client, db, model } = parley
    const id = await handedOff()
    await client.say(id, 'What does delivery cost?')
    const asked = async () => db('agent_trials').where({ thread_id: id })
    expect((await suggest(id)).status).to.equal(201)
    expect(await asked()).to.have.length(1)
    const [asking, held] = [makeMoment(), makeMoment()]
    model.behave(() => {
      asking.come()
      return { text: 'Delivery costs 4.90 euros [1].', after: held.promise }
    })
    const second = suggest(id)
    await asking.promise
    const trials = await asked()
    expect(trials).to.have.length(2)
    expect((await client.send('DELETE', `/api/v1/conversations/${id}`)).status).to.equal(200)
    held.come()
    expect((await second).status).to.equal(404)
    expect(await asked()).to.deep.equal([])
    const ids = trials.map((trial: { id: string }) => trial.id)
    await eventually(async () => (await db('open_jobs').whereIn('id', ids)).length === 0)
  })

  it('that fails says why', async () => {
    const id = await handedOff()
    await parley.client.say(id, 'What does delivery cost?')
    parley.model.behave(() => ({ status: 401 }))
    const { status, body } = await suggest(id)
    expect(status).to.equal(201)
    expect(body.data).to.include({ status: 'failed', content: null })
    expect(body.data.error.code).to.be.a('string')
  })
})
