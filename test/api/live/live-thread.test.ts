import { expect } from 'chai'
import { createKey } from '../../../shared/applications/applications.ts'
import {
  bearer,
  makeUser,
  mintToken,
  request,
  type SignedIn,
  signedIn,
  signedInAs,
} from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type EventStream, openStream } from '../../support/http/stream.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { makeMoment } from '../../support/servers/model.ts'

const LATER = { Prefer: 'respond-async' }

const named = ({ events }: EventStream, name: string) =>
  events.flatMap(({ event, data }) => (event === name ? [data] : []))
const contentsOf = (stream: EventStream) => named(stream, 'message').map(({ content }) => content)
/** Returns the id from which a client of this stream continues. */
const lastIdOf = ({ events }: EventStream) => events.findLast(({ id }) => id)!.id!

onOneQueue('the live stream of a chat', (backend) => {
  let parley: Parley
  let client: Client
  let address: string
  const streams: EventStream[] = []
  before(async () => {
    // Streams check their credentials every 0.4 s, and look by themselves every 0.6 s.
    parley = await startParley({ backend, settings: { TIME_SCALE: '0.2' } })
    client = parley.client
    address = client.address
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.leave()
  })

  async function follow(
    path: string,
    { query = '', as = client.authorization, after = '', at = address } = {},
  ): Promise<EventStream> {
    const headers: Record<string, string> = after ? { 'Last-Event-ID': after } : {}
    const stream = await openStream(
      { address: at, authorization: as } as Client,
      `${path}/events${query}`,
      {
        headers,
      },
    )
    streams.push(stream)
    if (stream.status === 200) await stream.until('ready')
    return stream
  }
  const has = (stream: EventStream, ...contents: (string | null)[]) =>
    eventually(async () => contents.every((content) => contentsOf(stream).includes(content)))
  const conversation = async () => `/api/v1/conversations/${(await client.makeConversation()).id}`
  /** Makes a visitor of the widget, and their session. */
  async function visit() {
    const token = bearer(await mintToken(client))
    const agent_id = (await client.makeAgent()).id
    const { body } = await request(address, 'POST', '/api/v1/sessions', token, { agent_id })
    return { token, path: `/api/v1/sessions/${body.data.id}` }
  }
  const say = (path: string, content: string, more: object = {}) =>
    client.post(`${path}/messages`, { content, role: 'human_agent', ...more })
  const ask = (path: string, content: string) => client.post(`${path}/messages`, { content }, LATER)

  it('sends questions, ended replies and messages of people, as the list shows them', async () => {
    const path = await conversation()
    await client.post(`${path}/messages`, { content: 'earlier' })
    const stream = await follow(path)
    const moment = makeMoment()
    parley.model.behave(() => ({ text: 'It is here.', after: moment.promise }))
    await ask(path, 'Where is it?')
    await has(stream, 'Where is it?')
    moment.come()
    await has(stream, 'It is here.')
    await client.post(`${path}/handoff`, {})
    await say(path, 'I am Anna.', { author: 'Anna' })
    await has(stream, 'I am Anna.')
    const listed = (await client.get(`${path}/messages`)).body.data
    expect(named(stream, 'message')).to.deep.equal(listed.slice(2))
  })

  it('says who answers at the beginning, and at each change', async () => {
    const { token, path } = await visit()
    const stream = await follow(path, { as: token })
    const states = (count: number) =>
      eventually(async () => named(stream, 'handoff').length === count)
    await states(1)
    await request(address, 'POST', `${path}/handoff`, token, {})
    await states(2)
    const user = await makeUser(parley, client, 'editor')
    await parley.db('users').where({ id: user.id }).update({ name: 'Anna' })
    await client.post(`${path}/assign`, { user_id: user.id })
    await states(3)
    const [agent, waiting, assigned] = named(stream, 'handoff')
    const { body } = await request(address, 'GET', `${path}/handoff`, token)
    expect(agent).to.deep.equal({
      handled_by: 'agent',
      requested_at: null,
      assignee: null,
      expected_wait_seconds: null,
      is_open: true,
      opens_at: null,
      asks_for_email: false,
      has_contact: false,
      mails_transcripts: true,
    })
    expect(waiting).to.include({ handled_by: 'human', assignee: null })
    expect(assigned).to.deep.equal({ ...waiting, assignee: { name: 'Anna', photo: null } })
    expect(body.data).to.deep.equal(assigned)
    await parley.db('handoffs').update({ unanswered_at: new Date() })
    await states(4)
    expect(named(stream, 'handoff')[3]).to.deep.equal({ ...assigned, asks_for_email: true })
    await client.post(`${path}/return`, {})
    await states(5)
    expect(named(stream, 'handoff')[4]).to.deep.equal(agent)
  })

  it('misses nothing after a cut while replies are unfinished', async () => {
    const path = await conversation()
    let stream = await follow(path)
    const moments = ['one', 'two'].map(() => makeMoment())
    parley.model.behave((_, call) => ({ text: `answer ${call}`, after: moments[call]!.promise }))
    await ask(path, 'one')
    await ask(path, 'two')
    await has(stream, 'one', 'two')
    stream.leave()
    // The first reply comes before the second question, which was already announced.
    moments[0]!.come()
    await eventually(
      async () => (await parley.db('messages').where({ content: 'answer 0' })).length > 0,
    )
    stream = await follow(path, { after: lastIdOf(stream) })
    await has(stream, 'answer 0')
    const seen = new Set(contentsOf(stream))
    stream.leave()
    moments[1]!.come()
    stream = await follow(path, { after: lastIdOf(stream) })
    await has(stream, 'answer 1')
    expect([...seen]).to.include('answer 0')
    await ask(path, 'three')
    const later = await follow(path, { query: '?after=0' })
    await has(later, 'one', 'answer 0', 'two', 'answer 1', 'three')
    const ids = named(later, 'message').map(({ id }) => id)
    expect(new Set(ids)).to.have.property('size', ids.length)
  })

  it('reads a long thread in parts, and gives the same pages without a stream @long', async () => {
    const path = await conversation()
    await client.post(`${path}/handoff`, {})
    const contents = Array.from({ length: 60 }, (_, count) => `message ${count}`)
    for (const content of contents) await say(path, content)
    const stream = await follow(path, { query: '?after=0' })
    await has(stream, contents.at(-1)!)
    expect(contentsOf(stream)).to.deep.equal(contents)
    const first = (await client.get(`${path}/events?after=0`)).body.data
    const second = (await client.get(`${path}/events?after=${first.cursor}`)).body.data
    expect([first.has_more, second.has_more]).to.deep.equal([true, false])
    expect([...first.messages, ...second.messages]).to.deep.equal(named(stream, 'message'))
    expect(second.handoff).to.deep.equal(named(stream, 'handoff')[0])
    const now = (await client.get(`${path}/events`)).body.data
    expect(now).to.deep.include({ messages: [], cursor: second.cursor, has_more: false })
  })

  it('can be replaced by requests that wait for news @long', async () => {
    const { token, path } = await visit()
    await client.post(`${path}/handoff`, {})
    const follows = async (after: string, wait: number) =>
      (await request(address, 'GET', `${path}/events?after=${after}&wait=${wait}`, token)).body.data
    const start = await follows('0', 0)
    const waiting = follows(start.cursor, 20)
    // A note that is hidden from the visitor ends no wait.
    await say(path, 'A note.', { visibility: 'internal' })
    await say(path, 'At last.')
    const news = await waiting
    expect(news.messages.map(({ content }: { content: string }) => content)).to.deep.equal([
      'At last.',
    ])
    const returning = follows(news.cursor, 20)
    await eventually(async () => {
      await client.post(`${path}/handoff`, {})
      await client.post(`${path}/return`, {})
      return (await Promise.race([returning, undefined])) !== undefined
    })
    expect(await returning).to.deep.include({ messages: [], cursor: news.cursor })
    expect(await follows(news.cursor, 0.01)).to.deep.include({ messages: [], has_more: false })
  })

  it('shows internal notes to colleagues who ask for them, and never to the visitor', async () => {
    const { token, path } = await visit()
    await client.post(`${path}/handoff`, {})
    const [mine, all, visitor] = [
      await follow(path),
      await follow(path, { query: '?visibility=all' }),
      await follow(path, { query: '?visibility=all', as: token }),
    ]
    await say(path, 'A rude one.', { visibility: 'internal' })
    await say(path, 'Good day.')
    for (const stream of [mine, all, visitor]) await has(stream, 'Good day.')
    expect(contentsOf(all)).to.deep.equal(['A rude one.', 'Good day.'])
    expect(contentsOf(mine)).to.deep.equal(['Good day.'])
    expect(contentsOf(visitor)).to.deep.equal(['Good day.'])
    const again = await follow(path, { query: '?visibility=all&after=0', as: token })
    await has(again, 'Good day.')
    expect(contentsOf(again)).to.deep.equal(['Good day.'])
    expect(JSON.stringify(visitor.events)).to.not.include(client.organizationId)
  })

  describe('with presence', () => {
    const postPresence = (path: string, as: Record<string, string>, body: object) =>
      request(address, 'POST', `${path}/presence`, as, body)
    let anna: SignedIn
    before(async () => {
      const user = await makeUser(parley, client, 'editor')
      await parley.db('users').where({ id: user.id }).update({ name: 'Anna' })
      anna = await signedInAs(parley, { ...user, name: 'Anna' })
    })

    it('shows people who types and looks, and the visitor only that people type', async () => {
      const { token, path } = await visit()
      const [visitor, desk, own] = [
        await follow(path, { as: token }),
        await follow(path),
        await follow(path, { as: anna.cookie }),
      ]
      const board = await openStream(
        { address, authorization: anna.cookie } as unknown as Client,
        '/api/v1/thread-events',
      )
      streams.push(board)
      await board.until('ready')
      // While the agent has the chat, the visitor learns nothing of people.
      expect((await postPresence(path, anna.headers, { state: 'typing' })).status).to.equal(200)
      await eventually(async () => named(desk, 'presence').length === 1)
      await client.post(`${path}/handoff`, {})
      await eventually(async () => named(visitor, 'handoff').length === 2)
      await postPresence(path, anna.headers, { state: 'viewing' })
      await postPresence(path, anna.headers, { state: 'typing' })
      await eventually(async () => named(visitor, 'presence').length === 1)
      expect((await postPresence(path, token, { state: 'typing' })).status).to.equal(200)
      await eventually(
        async () => named(own, 'presence').length === 1 && named(desk, 'presence').length >= 3,
      )
      const customer = { role: 'customer', state: 'typing', user_id: null, name: null, photo: null }
      expect(named(visitor, 'presence')).to.deep.equal([
        { role: 'human_agent', state: 'typing', name: 'Anna', photo: null },
      ])
      expect(named(own, 'presence')).to.deep.equal([customer])
      expect(named(desk, 'presence')[0]).to.deep.equal({
        role: 'human_agent',
        state: 'typing',
        user_id: anna.user.id,
        name: 'Anna',
        photo: null,
      })
      await eventually(async () => named(board, 'presence').length === 1)
      expect(named(board, 'presence')).to.deep.equal([
        { ...customer, thread_id: path.split('/').at(-1) },
      ])
    })

    it('accepts from a key for whom it speaks', async () => {
      const { token, path } = await visit()
      await client.post(`${path}/handoff`, {})
      const [visitor, desk] = [await follow(path, { as: token }), await follow(path)]
      await postPresence(path, client.authorization, { state: 'typing' })
      await eventually(async () => named(desk, 'presence').length === 1)
      await postPresence(path, client.authorization, {
        state: 'typing',
        role: 'human_agent',
        author: 'Ben',
      })
      await eventually(async () => named(visitor, 'presence').length === 1)
      expect(named(desk, 'presence')[0]).to.include({ role: 'customer' })
      expect(named(visitor, 'presence')).to.deep.equal([
        { role: 'human_agent', state: 'typing', name: 'Ben', photo: null },
      ])
    })

    it('lets a visitor speak for nobody else, and report nothing of others', async () => {
      const { token, path } = await visit()
      for (const [body, status] of [
        [{ state: 'typing', role: 'human_agent' }, 403],
        [{ state: 'typing', author: 'Anna' }, 403],
        [{ state: 'viewing' }, 422],
        [{ state: 'asleep' }, 422],
      ] as const)
        expect((await postPresence(path, token, body)).status).to.equal(status)
      const other = await visit()
      for (const [method, what] of [
        ['POST', 'presence'],
        ['GET', 'events'],
        ['GET', 'handoff'],
      ] as const) {
        const body = method === 'POST' ? { state: 'typing' } : undefined
        expect(
          (await request(address, method, `${path}/${what}`, other.token, body)).status,
        ).to.equal(404)
      }
    })
  })

  it('ends when its key is revoked, its session is over or its chat is deleted', async () => {
    const path = await conversation()
    const application = await parley
      .db('applications')
      .where({ organization_id: client.organizationId })
      .first()
    const rights = { name: 'Desk', scopes: ['chat' as const], agent_ids: null, is_test: false }
    const { secret } = await createKey(parley.db, application, rights)
    const user = await signedIn(parley, client, 'viewer')
    const byKey = await follow(path, { as: bearer(secret) })
    const bySession = await follow(path, { as: user.cookie })
    await parley.db('application_secrets').where({ name: 'Desk' }).delete()
    await parley.db('dashboard_sessions').where({ user_id: user.user.id }).delete()
    for (const stream of [byKey, bySession])
      expect((await stream.end()).at(-1)!.event).to.equal('ended')
    const other = await follow(path)
    await client.send('DELETE', path)
    expect((await other.end()).at(-1)!.event).to.equal('ended')
    expect((await follow(path)).status).to.equal(404)
  })

  it('ends when the process stops, and continues at another @long', async () => {
    const leaving = await startParley({
      backend,
      workers: false,
      databaseUrl: parley.env.DATABASE_URL!,
    })
    const path = await conversation()
    const stream = await follow(path, { at: leaving.client.address })
    await leaving.stop()
    await stream.end()
    await ask(path, 'Still there?')
    await has(await follow(path, { after: lastIdOf(stream) }), 'Still there?')
  })

  it('finds by itself what no signal has announced', async () => {
    const path = await conversation()
    const stream = await follow(path)
    await eventually(async () => named(stream, 'handoff').length === 1)
    await parley.db.raw(
      `with placed as (update threads set last_seq = last_seq + 1 where id = ? returning *)
       insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, completed_at, request_id)
       select gen_random_uuid(), organization_id, id, agent_id, last_seq, 'user', 'completed', 'unsignalled', now(), 'r' from placed`,
      [path.split('/').at(-1)!],
    )
    await has(stream, 'unsignalled')
  })

  it('refuses an id of another organization, and more than 20 streams of a chat', async () => {
    const path = await conversation()
    expect((await follow(path, { after: 'x' })).status).to.equal(422)
    expect((await follow(path, { query: '?after=-1' })).status).to.equal(422)
    for (let count = 0; count < 20; count++) expect((await follow(path)).status).to.equal(200)
    const refused = await follow(path)
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '30'])
    expect((await follow(await conversation())).status).to.equal(200)
    for (const stream of streams.splice(0)) stream.leave()
    await eventually(async () => (await follow(path)).status === 200)
  })
})
