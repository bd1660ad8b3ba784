import { expect } from 'chai'
import { v4, v7 } from 'uuid'
import { makeOwn, type Own, sampleFor, send } from '../../support/data/samples.ts'
import { ROUTES, signedIn } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/**
 * Lists whose pages continue after a record. The feed of events and the messages of a thread have
 * other rules.
 */
const LISTS = ROUTES.filter(
  ({ method, metadata }) =>
    method === 'GET' &&
    (metadata.query?.properties as any)?.after?.format === 'uuid' &&
    !/Messages$|^listEvents$/.test(metadata.id ?? ''),
)

describe('the cursor of a list', () => {
  let parley: Parley
  let mine: Own
  before(async () => {
    parley = await startParley({ workers: false })
    mine = await makeOwn(parley, parley.client)
  })
  after(() => parley.stop())

  it('is validated at every list', () => expect(LISTS).to.have.length.above(20))

  for (const route of LISTS)
    it(`of ${route.name} is the id of a record of its kind, also of a deleted record`, async () => {
      const { client } = mine
      const owner = await signedIn(parley, client, 'owner')
      const isForKeys = route.metadata.credentials?.includes('application')
      const sample = await sampleFor(route, mine)
      const answerAfter = async (after: string, query = {}) => {
        const asked = { ...sample, query: { ...sample.query, after, ...query } }
        return send(client.address, route, asked, isForKeys ? client.authorization : owner.headers)
      }
      expect((await answerAfter(sample.query!.after!)).status).to.equal(200)
      const session = await client.makeSession()
      const other = route.metadata.id === 'listSessions' ? session.agent_id : session.id
      for (const wrong of [v4(), other, v7({ msecs: Date.now() + 86_400_000 }), 'garbage', '']) {
        const { status, body } = await answerAfter(wrong)
        expect([status, body.data?.errors?.[0].code], wrong).to.deep.equal([422, 'cursor'])
        expect(body.detail).to.contain('next_cursor')
      }
      const isSorted = route.metadata.id === 'listWebhookDeliveries'
      expect((await answerAfter(v7())).status).to.equal(isSorted ? 410 : 200)
    })

  it('continues after a record that was deleted in between', async () => {
    const { client } = mine
    const ids: string[] = []
    for (let nth = 0; nth < 5; nth++) ids.push((await client.makeAgent()).id)
    const first = await client.get('/api/v1/agents?limit=2&order=desc')
    const { next_cursor } = first.body.pagination
    await client.send('DELETE', `/api/v1/agents/${next_cursor}`)
    const second = await client.get(`/api/v1/agents?limit=2&order=desc&after=${next_cursor}`)
    expect(second.body.data.map(({ id }: any) => id)).to.deep.equal([ids[2], ids[1]])
  })

  it('is gone with its record if a list is sorted by a column', async () => {
    const { client } = mine
    const qa = { question: 'Why?', answer: 'So.' }
    const later = { Prefer: 'respond-async' }
    const { id } = (await client.post('/api/v1/knowledge/qa', qa, later)).body.data
    await client.post('/api/v1/knowledge/delete', { ids: [id] })
    const { status, body } = await client.get(`/api/v1/knowledge?sort=title&after=${id}`)
    expect([status, body.code]).to.deep.equal([410, 'cursor_expired'])
  })
})
