import { expect } from 'chai'
import { MAX_CONTRADICTIONS, saveContradictions } from '../../../shared/knowledge/contradictions.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const LIST = '/api/v1/knowledge/contradictions'
const QUESTION = 'How long does delivery take?'

describe('contradictions in the knowledge', () => {
  let parley: Parley
  let client: Client
  let agent: { id: string }
  let pair: string
  let file: string
  const add = async (path: string, fields: object): Promise<string> =>
    (await client.post(`/api/v1/knowledge/${path}`, fields)).body.data.id
  const listed = async (of = client) => (await of.get(LIST)).body.data
  const figures = async () =>
    (await listed()).map(({ statements }: any) =>
      statements.map(({ figures }: any) => figures.join()).sort(),
    )

  before(async () => {
    parley = await startParley()
    client = parley.client
    agent = await client.makeAgent()
    parley.model.behave(() => ({ text: 'Delivery takes 3 days [1].' }))
    pair = await add('qa', { question: QUESTION, answer: 'Delivery takes 3 days.' })
    file = await add('files', {
      title: 'Terms',
      summary: 'Delivery takes 5 days. Returns are free.',
    })
  })
  after(() => parley.stop())

  /** Asks, and returns the path of the reply. */
  async function ask(more: object = {}): Promise<string> {
    const { id } = await client.makeConversation({ agent_id: agent.id })
    const path = `/api/v1/conversations/${id}/messages`
    const { status, body } = await client.post(path, { content: QUESTION, ...more })
    expect(status).to.equal(201)
    return `${path}/${body.data.id}`
  }
  const change = (summary: string) =>
    client.send('PATCH', `/api/v1/knowledge/files/${file}`, JSON.stringify({ summary }), {
      'Content-Type': 'application/json',
    })
  const some = () => eventually(async () => (await listed()).length > 0)

  it('are shown in the trace of a reply, and once in the list, however often they are found', async () => {
    const trace = await client.get(`${await ask({ trace: true })}/trace`)
    expect(trace.body.data.contradictions).to.deep.equal([
      {
        statements: [
          {
            knowledge_id: pair,
            number: 1,
            sentence: 'Delivery takes 3 days.',
            figures: ['3 days'],
          },
          {
            knowledge_id: file,
            number: 2,
            sentence: 'Delivery takes 5 days.',
            figures: ['5 days'],
          },
        ],
      },
    ])
    await some()
    await ask({ trace: true })
    const { status, body } = await client.get(LIST)
    expect([status, body.data.length]).to.deep.equal([200, 1])
    expect(body.data[0].statements).to.have.deep.members([
      {
        knowledge_id: pair,
        kind: 'qa',
        title: QUESTION,
        url: null,
        sentence: 'Delivery takes 3 days.',
        figures: ['3 days'],
      },
      {
        knowledge_id: file,
        kind: 'file',
        title: 'Terms',
        url: null,
        sentence: 'Delivery takes 5 days.',
        figures: ['5 days'],
      },
    ])
  })

  it('are in no list of another organization, which cannot dismiss them', async () => {
    const theirs = await parley.another('Their organization')
    expect(await listed(theirs)).to.deep.equal([])
    const [{ id }] = await listed()
    expect((await theirs.send('DELETE', `${LIST}/${id}`)).status).to.equal(404)
    expect(await listed()).to.have.length(1)
  })

  it('are gone after an entry is changed, and are found again without a trace', async () => {
    await change('Delivery takes 3 days.')
    expect(await listed()).to.deep.equal([])
    await ask()
    await change('Delivery takes 7 days.')
    expect(await listed()).to.deep.equal([])
    await ask()
    await some()
    expect(await figures()).to.deep.equal([['3 days', '7 days']])
  })

  it('stay dismissed after the same sentences are indexed anew, and keep no text', async () => {
    const [{ id }] = await listed()
    expect((await client.send('DELETE', `${LIST}/${id}`)).status).to.equal(200)
    expect((await client.send('DELETE', `${LIST}/${id}`)).status).to.equal(404)
    const [row] = await parley.db('knowledge_contradictions').where({ id })
    expect(row).to.include({ sentence: '', other_sentence: '' })
    await client.post(`/api/v1/knowledge/files/${file}/reindex`, {})
    const found = (sentence: string, entry_id: string) => ({ entry_id, sentence, figures: [] })
    const chunkOf = async (entry_id: string) =>
      (await parley.db('chunks').where({ entry_id }).first()).id
    const [one, other] = [
      { ...found('Delivery takes 3 days.', pair), chunk_id: await chunkOf(pair) },
      { ...found('Delivery takes 7 days.', file), chunk_id: await chunkOf(file) },
    ]
    await saveContradictions(parley.db, client.organizationId, [
      [one, other],
      [other, one],
    ])
    expect(await listed()).to.deep.equal([])
    const event = await parley
      .db('audit_events')
      .where({ action: 'contradiction.dismissed' })
      .first()
    expect(event).to.include({ target_id: id })

    const gone = { ...other, sentence: 'Delivery takes 9 days.', chunk_id: '0' }
    await saveContradictions(parley.db, client.organizationId, [[one, gone]])
    expect(await listed(), 'of a chunk that is gone').to.deep.equal([])

    for (let days = 10; days <= MAX_CONTRADICTIONS + 20; days += 10)
      await saveContradictions(
        parley.db,
        client.organizationId,
        Array.from({ length: 10 }, (_, n) => [
          one,
          { ...other, sentence: `Delivery takes ${days + n} days.` },
        ]),
      )
    const rows = await parley
      .db('knowledge_contradictions')
      .where({ organization_id: client.organizationId })
    expect(rows).to.have.length(MAX_CONTRADICTIONS)
  })

  it('are deleted with their entry', async () => {
    expect((await listed()).length).to.be.above(0)
    await client.send('DELETE', `/api/v1/knowledge/qa/${pair}`)
    expect(await listed()).to.deep.equal([])
    expect(
      await parley.db('knowledge_contradictions').where({ organization_id: client.organizationId }),
    ).to.have.length(0)
  })
})
