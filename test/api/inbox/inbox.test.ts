import { expect } from 'chai'
import { makePng, upload } from '../../support/data/attachments.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('the inbox', () => {
  let parley: Parley
  let ada: SignedIn
  let ben: SignedIn
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    // Each test has a new inbox.
    parley.client = await parley.another(`Inbox ${++made}`)
    ada = await signedIn(parley, parley.client, 'editor')
    ben = await signedIn(parley, parley.client, 'owner')
  })
  let made = 0

  const as = (who: SignedIn, method: string, path: string, body?: object) =>
    request(parley.client.address, method, path, who.headers, body)
  const pathOf = (id: string) => `/api/v1/conversations/${id}`
  const listed = async (who: SignedIn, query = '') =>
    (await as(who, 'GET', `/api/v1/inbox${query}`)).body.data as any[]
  const countsOf = async (who: SignedIn) => (await as(who, 'GET', '/api/v1/inbox/counts')).body.data
  const idsOf = async (who: SignedIn, query = '') => (await listed(who, query)).map(({ id }) => id)
  const ask = (id: string, content: string) => parley.client.say(id, content)
  const answer = (who: SignedIn, id: string, content: string, more: object = {}) =>
    as(who, 'POST', `${pathOf(id)}/messages`, { content, role: 'human_agent', ...more })
  const take = (who: SignedIn, id: string, user = who.user.id) =>
    as(who, 'POST', `${pathOf(id)}/assign`, { user_id: user })
  async function waiting(content = 'Is a person there?', more: object = {}): Promise<string> {
    const { id } = await parley.client.makeConversation(more)
    await parley.client.post(`${pathOf(id)}/handoff`, {
      reason: 'customer_request',
      note: 'A broken lamp.',
    })
    await ask(id, content)
    return id
  }

  it('shows the customer, the reason of the handoff, and the messages of a thread', async () => {
    const { client } = parley
    const context = await client.post('/api/v1/contexts', {
      user_reference: 'c-1',
      traits: { name: 'Zoë' },
    })
    const id = await waiting('My lamp is broken.', { user_context_id: context.body.data.id })
    await ask(id, 'Hello?')
    const [item, ...others] = await listed(ada)
    expect(others).to.deep.equal([])
    expect(item).to.include({
      id,
      object: 'thread',
      kind: 'conversation',
      customer_name: 'Zoë',
      is_test: false,
      first_question: 'My lamp is broken.',
      reason: 'customer_request',
      note: 'A broken lamp.',
      requested_by: 'key',
      assignee_id: null,
      assignee_name: null,
      first_reply_at: null,
      waiting_since: item.requested_at,
    })
    expect(item.last_message).to.deep.equal({ role: 'user', text: 'Hello?' })
    await answer(ada, id, 'Only for us.', { visibility: 'internal' })
    expect((await listed(ada))[0]).to.include({
      assignee_id: null,
      waiting_since: item.requested_at,
    })
    await answer(ada, id, 'I send a new one.')
    const [answered] = await listed(ada)
    expect(answered).to.include({ assignee_id: ada.user.id, assignee_name: ada.user.name })
    expect(answered.waiting_since).to.equal(null)
    expect(answered.last_message).to.deep.equal({ role: 'human_agent', text: 'I send a new one.' })
    await ask(id, 'Thank you. When?')
    const [asked] = await listed(ada)
    expect(asked.waiting_since > item.waiting_since).to.equal(true)
  })

  it('shows what the customer said last, and the files that came with it', async () => {
    const { client } = parley
    const { id: agent_id } = await client.makeAgent({ allow_attachments: true })
    const id = await waiting('My lamp is broken.', { agent_id })
    const file = async (name: string) => {
      const uploaded = await upload(client, { id, object: 'conversation' }, makePng(2, 2), name)
      return uploaded.body.data.id as string
    }
    const last = async () => (await listed(ada))[0].last_question
    const say = (content: string, attachments: string[]) =>
      client.post(`${pathOf(id)}/messages`, { content, attachments })
    await answer(ada, id, 'Show me, please.')
    expect(await last()).to.deep.include({ text: 'My lamp is broken.', files: [] })
    await say('Look:', [await file('lamp.png')])
    expect(await last()).to.deep.include({ text: 'Look:', files: ['lamp.png'] })
    // A chat sends the names of files in place of words.
    const sent = await say('a.png, b.png', [await file('a.png'), await file('b.png')])
    expect(await last()).to.deep.equal({
      id: sent.body.data.id,
      text: '',
      files: ['a.png', 'b.png'],
      created_at: sent.body.data.created_at,
    })
  })

  it('is unread for each user until they have read it, or a person has answered', async () => {
    const id = await waiting('One?')
    const unread = async (who: SignedIn) => (await listed(who))[0].is_unread
    const newest = async () =>
      (await parley.client.get(`${pathOf(id)}/messages?order=desc`)).body.data[0].id
    const read = (who: SignedIn, message_id: string) =>
      as(who, 'PUT', `${pathOf(id)}/read`, { message_id })
    const first = await newest()
    expect(await unread(ada)).to.equal(true)
    expect((await read(ada, first)).status).to.equal(200)
    expect([await unread(ada), await unread(ben)]).to.deep.equal([false, true])
    await ask(id, 'Two?')
    expect(await unread(ada)).to.equal(true)
    await read(ada, await newest())
    // An earlier message, as a slow tab of the same user sends it.
    await read(ada, first)
    expect(await unread(ada)).to.equal(false)
    await answer(ben, id, 'Only for us.', { visibility: 'internal' })
    expect(await unread(ben)).to.equal(true)
    await answer(ben, id, 'Yes.')
    expect(await unread(ben)).to.equal(false)
    const { data } = (await parley.client.get('/api/v1/inbox')).body
    expect(data[0].is_unread, 'for a key').to.equal(null)
    const { id: other } = await parley.client.makeConversation()
    const elsewhere = await as(ada, 'PUT', `${pathOf(other)}/read`, { message_id: first })
    expect(elsewhere.status).to.equal(404)
  })

  it('begins with the customer who has waited longest, and ends with those who do not wait', async () => {
    const [first, second, third] = [await waiting(), await waiting(), await waiting()]
    await answer(ben, second, 'Hello.')
    expect(await idsOf(ada)).to.deep.equal([first, third, second])
    await answer(ben, first, 'Hello.')
    expect(await idsOf(ada)).to.deep.equal([third, first, second])
    await ask(second, 'Still there?')
    expect(await idsOf(ada)).to.deep.equal([third, second, first])
    expect(await idsOf(ada, '?filter=waiting')).to.deep.equal([third, second])
  })

  it('is read page by page, past the last waiting customer', async () => {
    const ids = [
      await waiting(),
      await waiting(),
      await waiting(),
      await waiting(),
      await waiting(),
    ]
    for (const id of ids.slice(0, 2)) await answer(ben, id, 'Hello.')
    const all = await idsOf(ada)
    const paged: string[] = []
    let after = ''
    do {
      const { body } = await as(ada, 'GET', `/api/v1/inbox?limit=2${after && `&after=${after}`}`)
      paged.push(...body.data.map(({ id }: any) => id))
      after = body.pagination.next_cursor
      expect(body.pagination.has_more).to.equal(Boolean(after))
    } while (after)
    expect(paged).to.deep.equal(all)
    expect(all).to.deep.equal([ids[2], ids[3], ids[4], ids[0], ids[1]])
  })

  it("has views for unassigned threads and for the reader's own, and counts them", async () => {
    const [free, mine, theirs, answered] = [
      await waiting(),
      await waiting(),
      await waiting(),
      await waiting(),
    ]
    await take(ada, mine)
    await take(ben, theirs)
    await answer(ada, answered, 'Hello.')
    expect(await idsOf(ada, '?filter=unassigned')).to.deep.equal([free])
    expect(await idsOf(ada, '?filter=mine')).to.deep.equal([mine, answered])
    expect(await idsOf(ben, '?filter=mine')).to.deep.equal([theirs])
    const [, since] = await listed(ada)
    const { waiting_since } = since
    expect(await countsOf(ada)).to.deep.equal({
      unassigned: 1,
      mine: 2,
      waiting: 3,
      all: 4,
      due: 2,
      due_since: waiting_since,
      to_decide: 0,
    })
    expect(await countsOf(ben)).to.include({ mine: 1, due: 2 })
    const keys = await parley.client.get('/api/v1/inbox/counts')
    expect(keys.body.data).to.include({ mine: 0, all: 4, due: 1 })
    const refused = await parley.client.get('/api/v1/inbox?filter=mine')
    expect(refused.status).to.equal(422)
    expect(refused.body.data.errors[0].field).to.equal('filter')
  })

  it("leaves out returned threads, closed threads, and other organizations'", async () => {
    const [returned, closed, left] = [await waiting(), await waiting(), await waiting()]
    await as(ada, 'POST', `${pathOf(returned)}/return`, {})
    await as(ada, 'PATCH', pathOf(closed), { status: 'closed' })
    expect(await idsOf(ada)).to.deep.equal([left])
    expect(await countsOf(ada)).to.include({ all: 1, unassigned: 1 })
    const stranger = await signedIn(parley, await parley.another(`Stranger ${made}`), 'owner')
    expect(await listed(stranger)).to.deep.equal([])
    expect(await countsOf(stranger)).to.include({ all: 0, due_since: null })
  })

  it('shows a thread that a person took over, without a waiting customer', async () => {
    const { id } = await parley.client.makeConversation()
    await as(ada, 'POST', `${pathOf(id)}/handoff`, { reason: 'takeover' })
    expect((await listed(ada))[0]).to.include({ id, reason: 'takeover', waiting_since: null })
    await ask(id, 'Hello?')
    expect((await listed(ada))[0].waiting_since).to.be.a('string')
  })

  it('lets people pass on their own chats, and nobody else’s', async () => {
    const id = await waiting()
    await take(ada, id)
    const taken = await take(ben, id)
    expect(taken.status).to.equal(409)
    expect(taken.body).to.include({ code: 'already_assigned' })
    expect(taken.body.data).to.deep.equal({ assignee_id: ada.user.id })
    expect((await take(ada, id, ben.user.id)).body.data.assignee_id).to.equal(ben.user.id)
    expect((await take(ada, id)).status).to.equal(409)
    const byKey = await parley.client.post(`${pathOf(id)}/assign`, { user_id: ada.user.id })
    expect(byKey.status).to.equal(409)
  })

  for (const [what, leave] of [
    [
      'is deactivated',
      (id: string) => as(ben, 'PATCH', `/api/v1/users/${id}`, { is_active: false }),
    ],
    [
      'becomes a viewer',
      (id: string) => as(ben, 'PATCH', `/api/v1/users/${id}`, { role: 'viewer' }),
    ],
    ['is removed', (id: string) => as(ben, 'DELETE', `/api/v1/users/${id}`)],
  ] as const)
    it(`returns the chats of a person who ${what} to everybody`, async () => {
      const [id, kept, returned] = [await waiting(), await waiting(), await waiting()]
      for (const taken of [id, returned]) await take(ada, taken)
      await take(ben, kept)
      await as(ada, 'POST', `${pathOf(returned)}/return`, {})
      const handoffOf = async (of: string) =>
        (await parley.client.get(`${pathOf(of)}/handoffs`)).body.data[0]
      const before = await handoffOf(returned)
      expect(await countsOf(ben)).to.include({ unassigned: 0, due: 1 })
      await parley.db('handoffs').where({ thread_id: id }).update({ notified_at: new Date() })
      expect((await leave(ada.user.id)).status).to.equal(200)
      expect(await handoffOf(id)).to.include({
        assignee_id: null,
        assigned_at: null,
        returned_at: null,
      })
      expect(await countsOf(ben)).to.include({ unassigned: 1, mine: 1, due: 2 })
      if (what !== 'is removed') expect(await handoffOf(returned)).to.deep.equal(before)
      const [{ notified_at }] = await parley.db('handoffs').where({ thread_id: id })
      expect(notified_at, 'people are mailed again').to.equal(null)
      expect((await take(ben, id)).status).to.equal(200)
    })

  it('assigns no chat to a viewer or a removed user, whoever asks', async () => {
    const id = await waiting()
    const viewer = await signedIn(parley, parley.client, 'viewer')
    const assign = (user_id: string) => parley.client.post(`${pathOf(id)}/assign`, { user_id })
    for (const refused of [await take(ben, id, viewer.user.id), await assign(viewer.user.id)]) {
      expect(refused.status).to.equal(422)
      expect(refused.body.code).to.equal('validation_failed')
      expect(refused.body.data.errors[0]).to.include({ field: 'user_id', code: 'viewer' })
    }
    await as(ben, 'PATCH', `/api/v1/users/${ada.user.id}`, { is_active: false })
    expect((await assign(ada.user.id)).status).to.equal(404)
    expect((await listed(ben))[0].assignee_id).to.equal(null)
  })

  it('leaves no chat with a person who takes chats while they are deactivated', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => waiting()))
    const assign = (id: string) =>
      parley.client.post(`${pathOf(id)}/assign`, { user_id: ada.user.id })
    const away = () => as(ben, 'PATCH', `/api/v1/users/${ada.user.id}`, { is_active: false })
    const [left, ...taken] = await Promise.all([away(), ...ids.map(assign)])
    expect(left.status).to.equal(200)
    for (const { status } of taken) expect(status).to.be.oneOf([200, 404])
    expect(await countsOf(ben)).to.include({ unassigned: 6, all: 6 })
  })

  it('can be read by viewers, who cannot answer', async () => {
    const id = await waiting()
    const viewer = await signedIn(parley, parley.client, 'viewer')
    expect(await idsOf(viewer)).to.deep.equal([id])
    for (const { status, body } of [
      await answer(viewer, id, 'Hello.'),
      await take(viewer, id),
      await as(viewer, 'POST', `${pathOf(id)}/return`, {}),
      await as(viewer, 'POST', `${pathOf(id)}/suggestion`),
    ]) {
      expect(status).to.equal(403)
      expect(body.code).to.equal('scope')
    }
  })
})
