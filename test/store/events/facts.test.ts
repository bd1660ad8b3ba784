import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { agentRecords } from '../../../shared/agents/agents.ts'
import {
  createApplication,
  createKey,
  revokeSecrets,
} from '../../../shared/applications/applications.ts'
import {
  deleteExpiredIdentitySecrets,
  revokeIdentitySecret,
  rotateIdentitySecret,
} from '../../../shared/applications/identitySecrets.ts'
import { putFeedback } from '../../../shared/chat/feedback.ts'
import { EVENT_TYPES, type EventName } from '../../../shared/events/eventTypes.ts'
import { makeHandoffs } from '../../../shared/handoffs/handoffs.ts'
import type { Handoff } from '../../../shared/handoffs/records.ts'
import { makeSealer } from '../../../shared/lib/sealing.ts'
import { resealSecrets } from '../../../shared/models/sealedColumns.ts'
import { connectionRecords, keepTest } from '../../../shared/models/storedConnections.ts'
import { putInvitation } from '../../../shared/people/invitations.ts'
import { changeUser, createUser, removeUser, renameUser } from '../../../shared/people/users.ts'
import { deleteTestThreads } from '../../../shared/retention/retention.ts'
import { makeEventWorld } from '../../support/data/events.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

type World = Awaited<ReturnType<typeof makeEventWorld>>

describe('a fact writes its event', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let world: World
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 4)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    world = await makeEventWorld(db)
    await db('event_outbox').delete()
  })

  const written = () =>
    db('event_outbox').where({ organization_id: world.organization_id }).orderBy('id').select()
  /** Returns what `work` has written: types, and facts if there are any. */
  async function writtenBy(work: () => Promise<unknown>): Promise<unknown[]> {
    await db('event_outbox').delete()
    await work()
    const rows = await written()
    for (const { type, target_kind } of rows)
      expect(EVENT_TYPES[type as EventName], type).to.include({ target: target_kind })
    return rows.flatMap(({ type, facts }) => (Object.keys(facts).length ? [type, facts] : [type]))
  }
  const change = (table: string, { id }: { id: string }, fields: object) =>
    db(table).where({ id, organization_id: world.organization_id }).update(fields)
  const remove = (table: string, { id }: { id: string }) =>
    db(table).where({ id, organization_id: world.organization_id }).delete()

  it('when a reply ends, but not when a question is asked or a reply is written', async () => {
    const thread = await world.makeThread()
    expect(await writtenBy(() => world.makeReply(thread.id))).to.deep.equal([
      'message.completed',
      { status: 'completed' },
    ])
    const [row] = await written()
    expect(row).to.include({ thread_id: thread.id, agent_id: world.agent.id, is_test: false })
    const error = { code: 'llm_timeout', message: 'The model did not answer Anna.' }
    expect(
      await writtenBy(() => world.makeReply(thread.id, { status: 'failed', error })),
    ).to.deep.equal(['message.failed', { status: 'failed', error_code: 'llm_timeout' }])
    expect(await writtenBy(() => world.makeReply(thread.id, { role: 'user' }))).to.deep.equal([])
    const queued = { status: 'queued', content: null, completed_at: null }
    let reply: { id: string }
    expect(
      await writtenBy(async () => {
        reply = await world.makeReply(thread.id, queued)
      }),
    ).to.deep.equal([])
    expect(
      await writtenBy(() =>
        change('messages', reply, { status: 'cancelled', completed_at: new Date() }),
      ),
    ).to.deep.equal(['message.cancelled', { status: 'cancelled' }])
    const again = { status: 'cancelled', content: 'x', metadata: '{}' }
    expect(await writtenBy(() => change('messages', reply, again))).to.deep.equal([])
  })

  it('when a thread is opened, ends, is reopened or is deleted', async () => {
    let session: { id: string }
    let conversation: { id: string }
    const open = async () => {
      session = await world.makeThread({ kind: 'session', status: 'active' })
      conversation = await world.makeThread()
    }
    expect(await writtenBy(open)).to.deep.equal([
      'session.created',
      { status: 'active' },
      'conversation.created',
      { status: 'open' },
    ])
    const post = () =>
      change('threads', session, { last_seq: 2, active_at: new Date(), metadata: '{"a":1}' })
    expect(await writtenBy(post)).to.deep.equal([])
    const end = async () => {
      await change('threads', session, { status: 'expired' })
      await change('threads', conversation, { status: 'closed' })
      await change('threads', conversation, { status: 'closed' })
      await change('threads', conversation, { status: 'open' })
    }
    expect(await writtenBy(end)).to.deep.equal([
      'session.expired',
      { status: 'expired' },
      'conversation.closed',
      { status: 'closed' },
      'conversation.reopened',
      { status: 'open' },
    ])
    const removeBoth = async () => {
      await remove('threads', session)
      await remove('threads', conversation)
    }
    expect(await writtenBy(removeBoth)).to.deep.equal(['session.deleted', 'conversation.deleted'])
  })

  it('with a mark for a test thread, also when a chore deletes it', async () => {
    const thread = await world.makeThread({ is_test: true, created_at: new Date(0) })
    await world.makeReply(thread.id)
    const feedback = {
      thread_id: thread.id,
      message_id: null,
      reviewer: 'a',
      rating: 4,
      comment: null,
    }
    const { id } = (await putFeedback(db, world.organization_id, feedback)).feedback
    await change('feedback', { id }, { rating: 2 })
    await remove('feedback', { id })
    await deleteTestThreads(db)
    const rows = await written()
    expect(rows.map(({ type }) => type)).to.deep.equal([
      'conversation.created',
      'message.completed',
      'feedback.created',
      'feedback.changed',
      'feedback.deleted',
      'conversation.deleted',
    ])
    expect(rows.map(({ is_test }) => is_test)).to.deep.equal(rows.map(() => true))
    expect(rows.map(({ agent_id }) => agent_id)).to.deep.equal(rows.map(() => world.agent.id))
  })

  it('when a thread is handed off, assigned, written to, answered, unanswered or returned, without words', async () => {
    const { organization_id } = world
    const { id } = await world.makeThread()
    const place = { organization_id, id, kind: 'conversation' as const }
    const people = makeHandoffs(1000)
    const owner = {
      organization_id,
      email: 'o@example.com',
      role: 'owner' as const,
      password_hash: 'x',
    }
    const author_id = (await createUser(db, owner))!.id
    const fields = { reason: 'topic' as const, note: 'Anna wants it', requested_by: 'key' as const }
    let handoff: Handoff
    const handOff = async () => {
      const byKey = { author_id: null, author_name: null, request_id: 'test' }
      handoff = (await people.handOff(db, place, fields, byKey)).handoff
    }
    expect(await writtenBy(handOff)).to.deep.equal([
      'handoff.requested',
      { reason: 'topic', requested_by: 'key' },
    ])
    expect(await writtenBy(handOff)).to.deep.equal([])
    const [row] = await db('handoffs').where({ organization_id })
    expect(row.id).to.equal(handoff!.id)
    const set = (changed: object) => writtenBy(() => change('handoffs', handoff, changed))
    const message_id = uuid()
    expect(await set({ questions: 1, last_question_id: message_id })).to.deep.equal([
      'handoff.asked',
      { message_id },
    ])
    for (const minute of [1, 2])
      expect(await set({ unanswered_at: new Date(60_000 * minute) })).to.deep.equal([
        'handoff.unanswered',
      ])
    expect(await set({ note: 'Anna', updated_at: new Date() })).to.deep.equal([])
    const said = {
      content: 'Hello Anna',
      metadata: {},
      author_id,
      author_name: 'Zoe',
      request_id: 'r',
    }
    const say = (is_internal: boolean) =>
      writtenBy(() => people.say(db, place, { ...said, is_internal }).then(() => undefined))
    expect(await say(true)).to.deep.equal([])
    const first = await say(false)
    const [{ last_reply_id }] = await db('handoffs').where({ organization_id })
    expect(first).to.deep.equal([
      'handoff.assigned',
      { assignee_id: author_id, assigned_by: 'person' },
      'handoff.replied',
      { message_id: last_reply_id, is_first: true },
    ])
    expect((await say(false))[1]).to.include({ is_first: false })
    const released = ['handoff.released', { assignee_id: author_id }]
    expect(await writtenBy(() => people.assign(db, place, null))).to.deep.equal(released)
    expect(await writtenBy(() => people.assign(db, place, null))).to.deep.equal([])
    await people.assign(db, place, author_id)
    expect(await writtenBy(() => remove('users', { id: author_id }))).to.deep.equal([
      'user.removed',
      { role: 'owner' },
      ...released,
    ])
    expect(await writtenBy(() => people.giveBack(db, place, 'Anna is happy'))).to.deep.equal([
      'handoff.returned',
      { replies: 2 },
    ])
    const [event] = await written()
    expect(event).to.include({
      target_id: handoff!.id,
      thread_id: id,
      agent_id: world.agent.id,
      is_test: false,
    })
    expect(await writtenBy(() => remove('threads', place))).to.deep.equal(['conversation.deleted'])
  })

  it('when a thread is rated, without the comment, but not when nothing has changed', async () => {
    const thread = await world.makeThread()
    const feedback = {
      thread_id: thread.id,
      message_id: null,
      reviewer: 'Anna',
      rating: 5,
      comment: 'Thanks, Anna',
    }
    const put = (rating: number) => putFeedback(db, world.organization_id, { ...feedback, rating })
    expect(await writtenBy(() => put(5))).to.deep.equal(['feedback.created', { rating: 5 }])
    expect(await writtenBy(() => put(5))).to.deep.equal([])
    expect(await writtenBy(() => put(1))).to.deep.equal([
      'feedback.changed',
      { rating: 1, previous_rating: 5 },
    ])
    // The thread's event already covers the deletion.
    expect(await writtenBy(() => remove('threads', thread))).to.deep.equal(['conversation.deleted'])
  })

  it('when knowledge is added, indexed, fails or is deleted', async () => {
    const made = { kind: 'url', url: 'https://example.com', status: 'pending', request_id: 'r' }
    let entry: { id: string }
    const add = async () => {
      entry = await world.insert('knowledge_entries', made)
    }
    const facts = (status: string, more = {}) => ({ kind: 'url', status, ...more })
    expect(await writtenBy(add)).to.deep.equal(['knowledge.created', facts('processing')])
    const set = (fields: object) => writtenBy(() => change('knowledge_entries', entry, fields))
    const indexed = { status: 'ready', indexed_at: new Date(), error: null }
    expect(await set(indexed)).to.deep.equal(['knowledge.ready', facts('ready')])
    expect(await set({ title: 'Other', tags: ['a'], progress: '{}' })).to.deep.equal([])
    // A recheck that finds the page unchanged.
    await set({ status: 'pending', is_recheck: true })
    expect(await set({ status: 'ready', checked_at: new Date() })).to.deep.equal([])
    await set({ status: 'pending' })
    const failed = { status: 'failed', error: { code: 'fetch_failed', message: 'x' } }
    expect(await set(failed)).to.deep.equal([
      'knowledge.failed',
      facts('failed', { error_code: 'fetch_failed' }),
    ])
    await set({ status: 'pending' })
    expect(await set({ status: 'ready', error: null })).to.deep.equal([
      'knowledge.ready',
      facts('ready'),
    ])
    expect(await writtenBy(() => remove('knowledge_entries', entry))).to.deep.equal([
      'knowledge.deleted',
      { kind: 'url' },
    ])
  })

  it('when settings of an agent change, and once when it is deleted, with its threads', async () => {
    const { agent, organization_id } = world
    const set = (fields: object) =>
      writtenBy(() => agentRecords.change(db, organization_id, agent.id, fields as never))
    expect(await set({ tone: 'kind', instructions: 'Be brief.' })).to.deep.equal([
      'agent.changed',
      { changed: ['instructions', 'tone'] },
    ])
    expect(await set({ tone: 'kind' })).to.deep.equal([])
    const thread = await world.makeThread()
    await world.makeReply(thread.id)
    expect(
      await writtenBy(() => agentRecords.remove(db, organization_id, agent.id, undefined, true)),
    ).to.deep.equal(['conversation.deleted', 'agent.deleted'])
    const hidden = await world.insert('agents', { name: 'Hidden' })
    expect(
      await writtenBy(() => change('agents', hidden, { deleted_at: new Date() })),
    ).to.deep.equal(['agent.deleted'])
    expect(await writtenBy(() => change('agents', hidden, { name: 'x' }))).to.deep.equal([])
    expect(await writtenBy(() => remove('agents', hidden))).to.deep.equal([])
  })

  it('when a connection is created, changed or deleted, but not by tests, resealed keys or the operator', async () => {
    const sealers = ['a', 'b'].map((name) =>
      makeSealer([{ name, key: Buffer.alloc(32, name) } as never]),
    )
    const id = uuid()
    const place = { organization_id: world.organization_id, table: 'connections', row: id }
    const fields = { name: 'own', provider: 'openai', sealed_key: sealers[0]!.seal('k', place) }
    expect(await writtenBy(() => world.insert('connections', { id, ...fields }))).to.deep.equal([
      'connection.created',
    ])
    const changeIt = (fields: object) =>
      connectionRecords.change(db, world.organization_id, id, fields)
    expect(
      await writtenBy(() => changeIt({ sealed_key: 'other', base_url: 'https://a' })),
    ).to.deep.equal(['connection.changed', { changed: ['base_url', 'key'] }])
    expect(await writtenBy(() => changeIt({ base_url: 'https://a' }))).to.deep.equal([])
    await changeIt({ sealed_key: fields.sealed_key })
    const both = makeSealer(
      ['b', 'a'].map((name) => ({ name, key: Buffer.alloc(32, name) }) as never),
    )
    const quiet = async () => {
      const now = await connectionRecords.get(db, world.organization_id, id)
      await keepTest(db, world.organization_id, now, { model: 'm' } as never)
      expect(await resealSecrets(db, both, new AbortController().signal)).to.equal(1)
    }
    expect(await writtenBy(quiet)).to.deep.equal([])
    expect(
      await writtenBy(() =>
        connectionRecords.remove(db, world.organization_id, id).then(() => undefined),
      ),
    ).to.deep.equal(['connection.deleted'])
    await db('connections').insert({ id: uuid(), name: 'operators', provider: 'openai' })
    await db('connections').whereNull('organization_id').delete()
    expect(await db('event_outbox').whereNull('organization_id')).to.deep.equal([])
  })

  it('when a secret is issued, revoked or expires', async () => {
    const of = { organization_id: world.organization_id, name: 'Shop', allowed_origins: [] }
    let application: Awaited<ReturnType<typeof createApplication>>['application']
    const make = async () => {
      application = (await createApplication(db, of)).application
    }
    const made = await writtenBy(make)
    const application_id = application!.id
    expect(made).to.deep.equal(['secret.created', { application_id }])
    const { id } = await createKey(db, application!, {
      name: 'k',
      scopes: ['read'],
      agent_ids: null,
      is_test: false,
    })
    await change('application_secrets', { id }, { expires_at: new Date(Date.now() - 1000) })
    expect(await writtenBy(() => remove('application_secrets', { id }))).to.deep.equal([
      'secret.revoked',
      { application_id, reason: 'expired' },
    ])
    expect(await writtenBy(() => revokeSecrets(db, application!))).to.deep.equal([
      'secret.revoked',
      { application_id, reason: 'revoked' },
    ])
    await createKey(db, application!, {
      name: 'k',
      scopes: ['read'],
      agent_ids: null,
      is_test: false,
    })
    expect(await writtenBy(() => remove('applications', application!))).to.deep.equal([
      'secret.revoked',
      { application_id, reason: 'revoked' },
    ])
  })

  it('when an identity secret is issued, rotated, revoked or expires, without the secret', async () => {
    const { organization_id } = world
    const of = { organization_id, name: 'Shop', allowed_origins: [] }
    const { application } = await createApplication(db, of)
    const application_id = application.id
    let made: Awaited<ReturnType<typeof rotateIdentitySecret>>
    const rotate = (hours: number) =>
      writtenBy(async () => {
        made = await rotateIdentitySecret(db, application, hours, () => 'sealed-abcd')
      })
    const created = ['identity_secret.created', { application_id }]
    const revoked = (reason: string) => ['identity_secret.revoked', { application_id, reason }]
    expect(await rotate(24)).to.deep.equal(created)
    const { id } = made!
    const [row] = await written()
    expect(row).to.include({ target_id: id, thread_id: null, agent_id: null, is_test: false })
    expect(JSON.stringify(row)).not.to.contain('abcd').and.not.to.contain(made!.secret.slice(-4))
    expect(await rotate(24)).to.deep.equal(created)
    await change('identity_secrets', { id }, { expires_at: new Date(Date.now() - 1000) })
    expect(await writtenBy(() => deleteExpiredIdentitySecrets(db))).to.deep.equal(
      revoked('expired'),
    )
    expect(await rotate(0)).to.deep.equal([...revoked('revoked'), ...created])
    const revoke = () => revokeIdentitySecret(db, application, made.id)
    expect(await writtenBy(revoke)).to.deep.equal(revoked('revoked'))
    await rotate(24)
    expect(await writtenBy(() => remove('applications', application))).to.have.deep.members([
      ...revoked('revoked'),
      'secret.revoked',
      { application_id, reason: 'revoked' },
    ])
  })

  it('when a user is invited, joins, gets another role or is removed', async () => {
    const { organization_id } = world
    const owner = {
      organization_id,
      email: 'o@example.com',
      role: 'owner' as const,
      password_hash: 'x',
    }
    await createUser(db, owner)
    const invite = (token: string) =>
      putInvitation(db, {
        organization_id,
        email: 'a@example.com',
        role: 'editor',
        invited_by: 'x',
        token_hash: Buffer.from(token),
      })
    const invited = (is_renewed: boolean) => ['user.invited', { role: 'editor', is_renewed }]
    expect(await writtenBy(() => invite('1'))).to.deep.equal(invited(false))
    expect(await writtenBy(() => invite('2'))).to.deep.equal(invited(true))
    let id = ''
    const join = async () => {
      id = (await createUser(db, { ...owner, email: 'a@example.com', role: 'editor' }))!.id
    }
    expect(await writtenBy(join)).to.deep.equal([
      'user.joined',
      { role: 'editor', is_active: true },
    ])
    expect(await writtenBy(() => renameUser(db, { organization_id, id }, 'Anna'))).to.deep.equal([])
    expect(
      await writtenBy(() => changeUser(db, organization_id, id, { role: 'viewer' })),
    ).to.deep.equal(['user.changed', { role: 'viewer', previous_role: 'editor', is_active: true }])
    expect(
      await writtenBy(() => changeUser(db, organization_id, id, { is_active: false })),
    ).to.deep.equal(['user.changed', { role: 'viewer', previous_role: 'viewer', is_active: false }])
    expect(await writtenBy(() => removeUser(db, organization_id, id))).to.deep.equal([
      'user.removed',
      { role: 'viewer' },
    ])
  })

  it('when a budget is nearly spent or reached, without the name of a customer', async () => {
    const { organization_id } = world
    const budget = await world.insert('budgets', {
      scope: 'customer',
      unit: 'usd',
      amount: 10,
      period: 'day',
      at_limit: 'refuse',
    })
    const share = {
      organization_id,
      budget_id: budget.id,
      begins: '2026-11-01',
      subject: 'anna@example.com',
    }
    const set = (fields: object) =>
      writtenBy(() =>
        db('budget_periods')
          .insert({ ...share, ...fields })
          .onConflict(Object.keys(share))
          .merge(),
      )
    expect(await set({ spent: 1 })).to.deep.equal([])
    const facts = (spent: number) => ({
      period: 'day',
      begins: '2026-11-01',
      unit: 'usd',
      spent,
      amount: 10,
    })
    expect(await set({ spent: 8, warned_at: new Date() })).to.deep.equal([
      'budget.warned',
      facts(8),
    ])
    expect(await set({ spent: 9, warned_at: new Date() })).to.deep.equal([])
    expect(await set({ spent: 10, reached_at: new Date() })).to.deep.equal([
      'budget.reached',
      facts(10),
    ])
    const agents = await world.insert('budgets', {
      scope: 'agent',
      unit: 'usd',
      amount: 10,
      period: 'day',
      at_limit: 'refuse',
    })
    const both = { spent: 10, warned_at: new Date(), reached_at: new Date() }
    const ofAgent = { ...share, budget_id: agents.id, subject: world.agent.id, ...both }
    expect(await writtenBy(() => db('budget_periods').insert(ofAgent))).to.deep.equal([
      'budget.warned',
      { ...facts(10), agent_id: world.agent.id },
      'budget.reached',
      { ...facts(10), agent_id: world.agent.id },
    ])
  })

  it('when Parley disables an endpoint, but not when a user pauses it', async () => {
    const endpoint = await world.makeEndpoint({ failures: 21 })
    const pause = () => change('webhook_endpoints', endpoint, { is_active: false, failures: 22 })
    expect(await writtenBy(pause)).to.deep.equal([])
    const disable = { disabled_at: new Date(), disabled_reason: 'failing' }
    expect(await writtenBy(() => change('webhook_endpoints', endpoint, disable))).to.deep.equal([
      'endpoint.disabled',
      { reason: 'failing', failures: 22 },
    ])
  })

  it('in the order in which a transaction has done them', async () => {
    const thread = await world.makeThread()
    await db('event_outbox').delete()
    await db.knexTransaction(async (transaction) => {
      for (let nth = 0; nth < 200; nth++)
        await transaction('threads')
          .where({ id: thread.id })
          .update({ status: nth % 2 ? 'open' : 'closed' })
    })
    const types = (await written()).map(({ type }) => type)
    expect(types).to.deep.equal(
      types.map((_, nth) => (nth % 2 ? 'conversation.reopened' : 'conversation.closed')),
    )
    expect(types).to.have.length(200)
  })

  it('but writes none if a transaction has switched events off', async () => {
    const insert = async () =>
      db.knexTransaction(async (transaction) => {
        await transaction.raw("select set_config('parley.events', 'off', true)")
        await transaction('threads').insert({
          id: uuid(),
          organization_id: world.organization_id,
          agent_id: world.agent.id,
          kind: 'session',
          status: 'active',
        })
      })
    expect(await writtenBy(insert)).to.deep.equal([])
    expect(await writtenBy(() => world.makeThread())).to.have.length(2)
  })

  it('but writes none when its organization is deleted', async () => {
    const thread = await world.makeThread()
    await world.makeReply(thread.id)
    await createApplication(db, {
      organization_id: world.organization_id,
      name: 'a',
      allowed_origins: [],
    })
    const { organization_id } = world
    const owner = {
      organization_id,
      email: 'o@example.com',
      role: 'owner' as const,
      password_hash: 'x',
    }
    await createUser(db, owner)
    await world.insert('feedback', { thread_id: thread.id, reviewer: 'a', rating: 3 })
    await world.insert('knowledge_entries', { kind: 'qa', status: 'ready', request_id: 'r' })
    await world.insert('connections', { name: 'own', provider: 'openai' })
    await world.makeEndpoint()
    expect(
      await writtenBy(() => db('organizations').where({ id: world.organization_id }).delete()),
    ).to.deep.equal([])
  })
})
