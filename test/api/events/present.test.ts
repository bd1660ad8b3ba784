import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import {
  EVENT_NAMES,
  EVENT_TYPES,
  type EventRow,
  type EventTarget,
} from '../../../shared/events/eventTypes.ts'
import { presentEvents } from '../../../shared/events/presentEvents.ts'
import { relayEvents } from '../../../shared/events/relay.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { makeWaitingReply } from '../../support/data/toolCalls.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Answer, type Client, eventually } from '../../support/http/client.ts'
import { contract, validatorOfEvent } from '../../support/http/contract.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

/** Words that only people of the organization may read. */
const HIDDEN = /zoe@|Zoe Private|@example\.com|models\.internal|abcd|receiver\.example/

describe('presented events', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let organizations = 0
  before(async () => {
    parley = await startParley({
      settings: { EGRESS_ALLOWED_HOSTS: 'models.internal:9' },
    })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    parley.model.reset()
    parley.model.behave(() => ({ text: 'It comes tomorrow.' }))
    client = await parley.another(`presents ${++organizations}`)
    owner = await signedIn(parley, client, 'owner')
  })

  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await request(client.address, method, path, owner.headers, body)
    expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299)
    return answer
  }
  const read = async (path: string) => (await ask('GET', path)).body.data
  const make = async (path: string, body: object) => (await ask('POST', path, body)).body.data
  const rowOf = (
    target_kind: EventTarget,
    target_id: string,
    more: Partial<EventRow> = {},
  ): EventRow => ({
    position: '1',
    id: uuid(),
    organization_id: client.organizationId,
    target_kind,
    target_id,
    type: EVENT_NAMES.find((name) => EVENT_TYPES[name].target === target_kind)!,
    thread_id: null,
    sequence: null,
    agent_id: null,
    facts: {},
    is_test: false,
    created_at: new Date(),
    ...more,
  })
  /** Presents events as a receiver reads them. */
  const present = async (rows: EventRow[]) =>
    JSON.parse(JSON.stringify(await presentEvents(parley.db, rows)))
  const dataOf = async (row: EventRow) => (await present([row]))[0].data
  const ofThread = (target_kind: EventTarget, target_id: string, thread_id: string) =>
    rowOf(target_kind, target_id, { thread_id, sequence: 1 })

  /**
   * A record of each kind: the row of an event about it, what GET shows of it, and how it is
   * deleted.
   */
  interface Made {
    row: EventRow
    shown: () => Promise<any>
    remove: () => Promise<unknown>
  }

  async function makeThreads(): Promise<Made[]> {
    const agent = await client.makeAgent()
    const session = await client.makeSession({
      agent_id: agent.id,
      visitor_id: 'v',
      metadata: { page: '/' },
    })
    const conversation = await client.makeConversation({ agent_id: agent.id, customer_id: 'zoe' })
    const path = `/api/v1/conversations/${conversation.id}`
    const messages = async () => (await client.get(`${path}/messages`)).body.data
    const reply = (await client.say(conversation.id, 'When?')).body.data
    parley.model.behave(() => ({ status: 400 }))
    const failed = (await client.say(conversation.id, 'And now?')).body.data
    parley.model.behave(() => ({ hang: true }))
    const { location } = Object.fromEntries(
      (await client.say(conversation.id, 'Hello?', { Prefer: 'respond-async' })).headers,
    )
    const cancelled = (await client.send('DELETE', location!)).body.data
    const feedback = (
      await client.post(`${path}/feedback`, {
        reviewer: 'zoe',
        rating: 2,
        comment: 'No.',
        message_id: reply.id,
      })
    ).body.data
    const onSession = (
      await client.post(`/api/v1/sessions/${session.id}/feedback`, { reviewer: 'v', rating: 4 })
    ).body.data
    const place = { organization_id: client.organizationId, thread_id: conversation.id }
    const { call_id } = await makeWaitingReply(parley.db, place, { state: 'unknown' })
    const handoffs = [
      { of: session, path: `/api/v1/sessions/${session.id}` },
      { of: conversation, path },
    ]
    for (const handoff of handoffs)
      expect(
        (await client.post(`${handoff.path}/handoff`, { note: 'Zoe is waiting.' })).status,
      ).to.equal(201)
    const removeSession = () => client.send('DELETE', `/api/v1/sessions/${session.id}`)
    const remove = () => client.send('DELETE', path)
    return [
      ...[reply, failed, cancelled].map(({ id }) => ({
        row: ofThread('message', id, conversation.id),
        remove,
        shown: async () => (await messages()).find((one: any) => one.id === id),
      })),
      ...(await Promise.all(
        handoffs.map(async ({ of, path }): Promise<Made> => {
          const shown = async () => (await client.get(`${path}/handoffs`)).body.data[0]
          const remove = () => client.send('DELETE', path)
          return { row: ofThread('handoff', (await shown()).id, of.id), shown, remove }
        }),
      )),
      ...[
        {
          one: onSession,
          of: session,
          path: `/api/v1/sessions/${session.id}/feedback`,
          remove: removeSession,
        },
        { one: feedback, of: conversation, path: `${path}/feedback`, remove },
      ].map(({ one, of, path, remove }) => ({
        row: ofThread('feedback', one.id, of.id),
        remove,
        shown: async () => (await client.get(path)).body.data[0],
      })),
      {
        row: ofThread('tool_call', call_id, conversation.id),
        remove,
        shown: async () =>
          (await client.get(`/api/v1/tool-calls?thread_id=${conversation.id}`)).body.data[0],
      },
      {
        row: ofThread('session', session.id, session.id),
        remove: removeSession,
        shown: async () => (await client.get(`/api/v1/sessions/${session.id}`)).body.data,
      },
      {
        row: ofThread('conversation', conversation.id, conversation.id),
        remove,
        shown: async () => (await client.get(path)).body.data,
      },
    ]
  }

  const made = (kind: EventTarget, path: string, id: string): Made => ({
    row: rowOf(kind, id),
    shown: () => read(`${path}/${id}`),
    remove: () => ask('DELETE', `${path}/${id}`),
  })
  const KNOWLEDGE = '/api/v1/knowledge'

  const listed = (path: string, id: string) => async () =>
    (await read(path)).find((one: any) => one.id === id)

  async function makeOthers(): Promise<Made[]> {
    const agent = await client.makeAgent({ instructions: 'Be brief.', temperature: 0.5 })
    const qa = await make(`${KNOWLEDGE}/qa`, {
      question: 'When?',
      answer: 'Tomorrow.',
      tags: ['shipping'],
    })
    const url = await make(`${KNOWLEDGE}/urls`, { url: 'http://127.0.0.1/page', refresh_hours: 24 })
    const file = await make(`${KNOWLEDGE}/files`, { title: 'Terms', summary: 'Thirty days.' })
    const budget = await make('/api/v1/budgets', {
      scope: 'organization',
      unit: 'tokens',
      amount: 1_000,
      period: 'day',
    })
    const alert = { id: uuid(), organization_id: client.organizationId, kind: 'failures' }
    await parley.db('alerts').insert({ ...alert, subject: alert.id })
    return [
      {
        row: rowOf('alert', alert.id),
        shown: listed('/api/v1/alerts', alert.id),
        remove: () => parley.db('alerts').where({ id: alert.id }).del(),
      },
      made('agent', '/api/v1/agents', agent.id),
      made('knowledge_entry', `${KNOWLEDGE}/qa`, qa.id),
      made('knowledge_entry', `${KNOWLEDGE}/urls`, url.id),
      made('knowledge_entry', `${KNOWLEDGE}/files`, file.id),
      made('budget', '/api/v1/budgets', budget.id),
    ]
  }

  /** Makes records that no key may read, each with the words that must not be shown. */
  async function makeGuarded(): Promise<(Made & { hidden: string[] })[]> {
    const connection = await make('/api/v1/connections', {
      name: 'ours',
      provider: 'openai',
      base_url: 'http://models.internal:9/v1',
      key: 'sk-0123456789-abcd',
      models: ['large'],
      prices: { large: { input: 1, output: 2 } },
    })
    const person = await signedIn(parley, client, 'viewer')
    await parley.db('users').where({ id: person.user.id }).update({ name: 'Zoe Private' })
    const invitation = await make('/api/v1/invitations', {
      email: 'zoe@private.example',
      role: 'editor',
    })
    const application = (await read('/api/v1/applications'))[0].id
    const secrets = `/api/v1/applications/${application}/secrets`
    const key = await make(`/api/v1/applications/${application}/keys`, {
      name: 'Shop',
      scopes: ['read'],
    })
    const identities = `/api/v1/applications/${application}/identity-secrets`
    const identity = await make(identities, {})
    const [endpoint] = await parley
      .db('webhook_endpoints')
      .insert({
        id: uuid(),
        organization_id: client.organizationId,
        url: 'https://receiver.example/token',
        description: 'Warehouse',
        events: ['*'],
        sealed_secret: 'sealed-abcd',
      })
      .returning('*')
    return [
      {
        ...made('connection', '/api/v1/connections', connection.id),
        hidden: ['base_url', 'key_hint', 'options', 'last_test'],
      },
      {
        row: rowOf('user', person.user.id),
        shown: listed('/api/v1/users', person.user.id),
        remove: () => ask('DELETE', `/api/v1/users/${person.user.id}`),
        hidden: ['email', 'name', 'photo', 'last_seen_at', 'takes_chats', 'is_present'],
      },
      {
        row: rowOf('invitation', invitation.id),
        shown: listed('/api/v1/invitations', invitation.id),
        remove: () => ask('DELETE', `/api/v1/invitations/${invitation.id}`),
        hidden: ['email', 'invited_by'],
      },
      {
        row: rowOf('secret', key.id),
        shown: async () =>
          (await read(`/api/v1/applications/${application}`)).secrets.find(
            (one: any) => one.id === key.id,
          ),
        remove: () => ask('DELETE', `${secrets}/${key.id}`),
        hidden: ['hint'],
      },
      {
        row: rowOf('identity_secret', identity.id),
        shown: async () =>
          (await read(`/api/v1/applications/${application}`)).identity_secrets.at(-1),
        remove: () => ask('DELETE', `${identities}/${identity.id}`),
        hidden: ['hint'],
      },
      {
        row: rowOf('webhook_endpoint', endpoint.id),
        shown: async () => {
          const { organization_id: _, ...row } = await parley
            .db('webhook_endpoints')
            .where({ id: endpoint.id })
            .first()
          return JSON.parse(JSON.stringify({ object: 'webhook_endpoint', ...row }))
        },
        remove: () => parley.db('webhook_endpoints').where({ id: endpoint.id }).delete(),
        hidden: [
          'url',
          'sealed_secret',
          'sealed_previous_secret',
          'previous_secret_expires_at',
          'first_failure_at',
          'failures',
          'last_success_at',
        ],
      },
      {
        row: rowOf('organization', client.organizationId),
        shown: () => read('/api/v1/organization'),
        remove: async () => undefined,
        hidden: [
          'requests',
          'widget_limits',
          'retention',
          'time_zone',
          'office_hours',
          'assignment',
          'targets',
        ],
      },
    ]
  }

  it('show a record as its GET does, and after its deletion that it is deleted', async () => {
    const all = [...(await makeThreads()), ...(await makeOthers())]
    for (const { row, shown } of all) {
      const record = await shown()
      expect(record).to.include({ object: row.target_kind, id: row.target_id })
      expect(await dataOf(row)).to.deep.equal(record)
    }
    for (const { remove } of all) await remove()
    for (const { row } of all)
      expect(await dataOf(row)).to.deep.equal({
        id: row.target_id,
        object: row.target_kind,
        deleted: true,
      })
  })

  it('leave out what only users of the dashboard may read', async () => {
    const all = await makeGuarded()
    for (const { row, shown, hidden } of all) {
      const record = await shown()
      expect(record).to.include.all.keys('object', 'id', ...hidden)
      const data = await dataOf(row)
      expect(data).to.deep.equal(
        Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.includes(name))),
      )
      expect(JSON.stringify(data)).not.to.match(HIDDEN)
    }
    const others = all.filter(({ row }) => row.target_kind !== 'organization')
    for (const { remove } of others) await remove()
    for (const { row } of others)
      expect(await dataOf(row)).to.deep.equal({
        id: row.target_id,
        object: row.target_kind,
        deleted: true,
      })
  })

  it('match the reference for each type', async () => {
    const all = [...(await makeThreads()), ...(await makeOthers()), ...(await makeGuarded())]
    for (const type of EVENT_NAMES) {
      const { target } = EVENT_TYPES[type]
      const fits = validatorOfEvent(type)
      const rows = all
        .filter(({ row }) => row.target_kind === target)
        .flatMap(({ row }) => [
          { ...row, type },
          { ...row, type, target_id: uuid() },
        ])
      expect(rows, type).not.to.have.length(0)
      for (const presented of await present(rows))
        expect(fits(presented), JSON.stringify([fits.errors, presented])).to.equal(true)
    }
  })

  it('have the facts that the reference names', async () => {
    const all = [...(await makeThreads()), ...(await makeOthers()), ...(await makeGuarded())]
    for (const { remove } of all) await remove()
    while ((await relayEvents(parley.db)).moved > 0);
    const { organizationId } = client
    const rows: EventRow[] = await parley.db('events').where({ organization_id: organizationId })
    expect(new Set(rows.map(({ type }) => type)).size).to.be.above(15)
    const { schemas } = contract.document.components
    for (const presented of await present(rows)) {
      const fits = validatorOfEvent(presented.type)
      expect(fits(presented), JSON.stringify([fits.errors, presented])).to.equal(true)
      const { schema } =
        contract.document.webhooks[presented.type]!.post.requestBody.content['application/json']!
      const { facts } = schemas[schema.allOf[0].$ref.split('/').at(-1)].properties
      expect(Object.keys(facts.properties), presented.type).to.include.members(
        Object.keys(presented.facts),
      )
    }
  })

  it('come in the order of the rows, and each record is read once for all of its events', async () => {
    const [{ row }] = (await makeThreads()) as [Made]
    const agent = await client.makeAgent()
    const later = {
      ...row,
      id: uuid(),
      sequence: 2,
      is_test: true,
      facts: { status: 'failed' },
      agent_id: agent.id,
    }
    const rows = [later, rowOf('agent', agent.id), row]
    const presented = await present(rows)
    expect(presented.map(({ id }: any) => id)).to.deep.equal(rows.map(({ id }) => id))
    const { data, ...event } = presented[0]
    expect(event).to.deep.equal({
      id: later.id,
      object: 'event',
      type: 'message.completed',
      created_at: later.created_at.toISOString(),
      sequence: 2,
      thread_id: row.thread_id,
      agent_id: agent.id,
      is_test: true,
      facts: { status: 'failed' },
    })
    expect(data).to.deep.equal(presented[2].data)
    const statements = async (rows: EventRow[]) => {
      let count = 0
      const query: Db['query'] = (statement) => {
        count++
        return parley.db.query(statement)
      }
      await presentEvents({ ...parley.db, query }, rows)
      return count
    }
    expect(await statements(Array.from({ length: 50 }, () => rows).flat())).to.equal(3)
  })

  it("show no record of another organization, whatever a row's id", async () => {
    const all = [...(await makeThreads()), ...(await makeOthers()), ...(await makeGuarded())]
    const theirs = await parley.another(`theirs ${organizations}`)
    const rows = all
      .filter(({ row }) => row.target_kind !== 'organization')
      .map(({ row }) => ({ ...row, organization_id: theirs.organizationId }))
    const mixed = await present(
      rows.flatMap((row) => [{ ...row, organization_id: client.organizationId }, row]),
    )
    mixed.forEach(({ data }: any, at: number) => {
      expect(data.deleted, JSON.stringify(data)).to.equal(at % 2 ? true : undefined)
    })
  })

  it('have no text of a person who was erased', async () => {
    const context = await make('/api/v1/contexts', {
      user_reference: 'zoe-4711',
      traits: { name: 'Zoe' },
    })
    const conversation = await client.makeConversation({
      customer_id: 'zoe-4711',
      title: 'planted title',
      metadata: { note: 'planted note' },
    })
    parley.model.behave(() => ({ text: 'A planted reply.' }))
    const reply = (await client.say(conversation.id, 'A planted question')).body.data
    const rating = { reviewer: 'zoe-4711', rating: 1, comment: 'A planted comment' }
    const feedback = (
      await client.post(`/api/v1/conversations/${conversation.id}/feedback`, rating)
    ).body.data
    const budget = await make('/api/v1/budgets', {
      scope: 'customer',
      customer_id: 'zoe-4711',
      unit: 'tokens',
      amount: 1_000,
      period: 'day',
    })
    const rows = [
      ofThread('message', reply.id, conversation.id),
      ofThread('conversation', conversation.id, conversation.id),
      ofThread('feedback', feedback.id, conversation.id),
      rowOf('budget', budget.id),
    ]
    for (const { data } of await present(rows))
      expect(JSON.stringify(data)).to.match(/planted|zoe-4711/)
    await ask('DELETE', `/api/v1/contexts/${context.id}?erase=everything`)
    expect(JSON.stringify(await present(rows))).not.to.match(/planted|zoe-4711/)
  })

  it('show the threads of an agent as deleted as soon as the agent is, though their rows go later', async () => {
    const conversation = await client.makeConversation()
    const reply = (await client.say(conversation.id, 'When?')).body.data
    const row = ofThread('message', reply.id, conversation.id)
    expect(await dataOf(row)).to.include({ content: 'It comes tomorrow.' })
    await parley
      .db('agents')
      .where({ id: conversation.agent_id })
      .update({ deleted_at: new Date() })
    expect(await dataOf(row)).to.deep.equal({ id: reply.id, object: 'message', deleted: true })
  })

  it('show a secret as deleted once it has expired', async () => {
    const application = (await read('/api/v1/applications'))[0].id
    const key = await make(`/api/v1/applications/${application}/keys`, {
      name: 'Shop',
      scopes: ['read'],
    })
    expect(await dataOf(rowOf('secret', key.id))).to.include({ name: 'Shop' })
    await parley.db('application_secrets').where({ id: key.id }).update({ expires_at: new Date() })
    await eventually(async () => (await dataOf(rowOf('secret', key.id))).deleted)
  })
})
