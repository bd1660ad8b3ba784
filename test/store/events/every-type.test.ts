import { expect } from 'chai'
import { openTest } from '../../../shared/events/deliveries.ts'
import type { EventName } from '../../../shared/events/eventTypes.ts'
import { writeLimitEvents } from '../../../shared/events/limitMinutes.ts'
import { makeEventWorld } from '../../support/data/events.ts'
import { makeWaitingReply } from '../../support/data/toolCalls.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

interface Row {
  id: string
}
type Fact = () => Promise<unknown>

describe('the types of events', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let world: Awaited<ReturnType<typeof makeEventWorld>>
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2)
    world = await makeEventWorld(db)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  const within = (table: string, { id }: Row) =>
    db(table).where({ id, organization_id: world.organization_id })
  const change = async (table: string, row: Promise<Row>, fields: object) =>
    within(table, await row).update(fields)
  const remove = async (table: string, row: Promise<Row>) => within(table, await row).delete()

  const NOW = new Date()
  const alert = (): Promise<Row> =>
    world.insert('alerts', { kind: 'failures', subject: `${nth++}` })
  let nth = 0
  const reply = async (status: string) => world.makeReply((await world.makeThread()).id, { status })
  const session = () => world.makeThread({ kind: 'session', status: 'active' })
  const conversation = (status = 'open') => world.makeThread({ status })
  const entry = () =>
    world.insert('knowledge_entries', { kind: 'qa', status: 'pending', request_id: 'r' })
  const agent = () => world.insert('agents', { name: 'Ada' })
  const connection = () => world.insert('connections', { name: `own-${nth++}`, provider: 'openai' })
  const application = () =>
    world.insert('applications', { name: 'Shop', client_id: `app_${nth++}`, allowed_origins: [] })
  const person = () => ({ email: `${nth++}@example.com`, role: 'editor' })
  const user = () => world.insert('users', { ...person(), password_hash: 'x' })
  async function handoff(fields: object = {}): Promise<Row> {
    const thread_id = (await conversation()).id
    const why = { reason: 'topic', requested_by: 'rule', epoch: 1 }
    return world.insert('handoffs', { thread_id, agent_id: world.agent.id, ...why, ...fields })
  }
  async function feedback(): Promise<Row> {
    const thread_id = (await conversation()).id
    return world.insert('feedback', { thread_id, reviewer: 'a', rating: 3 })
  }
  async function settle(from: string, to: string): Promise<void> {
    const { id: thread_id } = await conversation()
    const { call_id } = await makeWaitingReply(
      db,
      { organization_id: world.organization_id, thread_id },
      { state: from },
    )
    await db('reply_steps').where({ call_id }).update({ state: to })
  }
  async function secret(): Promise<Row> {
    const application_id = (await application()).id
    return world.insert('application_secrets', {
      application_id,
      secret_hash: Buffer.from(`${nth++}`),
      hint: 'abcd',
    })
  }
  async function identitySecret(): Promise<Row> {
    const application_id = (await application()).id
    return world.insert('identity_secrets', { application_id, sealed_secret: 'x', hint: 'abcd' })
  }
  async function spend(fields: object): Promise<void> {
    const limit = {
      scope: 'organization',
      unit: 'usd',
      amount: 10,
      period: 'day',
      at_limit: 'refuse',
    }
    const budget_id = (await world.insert('budgets', limit)).id
    const { organization_id } = world
    await db('budget_periods').insert({
      organization_id,
      budget_id,
      begins: '2026-11-01',
      subject: '',
      spent: 9,
      ...fields,
    })
  }
  async function refuse(): Promise<void> {
    const made = { endpoint: '/api/v1/agents', bucket: 'api', created_at: new Date(0) }
    await world.insert('limit_blocks', made)
    await writeLimitEvents(db)
  }
  async function test(): Promise<void> {
    const opening = { request_id: 'r', reply_to: null, wake_up_grace_ms: 0 }
    await openTest(db, world.organization_id, (await world.makeEndpoint()).id, opening)
  }

  /** The shortest work that writes an event of each type. */
  const FACTS: Readonly<Record<EventName, Fact>> = {
    'message.completed': () => reply('completed'),
    'message.failed': () => reply('failed'),
    'message.cancelled': () => reply('cancelled'),
    'message.requires_action': () => reply('requires_action'),
    'session.created': session,
    'session.closed': () => change('threads', session(), { status: 'closed' }),
    'session.expired': () => change('threads', session(), { status: 'expired' }),
    'session.deleted': () => remove('threads', session()),
    'conversation.created': () => conversation(),
    'conversation.closed': () => change('threads', conversation(), { status: 'closed' }),
    'conversation.reopened': () => change('threads', conversation('closed'), { status: 'open' }),
    'conversation.deleted': () => remove('threads', conversation()),
    'handoff.requested': () => handoff(),
    'handoff.assigned': async () =>
      change('handoffs', handoff(), { assignee_id: (await user()).id, assigned_at: NOW }),
    'handoff.released': async () =>
      change('handoffs', handoff({ assignee_id: (await user()).id }), { assignee_id: null }),
    'handoff.asked': () => change('handoffs', handoff(), { questions: 1 }),
    'handoff.replied': () => change('handoffs', handoff(), { replies: 1 }),
    'handoff.unanswered': () => change('handoffs', handoff(), { unanswered_at: NOW }),
    'handoff.overdue': () => change('handoffs', handoff(), { overdue_at: NOW }),
    'handoff.returned': () => change('handoffs', handoff(), { returned_at: NOW }),
    'feedback.created': feedback,
    'feedback.changed': () => change('feedback', feedback(), { rating: 1 }),
    'feedback.deleted': () => remove('feedback', feedback()),
    'tool.called': () => settle('pending', 'succeeded'),
    'tool.failed': () => settle('waiting', 'denied'),
    'tool.unknown': () => settle('pending', 'unknown'),
    'tool.settled': () => settle('unknown', 'failed'),
    'knowledge.created': entry,
    'knowledge.ready': () =>
      change('knowledge_entries', entry(), { status: 'ready', indexed_at: NOW }),
    'knowledge.failed': () => change('knowledge_entries', entry(), { status: 'failed' }),
    'knowledge.deleted': () => remove('knowledge_entries', entry()),
    'agent.created': agent,
    'agent.changed': () => change('agents', agent(), { tone: 'kind' }),
    'agent.deleted': () => remove('agents', agent()),
    'limit.blocked': refuse,
    'alert.raised': alert,
    'alert.resolved': () => change('alerts', alert(), { resolved_at: NOW }),
    'budget.warned': () => spend({ warned_at: NOW }),
    'budget.reached': () => spend({ reached_at: NOW }),
    'connection.created': connection,
    'connection.changed': () =>
      change('connections', connection(), { base_url: 'https://a', updated_at: NOW }),
    'connection.deleted': () => remove('connections', connection()),
    'secret.created': secret,
    'secret.revoked': () => remove('application_secrets', secret()),
    'identity_secret.created': identitySecret,
    'identity_secret.revoked': () => remove('identity_secrets', identitySecret()),
    'user.invited': () =>
      world.insert('invitations', {
        ...person(),
        token_hash: Buffer.from(`${nth++}`),
        invited_by: 'x',
        expires_at: NOW,
      }),
    'user.joined': user,
    'user.changed': () => change('users', user(), { role: 'viewer' }),
    'user.removed': () => remove('users', user()),
    'endpoint.disabled': () =>
      change('webhook_endpoints', world.makeEndpoint(), {
        disabled_at: NOW,
        disabled_reason: 'gone',
      }),
    'endpoint.tested': test,
  }

  it('are each written by the database when their fact happens', async () => {
    for (const [type, happen] of Object.entries(FACTS)) {
      await db('event_outbox').delete()
      await happen()
      // A test event has its position at once.
      const rows = [
        ...(await db('event_outbox').where({ type })),
        ...(await db('events').where({ type })),
      ]
      expect(rows, `${type}: a trigger has to write it`).to.have.length(1)
    }
  })
})
