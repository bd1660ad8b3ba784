import { expect } from 'chai'
import { MAX_SAVED_ANSWERS } from '../../../shared/inbox/savedAnswers.ts'
import { request, signedIn } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/api/v1/saved-answers'

describe('saved answers', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  const save = (name: string, content = 'Within three days.') =>
    parley.client.post(PATH, { name, content })

  const change = (id: string, body: object) =>
    request(parley.client.address, 'PATCH', `${PATH}/${id}`, parley.client.authorization, body)

  it('are made, listed, changed and deleted', async () => {
    const { client } = parley
    const { status, body } = await save('delivery')
    expect(status).to.equal(201)
    const { id } = body.data
    expect(body.data).to.include({
      object: 'saved_answer',
      name: 'delivery',
      content: 'Within three days.',
    })
    const changed = await change(id, { content: 'Within two days.' })
    expect(changed.body.data).to.include({ id, name: 'delivery', content: 'Within two days.' })
    expect((await client.get(PATH)).body.data).to.deep.equal([changed.body.data])
    expect((await client.send('DELETE', `${PATH}/${id}`)).status).to.equal(200)
    expect((await client.get(PATH)).body.data).to.deep.equal([])
  })

  it('are written by editors, and read by viewers', async () => {
    const { address } = parley.client
    const editor = await signedIn(parley, parley.client, 'editor')
    const viewer = await signedIn(parley, parley.client, 'viewer')
    const answer = { name: 'by an editor', content: 'Yes.' }
    expect((await request(address, 'POST', PATH, editor.headers, answer)).status).to.equal(201)
    expect((await request(address, 'GET', PATH, viewer.headers)).status).to.equal(200)
    expect((await request(address, 'POST', PATH, viewer.headers, answer)).status).to.equal(403)
  })

  it('are bounded in number', async () => {
    const full = await parley.another('A full one')
    await parley.db.raw(
      `insert into saved_answers (id, organization_id, name, content)
       select gen_random_uuid(), ?, 'answer ' || n, 'x' from generate_series(1, ?) n`,
      [full.organizationId, MAX_SAVED_ANSWERS],
    )
    const refused = await full.post(PATH, { name: 'one more', content: 'x' })
    expect(refused.status).to.equal(422)
    expect(refused.body.data.errors[0]).to.include({ field: 'name', code: 'too_many' })
  })
})
