import { expect } from 'chai'
import { formWith, makePng } from '../../support/data/attachments.ts'
import { bearer, mintToken, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const PNG = makePng(128, 128)
const PATH = '/api/v1/account/photo'

describe('photos of people', () => {
  let parley: Parley
  let anna: SignedIn
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    anna = await signedIn(parley, parley.client, 'viewer')
  })

  const as = (who: SignedIn, method: string, path: string, body?: object) =>
    request(parley.client.address, method, path, who.headers, body)
  const put = (who: SignedIn, bytes: Buffer | string, name = 'anna.png'): Promise<Answer> =>
    as(who, 'PUT', PATH, formWith(bytes, name))
  const photoOf = async (who: SignedIn): Promise<string> =>
    (await put(who, PNG)).body.data.user.photo
  const load = (path: string) =>
    fetch(parley.client.address + path, { headers: { Origin: 'https://shop.example' } })

  it('are set by each user, and readable with their path', async () => {
    const stored = await put(anna, PNG)
    expect(stored.status, JSON.stringify(stored.body)).to.equal(200)
    const { photo } = stored.body.data.user
    expect(photo).to.match(/^\/photos\/[\w-]{24}$/)
    const response = await load(photo)
    expect(response.status).to.equal(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).to.equal(true)
    expect(Object.fromEntries(response.headers)).to.include({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600, immutable',
    })
    expect(response.headers.get('access-control-allow-credentials')).to.equal(null)
    const people = (await as(anna, 'GET', '/api/v1/users?limit=100')).body.data as any[]
    expect(people.find(({ id }) => id === anna.user.id).photo).to.equal(photo)
    expect((await as(anna, 'GET', '/dashboard/session')).body.data.user.photo).to.equal(photo)
  })

  it('get a new path each time, and are gone when replaced, removed, or with their user', async () => {
    const first = await photoOf(anna)
    const second = await photoOf(anna)
    expect(second).not.to.equal(first)
    expect((await load(first)).status).to.equal(404)
    expect((await load(second)).status).to.equal(200)
    const removed = await as(anna, 'DELETE', PATH)
    expect([removed.status, removed.body.data.user.photo]).to.deep.equal([200, null])
    expect((await load(second)).status).to.equal(404)
    expect((await as(anna, 'DELETE', PATH)).status).to.equal(200)
    const third = await photoOf(anna)
    const owner = await signedIn(parley, parley.client, 'owner')
    expect((await as(owner, 'DELETE', `/api/v1/users/${anna.user.id}`)).status).to.equal(200)
    const gone = await load(third)
    expect([gone.status, gone.headers.get('cache-control')]).to.deep.equal([404, 'no-store'])
  })

  it('are shown wherever the name is shown, in their current version', async () => {
    const { client } = parley
    const photo = await photoOf(anna)
    const visitor = bearer(await mintToken(client))
    const get = async (path: string, headers: Record<string, string> = client.authorization) =>
      (await request(client.address, 'GET', path, headers)).body.data
    const agent_id = (await client.makeAgent()).id
    const opened = await request(client.address, 'POST', '/api/v1/sessions', visitor, { agent_id })
    const path = `/api/v1/sessions/${opened.body.data.id}`
    const editor = await signedIn(parley, client, 'editor')
    await as(editor, 'POST', `${path}/handoff`, { reason: 'takeover' })
    const theirs = await photoOf(editor)
    const said = await as(editor, 'POST', `${path}/messages`, {
      content: 'Hello.',
      role: 'human_agent',
    })
    expect(said.status, JSON.stringify(said.body)).to.equal(201)
    expect(said.body.data.author_photo).to.equal(theirs)
    await client.post(`${path}/messages`, {
      content: 'By a key.',
      role: 'human_agent',
      author: 'Zoe',
    })
    const messages = await get(`${path}/messages`, visitor)
    expect(messages.map((one: any) => one.author_photo)).to.deep.equal([theirs, null])
    expect((await get(`${path}/handoff`, visitor)).assignee).to.deep.equal({
      name: editor.user.name,
      photo: theirs,
    })
    expect((await get('/api/v1/inbox'))[0].assignee_photo).to.equal(theirs)
    const news = await get(`${path}/events?after=0`, visitor)
    expect(news.messages[0].author_photo).to.equal(theirs)
    await as(editor, 'DELETE', PATH)
    expect((await get(`${path}/messages`, visitor))[0].author_photo).to.equal(null)
    expect((await get(`${path}/handoff`, visitor)).assignee.photo).to.equal(null)
    expect((await load(photo)).status).to.equal(200)
  })

  const REFUSED: [string, Buffer | string, number, string][] = [
    ['a GIF', 'GIF89a\x01\x00\x01\x00\x00\x00\x00;', 422, 'file_type'],
    ['a page that is named as an image', '<script>alert(1)</script>', 422, 'file_type'],
    [
      'a drawing that can have scripts',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      422,
      'file_type',
    ],
    ['an image without a size', '\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR', 422, 'file_broken'],
    [
      'an image that unpacks to too much',
      makePng(8, 8, { width: 513, height: 8 }),
      422,
      'image_size',
    ],
    ['one over 64 kB', Buffer.concat([PNG, Buffer.alloc(64 * 1024)]), 413, ''],
  ]
  for (const [what, bytes, status, code] of REFUSED)
    it(`are refused with ${status} for ${what}`, async () => {
      const before = await photoOf(anna)
      const file = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
      const refused = await put(anna, file)
      expect(refused.status).to.equal(status)
      if (code) expect(refused.body.data.errors[0]).to.include({ field: 'file', code })
      else expect(refused.body.detail).to.contain('64 kB')
      expect((await load(before)).status).to.equal(200)
    })

  it('have their changes audited by user, without the picture', async () => {
    const photo = await photoOf(anna)
    await as(anna, 'DELETE', PATH)
    const events = await parley.db('audit_events').where({ actor_id: anna.user.id }).orderBy('id')
    expect(events.map(({ action, changes }) => [action, changes])).to.deep.equal([
      ['user.changed', { photo: { before: null, after: photo } }],
      ['user.changed', { photo: { before: photo, after: null } }],
    ])
  })
})
