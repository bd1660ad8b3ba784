import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { doChores } from '../../../workers/jobs/housekeeping.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { countStatements } from '../../support/product/statements.ts'

/**
 * Tables that keep ids and figures, never text, because usage stays on the bill. The queue's tables
 * contain ids as well.
 */
const KEEPS_IDS =
  /^(public\.(usages|jobs|idempotency_keys|audit_events|event_outbox|events|thread_sequences)|bullmq\..+)$/
/** Names changed agents, knowledge and widgets; of customers' records it has only ids. */
const AUDIT = 'public.audit_events'

describe('a deletion', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    // With the queue in PostgreSQL, so that its tables are searched as well.
    parley = await startParley()
    client = parley.client
  })
  after(() => parley.stop())

  let made = 0
  /** A word that full-text search leaves unchanged, so that it is found in its vectors too. */
  let canary: string
  beforeEach(() => {
    canary = `canary${Date.now()}x${++made}`
    parley.model.reset()
  })

  /**
   * Returns every table of the database with the text in any column. A partition's rows count for
   * its table.
   */
  async function tablesWith(text: string): Promise<string[]> {
    const tables = await parley
      .db('pg_tables')
      .whereNotIn('schemaname', ['pg_catalog', 'information_schema'])
      .whereRaw(
        "to_regclass(format('%I.%I', schemaname, tablename)) not in (select inhrelid from pg_inherits)",
      )
      .select('schemaname', 'tablename')
      .orderBy(['schemaname', 'tablename'])
    const found: string[] = []
    for (const { schemaname, tablename } of tables) {
      const { rows } = await parley.db.raw(
        'select from ??.?? as row where row::text like ? limit 1',
        [schemaname, tablename, `%${text}%`],
      )
      if (rows.length) found.push(`${schemaname}.${tablename}`)
    }
    return found
  }
  const unauditedWith = async (text: string) =>
    (await tablesWith(text)).filter((name) => name !== AUDIT)
  const tablesWithId = async (id: string) =>
    (await tablesWith(id)).filter((name) => !KEEPS_IDS.test(name))

  const post = async (path: string, body: object) => {
    const key = { 'Idempotency-Key': `key-${++made}` }
    const answer = await client.post(`/api/v1/${path}`, body, key)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
    return answer.body.data
  }
  const remove = async (path: string) => {
    const { status, body } = await client.send('DELETE', `/api/v1/${path}`)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body.data.deleted).to.equal(true)
    return body
  }

  /** Makes a thread with the canary in every text: its fields, its messages, its feedback. */
  async function makeThread(kind: 'sessions' | 'conversations', fields: object) {
    const thread = await post(kind, { ...fields, metadata: { about: canary } })
    const reply = await post(`${kind}/${thread.id}/messages`, {
      content: `Tell me of ${canary}.`,
      metadata: { canary },
    })
    expect(reply.content).to.contain(canary)
    const opinion = { reviewer: canary, rating: 3, comment: `About ${canary}` }
    const feedback = await post(`${kind}/${thread.id}/feedback`, opinion)
    const onReply = await post(`${kind}/${thread.id}/feedback`, {
      ...opinion,
      message_id: reply.id,
    })
    return {
      id: thread.id as string,
      ids: [thread, reply, feedback, onReply]
        .map(({ id }) => id)
        .concat(reply.in_reply_to) as string[],
    }
  }

  async function expectGone(ids: string[], tables = tablesWith) {
    for (const id of ids) expect(await tablesWithId(id), id).to.deep.equal([])
    expect(await tables(canary)).to.deep.equal([])
  }

  for (const kind of ['sessions', 'conversations'] as const)
    it(`of /${kind} takes all that belongs to it`, async () => {
      const own =
        kind === 'sessions' ? { visitor_id: canary } : { customer_id: canary, title: canary }
      const thread = await makeThread(kind, { agent_id: (await client.makeAgent()).id, ...own })
      expect(await tablesWith(canary)).to.deep.equal([
        'public.feedback',
        'public.messages',
        'public.threads',
      ])
      const { detail } = await remove(`${kind}/${thread.id}`)
      expect(detail).to.match(/deleted, with its messages and feedback\.$/)
      await expectGone(thread.ids)
    })

  it('of an agent with sessions or conversations is refused, unless these may go with it', async () => {
    const agent = await post('agents', { name: 'Ada' })
    const conversation = await client.makeConversation({ agent_id: agent.id })
    await post('sessions', { agent_id: agent.id })
    parley.model.behave(() => ({ text: 'Fine.' }))
    await client.say(conversation.id, 'How are you?')
    const refused = await client.send('DELETE', `/api/v1/agents/${agent.id}`)
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'agent_in_use'])
    expect(refused.body.data).to.deep.equal({ conversations: 1, sessions: 1, messages: 2 })
    expect(refused.body.detail).to.contain('is_active').and.to.contain('?conversations=delete')
    expect(
      (await client.send('DELETE', `/api/v1/agents/${agent.id}?conversations=keep`)).status,
    ).to.equal(422)
    expect(
      (await client.get(`/api/v1/conversations/${conversation.id}/messages`)).body.data,
    ).to.have.length(2)
    await remove(`agents/${agent.id}?conversations=delete`)
    expect((await client.get(`/api/v1/conversations/${conversation.id}`)).status).to.equal(404)
    expect((await client.send('DELETE', `/api/v1/agents/${agent.id}`)).status).to.equal(404)
    await remove(`agents/${(await client.makeAgent()).id}`)
  })

  it('of an agent is refused if a conversation is opened at the same moment', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const { id } = await client.makeAgent()
      const [opened, deleted] = await Promise.all([
        client.post('/api/v1/conversations', { agent_id: id }),
        client.send('DELETE', `/api/v1/agents/${id}`),
      ])
      const outcome = [opened.status, deleted.status]
      expect([[201, 409].join(), [404, 200].join()], `round ${round}`).to.include(outcome.join())
      if (opened.status !== 201) continue
      expect((await client.get(`/api/v1/conversations/${opened.body.data.id}`)).status).to.equal(
        200,
      )
    }
  })

  it('of an agent takes all that belongs to it, also its name in knowledge and widgets', async () => {
    const agent = await post('agents', { name: canary, instructions: `Praise the ${canary}.` })
    const context = await post('contexts', {
      user_reference: `of ${agent.id.slice(-6)}`,
      traits: {},
    })
    const threads = [
      await makeThread('sessions', { agent_id: agent.id }),
      await makeThread('conversations', { agent_id: agent.id, user_context_id: context.id }),
    ]
    const qa = await post('knowledge/qa', {
      question: 'Hers?',
      answer: 'Yes.',
      agent_ids: [agent.id],
    })
    const widget = await post('widget-configurations', { name: 'Hers', agent_id: agent.id })
    expect(await tablesWithId(agent.id)).to.deep.equal([
      'public.agents',
      'public.knowledge_entries',
      'public.messages',
      'public.threads',
      'public.widget_configurations',
    ])
    const { detail } = await remove(`agents/${agent.id}?conversations=delete`)
    expect(detail).to.equal(
      'Agent deleted, with its sessions, conversations, their messages and feedback.',
    )
    await expectGone([agent.id, ...threads.flatMap(({ ids }) => ids)], unauditedWith)
    expect((await client.get(`/api/v1/knowledge/qa/${qa.id}`)).body.data.agent_ids).to.deep.equal(
      [],
    )
    expect(
      (await client.get(`/api/v1/widget-configurations/${widget.id}`)).body.data.agent_id,
    ).to.equal(null)
    expect((await client.get(`/api/v1/contexts/${context.id}`)).status).to.equal(200)
  })

  it('of a context takes all that belongs to it, and its conversations continue without', async () => {
    const context = await post('contexts', {
      user_reference: canary,
      traits: { pet: { name: canary } },
    })
    const conversation = await client.makeConversation({ user_context_id: context.id })
    parley.model.behave(() => ({ text: 'Fine.' }))
    await client.say(conversation.id, 'How are you?')
    expect(await tablesWith(canary)).to.deep.equal(['public.contexts'])
    await remove(`contexts/${context.id}`)
    await expectGone([context.id])
    expect(
      (await client.get(`/api/v1/conversations/${conversation.id}/messages`)).body.data,
    ).to.have.length(2)
  })

  it('of a context that erases takes all that belongs to it, with what replies said of it', async () => {
    const context = await post('contexts', { user_reference: canary, traits: { name: canary } })
    const agent_id = (await client.makeAgent()).id
    const threads = [
      await makeThread('conversations', { agent_id, user_context_id: context.id }),
      await makeThread('conversations', { agent_id, customer_id: canary }),
    ]
    const body = await remove(`contexts/${context.id}?erase=everything`)
    expect(body.data).to.include({ conversations: 2, messages: 4, feedback: 4 })
    expect(body.detail).to.equal('Context erased, with 2 conversations, 4 messages and 4 feedback.')
    await expectGone([context.id, ...threads.flatMap(({ ids }) => ids)])
  })

  it('goes with its index: a question/answer pair', async () => {
    const pair = {
      question: `What is ${canary}?`,
      answer: `${canary} is a bird.`,
      tags: [canary],
      source: canary,
    }
    const { id } = await post('knowledge/qa', pair)
    expect(await unauditedWith(canary)).to.deep.equal([
      'public.chunks',
      'public.knowledge_entries',
      'public.postings',
    ])
    const { detail } = await remove(`knowledge/qa/${id}`)
    expect(detail).to.contain('with its index')
    await expectGone([id], unauditedWith)
  })

  it('of knowledge leaves only the quotations in replies', async () => {
    const pair = { question: `What is ${canary}?`, answer: `${canary} is a bird.` }
    const { id } = await post('knowledge/qa', pair)
    const conversation = await client.makeConversation()
    const asked = await client.say(conversation.id, 'Which bird?')
    expect(asked.body.data.content).to.contain(canary)
    await remove(`knowledge/qa/${id}`)
    expect(await unauditedWith(canary)).to.deep.equal(['public.messages'])
    await remove(`conversations/${conversation.id}`)
    await expectGone([id], unauditedWith)
  })

  it('of a widget configuration takes all that belongs to it', async () => {
    const { id } = await post('widget-configurations', {
      name: canary,
      title: canary,
      greeting: canary,
      suggested_questions: [canary],
      texts: { send: canary },
    })
    expect(await unauditedWith(canary)).to.deep.equal(['public.widget_configurations'])
    await remove(`widget-configurations/${id}`)
    await expectGone([id], unauditedWith)
  })

  it('of an agent with very many empty conversations is done at once @long', async () => {
    const agent = await client.makeAgent()
    await parley.db.raw(
      `insert into threads (id, organization_id, kind, status, agent_id, metadata)
       select gen_random_uuid(), ?, 'conversation', 'open', ?, '{}' from generate_series(1, 10001)`,
      [client.organizationId, agent.id],
    )
    const statements = await countStatements(
      () => remove(`agents/${agent.id}?conversations=delete`),
      /^\s*delete from threads/,
    )
    expect(statements).to.equal(0)
    const config = loadConfig(parley.env)
    await doChores(parley.db, config, makeLog('test', config))
    expect(await parley.db('threads').where({ agent_id: agent.id })).to.deep.equal([])
  })

  it('of an agent with very many messages is visible at once, and done in batches', async () => {
    const agent = await client.makeAgent()
    const threads: string[] = []
    for (let count = 0; count < 5; count++) {
      const { id } = await client.makeConversation({ agent_id: agent.id, customer_id: 'zoe' })
      await client.say(id, 'Hi')
      threads.push(id)
    }
    const widget = await post('widget-configurations', { name: 'Chat', agent_id: agent.id })
    const entry = await post('knowledge/qa', {
      question: 'Hers?',
      answer: 'Yes.',
      agent_ids: [agent.id],
    })
    const other = await client.makeConversation()
    // Pretends that the threads have `last_seq` messages. The first thread exceeds a batch.
    const sizes = parley.db('threads').whereIn('id', threads)
    await sizes.clone().update({ last_seq: 2_000 })
    await sizes.clone().where({ id: threads[0] }).update({ last_seq: 6_000 })
    const ofThreads = /^\s*delete from threads/
    expect(
      await countStatements(() => remove(`agents/${agent.id}?conversations=delete`), ofThreads),
    ).to.equal(0)

    for (const path of [
      `agents/${agent.id}`,
      `agent-activity?agent_id=${agent.id}`,
      ...threads.flatMap((id) => [
        `conversations/${id}`,
        `conversations/${id}/messages`,
        `threads/${id}/export`,
      ]),
    ]) {
      const { status, body } = await client.get(`/api/v1/${path}`)
      expect(status === 404 || body.data.length === 0, path).to.equal(true)
    }
    for (const path of [
      'agents',
      'conversations?customer_id=zoe',
      'threads?customer_id=zoe',
      'agent-activity',
    ])
      expect(JSON.stringify((await client.get(`/api/v1/${path}`)).body), path).not.to.contain(
        agent.id,
      )
    expect((await client.say(threads[1]!, 'Still there?')).status).to.equal(404)
    for (const [method, path, body] of [
      ['PATCH', `conversations/${threads[1]}`, { title: 'Mine' }],
      ['PATCH', `agents/${agent.id}`, { name: 'Back' }],
      ['POST', 'conversations', { agent_id: agent.id }],
      ['POST', 'sessions', { agent_id: agent.id }],
      ['POST', 'knowledge/qa', { question: 'Why?', answer: 'So.', agent_ids: [agent.id] }],
      ['DELETE', `agents/${agent.id}`, undefined],
    ] as const) {
      const text = JSON.stringify(body)
      const { status } = await client.send(method, `/api/v1/${path}`, text, {
        'Content-Type': 'application/json',
      })
      expect(status, `${method} ${path}`).to.equal(404)
    }
    expect(
      (await client.get(`/api/v1/widget-configurations/${widget.id}`)).body.data.agent_id,
    ).to.equal(null)
    expect(
      (await client.get(`/api/v1/knowledge/qa/${entry.id}`)).body.data.agent_ids,
    ).to.deep.equal([])

    // The largest thread first, its messages and then itself; two threads at a time, twice.
    const config = loadConfig(parley.env)
    const sweep = () => doChores(parley.db, config, makeLog('test', config))
    expect(await countStatements(sweep, ofThreads)).to.equal(3)
    for (const table of ['threads', 'messages'])
      expect(await parley.db(table).where({ agent_id: agent.id }), table).to.deep.equal([])
    expect(await parley.db('agents').where({ id: agent.id })).to.deep.equal([])
    expect((await client.get(`/api/v1/conversations/${other.id}`)).status).to.equal(200)
  })
})
