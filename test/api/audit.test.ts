import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { actionOf, isAudited, UNAUDITED } from '../../api/audit/actions.ts'
import { storeAuditEvent } from '../../api/audit/recordEvent.ts'
import {
  listAuditEvents,
  type NewAuditEvent,
  UNKNOWN_ACTOR,
} from '../../shared/audit/auditEvents.ts'
import { TIMES } from '../../shared/lib/config/times.ts'
import { deleteOldRows } from '../../shared/retention/retention.ts'
import { makeOwn, type Own, sampleFor, send } from '../support/data/samples.ts'
import { ROUTES, type Route, request, type SignedIn, signedIn } from '../support/http/access.ts'
import { type Client, eventually } from '../support/http/client.ts'
import { type Parley, startParley } from '../support/product/parley.ts'
import { planOf } from '../support/product/plans.ts'

const audited = ROUTES.filter(({ metadata, method }) =>
  isAudited(metadata.id ?? '', method),
).filter(({ metadata }) => metadata.id)

describe('the audit log', () => {
  let parley: Parley
  let client: Client
  let own: Own
  let owner: SignedIn
  before(async () => {
    const settings = { SIGN_IN_MINUTE_LIMIT: '1000', MINT_MINUTE_LIMIT: '1000' }
    parley = await startParley({ workers: false, settings })
    client = parley.client
    own = await makeOwn(parley, client)
    owner = await signedIn(parley, client, 'owner')
  })
  after(() => parley.stop())

  const ask = (method: string, path: string, body?: object, by = owner) =>
    request(client.address, method, path, by.headers, body)
  const events = async (query = '', by = owner): Promise<any[]> =>
    (await ask('GET', `/api/v1/audit-events?${query}`, undefined, by)).body.data
  const latest = async () => (await events('limit=1'))[0]

  describe('knows each route that changes something:', () => {
    it('each has an audited action, or an entry in the list of unaudited routes', () => {
      const changing = ROUTES.filter(({ method }) => method !== 'GET')
      expect(changing.length).to.be.above(40)
      const neither = changing.filter(
        ({ metadata, method }) =>
          !metadata.id || (isAudited(metadata.id, method) && !actionOf(metadata.id)),
      )
      expect(neither.map(({ name }) => name)).to.deep.equal([])
      const ids = ROUTES.map(({ metadata }) => metadata.id)
      expect(UNAUDITED.filter((id) => !ids.includes(id))).to.deep.equal([])
    })

    for (const route of audited)
      it(`${route.name} leaves one event, stored before the answer`, async () => {
        const sample = await sampleFor(route, own)
        const by = await signedIn(parley, client, 'owner')
        const headers = {
          ...(needsCredentials(route) && by.headers),
          'X-Request-Id': `audit-${++requests}`,
        }
        const { status } = await send(client.address, route, sample, headers)
        expect(status).to.equal(sample.status)
        const rows = await parley.db('audit_events').where({ request_id: `audit-${requests}` })
        // Another user's session cannot be ended, a new user has no authenticator app, and there is
        // no identity provider.
        const isNothing =
          sample.code !== undefined ||
          ['endOwnSession', 'removeAuthenticator', 'deletePasskey'].includes(route.metadata.id!)
        const expected = isNothing ? [] : [actionOf(route.metadata.id!)]
        expect(rows.map(({ action }) => action)).to.deep.equal(expected)
        if (rows.length && needsCredentials(route)) expect(rows[0].actor).to.equal(by.user.email)
      })

    it('the dashboard has a name for each field of these events', async () => {
      const { rows } = await parley.db.raw(
        'select distinct jsonb_object_keys(changes) as field from audit_events',
      )
      const fields: string[] = rows.map(({ field }: { field: string }) => field)
      expect(fields.length).to.be.above(40)
      const named = [
        'web/dashboard/pages/audit/fields.ts',
        'web/dashboard/components/records/agentDraft.ts',
      ]
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n')
      expect(fields.filter((field) => !named.includes(`  ${field}: t(`))).to.deep.equal([])
    })

    for (const route of ROUTES.filter(({ metadata }) => UNAUDITED.includes(metadata.id ?? '')))
      it(`${route.name} leaves no event`, async () => {
        const sample = await sampleFor(route, own)
        const before = await parley.db('audit_events').count()
        await send(client.address, route, sample, needsCredentials(route) ? owner.headers : {})
        expect(await parley.db('audit_events').count()).to.deep.equal(before)
      })
  })
  let requests = 0
  const needsCredentials = ({ metadata }: Route) => metadata.credentials !== undefined

  it('shows who changed what, field by field, before and after', async () => {
    const { id } = (await ask('POST', '/api/v1/agents', { name: 'Ada', tone: 'dry' })).body.data
    expect(await latest()).to.deep.include({
      actor_kind: 'user',
      actor: owner.user.email,
      actor_id: owner.user.id,
      action: 'agent.created',
      target_kind: 'agent',
      target_id: id,
      target_label: 'Ada',
      changes: { name: { after: 'Ada' }, tone: { after: 'dry' } },
      address: '127.0.0.1',
    })
    await ask('PATCH', `/api/v1/agents/${id}`, {
      name: 'Ada',
      tone: 'warm',
      is_active: false,
      language: 'en',
    })
    const changed = await latest()
    expect(changed.action).to.equal('agent.changed')
    expect(changed.changes).to.deep.equal({
      tone: { before: 'dry', after: 'warm' },
      is_active: { before: true, after: false },
      language: { before: null, after: 'en' },
    })
    await ask('DELETE', `/api/v1/agents/${id}`)
    const gone = await latest()
    expect(gone).to.include({ action: 'agent.deleted', target_id: id, target_label: 'Ada' })
    expect(gone.changes.tone).to.deep.equal({ before: 'warm' })
  })

  it('shows by which key and request something was changed', async () => {
    const made = await client.post(
      '/api/v1/agents',
      { name: 'By key' },
      { 'X-Request-Id': 'from-a-server' },
    )
    expect(await latest()).to.include({
      actor_kind: 'application',
      actor: client.credentials.client_id,
      target_id: made.body.data.id,
      request_id: 'from-a-server',
    })
  })

  it('records neither failures nor repetitions of an earlier request', async () => {
    const count = async () => (await events('limit=100&target_kind=agent')).length
    const key = { 'Idempotency-Key': 'once', ...owner.headers }
    for (const _ of [1, 2])
      await request(client.address, 'POST', '/api/v1/agents', key, { name: 'Once' })
    const before = await count()
    await request(client.address, 'POST', '/api/v1/agents', key, { name: 'Once' })
    expect((await ask('POST', '/api/v1/agents', { name: '' })).status).to.equal(422)
    const viewer = await signedIn(parley, client, 'viewer')
    expect((await ask('POST', '/api/v1/agents', { name: 'Eve' }, viewer)).status).to.equal(403)
    expect(await count()).to.equal(before)
  })

  it('shows the changed part of long texts', async () => {
    const made = await ask('POST', '/api/v1/agents', {
      name: 'Long',
      instructions: `${'a'.repeat(500)} old ${'z'.repeat(500)}`,
    })
    const instructions = `${'a'.repeat(500)} new ${'z'.repeat(500)}`
    await ask('PATCH', `/api/v1/agents/${made.body.data.id}`, { instructions })
    const { changes } = await latest()
    const { before, after } = changes.instructions
    expect(before).to.match(/^…a{39} old z{156}…$/)
    expect(after).to.match(/^…a{39} new z{156}…$/)
  })

  it('cuts long texts, between characters, and keeps no password, secret or token', async () => {
    const instructions = `${'x'.repeat(199)}\u{1f600} and so on`
    await ask('POST', '/api/v1/agents', { name: 'Long', instructions, max_output_tokens: 77 })
    const { changes } = await latest()
    expect(changes.instructions.after).to.equal(`${'x'.repeat(199)}…`)
    expect(changes.max_output_tokens.after).to.equal(77)
    const secret = 'four words nobody expects'
    const invited = await ask('POST', '/api/v1/invitations', {
      email: 'new@example.com',
      role: 'viewer',
    })
    const { token } = invited.body.data
    await request(
      client.address,
      'POST',
      '/api/v1/invitations/accept',
      {},
      { token, password: secret },
    )
    const text = JSON.stringify(await parley.db('audit_events').select())
    expect(text).to.contain('new@example.com')
    for (const hidden of [secret, token, owner.token]) expect(text).not.to.contain(hidden)
  })

  it('keeps only the id of a customer, so it outlives their erasure', async () => {
    const context = await client.post('/api/v1/contexts', {
      user_reference: 'erika-42',
      traits: { a: 'x-17' },
    })
    const { id } = context.body.data
    await ask('DELETE', `/api/v1/contexts/${id}?erase=everything`)
    expect(await latest()).to.deep.include({
      action: 'context.erased',
      target_id: id,
      target_label: null,
      changes: {},
    })
    expect(JSON.stringify(await parley.db('audit_events').select())).not.to.match(/erika-42|x-17/)
  })

  describe('of sign-ins', () => {
    it('records successful sign-ins, and failed sign-ins of existing users', async () => {
      const { user } = await signedIn(parley, client, 'editor')
      const signIn = (email: string, password: string) =>
        request(client.address, 'POST', '/dashboard/session', {}, { email, password })
      expect((await signIn(user.email, 'correct horse battery staple')).status).to.equal(201)
      expect(await latest()).to.include({
        action: 'user.signed_in',
        actor: user.email,
        target_id: user.id,
      })
      await signIn('nobody@example.net', 'wrong')
      await signIn(user.email, 'wrong')
      await eventually(async () => (await events('action=user.sign_in_failed')).length === 1)
      expect((await events('action=user.sign_in_failed'))[0]).to.include({
        actor_kind: 'unknown',
        actor: null,
        target_label: user.email,
      })
    })
  })

  describe('can be read', () => {
    it('by every signed-in user, for their own organization, newest first', async () => {
      const viewer = await signedIn(parley, client, 'viewer')
      const seen = await events('limit=5', viewer)
      expect(seen).to.have.length(5)
      expect(seen.map(({ id }) => id)).to.deep.equal(
        seen
          .map(({ id }) => id)
          .sort()
          .reverse(),
      )
      const another = await parley.another('Watchers')
      const theirs = await signedIn(parley, another, 'owner')
      expect(await events('', theirs)).to.deep.equal([])
    })

    it('by actor, action and time', async () => {
      const somebody = await signedIn(parley, client, 'editor')
      const { id } = (await ask('POST', '/api/v1/agents', { name: 'Found' }, somebody)).body.data
      await ask('PATCH', `/api/v1/agents/${id}`, { tone: 'dry' })
      const actions = async (query: string) => (await events(query)).map(({ action }) => action)
      expect(await actions(`target_id=${id}`)).to.deep.equal(['agent.changed', 'agent.created'])
      expect(await actions(`actor=${somebody.user.email.toUpperCase()}`)).to.deep.equal([
        'agent.created',
      ])
      expect(await actions(`actor=${somebody.user.id}`)).to.deep.equal(['agent.created'])
      expect(await actions(`target_id=${id}&action=agent.changed`)).to.deep.equal(['agent.changed'])
      expect(await actions(`target_id=${id}&target_kind=user`)).to.deep.equal([])
      const [, created] = await events(`target_id=${id}`)
      expect(await events(`id=${created.id}`)).to.deep.equal([created])
      expect(await events(`id=${created.id}&action=agent.changed`)).to.deep.equal([])
      const elsewhere = await signedIn(parley, await parley.another('Elsewhere'), 'owner')
      expect(await events(`id=${created.id}`, elsewhere)).to.deep.equal([])
      const after = new Date(Date.parse(created.created_at) + 1).toISOString()
      expect(await actions(`target_id=${id}&from=${after}`)).to.deep.equal(['agent.changed'])
      expect(await actions(`target_id=${id}&to=${created.created_at}`)).to.deep.equal([])
      expect((await ask('GET', '/api/v1/audit-events?from=yesterday')).status).to.equal(422)
    })

    it('by action, actor or address, and by time among equals, each event once over pages', async () => {
      const another = await parley.another('Sorted')
      const user = await signedIn(parley, another, 'owner')
      const rows = Array.from({ length: 23 }, (_, index) => ({
        id: uuid(),
        organization_id: another.organizationId,
        actor_kind: 'unknown',
        actor: [null, 'Ada@example.com', 'ada@example.com', 'zoe@example.com'][index % 4],
        action: ['agent.changed', 'user.created', 'session.created'][index % 3],
        target_kind: 'agent',
        address: index % 5 ? `198.51.100.${index % 2}` : null,
      }))
      await parley.db('audit_events').insert(rows)
      for (const sort of ['created_at', 'action', 'actor', 'address'] as const)
        for (const order of ['asc', 'desc']) {
          const found: any[] = []
          for (let after = ''; found.length < rows.length; after = `&after=${found.at(-1).id}`) {
            const page = await events(`sort=${sort}&order=${order}&limit=5${after}`, user)
            expect(page).not.to.deep.equal([])
            found.push(...page)
          }
          const keyOf = (row: any) =>
            sort === 'created_at' ? row.id : `${(row[sort] ?? '').toLowerCase()} ${row.id}`
          const expected = rows.map(keyOf).sort()
          expect(found.map(keyOf), `${sort} ${order}`).to.deep.equal(
            order === 'asc' ? expected : expected.toReversed(),
          )
        }
    })

    it('in each order by an index, without sorting', async () => {
      // With many events of other organizations, the primary key alone would read those as well.
      const other = await parley.another('Busy')
      await parley.db.raw(
        `insert into audit_events (id, organization_id, actor_kind, action, target_kind)
         select gen_random_uuid(), ?, 'unknown', 'agent.changed', 'agent' from generate_series(1, 5000)`,
        [other.organizationId],
      )
      await parley.db.raw('analyze audit_events')
      for (const [sort, index] of Object.entries({
        created_at: 'audit_events_organization_id_id_idx',
        action: 'audit_events_by_action',
        actor: 'audit_events_by_folded',
        address: 'audit_events_by_address',
      })) {
        const page = {
          limit: 50,
          order: 'desc' as const,
          after: uuid(),
          ...(sort !== 'created_at' && { sort }),
        }
        const plan = await planOf(parley.db, (db) =>
          listAuditEvents(db, client.organizationId, {}, page),
        )
        expect(plan)
          .to.match(RegExp(`Backward using ${index} `))
          .and.not.to.contain('Sort')
      }
    })

    it('as a file with every event that the filters choose', async () => {
      const all = await parley.db('audit_events').where({ organization_id: client.organizationId })
      const read = async (format: string) =>
        (
          await fetch(`${client.address}/api/v1/audit-events?format=${format}&limit=1`, {
            headers: owner.headers,
          })
        ).text()
      const lines = (await read('jsonl'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines).to.have.length(all.length)
      expect(lines[0]).to.deep.equal(await latest())
      const csv = await read('csv')
      expect(csv.split('\r\n')[0]).to.equal(
        'id,created_at,actor_kind,actor_id,actor,action,target_kind,target_id,target_label,changes,request_id,address',
      )
    })

    it('but neither changed nor deleted by anybody', () => {
      const routes = ROUTES.filter(({ path }) => path.includes('audit'))
      expect(routes.map(({ name }) => name)).to.deep.equal(['GET /api/v1/audit-events'])
    })
  })

  const event = (organization_id: string): NewAuditEvent => ({
    ...UNKNOWN_ACTOR,
    organization_id,
    action: 'agent.changed',
    target_kind: 'agent',
    target_id: null,
    target_label: 'kept in the log',
    changes: {},
    request_id: null,
    address: null,
  })

  it('is written to the log, by ids and fields only, if it cannot be stored', async () => {
    const logged: object[] = []
    const log = { error: (row: object) => logged.push(row) } as never
    const id = '01999999-0000-7000-8000-000000000000'
    const lost = { ...event(id), changes: { name: { before: 'Ada', after: 'Bea' } } }
    await storeAuditEvent({ db: parley.db, log, config: { times: TIMES } }, lost)
    expect(logged).to.have.length(1)
    const { changes, actor, target_label, address, ...ids } = lost
    expect(logged[0]).to.have.deep.property('audit_event', { ...ids, changed: ['name'] })
  })

  it('is deleted after AUDIT_DAYS', async () => {
    const another = await parley.another('Old times')
    for (const days of [2, 4]) {
      await storeAuditEvent(
        { db: parley.db, log: {} as never, config: { times: TIMES } },
        event(another.organizationId),
      )
      await parley
        .db('audit_events')
        .where({ organization_id: another.organizationId })
        .whereRaw("created_at > now() - interval '1 minute'")
        .update({ created_at: parley.db.raw(`now() - interval '${days} days'`) })
    }
    await deleteOldRows(parley.db, 'audit_days', 3)
    expect(
      await parley.db('audit_events').where({ organization_id: another.organizationId }),
    ).to.have.length(1)
  })
})
