import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { createKey, findApplication } from '../../../shared/applications/applications.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeSealer } from '../../../shared/lib/sealing.ts'
import { MAX_TOOLS, toolPlace, toolRecords } from '../../../shared/tools/tools.ts'
import { bearer, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const TOOLS = '/api/v1/tools'
const VALUE = 'Bearer planted-0123456789-abcd'
const LOOK_UP = {
  description: 'Looks up where an order is.',
  effect: 'read',
  url_template: 'https://shop.example.com/orders/{order_id}?lang={{traits.language}}',
  input_schema: {
    type: 'object',
    properties: { order_id: { type: 'string', pattern: '^A-[0-9]{5}$' } },
    required: ['order_id'],
  },
}
const REFUND = {
  description: 'Refunds an order.',
  effect: 'write',
  url_template: 'https://shop.example.com/orders/{order_id}/refunds',
  body_template: { amount: '{amount}', by: '{{call.id}}' },
  input_schema: {
    type: 'object',
    properties: { order_id: { type: 'string' }, amount: { type: 'number', minimum: 0 } },
    required: ['order_id', 'amount'],
  },
  idempotency_header: 'Idempotency-Key',
  probe: {
    url_template: 'https://shop.example.com/refunds/{{call.id}}',
    pointer: '/state',
    done: ['done'],
    not_done: [null],
    is_final: true,
  },
  confirm: 'customer',
  confirm_when: { pointer: '/amount', above: 50 },
  confirm_text: 'Refund {amount} EUR for order {order_id}?',
}

describe('tools', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  before(async () => {
    parley = await startParley({
      workers: false,
      settings: { EGRESS_ALLOWED_HOSTS: 'backend.internal:8080' },
    })
    client = parley.client
    owner = await signedIn(parley, client, 'owner')
  })
  after(() => parley.stop())

  const ask = (method: string, path: string, body?: object, headers = owner.headers, more = {}) =>
    request(client.address, method, path, { ...headers, ...more }, body)
  let names = 0
  const make = async (fields: object = {}) => {
    const { status, body } = await ask('POST', TOOLS, {
      name: `tool_${++names}`,
      ...LOOK_UP,
      ...fields,
    })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.data
  }
  const at = (id: string) => `${TOOLS}/${id}`
  const stored = (id: string) => toolRecords.get(parley.db, client.organizationId, id)
  const sealer = () => makeSealer(loadConfig(parley.env).SECRET_KEYS)
  const agents = '/api/v1/agents'

  /** Sends a wrong tool. @returns the fields that the answer names, and what it says of the first */
  const refused = async (fields: object) => {
    const { status, body } = await ask('POST', TOOLS, {
      name: `tool_${++names}`,
      ...LOOK_UP,
      ...fields,
    })
    expect(status, JSON.stringify(body)).to.equal(422)
    return body.data.errors.map(({ field }: { field: string }) => field).join(' ')
  }

  it('are made with defaults, shown, listed, changed and deleted', async () => {
    const made = await make({ name: 'order_status' })
    expect(made).to.deep.include({
      object: 'tool',
      ...LOOK_UP,
      name: 'order_status',
      title: 'Order status',
      kind: 'http',
      method: 'GET',
      body_template: null,
      auth: null,
      idempotency_header: null,
      probe: null,
      confirm: 'never',
      needs_verified: false,
      timeout_ms: 8000,
      max_bytes: 65_536,
      is_active: true,
      mcp_server_id: null,
      mcp_change: null,
    })
    const { secret, ...shown } = made
    expect(secret).to.match(/^whsec_/)
    expect((await ask('GET', at(made.id))).body.data).to.deep.equal(shown)
    expect((await ask('GET', TOOLS)).body.data).to.deep.equal([shown])
    const change = { title: 'Where is it?', confirm: 'person', timeout_ms: 20_000 }
    const changed = await ask('PATCH', at(made.id), change)
    expect(changed.body.data).to.deep.include(change)
    expect((await ask('PATCH', at(made.id), { timeout_ms: null })).body.data.timeout_ms).to.equal(
      8000,
    )
    expect((await ask('DELETE', at(made.id))).status).to.equal(200)
    expect((await ask('GET', at(made.id))).status).to.equal(404)
  })

  it('keep what a write needs, and can be sent back as they were read', async () => {
    const { secret: _, ...made } = await make(REFUND)
    expect(made).to.deep.include({ ...REFUND, method: 'POST' })
    const again = await ask('PATCH', at(made.id), made)
    expect(again.status, JSON.stringify(again.body)).to.equal(200)
    expect(again.body.data).to.deep.equal(made)
    const list = await ask('PATCH', at(made.id), { body_template: ['{order_id}', 'a "b"'] })
    expect(list.body.data.body_template).to.deep.equal(['{order_id}', 'a "b"'])
    const none = await ask('PATCH', at(made.id), { body_template: null, probe: null })
    expect(none.body.data).to.deep.include({ body_template: null, probe: null })
  })

  it('have sealed credentials, of which only a hint is shown', async () => {
    const made = await make({ auth: { header: 'Authorization', value: VALUE } })
    expect(made.auth).to.deep.equal({ header: 'Authorization', hint: 'abcd' })
    const row = await stored(made.id)
    expect(sealer().open(row.sealed_auth!, toolPlace(row))).to.equal(VALUE)
    expect(sealer().open(row.sealed_secret!, toolPlace(row))).to.equal(made.secret)
    const { body } = await ask('GET', `/api/v1/audit-events?target_id=${made.id}`)
    expect(body.data).to.have.length(1)
    expect(JSON.stringify(body))
      .to.include('abcd')
      .and.not.include('planted')
      .and.not.include('whsec')
    const cleared = await ask('PATCH', at(made.id), { auth: null })
    expect(cleared.body.data.auth).to.equal(null)
    expect(await stored(made.id)).to.deep.include({ sealed_auth: null, auth_hint: null })
  })

  it('send credentials to no other server', async () => {
    const auth = { header: 'X-Key', value: VALUE }
    const made = await make({ auth })
    const url_template = 'https://evil.example.com/{order_id}'
    const moved = await ask('PATCH', at(made.id), { url_template })
    expect([moved.status, moved.body.data.errors[0].field]).to.deep.equal([422, 'auth'])
    const path = 'https://shop.example.com/v2/{order_id}'
    expect((await ask('PATCH', at(made.id), { url_template: path })).status).to.equal(200)
    expect((await ask('PATCH', at(made.id), { url_template, auth })).status).to.equal(200)
    const probe = { ...REFUND.probe, url_template: 'https://other.example.com/{{call.id}}' }
    expect(await refused({ auth, probe })).to.equal('probe.url_template')
  })

  it('have a secret that is shown once, rotated, or given', async () => {
    const key = { 'Idempotency-Key': uuid() }
    const body = { name: `tool_${++names}`, ...LOOK_UP }
    const first = (await ask('POST', TOOLS, body, owner.headers, key)).body.data
    const again = await ask('POST', TOOLS, body, owner.headers, key)
    expect(again.body.data).to.deep.include({ id: first.id, secret: null })
    const rotated = await ask('POST', `${at(first.id)}/rotate`, {})
    expect(rotated.status).to.equal(201)
    expect(rotated.body.data.secret)
      .to.match(/^whsec_/)
      .and.not.equal(first.secret)
    const given = await ask('POST', `${at(first.id)}/rotate`, { secret: first.secret })
    expect(given.body.data.secret).to.equal(null)
    const row = await stored(first.id)
    expect(sealer().open(row.sealed_secret!, toolPlace(row))).to.equal(first.secret)
    expect((await ask('POST', `${at(first.id)}/rotate`, { secret: 'x' })).status).to.equal(422)
  })

  const wrong: [string, object, string][] = [
    ['a name with capitals', { name: 'Order' }, 'name'],
    ['an unknown effect', { effect: 'both' }, 'effect'],
    ['a private address', { url_template: 'https://127.0.0.1/{order_id}' }, 'url_template'],
    ['the metadata service', { url_template: 'https://169.254.169.254/' }, 'url_template'],
    ['localhost', { url_template: 'https://localhost/{order_id}' }, 'url_template'],
    ['another port', { url_template: 'https://shop.example.com:8443/' }, 'url_template'],
    ['http', { url_template: 'http://shop.example.com/{order_id}' }, 'url_template'],
    [
      'a password in the address',
      { url_template: 'https://a:b@shop.example.com/' },
      'url_template',
    ],
    [
      'a placeholder in the host',
      { url_template: 'https://{order_id}.example.com/' },
      'url_template',
    ],
    ['an unknown argument', { url_template: 'https://shop.example.com/{id}' }, 'url_template'],
    ['a body of a GET', { body_template: {} }, 'body_template'],
    [
      'a pattern that RE2 cannot read',
      {
        url_template: 'https://shop.example.com/',
        input_schema: { type: 'object', properties: { a: { type: 'string', pattern: '(?=a)' } } },
      },
      'input_schema.properties.a.pattern',
    ],
    ['a header of ours', { idempotency_header: 'Parley-Call' }, 'idempotency_header'],
    ['credentials as the host', { auth: { header: 'Host', value: 'x' } }, 'auth.header'],
    [
      'credentials with a line break',
      { auth: { header: 'X-Key', value: 'a\r\nb: c' } },
      'auth.value',
    ],
    ['a header with a colon', { auth: { header: 'X:Key', value: 'a' } }, 'auth.header'],
    [
      'one header for both',
      { auth: { header: 'X-Key', value: 'a' }, idempotency_header: 'x-key' },
      'idempotency_header',
    ],
    [
      'a probe elsewhere',
      { probe: { ...REFUND.probe, url_template: 'https://10.0.0.1/{{call.id}}' } },
      'probe.url_template',
    ],
    [
      'a probe without the call',
      { probe: { ...REFUND.probe, url_template: 'https://shop.example.com/' } },
      'probe.url_template',
    ],
    [
      'a limit of an unknown argument',
      { confirm: 'customer', confirm_when: { pointer: '/x', above: 1 } },
      'confirm_when.pointer',
    ],
    [
      'a limit of a text',
      { confirm: 'customer', confirm_when: { pointer: '/order_id', above: 1 } },
      'confirm_when.above',
    ],
    [
      'two limits',
      { confirm: 'customer', confirm_when: { pointer: '/order_id', above: 1, among: ['a'] } },
      'confirm_when',
    ],
    [
      'a limit for nobody',
      { confirm_when: { pointer: '/order_id', among: ['a'] } },
      'confirm_when',
    ],
    ['a time over 20 s', { timeout_ms: 20_001 }, 'timeout_ms'],
    ['a field that is not known', { sealed_auth: 'x' }, 'sealed_auth'],
  ]
  for (const [what, fields, field] of wrong)
    it(`may not have ${what}`, async () => expect(await refused(fields)).to.equal(field))

  it('are checked as a whole after a change', async () => {
    const made = await make()
    const { status, body } = await ask('PATCH', at(made.id), { input_schema: { type: 'object' } })
    expect([status, body.data.errors[0].field]).to.deep.equal([422, 'url_template'])
    expect((await ask('PATCH', at(made.id), { body_template: { a: 1 } })).status).to.equal(422)
    expect((await ask('PATCH', at(made.id), { title: null })).status).to.equal(422)
  })

  it('may be at hosts that the operator lists, also with http', async () => {
    await make({ url_template: 'http://backend.internal:8080/{order_id}' })
    expect(await refused({ url_template: 'http://backend.internal/{order_id}' })).to.equal(
      'url_template',
    )
  })

  it('have names of their own', async () => {
    const made = await make()
    const other = await make()
    const taken = await ask('POST', TOOLS, { ...LOOK_UP, name: made.name })
    expect([taken.status, taken.body.code]).to.deep.equal([409, 'name_taken'])
    const renamed = await ask('PATCH', at(other.id), { name: made.name })
    expect([renamed.status, renamed.body.code]).to.deep.equal([409, 'name_taken'])
  })

  it('are at most 200 of an organization', async () => {
    const other = await parley.another('Full')
    await parley.db('tools').insert(
      Array.from({ length: MAX_TOOLS - 1 }, (_, nth) => ({
        id: uuid(),
        organization_id: other.organizationId,
        name: `t${nth}`,
        title: 'T',
        description: 'T',
        kind: 'http',
        effect: 'read',
        method: 'GET',
        input_schema: '{"type":"object"}',
        url_template: 'https://shop.example.com/',
      })),
    )
    const { headers } = await signedIn(parley, other, 'owner')
    const statuses = await Promise.all(
      ['a', 'b'].map((name) => ask('POST', TOOLS, { ...LOOK_UP, name }, headers)),
    )
    expect(statuses.map(({ status }) => status).sort()).to.deep.equal([201, 422])
  })

  it('are changed by owners and keys with the scope, and read by all of the dashboard', async () => {
    const made = await make()
    for (const role of ['editor', 'viewer'] as const) {
      const { headers } = await signedIn(parley, client, role)
      expect((await ask('GET', at(made.id), undefined, headers)).status).to.equal(200)
      expect((await ask('PATCH', at(made.id), { title: 'X' }, headers)).status).to.equal(403)
    }
  })

  describe('of an agent', () => {
    const agentWith = (tool_ids: string[], headers = owner.headers) =>
      ask('POST', agents, { name: 'Ada', tool_ids }, headers)

    it('are stored in their order, and shown', async () => {
      const ids = [(await make()).id, (await make()).id].reverse()
      const { status, body } = await agentWith(ids)
      expect([status, body.data.tool_ids]).to.deep.equal([201, ids])
      const fewer = await ask('PATCH', `${agents}/${body.data.id}`, { tool_ids: [ids[0]] })
      expect(fewer.body.data.tool_ids).to.deep.equal([ids[0]])
      const audited = await ask('GET', `/api/v1/audit-events?target_id=${body.data.id}`)
      expect(audited.body.data[0].changes.tool_ids).to.be.an('object')
      const none = await ask('PATCH', `${agents}/${body.data.id}`, { tool_ids: null })
      expect(none.body.data.tool_ids).to.deep.equal([])
    })

    it('are at most 16, each once, and of the organization', async () => {
      const ids: string[] = []
      for (let nth = 0; nth < 17; nth++) ids.push((await make()).id)
      const other = await parley.another('Other')
      const theirs = await ask(
        'POST',
        TOOLS,
        { ...LOOK_UP, name: 'theirs' },
        (await signedIn(parley, other, 'owner')).headers,
      )
      const fieldOf = async (tool_ids: string[]) => {
        const { status, body } = await agentWith(tool_ids)
        return [status, body.data?.errors?.[0].field]
      }
      expect(await fieldOf(ids)).to.deep.equal([422, 'tool_ids'])
      expect((await agentWith(ids.slice(1))).status).to.equal(201)
      expect(await fieldOf([ids[0]!, ids[0]!])).to.deep.equal([422, 'tool_ids'])
      expect(await fieldOf([ids[0]!, ids[0]!.toUpperCase()])).to.deep.equal([422, 'tool_ids.1'])
      expect(await fieldOf([ids[0]!, uuid()])).to.deep.equal([422, 'tool_ids.1'])
      expect(await fieldOf([theirs.body.data.id])).to.deep.equal([422, 'tool_ids.0'])
    })

    it('keep a tool from being deleted, and name the agents', async () => {
      const { id } = await make()
      const { body } = await agentWith([id])
      const refused = await ask('DELETE', at(id))
      expect([refused.status, refused.body.code]).to.deep.equal([409, 'tool_in_use'])
      expect(refused.body.data.agents).to.deep.equal([{ id: body.data.id, name: 'Ada' }])
      await ask('PATCH', `${agents}/${body.data.id}`, { tool_ids: [] })
      expect((await ask('DELETE', at(id))).status).to.equal(200)
    })

    it('cannot be given while the tool is deleted', async () => {
      const { id } = await make()
      const [given, deleted] = await Promise.all([agentWith([id]), ask('DELETE', at(id))])
      expect([given.status, deleted.status]).to.be.deep.oneOf([
        [201, 409],
        [422, 200],
      ])
    })

    it('are given by keys with the scope alone', async () => {
      const { id } = await make()
      const application = (await findApplication(parley.db, client.credentials.client_id))!
      const all = { name: 'k', agent_ids: null, is_test: false }
      const keyWith = async (scopes: ('manage' | 'tools')[]) =>
        bearer((await createKey(parley.db, application, { ...all, scopes })).secret)
      const without = await agentWith([id], await keyWith(['manage']))
      expect([without.status, without.body.code]).to.deep.equal([403, 'scope'])
      expect((await agentWith([id], await keyWith(['manage', 'tools']))).status).to.equal(201)
      expect((await agentWith([], await keyWith(['manage']))).status).to.equal(201)
    })
  })

  it('of a server of MCP keep what it says of them', async () => {
    const server = uuid()
    await parley.db('mcp_servers').insert({
      id: server,
      organization_id: client.organizationId,
      name: 'files',
      url: 'https://mcp.example.com/',
    })
    const { id } = await toolRecords.create(parley.db, client.organizationId, {
      name: 'files_read',
      title: 'Read',
      description: 'Reads.',
      kind: 'mcp',
      effect: 'write',
      input_schema: { type: 'object', properties: { a: { anyOf: [] } } },
      mcp_server_id: server,
      mcp_name: 'read',
    })
    const changed = await ask('PATCH', at(id), { effect: 'read', confirm: 'person' })
    expect(changed.status, JSON.stringify(changed.body)).to.equal(200)
    const refused = await ask('PATCH', at(id), {
      description: 'x',
      url_template: LOOK_UP.url_template,
    })
    expect(refused.status).to.equal(422)
    expect(refused.body.data.errors.map(({ field }: { field: string }) => field)).to.deep.equal([
      'description',
      'url_template',
    ])
  })
})
