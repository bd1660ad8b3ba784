import { expect } from 'chai'
import { eventually } from '../../support/http/client.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'
import { makeMoment } from '../../support/servers/model.ts'
import { type Pages, startPages } from '../../support/servers/pages.ts'

const SOME_ID = '00000000-0000-7000-8000-000000000000'
const ISO = /^\d{4}-\d\d-\d\dT/

onOneQueue('existing records', (backend) => {
  let parley: Parley
  let agentId: string
  let pages: Pages
  before(async () => {
    pages = await startPages()
    pages.serve('/', 'A page.', 'text/plain')
    parley = await startParley({ backend, settings: { FETCH_ALLOWED_HOSTS: pages.host } })
    agentId = (await parley.client.makeAgent()).id
  })
  after(async () => {
    await parley.stop()
    await pages.close()
  })
  beforeEach(() => parley.model.reset())

  /** Each kind of record: its creation, a change with its result, and changes that are refused. */
  const KINDS: Record<string, { make: () => object; change: object; refused: object[] }> = {
    agents: {
      make: () => ({ name: 'Ada', tone: 'dry', default_tasks: ['answer_questions'] }),
      change: { name: 'Eva', is_active: false },
      refused: [
        { name: null },
        { name: '' },
        { id: SOME_ID },
        { tone: 5 },
        { organization_id: SOME_ID },
      ],
    },
    sessions: {
      make: () => ({ agent_id: agentId, visitor_id: 'v', metadata: { page: '/' } }),
      change: { locale: 'de', metadata: { page: '/cart' } },
      refused: [{ agent_id: SOME_ID }, { status: 'expired' }, { status: null }, { metadata: [] }],
    },
    conversations: {
      make: () => ({ agent_id: agentId, customer_id: 'c', title: 'T' }),
      change: { title: 'U', metadata: { a: { b: 1 } } },
      refused: [{ agent_id: SOME_ID }, { status: 'active' }, { user_context_id: 'x' }],
    },
    contexts: {
      make: () => ({ user_reference: `u-${Math.random()}`, traits: { name: 'Zoe' } }),
      change: { traits: { name: 'Zoe', tier: 'gold' } },
      refused: [{ user_reference: 'other' }, { traits: null }],
    },
    'knowledge/qa': {
      make: () => ({ question: 'Where?', answer: 'Here.', tags: ['a'] }),
      change: { answer: 'There.', tags: ['b'] },
      refused: [{ question: null }, { answer: ' ' }, { status: 'failed' }],
    },
    'knowledge/urls': {
      make: () => ({ url: pages.url('/'), title: 'T' }),
      change: { title: 'U' },
      refused: [
        { url: null },
        { url: 'x' },
        { title: '' },
        { page_title: 'x' },
        { status: 'failed' },
      ],
    },
    'knowledge/files': {
      make: () => ({ title: 'T', file_type: 'pdf', summary: 'S' }),
      change: { title: 'U', file_type: 'md' },
      refused: [{ title: null }, { file_type: 'x' }, { file_name: 'x' }, { size_bytes: 1 }],
    },
  }

  for (const [kind, { make, change, refused }] of Object.entries(KINDS))
    describe(`of /${kind}`, () => {
      const path = `/api/v1/${kind}`
      let record: any
      beforeEach(async () => {
        const made = await parley.client.post(path, make())
        expect(made.status).to.equal(201)
        record = made.body.data
      })
      const patch = (id: string, body: object) =>
        parley.client.send('PATCH', `${path}/${id}`, JSON.stringify(body), {
          'Content-Type': 'application/json',
        })

      it('are read as they were created', async () => {
        const { status, body } = await parley.client.get(`${path}/${record.id}`)
        expect(status).to.equal(200)
        expect(body.data).to.deep.equal(record)
        expect((await parley.client.get(`${path}/${record.id}/`)).body.data).to.deep.equal(record)
      })

      it('are listed newest first', async () => {
        const { body } = await parley.client.get(`${path}?limit=1`)
        expect(body.data).to.deep.equal([record])
        expect(body.pagination).to.include({ limit: 1, has_more: true })
      })

      it('are changed in what a PATCH names, and in nothing else', async () => {
        const { status, body } = await patch(record.id, change)
        expect(status).to.equal(200)
        const { updated_at, indexed_at, checked_at, ...rest } = body.data
        const { updated_at: before, indexed_at: _, checked_at: __, ...others } = record
        expect(rest).to.deep.equal({ ...others, ...change })
        expect(updated_at).to.match(ISO).and.not.equal(before)
        expect((await parley.client.get(`${path}/${record.id}`)).body.data).to.deep.equal(body.data)
      })

      it('refuse a PATCH of unknown and of fixed fields with 422, and stay unchanged', async () => {
        for (const body of [{ nonsense: 1 }, ...refused]) {
          const answer = await patch(record.id, body)
          expect(answer.status, JSON.stringify(body)).to.equal(422)
        }
        expect((await parley.client.get(`${path}/${record.id}`)).body.data).to.deep.equal(record)
      })

      it('are gone after they are deleted', async () => {
        const { status, body } = await parley.client.send('DELETE', `${path}/${record.id}`)
        expect(status).to.equal(200)
        expect(body.data).to.deep.equal({ id: record.id, deleted: true })
        expect((await parley.client.get(`${path}/${record.id}`)).status).to.equal(404)
        expect((await parley.client.send('DELETE', `${path}/${record.id}`)).status).to.equal(404)
      })

      it('are neither read, listed, changed nor deleted by another organization, nor by an invalid id', async () => {
        const other = await parley.another(`other ${backend} ${kind}`)
        expect((await other.get(path)).body.data).to.deep.equal([])
        for (const id of [record.id, 'abc', SOME_ID]) {
          const answers = [
            await other.get(`${path}/${id}`),
            await other.send('PATCH', `${path}/${id}`, JSON.stringify(change), {
              'Content-Type': 'application/json',
            }),
            await other.send('DELETE', `${path}/${id}`),
          ]
          for (const { status, body } of answers) {
            expect(status).to.equal(404)
            expect(body.code).to.equal('not_found')
          }
          expect(new Set(answers.map(({ body }) => body.detail))).to.have.property('size', 1)
        }
        expect((await parley.client.get(`${path}/${record.id}`)).body.data).to.deep.equal(record)
      })
    })

  const patch = (path: string, body: object) =>
    parley.client.send('PATCH', path, JSON.stringify(body), { 'Content-Type': 'application/json' })

  it('of agents return to their defaults by null', async () => {
    const agent = await parley.client.makeAgent({
      tone: 'dry',
      default_tasks: ['a'],
      is_active: false,
      temperature: 1,
    })
    const { body } = await patch(`/api/v1/agents/${agent.id}`, {
      tone: null,
      default_tasks: null,
      is_active: null,
      temperature: null,
    })
    expect(body.data).to.deep.include({
      tone: null,
      default_tasks: [],
      is_active: true,
      temperature: null,
    })
  })

  it('of agents that are made inactive refuse messages, and take them again when active', async () => {
    const agent = await parley.client.makeAgent()
    const conversation = await parley.client.makeConversation({ agent_id: agent.id })
    await patch(`/api/v1/agents/${agent.id}`, { is_active: false })
    expect((await parley.client.say(conversation.id, 'Hi')).body.code).to.equal('agent_inactive')
    await patch(`/api/v1/agents/${agent.id}`, { is_active: true })
    expect((await parley.client.say(conversation.id, 'Hi')).status).to.equal(201)
  })

  it('of sessions and conversations take no messages once they are closed', async () => {
    const session = await parley.client.makeSession()
    const conversation = await parley.client.makeConversation()
    for (const path of [
      `/api/v1/sessions/${session.id}`,
      `/api/v1/conversations/${conversation.id}`,
    ]) {
      const closed = await patch(path, { status: 'closed' })
      expect(closed.body.data.status).to.equal('closed')
      const { status, body } = await parley.client.post(`${path}/messages`, { content: 'Hi' })
      expect(status).to.equal(409)
      expect(body.code).to.equal('thread_closed')
    }
  })

  it('are filtered in lists', async () => {
    const { client } = parley
    const agent = await client.makeAgent()
    const mine = await client.makeConversation({ agent_id: agent.id, customer_id: 'filtered' })
    await client.makeConversation({ agent_id: agent.id, customer_id: 'someone else' })
    const ids = async (query: string) =>
      (await client.get(`/api/v1/conversations?${query}`)).body.data.map(({ id }: any) => id)
    expect(await ids(`customer_id=filtered`)).to.deep.equal([mine.id])
    expect(await ids(`agent_id=${agent.id}`)).to.have.length(2)
    expect(await ids(`agent_id=${agent.id}&status=closed`)).to.deep.equal([])
    expect((await client.get('/api/v1/conversations?status=nonsense')).status).to.equal(422)
  })

  it('of contexts are merged by a PATCH: objects by key, and null removes', async () => {
    const traits = {
      name: 'Zoe',
      tier: 'gold',
      preferences: { colour: 'green', size: 'M' },
      list: [1, 2],
    }
    const made = await parley.client.post('/api/v1/contexts', { user_reference: 'merged', traits })
    const { body } = await patch(`/api/v1/contexts/${made.body.data.id}`, {
      traits: { tier: null, preferences: { size: 'L' }, list: [3] },
    })
    expect(body.data.traits).to.deep.equal({
      name: 'Zoe',
      preferences: { colour: 'green', size: 'L' },
      list: [3],
    })
  })

  it('of contexts refuse a merge that exceeds 16 kB', async () => {
    const half = 'x'.repeat(10_000)
    const made = await parley.client.post('/api/v1/contexts', {
      user_reference: 'big',
      traits: { a: half },
    })
    const { status, body } = await patch(`/api/v1/contexts/${made.body.data.id}`, {
      traits: { b: half },
    })
    expect(status).to.equal(422)
    expect(body.data.errors[0].field).to.equal('traits')
  })

  it('of contexts keep both of two simultaneous merges', async () => {
    const made = await parley.client.post('/api/v1/contexts', {
      user_reference: 'twice',
      traits: {},
    })
    const path = `/api/v1/contexts/${made.body.data.id}`
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => patch(path, { traits: { [`k${n}`]: n } })),
    )
    expect(Object.keys((await parley.client.get(path)).body.data.traits)).to.have.length(10)
  })

  it('of pairs are found by their new text once a PATCH is answered', async () => {
    const organization = await parley.another(`reindexed ${backend}`)
    const made = await organization.post('/api/v1/knowledge/qa', {
      question: 'Wifi password?',
      answer: 'Plugh.',
    })
    const changed = await organization.send(
      'PATCH',
      `/api/v1/knowledge/qa/${made.body.data.id}`,
      JSON.stringify({ answer: 'Xyzzy.' }),
      { 'Content-Type': 'application/json' },
    )
    expect(changed.body.data).to.include({ status: 'ready', answer: 'Xyzzy.' })
    const conversation = await organization.makeConversation()
    const { body } = await organization.say(conversation.id, 'What is the wifi password?')
    expect(body.data.content).to.contain('Xyzzy').and.not.contain('Plugh')
  })

  it('are deleted with all that belongs to them', async () => {
    const { client, db } = parley
    const agent = await client.makeAgent()
    const conversation = await client.makeConversation({ agent_id: agent.id })
    await client.say(conversation.id, 'Hi')
    const qa = { question: 'Only hers?', answer: 'Yes.', agent_ids: [agent.id] }
    const entry = (await client.post('/api/v1/knowledge/qa', qa)).body.data
    const path = `/api/v1/agents/${agent.id}`
    expect((await client.send('DELETE', `${path}?conversations=delete`)).status).to.equal(200)
    expect(await db('threads').where({ agent_id: agent.id })).to.deep.equal([])
    expect(await db('messages').where({ thread_id: conversation.id })).to.deep.equal([])
    expect(
      (await client.get(`/api/v1/knowledge/qa/${entry.id}`)).body.data.agent_ids,
    ).to.deep.equal([])
    await client.send('DELETE', `/api/v1/knowledge/qa/${entry.id}`)
    expect(await db('chunks').where({ entry_id: entry.id })).to.deep.equal([])
    expect(await db('usages').where({ agent_id: agent.id })).to.have.length(1)
  })

  it('that are deleted while a reply is being written let the worker continue', async () => {
    const { client, model, db } = parley
    const deleted = makeMoment()
    model.behave(() => ({ text: 'too late', after: deleted.promise }))
    const conversation = await client.makeConversation()
    const posted = await client.say(conversation.id, 'Hi', { Prefer: 'respond-async' })
    await eventually(async () => model.requests.length === 1)
    expect(
      (await client.send('DELETE', `/api/v1/conversations/${conversation.id}`)).status,
    ).to.equal(200)
    deleted.come()
    const job = await eventually(() => db('jobs').where({ target_id: posted.body.data.id }).first())
    expect(job.outcome).to.equal('superseded')
    expect(
      (await client.say((await client.makeConversation()).id, 'Still there?')).status,
    ).to.equal(201)
  })
})
