import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import { relayEvents } from '../../../shared/events/relay.ts'
import { makeEventWorld } from '../../support/data/events.ts'
import { request, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/**
 * Tables with a person's data. All of it is deleted when the person is erased, and the first tables
 * are in the export.
 */
const EXPORTED = [
  'attachments',
  'budget_periods',
  'contacts',
  'contexts',
  'feedback',
  'handoffs',
  'messages',
  'reply_steps',
  'threads',
]
const ERASED = [
  'agent_trials',
  'budget_reservations',
  'budgets',
  'first_questions',
  'mails',
  'open_jobs',
  'reply_traces',
  'thread_reads',
  'thread_sequences',
  'threads_by_activity',
]

/** Tables with only ids and figures of customers, which stay. */
const IDS = 'ids, states and figures'
const OWNERS = "the organization's own: no customer writes it"
const KEPT: Record<string, string> = {
  event_outbox: `${IDS}: what an event tells is read from its record`,
  events: `${IDS}: what an event tells is read from its record`,
  webhook_deliveries: IDS,
  delivery_attempts: 'what receivers answered about threads of the person is blanked',
  alerts: `${IDS}: of limits, budgets, replies and connections`,
  owner_mails: 'goes with its user',
  usages: `${IDS}: what calls of models cost`,
  jobs: `${IDS}: attempts of workers`,
  request_logs: `${IDS}: routes, not addresses`,
  request_rollups: 'sums',
  request_durations: 'sums',
  endpoint_durations: 'sums',
  activity_rollups: 'sums',
  activity_durations: 'sums',
  activity_failures: 'sums',
  activity_rolled: 'a time',
  limit_blocks: `${IDS}: routes, not addresses`,
  limit_allowances: 'sums',
  limit_minutes: 'sums',
  idempotency_keys: `${IDS}: hashes of bodies, for a day`,
  audit_events: `of customers ${IDS}`,
  handled_questions: 'hashes',
  erased_customers: 'hashes, for two days',
  first_questions_read: 'a time',
  application_uses: 'times',
  knowledge_uses: 'times',
  knowledge_versions: 'numbers',
  knowledge_changes: 'numbers',
  agents: OWNERS,
  applications: OWNERS,
  application_secrets: OWNERS,
  identity_secrets: OWNERS,
  connections: OWNERS,
  single_sign_ons: OWNERS,
  webhook_endpoints: OWNERS,
  widget_configurations: OWNERS,
  retentions: OWNERS,
  knowledge_entries: OWNERS,
  knowledge_files: OWNERS,
  knowledge_contradictions: OWNERS,
  knowledge_synonyms: OWNERS,
  saved_answers: OWNERS,
  tools: OWNERS,
  mcp_servers: OWNERS,
  chunks: OWNERS,
  chunk_embeddings: OWNERS,
  postings: OWNERS,
  stored_objects: OWNERS,
  users: 'people of the organization, whom an owner removes',
  invitations: 'people of the organization, whom an owner removes',
  authenticators: 'goes with its user',
  backup_codes: 'goes with its user',
  dashboard_sessions: 'goes with its user',
  passkeys: 'goes with its user',
  password_resets: 'goes with its user',
  user_identities: 'goes with its user',
}

describe('an erased person', () => {
  let word: string
  let made = 0
  beforeEach(() => {
    word = `canarybird${++made}`
  })
  let parley: Parley
  let client: Client
  let organization_id: string
  let tables: string[]
  before(async () => {
    parley = await startParley()
    client = parley.client
    organization_id = client.organizationId
    const { rows } = await parley.db.raw(`
      select distinct c.table_name as name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
         and to_regclass(format('%I.%I', c.table_schema, c.table_name)) not in (select inhrelid from pg_inherits)
       order by 1`)
    tables = rows.map(({ name }: { name: string }) => name)
  })
  after(() => parley.stop())

  /** Returns the tables with a row that contains one of the texts. */
  async function tablesWith(texts: string[]): Promise<string[]> {
    const found: string[] = []
    for (const table of tables) {
      const { rows } = await parley.db.raw(
        'select from ?? as row where row::text like any(?) limit 1',
        [table, texts.map((text) => `%${text}%`)],
      )
      if (rows.length) found.push(table)
    }
    return found
  }
  const post = async (path: string, body: object) => {
    const answer = await client.post(`/api/v1/${path}`, body)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201)
    return answer.body.data
  }

  /** Waits until every event has its position. Workers relay as well. */
  const relayed = () =>
    eventually(async () => {
      await relayEvents(parley.db)
      return (await parley.db('event_outbox')).length === 0
    })

  /**
   * Makes a context with a conversation that has the word in every table that can contain it.
   * @returns their ids
   */
  async function makePerson() {
    const { db } = parley
    const context = await post('contexts', { user_reference: word, traits: { name: word } })
    const budget = {
      scope: 'customer',
      customer_id: word,
      unit: 'usd',
      amount: 5,
      period: 'day',
      at_limit: 'refuse',
    }
    const [{ id: budget_id }] = await db('budgets')
      .insert({ ...budget, id: randomUUID(), organization_id })
      .returning('id')
    await db('budget_periods').insert({
      organization_id,
      budget_id,
      begins: new Date(),
      subject: word,
      spent: 1,
    })
    const running = { amount: 1, expires_at: new Date(Date.now() + 3_600_000) }
    const reservation = {
      organization_id,
      budget_id,
      begins: new Date(),
      subject: word,
      ...running,
    }
    await db('budget_reservations').insert({ ...reservation, reply_id: randomUUID(), attempt: 1 })
    const agent_id = (await client.makeAgent()).id
    const thread = await post('conversations', {
      agent_id,
      user_context_id: context.id,
      title: word,
    })
    const reply = await post(`conversations/${thread.id}/messages`, {
      content: `I am ${word}.`,
      trace: true,
    })
    const { headers, user } = await signedIn(parley, client, 'editor')
    await db('thread_reads').insert({
      organization_id,
      thread_id: thread.id,
      user_id: user.id,
      seq: 1,
    })
    const suggestion = await request(
      client.address,
      'POST',
      `/api/v1/conversations/${thread.id}/suggestion`,
      headers,
    )
    expect(suggestion.body.data.trace, JSON.stringify(suggestion.body)).to.be.an('object')
    await post(`conversations/${thread.id}/feedback`, { reviewer: word, rating: 2, comment: word })
    const handoff = { organization_id, id: randomUUID(), thread_id: thread.id, agent_id, epoch: 1 }
    await db('handoffs').insert({
      ...handoff,
      reason: 'other',
      note: word,
      requested_by: 'key',
      returned_at: new Date(),
    })
    const contact = JSON.stringify({ email: `${word}@example.com` })
    await client.send('PUT', `/api/v1/conversations/${thread.id}/contact`, contact, {
      'Content-Type': 'application/json',
    })
    const file = { file_name: `${word}.pdf`, media_type: 'application/pdf', size_bytes: 9 }
    await db('attachments').insert({
      ...file,
      organization_id,
      thread_id: thread.id,
      id: randomUUID(),
      message_id: reply.in_reply_to,
      bytes: Buffer.from('%PDF-1.4\n'),
      extract: word,
    })
    await db('reply_steps').insert({
      organization_id,
      question_id: reply.in_reply_to,
      step: 1,
      kind: 'tool',
      reply_id: reply.id,
      thread_id: thread.id,
      agent_id,
      call_id: randomUUID(),
      name: 'refund',
      arguments: JSON.stringify({ note: word }),
      state: 'succeeded',
    })
    const due_at = new Date(Date.now() + 3_600_000)
    await db('mails').insert({ organization_id, thread_id: thread.id, kind: 'answer', due_at })
    const words = { terms: [word], forms: [word], is_answered: true, asked_at: new Date() }
    await db('first_questions').where({ thread_id: thread.id }).delete()
    await db('first_questions').insert({
      organization_id,
      thread_id: thread.id,
      agent_id,
      ...words,
    })
    // No worker delivers to it.
    const endpoint = {
      organization_id,
      id: randomUUID(),
      url: 'https://example.com',
      events: ['*'],
    }
    await db('webhook_endpoints').insert({ ...endpoint, sealed_secret: 'x', is_active: false })
    await relayed()
    for (const { id: event_id, type: event_type } of await db('events').where({
      thread_id: thread.id,
    })) {
      const delivery = {
        organization_id,
        id: randomUUID(),
        endpoint_id: endpoint.id,
        event_id,
        event_type,
      }
      await db('webhook_deliveries').insert({ ...delivery, status: 'delivered' })
      const answered = { status: 200, duration_ms: 1, response_head: `Hello ${word}` }
      await db('delivery_attempts').insert({
        organization_id,
        delivery_id: delivery.id,
        attempt: 1,
        ...answered,
      })
    }
    // A question whose reply is still waiting.
    await db('open_jobs').insert({
      lane: 'reply',
      id: budget_id,
      organization_id,
      thread_id: thread.id,
      position: 4,
      request_id: 'r',
      draft: word,
      sweep_at: new Date(Date.now() + 3_600_000),
      run_at: new Date(Date.now() + 3_600_000),
      deadline_at: new Date(Date.now() + 3_600_000),
    })
    return { context, thread, reply }
  }

  it('is covered in every table, or a reason is listed', () => {
    expect([...EXPORTED, ...ERASED, ...Object.keys(KEPT)].sort()).to.deep.equal([...tables].sort())
  })

  it('leaves no word in any table, and no row in their own, after an export of all they wrote', async () => {
    const { context, thread, reply } = await makePerson()
    const ids = [context.id, thread.id, reply.id]
    const own = [...EXPORTED, ...ERASED]
    const before = await tablesWith([word, ...ids])
    expect(before).to.include.members(own)
    const withWord = await tablesWith([word])
    expect(withWord).to.include('delivery_attempts')
    for (const table of withWord)
      expect([...own, 'delivery_attempts'], 'where the word was').to.include(table)
    const { address, authorization: headers } = client
    const answer = await fetch(`${address}/api/v1/contexts/${context.id}/export`, { headers })
    const text = await answer.text()
    expect(text).to.contain(`${word}@example.com`)
    const kinds = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type)
    expect(new Set(kinds)).to.deep.equal(
      new Set([
        'context',
        'budget_spending',
        'conversation',
        'message',
        'feedback',
        'handoff',
        'contact',
        'attachment',
        'tool_call',
      ]),
    )

    expect(
      (await client.send('DELETE', `/api/v1/contexts/${context.id}?erase=everything`)).status,
    ).to.equal(200)
    expect(await tablesWith([word]), 'the word').to.deep.equal([])
    await relayed()
    for (const table of await tablesWith(ids)) expect(Object.keys(KEPT), table).to.include(table)
    expect(
      await parley.db('events').where({ thread_id: thread.id }).orderBy('sequence').pluck('type'),
    ).to.deep.equal([
      'conversation.created',
      'message.completed',
      'feedback.created',
      'handoff.requested',
      'feedback.deleted',
      'conversation.deleted',
    ])
  })

  it('leaves no word even if a worker has the reply only afterwards', async () => {
    const { context, thread } = await makePerson()
    const [job] = await parley.db('open_jobs').where({ thread_id: thread.id })
    await client.send('DELETE', `/api/v1/contexts/${context.id}?erase=everything`)
    const end = makeEndReply(parley.db, 50)
    const reply = {
      content: `Hello ${word}`,
      citations: [],
      grounded: false,
      finish_reason: 'stop',
    }
    expect(
      await end({ claim: { id: job.id, organization_id }, status: 'completed', reply }),
    ).to.equal(false)
    expect(await tablesWith([word])).to.deep.equal([])
  })
})

describe('a deleted organization', () => {
  it('leaves no row in any table with organizations', async () => {
    const parley = await startParley({ workers: false })
    try {
      const { db } = parley
      const world = await makeEventWorld(db)
      await world.makeEndpoint()
      const thread = await world.makeThread()
      await world.makeReply(thread.id)
      await relayEvents(db)
      const of = { organization_id: world.organization_id }
      const delivery = await db('webhook_deliveries').where(of).first()
      await db('delivery_attempts').insert({
        ...of,
        delivery_id: delivery.id,
        attempt: 1,
        duration_ms: 1,
      })
      await world.insert('limit_blocks', { endpoint: '/x', bucket: 'api', created_at: new Date() })
      const filled = [
        'delivery_attempts',
        'events',
        'limit_minutes',
        'open_jobs',
        'thread_sequences',
        'threads',
      ]
      for (const table of filled) expect(await db(table).where(of), table).to.have.length.above(0)
      await db('organizations').where({ id: world.organization_id }).delete()
      await relayEvents(db)
      const left: string[] = []
      for (const table of [...EXPORTED, ...ERASED, ...Object.keys(KEPT)])
        if ((await db(table).where(of).limit(1)).length) left.push(table)
      expect(left).to.deep.equal([])
    } finally {
      await parley.stop()
    }
  })
})
