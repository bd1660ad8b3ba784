import { expect } from 'chai'
import { makePdf } from '../../support/data/documents.ts'
import { signedIn } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('POST /api/v1/agents/{id}/retrieve', () => {
  let parley: Parley
  let agent: string
  before(async () => {
    parley = await startParley()
    agent = (await parley.client.makeAgent()).id
  })
  after(() => parley.stop())

  const path = (id = agent) => `/api/v1/agents/${id}/retrieve`
  const retrieve = async (body: object) => (await parley.client.post(path(), body)).body.data
  const upload = async (
    content: string | Buffer,
    name: string,
    fields: Record<string, string> = {},
  ) => {
    const { headers } = await signedIn(parley, parley.client, 'owner')
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append(
      'file',
      new Blob([typeof content === 'string' ? content : new Uint8Array(content)]),
      name,
    )
    const response = await fetch(`${parley.client.address}/knowledge-base/`, {
      method: 'POST',
      headers,
      body: form,
    })
    const { data } = (await response.json()) as any
    expect(data.status, JSON.stringify(data.error)).to.equal('ready')
    return data
  }
  const chunksOf = (entry_id: string) => parley.db('chunks').where({ entry_id }).orderBy('position')

  it('gives the passages of a question, best first, with scores', async () => {
    const pair = await parley.client.post('/api/v1/knowledge/qa', {
      question: 'When do you close?',
      answer: 'At nine.',
    })
    await parley.client.post('/api/v1/knowledge/qa', {
      question: 'Do you close on Sundays?',
      answer: 'No.',
    })
    const [first, second, ...more] = await retrieve({ question: 'when do you close' })
    expect(first).to.deep.equal({
      knowledge_id: pair.body.data.id,
      kind: 'qa',
      title: 'When do you close?',
      url: null,
      heading: '',
      page: null,
      text: 'When do you close?\nAt nine.',
      score: first.score,
    })
    expect(second.text).to.contain('Sundays')
    expect(first.score).to.be.at.least(second.score)
    expect(more).to.deep.equal([])
  })

  it('accepts a limit from 1 to 20, by default 6 @long', async () => {
    for (let n = 0; n < 8; n++)
      await parley.client.post('/api/v1/knowledge/qa', {
        question: `Lantern ${n}?`,
        answer: 'Yes.',
      })
    expect(await retrieve({ question: 'lantern' })).to.have.length(6)
    expect(await retrieve({ question: 'lantern', limit: 2 })).to.have.length(2)
    expect(await retrieve({ question: 'lantern', limit: 20 })).to.have.length(8)
    for (const limit of [0, 21, 1.5, '2'])
      expect((await parley.client.post(path(), { question: 'lantern', limit })).status).to.equal(
        422,
      )
    expect((await parley.client.post(path(), { question: ' ' })).status).to.equal(422)
  })

  it('finds a text by the headings above it @long', async () => {
    await upload(
      '# Returns\n\nWrite to us first.\n\n## Within 30 days\n\nSend it back unopened.\n\n## Later\n\nWe mend it.',
      'returns.md',
    )
    const [found] = await retrieve({ question: 'returns within 30 days' })
    expect(found).to.include({
      heading: 'Returns › Within 30 days',
      text: 'Send it back unopened.',
    })
    const [byTitle] = await retrieve({ question: 'later' })
    expect(byTitle).to.include({ heading: 'Returns › Later', text: 'We mend it.' })
  })

  it("uses the agent's language if a question is too short", async () => {
    const { id } = (await parley.client.post('/api/v1/agents', { name: 'Ada', language: 'de' }))
      .body.data
    await parley.client.post('/api/v1/knowledge/qa', {
      question: 'Öffnungszeiten',
      answer: 'Von neun bis fünf.',
      agent_id: id,
    })
    const { language } = await parley
      .db('chunks')
      .orderBy('language')
      .where({ language: 'german' })
      .first()
    expect(language).to.equal('german')
    const { body } = await parley.client.post(path(id), { question: 'Öffnungszeit' })
    expect(body.data[0].text).to.contain('neun')
  })

  it("hides another organization's agents", async () => {
    const another = await parley.another('Another')
    expect((await another.post(path(), { question: 'close' })).status).to.equal(404)
  })

  describe('a file that is uploaded anew', () => {
    const paragraph = (name: string) => `${name} ${'is told at length. '.repeat(70)}`.trim()
    const text = (...names: string[]) => names.map(paragraph).join('\n\n')

    it('keeps the chunks with the same text, and the others are replaced @long', async () => {
      const { id, indexed_at } = await upload(text('Alpha', 'Beta', 'Gamma'), 'a.txt')
      const before = await chunksOf(id)
      expect(before).to.have.length(3)
      const again = await upload(text('Zeta', 'Gamma', 'Alpha'), 'a.txt', { knowledge_id: id })
      expect(Date.parse(again.indexed_at)).to.be.above(Date.parse(indexed_at))
      const after = await chunksOf(id)
      expect(after.map(({ text }) => text.slice(0, 4))).to.deep.equal(['Zeta', 'Gamm', 'Alph'])
      expect(after[1].id).to.equal(before[2].id)
      expect(after[2].id).to.equal(before[0].id)
      expect(await retrieve({ question: 'beta' })).to.deep.equal([])
      expect(await retrieve({ question: 'zeta' })).to.have.length(1)
    })

    it('shows the pages on which its passages begin, also if these moved @long', async () => {
      // A page shows some 90 letters of a line.
      const page = (name: string) =>
        `${name} is told at length, and at more length, and then at all length.\n`.repeat(20)
      const pdf = (...names: string[]) => makePdf(names.map(page))
      const { id } = await upload(pdf('Eta', 'Theta', 'Iota'), 'c.pdf')
      const before = await chunksOf(id)
      expect(before.map(({ page }) => page)).to.deep.equal([1, 2, 3])
      expect((await retrieve({ question: 'iota' }))[0]).to.include({ knowledge_id: id, page: 3 })
      await upload(pdf('Kappa', 'Eta', 'Theta', 'Iota'), 'c.pdf', { knowledge_id: id })
      const after = await chunksOf(id)
      expect(after.map(({ page }) => page)).to.deep.equal([1, 2, 3, 4])
      expect(after.slice(1).map(({ id }) => id)).to.deep.equal(before.map(({ id }) => id))
      const { body } = await parley.client.get(`/api/v1/knowledge/files/${id}/chunks`)
      expect(body.data.map(({ page }: { page: number }) => page)).to.deep.equal([1, 2, 3, 4])
      parley.model.behave(() => ({ text: 'Iota is told at length [1].' }))
      const conversation = await parley.client.makeConversation()
      const { data } = (await parley.client.say(conversation.id, 'Who is iota?')).body
      expect(data.citations[0]).to.include({ knowledge_id: id, page: 4 })
    })

    it('keeps its rows when nothing changed @long', async () => {
      const { id, indexed_at } = await upload(text('Delta', 'Delta', 'Epsilon'), 'b.txt')
      const before = await chunksOf(id)
      const postings = () =>
        parley
          .db('postings')
          .whereIn(
            'chunk_id',
            before.map(({ id }) => id),
          )
          .select(parley.db.raw('ctid::text'))
          .orderBy('ctid')
      const rows = await postings()
      const again = await upload(text('Delta', 'Delta', 'Epsilon'), 'b.txt', { knowledge_id: id })
      expect(again).to.include({ status: 'ready', chunk_count: 3 })
      expect(Date.parse(again.indexed_at)).to.be.above(Date.parse(indexed_at))
      expect(await chunksOf(id)).to.deep.equal(before)
      expect(await postings()).to.deep.equal(rows)
    })
  })
})
