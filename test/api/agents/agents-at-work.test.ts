import { expect } from 'chai'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('agents at work', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley()
  })
  after(() => parley.stop())
  beforeEach(async () => {
    parley.model.reset()
    client = await parley.another(`Organization ${Math.random()}`)
  })

  describe('have activity figures', () => {
    const activity = async (query = '') => (await client.get(`/api/v1/agent-activity${query}`)).body

    it('that count only what the agent did', async () => {
      const [ada, bob] = [await client.makeAgent(), await client.makeAgent({ name: 'Bob' })]
      await client.post('/api/v1/knowledge/qa', { question: 'Why?', answer: 'So.' })
      await client.post('/api/v1/knowledge/qa', {
        question: 'How?',
        answer: 'So.',
        agent_ids: [ada.id],
      })
      const { id } = await client.makeConversation({ agent_id: ada.id })
      await client.makeConversation({ agent_id: ada.id })
      await client.makeSession({ agent_id: ada.id })
      await client.say(id, 'Hi')
      parley.model.behave(() => ({ status: 400 }))
      await client.say(id, 'Hi')
      const { data } = await activity()
      const threads = await parley.db('threads').where({ agent_id: ada.id }).max('updated_at as at')
      expect(data).to.deep.equal([
        {
          object: 'agent_activity',
          agent_id: bob.id,
          conversations: 0,
          sessions: 0,
          knowledge_entries: 1,
          replies: 0,
          failed_replies: 0,
          last_active_at: null,
        },
        {
          object: 'agent_activity',
          agent_id: ada.id,
          conversations: 2,
          sessions: 1,
          knowledge_entries: 2,
          replies: 2,
          failed_replies: 1,
          last_active_at: threads[0]!.at.toISOString(),
        },
      ])
    })

    it('for one agent alone', async () => {
      const [ada] = [await client.makeAgent(), await client.makeAgent()]
      const { data } = await activity(`?agent_id=${ada.id}`)
      expect(data.map(({ agent_id }: any) => agent_id)).to.deep.equal([ada.id])
    })

    it('that leave out replies of over 7 days ago', async () => {
      const { id, agent_id } = await client.makeConversation()
      await client.say(id, 'Hi')
      await client.say(id, 'Hi')
      const [first] = await parley
        .db('messages')
        .where({ agent_id, role: 'assistant' })
        .orderBy('seq')
      const old = parley.db.raw("now() - interval '8 days'")
      await parley.db('messages').where({ id: first.id }).update({ created_at: old })
      expect((await activity()).data[0]).to.include({ agent_id, replies: 1 })
    })

    it('on each page of the list of agents', async () => {
      for (let count = 0; count < 3; count++) await client.makeAgent()
      for (const order of ['asc', 'desc']) {
        let after = ''
        for (let page = 0; page < 2; page++) {
          const query = `?limit=2&order=${order}${after && `&after=${after}`}`
          const { body: agents } = await client.get(`/api/v1/agents${query}`)
          const { data, pagination } = await activity(query)
          expect(data.map((one: any) => one.agent_id)).to.deep.equal(
            agents.data.map((one: any) => one.id),
          )
          expect(pagination).to.deep.equal(agents.pagination)
          after = pagination.next_cursor
        }
      }
    })
  })

  describe('can use models', () => {
    const modelsWith = async (settings: Record<string, string>) => {
      const other = await startParley({ workers: false, settings })
      try {
        const { body } = await other.client.get('/api/v1/models')
        for (const { name } of body.data) await other.client.makeAgent({ model: name })
        return body.data
      } finally {
        await other.stop()
      }
    }

    it('that the operator has set up and priced, the default first, and every one can be chosen', async () => {
      const models = await modelsWith({ LLM_PRICES: '{"small":[0.5,1],"test-model":[1,2]}' })
      const takes = { takes_temperature: true, takes_max_output_tokens: true }
      expect(models).to.deep.equal([
        {
          name: 'openai:test-model',
          is_default: true,
          ...takes,
          price: { input: 1, output: 2, cached: 1 },
        },
        {
          name: 'openai:small',
          is_default: false,
          ...takes,
          price: { input: 0.5, output: 1, cached: 0.5 },
        },
      ])
    })

    it('of the price list of their provider', async () => {
      const settings = {
        LLM_MODEL: 'anthropic:claude-sonnet-4',
        ANTHROPIC_API_KEY: 'k',
        LLM_PRICES: '{}',
      }
      const models = await modelsWith(settings)
      expect(models[0]).to.deep.include({
        is_default: true,
        price: { input: 3, output: 15, cached: 0.3 },
      })
      expect(models.map(({ name }: any) => name)).to.include('anthropic:claude-3-5-haiku')
      expect(models.every(({ name }: any) => name.startsWith('anthropic:'))).to.equal(true)
    })

    it('that are the builtin one alone, which takes no temperature', async () => {
      expect(await modelsWith({ LLM_MODEL: 'builtin:extractive' })).to.deep.equal([
        {
          name: 'builtin:extractive',
          is_default: true,
          takes_temperature: false,
          takes_max_output_tokens: false,
          price: { input: 0, output: 0, cached: 0 },
        },
      ])
    })
  })

  describe('are changed by several people', () => {
    const AS_JSON = { 'Content-Type': 'application/json' }
    const change = (id: string, changes: object, tag?: string) =>
      client.send('PATCH', `/api/v1/agents/${id}`, JSON.stringify(changes), {
        ...AS_JSON,
        ...(tag === undefined ? {} : { 'If-Match': tag }),
      })
    const read = async (id: string) => {
      const { headers, body } = await client.get(`/api/v1/agents/${id}`)
      return { tag: headers.get('etag')!, agent: body.data }
    }

    it('without overwriting what another person has just saved', async () => {
      const { id } = await client.makeAgent()
      const { tag } = await read(id)
      const first = await change(id, { tone: 'warm' }, tag)
      expect(first.status).to.equal(200)
      const second = await change(id, { tone: 'dry' }, tag)
      expect([second.status, second.body.code]).to.deep.equal([412, 'precondition_failed'])
      expect((await read(id)).agent.tone).to.equal('warm')
      expect((await change(id, { tone: 'dry' }, first.headers.get('etag')!)).status).to.equal(200)
      expect((await read(id)).agent.tone).to.equal('dry')
    })

    it('of whom only one of two simultaneous saves wins', async () => {
      const { id } = await client.makeAgent()
      const { tag } = await read(id)
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((tone) => change(id, { tone }, tag)),
      )
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 412, 412, 412])
    })

    it('without a precondition if the client sends none', async () => {
      const { id } = await client.makeAgent()
      for (const tag of [undefined, '*'])
        expect((await change(id, { tone: 'dry' }, tag)).status).to.equal(200)
      for (const tag of [
        '"something else"',
        '"-271821-04-20T00:00:00Z"',
        '"275760-09-13T00:00:00Z"',
      ])
        expect((await change(id, { tone: 'dry' }, tag)).status, tag).to.equal(412)
    })

    it('with 404 for an agent that does not exist', async () => {
      const { id } = await client.makeAgent()
      const { tag } = await read(id)
      await client.send('DELETE', `/api/v1/agents/${id}`)
      expect((await change(id, { tone: 'dry' }, tag)).status).to.equal(404)
    })
  })
})
