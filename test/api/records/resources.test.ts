import { expect } from 'chai'
import { version } from 'uuid'
import { AGENT_DEFAULTS, AGENT_FIELD_NAMES } from '../../../shared/agents/fields.ts'
import { DEFAULT_POLICY } from '../../../shared/agents/handoffPolicy.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const ASYNC = { Prefer: 'respond-async' }
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('each resource:', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley({ workers: false })
    client = parley.client
  })
  after(() => parley.stop())

  describe('an agent', () => {
    const full = {
      name: 'Marvin',
      description: 'Helps guests of the hotel Milliways.',
      tone: 'melancholic',
      language: 'de-AT',
      default_tasks: ['answer_questions', 'provide_support'],
      is_active: false,
      instructions: 'Never mention diodes.',
      model: 'openai:other-model',
      temperature: 0,
      max_output_tokens: 300,
      fallback_models: ['openai:another', 'builtin:extractive'],
      fallback_message: 'I have no idea.',
      greeting: 'Life. Do not talk to me about life.',
    }

    it('comes back with all its fields', async () => {
      const { status, body } = await client.post('/api/v1/agents', full)
      expect(status).to.equal(201)
      expect(body.data).to.deep.include(full)
    })

    it('has defaults for all but its name', async () => {
      const { id, created_at, updated_at, ...fields } = await client.makeAgent({ name: 'Ada' })
      expect(fields).to.deep.equal({
        object: 'agent',
        name: 'Ada',
        ...AGENT_DEFAULTS,
        handoff_policy: DEFAULT_POLICY,
      })
    })

    it('can be created again from its own record', async () => {
      const { object, id, created_at, updated_at, ...fields } = await client.makeAgent(full)
      expect(Object.keys(fields)).to.deep.equal(AGENT_FIELD_NAMES)
      expect(await client.makeAgent(fields)).to.deep.include(fields)
    })

    it('keeps text unchanged, in every script and with every sign', async () => {
      const name = `  Zoë 李 😀 עִברִית "quoted" <b>&amp;</b> \\ ' $1 ? \n\t`
      expect((await client.makeAgent({ name })).name).to.equal(name)
    })

    it('is in the list as it was answered when it was created', async () => {
      const organization = await parley.another('With one agent')
      const agent = await organization.makeAgent(full)
      expect((await organization.get('/api/v1/agents')).body.data).to.deep.equal([agent])
    })
  })

  describe('the list of agents', () => {
    let organization: Client
    const names = ['a', 'b', 'c', 'd', 'e']
    before(async () => {
      organization = await parley.another('With five agents')
      for (const name of names) await organization.makeAgent({ name })
    })

    const list = async (query = '') => {
      const { data, pagination } = (await organization.get(`/api/v1/agents${query}`)).body
      return {
        names: data.map(({ name }: any) => name).join(''),
        last: data.at(-1)?.id,
        pagination,
      }
    }

    it('has the newest first, 20 to a page', async () => {
      const page = await list()
      expect(page.names).to.equal('edcba')
      expect(page.pagination).to.deep.equal({ limit: 20, has_more: false, next_cursor: null })
    })

    it('has the oldest first if asked to', async () =>
      expect((await list('?order=asc')).names).to.equal('abcde'))

    it('continues page by page, each agent once', async () => {
      const first = await list('?limit=2')
      expect(first.names).to.equal('ed')
      expect(first.pagination).to.deep.equal({ limit: 2, has_more: true, next_cursor: first.last })
      const second = await list(`?limit=2&after=${first.pagination.next_cursor}`)
      expect(second.names).to.equal('cb')
      const third = await list(`?limit=2&after=${second.pagination.next_cursor}`)
      expect(third.names).to.equal('a')
      expect(third.pagination).to.deep.equal({ limit: 2, has_more: false, next_cursor: null })
    })

    it('continues page by page from the oldest as well', async () => {
      const first = await list('?limit=3&order=asc')
      expect(first.names).to.equal('abc')
      expect((await list(`?limit=3&order=asc&after=${first.last}`)).names).to.equal('de')
    })

    it('ends if the page is full with the last agent', async () =>
      expect((await list('?limit=5')).pagination).to.deep.equal({
        limit: 5,
        has_more: false,
        next_cursor: null,
      }))

    it('accepts a limit of 100', async () =>
      expect((await list('?limit=100')).pagination.limit).to.equal(100))

    it('is empty for an organization without agents', async () => {
      const { body } = await (await parley.another('Empty')).get('/api/v1/agents')
      expect(body.data).to.deep.equal([])
      expect(body.pagination).to.deep.equal({ limit: 20, has_more: false, next_cursor: null })
    })
  })

  it('contexts are listed by their reference, page by page, also after a context is deleted', async () => {
    const organization = await parley.another('With customers')
    for (const user_reference of ['d', 'a', 'e', 'c', 'b'])
      await organization.post('/api/v1/contexts', { user_reference, traits: {} })
    const list = async (query: string) => {
      const { data, pagination } = (
        await organization.get(`/api/v1/contexts?sort=user_reference${query}`)
      ).body
      const names = data.map(({ user_reference }: any) => user_reference).join('')
      return { names, ids: data.map(({ id }: any) => id), next: pagination.next_cursor }
    }
    expect((await list('&order=desc')).names).to.equal('edcba')
    const first = await list('&order=asc&limit=2')
    expect(first.names).to.equal('ab')
    await organization.send('DELETE', `/api/v1/contexts/${first.ids[0]}`)
    const second = await list(`&order=asc&limit=2&after=${first.next}`)
    expect(second.names).to.equal('cd')
    expect(await list(`&order=asc&limit=2&after=${second.next}`)).to.include({
      names: 'e',
      next: null,
    })
    expect((await list(`&order=desc&limit=2&after=${first.next}`)).names).to.equal('')
  })

  describe('a session', () => {
    it('comes back with all its fields', async () => {
      const agent = await client.makeAgent()
      const fields = {
        agent_id: agent.id,
        visitor_id: 'visitor-1',
        locale: 'de_AT',
        metadata: { source: 'web', page: { path: '/prices', seen: [1, 2.5, null, true] } },
      }
      const { status, body } = await client.post('/api/v1/sessions', fields)
      expect(status).to.equal(201)
      expect(body.data).to.deep.include({ ...fields, status: 'active' })
    })

    it('needs an agent and nothing else', async () => {
      const agent = await client.makeAgent()
      const session = await client.makeSession({ agent_id: agent.id })
      expect(session).to.deep.include({
        agent_id: agent.id,
        visitor_id: null,
        locale: null,
        metadata: {},
      })
    })

    it('is a new record each time, also for the same visitor', async () => {
      const agent = await client.makeAgent()
      const fields = { agent_id: agent.id, visitor_id: 'again' }
      expect((await client.makeSession(fields)).id).not.to.equal(
        (await client.makeSession(fields)).id,
      )
    })
  })

  describe('a conversation', () => {
    it('comes back with all its fields', async () => {
      const agent = await client.makeAgent()
      const context = await client.post('/api/v1/contexts', {
        user_reference: 'talker',
        traits: {},
      })
      const fields = {
        agent_id: agent.id,
        customer_id: 'customer-1',
        title: 'Where is my order?',
        locale: 'fr',
        user_context_id: context.body.data.id,
        metadata: { order: 'A-4711' },
      }
      const { status, body } = await client.post('/api/v1/conversations', fields)
      expect(status).to.equal(201)
      expect(body.data).to.deep.include({ ...fields, status: 'open' })
    })

    it('needs an agent and nothing else', async () => {
      const { customer_id, title, locale, user_context_id, metadata } =
        await client.makeConversation()
      expect([customer_id, title, locale, user_context_id]).to.deep.equal([null, null, null, null])
      expect(metadata).to.deep.equal({})
    })
  })

  for (const kind of ['session', 'conversation'] as const)
    it(`a ${kind} with an inactive agent is refused with 409, and nothing is stored`, async () => {
      const agent = await client.makeAgent({ is_active: false })
      const { status, body } = await client.post(`/api/v1/${kind}s`, { agent_id: agent.id })
      expect(status).to.equal(409)
      expect(body.code).to.equal('agent_inactive')
      expect(await parley.db('threads').where({ agent_id: agent.id })).to.deep.equal([])
    })

  describe('a context', () => {
    const put = (user_reference: string, traits: object) =>
      client.post('/api/v1/contexts', { user_reference, traits })

    it('is created with 201 and comes back', async () => {
      const traits = { name: 'Zaphod', tier: { level: 'gold', since: [2001, 2002] }, email: null }
      const { status, body } = await put('zaphod', traits)
      expect(status).to.equal(201)
      expect(body.data).to.deep.include({ user_reference: 'zaphod', traits })
    })

    it('is the same record at a second POST, with 200', async () => {
      const first = await put('again', { a: 1 })
      const second = await put('again', { a: 1 })
      expect([first.status, second.status]).to.deep.equal([201, 200])
      expect(second.body.data.id).to.equal(first.body.data.id)
    })

    it('has its traits replaced, not merged, by a second POST', async () => {
      await put('replaced', { a: 1, b: { c: 2 } })
      const { body } = await put('replaced', { b: { d: 3 } })
      expect(body.data.traits).to.deep.equal({ b: { d: 3 } })
    })

    it('keeps created_at and moves updated_at at a second POST', async () => {
      const first = (await put('times', {})).body.data
      const second = (await put('times', {})).body.data
      expect(second.created_at).to.equal(first.created_at)
      expect(Date.parse(second.updated_at)).to.be.above(Date.parse(first.updated_at))
    })

    it('is created once by ten simultaneous POSTs', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put('at once', { n })))
      expect(new Set(answers.map(({ body }) => body.data.id)).size).to.equal(1)
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1)
      expect(answers.filter(({ status }) => status === 200)).to.have.length(9)
    })

    it('distinguishes user_references by case and blanks', async () => {
      const statuses = [
        await put('Trillian', {}),
        await put('trillian', {}),
        await put('trillian ', {}),
      ]
      expect(statuses.map(({ status }) => status)).to.deep.equal([201, 201, 201])
    })
  })

  describe('every record', () => {
    let records: Record<string, any>
    before(async () => {
      const agent = await client.makeAgent()
      const conversation = await client.makeConversation({ agent_id: agent.id })
      const path = `/api/v1/conversations/${conversation.id}/messages`
      await client.post(path, { content: 'Hi' }, ASYNC)
      const [question, reply] = (await client.get(path)).body.data
      const qa = { question: 'Why?', answer: 'So.' }
      records = {
        agent,
        conversation,
        session: await client.makeSession({ agent_id: agent.id }),
        context: (await client.post('/api/v1/contexts', { user_reference: 'r', traits: {} })).body
          .data,
        question,
        reply,
        'Q/A pair': (await client.post('/api/v1/knowledge/qa', qa, ASYNC)).body.data,
      }
    })

    for (const name of [
      'agent',
      'session',
      'conversation',
      'context',
      'question',
      'reply',
      'Q/A pair',
    ]) {
      it(`has a UUID v7 as its id: ${name}`, () => expect(version(records[name].id)).to.equal(7))

      it(`has created_at and updated_at in ISO 8601 UTC, of now: ${name}`, () => {
        for (const field of ['created_at', 'updated_at']) {
          expect(records[name][field]).to.match(ISO)
          expect(Date.now() - Date.parse(records[name][field])).to.be.within(-1_000, 60_000)
        }
      })
    }
  })

  describe('every path', () => {
    let agent: any
    let thread: Record<string, any>
    let reply: Record<string, any>
    before(async () => {
      agent = await client.makeAgent()
      thread = {
        sessions: await client.makeSession({ agent_id: agent.id }),
        conversations: await client.makeConversation({ agent_id: agent.id }),
      }
      reply = {}
      for (const kind of ['sessions', 'conversations']) {
        const path = `/api/v1/${kind}/${thread[kind].id}/messages`
        reply[kind] = (await client.post(path, { content: 'Hi' }, ASYNC)).body.data
      }
      await client.post('/api/v1/contexts', { user_reference: 'slash', traits: {} })
    })

    const qa = { question: 'Why?', answer: 'So.' }
    const posts: [string, number, () => [path: string, body: object]][] = [
      ['/api/v1/agents', 201, () => ['/api/v1/agents', { name: 'Ada' }]],
      ['/api/v1/sessions', 201, () => ['/api/v1/sessions', { agent_id: agent.id }]],
      ['/api/v1/conversations', 201, () => ['/api/v1/conversations', { agent_id: agent.id }]],
      [
        '/api/v1/contexts',
        200,
        () => ['/api/v1/contexts', { user_reference: 'slash', traits: {} }],
      ],
      ['/api/v1/knowledge/qa', 202, () => ['/api/v1/knowledge/qa', qa]],
      ...['sessions', 'conversations'].map((kind): [string, number, () => [string, object]] => [
        `/api/v1/${kind}/{id}/messages`,
        202,
        () => [`/api/v1/${kind}/${thread[kind].id}/messages`, { content: 'Hi' }],
      ]),
    ]
    const gets: [string, () => string][] = [
      ['/api/v1/agents', () => '/api/v1/agents'],
      ...['sessions', 'conversations'].flatMap((kind): [string, () => string][] => [
        [`/api/v1/${kind}/{id}/messages`, () => `/api/v1/${kind}/${thread[kind].id}/messages`],
        [
          `/api/v1/${kind}/{id}/messages/{id}`,
          () => `/api/v1/${kind}/${thread[kind].id}/messages/${reply[kind].id}`,
        ],
      ]),
    ]
    for (const slash of ['', '/']) {
      for (const [name, wanted, make] of posts)
        it(`accepts a POST at ${name}${slash} without a redirect`, async () => {
          const [path, body] = make()
          const { status } = await client.post(path + slash, body, ASYNC)
          expect(status).to.equal(wanted)
        })

      for (const [name, path] of gets)
        it(`answers a GET at ${name}${slash}, with a query or without`, async () => {
          expect((await client.get(path() + slash)).status).to.equal(200)
          const query = name.endsWith('messages/{id}') ? '?wait=0' : '?limit=1'
          expect((await client.get(path() + slash + query)).status).to.equal(200)
        })
    }
  })

  describe('X-Request-Id', () => {
    const idFor = async (given?: string) =>
      (
        await client.get('/api/v1/agents', given === undefined ? {} : { 'X-Request-Id': given })
      ).headers.get('x-request-id')

    for (const given of ['my-request-1', 'A_b.c:d-9', 'x', 'x'.repeat(100)])
      it(`is kept when it is well-formed: ${given.slice(0, 20)}, of ${given.length}`, async () =>
        expect(await idFor(given)).to.equal(given))

    for (const [name, given] of [
      ['empty', ''],
      ['of 101 characters', 'x'.repeat(101)],
      ['with a blank', 'a b'],
      ['with a quote', 'a"b'],
      ['with markup', '<script>'],
      ['with a comma', 'a,b'],
      ['of other letters', '\u00e4\u00f6'],
    ] as const)
      it(`is replaced by a UUID v7 when it is ${name}`, async () =>
        expect(version((await idFor(given))!)).to.equal(7))

    it('is generated anew for each request without it', async () => {
      const [one, two] = [await idFor(), await idFor()]
      expect(version(one!)).to.equal(7)
      expect(one).not.to.equal(two)
    })

    it('is kept in failures, in the header and in the body', async () => {
      const { headers, body } = await client.get('/nowhere', { 'X-Request-Id': 'failing-1' })
      expect(headers.get('x-request-id')).to.equal('failing-1')
      expect(body.request_id).to.equal('failing-1')
    })

    it('is stored in the rows that the request writes', async () => {
      const conversation = await client.makeConversation()
      await client.say(conversation.id, 'Hi', { ...ASYNC, 'X-Request-Id': 'traced-1' })
      for (const table of ['messages', 'open_jobs'])
        expect(
          await parley.db(table).where({ thread_id: conversation.id }).pluck('request_id'),
          table,
        ).to.deep.equal(['traced-1'])
    })
  })
})
