import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { doChores } from '../../../workers/jobs/housekeeping.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type CompatibleServer, startCompatible } from '../../support/models/compatible.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const CONNECTIONS = '/api/v1/connections'
const KEY = 'sk-planted-0123456789-abcd'

describe('connections', () => {
  let parley: Parley
  let client: Client
  let server: CompatibleServer
  let other: CompatibleServer
  let owner: SignedIn
  before(async () => {
    server = await startCompatible()
    other = await startCompatible()
    parley = await startParley({
      settings: { EGRESS_ALLOWED_HOSTS: `${server.host},${other.host}`, TIME_SCALE: '0.1' },
    })
    client = parley.client
    owner = await signedIn(parley, client, 'owner')
  })
  after(async () => {
    await parley.stop()
    await server.close()
    await other.close()
  })
  beforeEach(() => {
    for (const one of [server, other])
      Object.assign(one, {
        received: [],
        key: undefined,
        models: ['large', 'small'],
        instead: undefined,
      })
  })

  const ask = (method: string, path: string, body?: object, by = owner, more = {}) =>
    request(client.address, method, path, { ...by.headers, ...more }, body)
  let names = 0
  const make = async (fields: object = {}, by = owner) => {
    const body = {
      name: `ours-${++names}`,
      provider: 'openai',
      base_url: server.url,
      key: KEY,
      ...fields,
    }
    const { status, body: answer } = await ask('POST', CONNECTIONS, body, by)
    expect(status, JSON.stringify(answer)).to.equal(201)
    return answer.data
  }
  const at = (id: string) => `${CONNECTIONS}/${id}`
  const test = async (id: string, body: object = {}) =>
    (await ask('POST', `${at(id)}/test`, body)).body.data
  const say = async (model: string, by = client) => {
    const agent = await by.makeAgent({ model })
    const { id } = await by.makeConversation({ agent_id: agent.id })
    return (await by.say(id, 'When does it come?')).body
  }
  const fieldsOf = ({ body }: { body: any }) =>
    body.data.errors.map(({ field, detail }: any) => `${field} ${detail}`)

  it('never show their key, only its last four characters', async () => {
    const made = await make({ models: ['large'], prices: { large: { input: 1, output: 2 } } })
    expect(made).to.include({ key_hint: 'abcd', provider: 'openai', base_url: server.url })
    const { headers, body } = await ask('GET', at(made.id))
    expect(body.data).to.deep.equal(made)
    expect(headers.get('etag')).to.match(/^"[\w.-]+"$/)
    const list = await ask('GET', CONNECTIONS)
    expect(list.body.data).to.deep.include(made)
    expect(JSON.stringify([made, list.body])).not.to.contain(KEY.slice(0, 15))
    const row = await parley.db('connections').where({ id: made.id }).first()
    expect(JSON.stringify(row)).not.to.contain(KEY.slice(0, 15))
    expect(row.sealed_key).to.match(/^v1\.test\.[\w-]+$/)
  })

  it('are at most 50 in an organization, also with simultaneous requests', async () => {
    const another = await parley.another('Many connections')
    const by = await signedIn(parley, another, 'owner')
    const row = {
      organization_id: another.organizationId,
      provider: 'openai',
      base_url: server.url,
    }
    await parley
      .db('connections')
      .insert(Array.from({ length: 49 }, (_, nth) => ({ ...row, id: uuid(), name: `many-${nth}` })))
    const body = { provider: 'openai', base_url: server.url, key: KEY }
    const atOnce = ['last-1', 'last-2', 'last-3', 'last-4'].map((name) =>
      ask('POST', CONNECTIONS, { ...body, name }, by),
    )
    const statuses = (await Promise.all(atOnce)).map(({ status }) => status)
    expect(statuses.sort()).to.deep.equal([201, 422, 422, 422])
  })

  it('answer for agents that name them, with their key and at their price', async () => {
    server.key = KEY
    const { name } = await make({ models: ['large'], prices: { large: { input: 1, output: 2 } } })
    const { data } = await say(`${name}:large`)
    expect(data.content).to.equal(server.reply)
    expect(server.received.map(({ path, body }) => [path, body.model])).to.deep.equal([
      ['/v1/chat/completions', 'large'],
    ])
    const usage = await parley.db('usages').where({ reply_id: data.id }).first()
    expect(usage).to.include({ model: `${name}:large`, input_tokens: 1000 })
    expect(Number(usage.cost_usd)).to.be.closeTo((1000 * 1 + 100 * 2) / 1e6, 1e-9)
  })

  it('are used with a changed key within seconds, and no longer once they are deleted', async () => {
    const { id, name } = await make({ key: 'sk-the-first-of-two-keys' })
    const agent = await client.makeAgent({ model: `${name}:small` })
    const { id: conversation } = await client.makeConversation({ agent_id: agent.id })
    expect((await client.say(conversation, 'Hi')).status).to.equal(201)
    expect((await ask('PATCH', at(id), { key: KEY })).body.data.key_hint).to.equal('abcd')
    server.key = KEY
    // The first key is refused for good, so its replies fail until the cache expires.
    let status = 0
    for (let tries = 0; tries < 50 && status !== 201; tries++)
      status = (await client.say(conversation, 'Hi again')).status
    expect(status).to.equal(201)

    const refused = await ask('DELETE', at(id))
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'connection_in_use'])
    expect(refused.body.detail).to.contain('Ada')
    expect(refused.body.data.agents).to.deep.equal([{ id: agent.id, name: 'Ada' }])
    const change = (fields: object) =>
      client.send('PATCH', `/api/v1/agents/${agent.id}`, JSON.stringify(fields), {
        'Content-Type': 'application/json',
      })
    await change({ model: null, fallback_models: [`${name}:small`] })
    expect((await ask('DELETE', at(id))).body.code).to.equal('connection_in_use')
    await change({ fallback_models: null })
    expect((await ask('DELETE', at(id))).status).to.equal(200)
    expect(await parley.db('connections').where({ id })).to.deep.equal([])
  })

  it('are changed by If-Match, and audited without their keys', async () => {
    const { id, updated_at } = await make()
    const changed = await ask('PATCH', at(id), { key: `${KEY}-wxyz`, models: ['m'] }, owner, {
      'If-Match': `"${updated_at}"`,
    })
    expect(changed.body.data).to.deep.include({ key_hint: 'wxyz', models: ['m'] })
    const stale = await ask('PATCH', at(id), { models: [] }, owner, {
      'If-Match': `"${updated_at}"`,
    })
    expect([stale.status, stale.body.code]).to.deep.equal([412, 'precondition_failed'])
    const [event] = (await ask('GET', `/api/v1/audit-events?target_id=${id}&limit=1`)).body.data
    expect(event).to.include({ action: 'connection.changed' })
    expect(event.changes).to.deep.equal({
      key_hint: { before: 'abcd', after: 'wxyz' },
      models: { before: [], after: ['m'] },
    })
  })

  it('never send a stored key to another server', async () => {
    const { id } = await make()
    const refused = await ask('PATCH', at(id), { base_url: other.url })
    expect(fieldsOf(refused)).to.deep.equal(['key is required with another server: send it again'])
    expect((await ask('PATCH', at(id), { base_url: null })).status).to.equal(422)
    expect((await ask('PATCH', at(id), { base_url: `${server.url}/more` })).status).to.equal(200)
    expect((await ask('PATCH', at(id), { base_url: other.url, key: KEY })).status).to.equal(200)
    expect((await ask('PATCH', at(id), { base_url: server.url, key: null })).status).to.equal(200)
    await test(id)
    expect(server.received[0]!.authorization ?? '').not.to.contain('planted')
  })

  it('are for owners alone', async () => {
    const { id } = await make()
    for (const role of ['editor', 'viewer'] as const) {
      const person = await signedIn(parley, client, role)
      expect(
        (await ask('POST', CONNECTIONS, { name: 'x1', provider: 'openai' }, person)).status,
      ).to.equal(403)
      for (const method of ['PATCH', 'DELETE'])
        expect(
          (await ask(method, at(id), method === 'PATCH' ? { models: [] } : undefined, person))
            .status,
        ).to.equal(403)
      expect((await ask('POST', `${at(id)}/test`, {}, person)).status).to.equal(403)
      expect((await ask('GET', at(id), undefined, person)).body.data.key_hint).to.equal('abcd')
    }
    expect((await client.post(CONNECTIONS, { name: 'x1', provider: 'openai' })).status).to.equal(
      403,
    )
  })

  const bad: [string, object, RegExp][] = [
    [
      'a key with a line break',
      { key: 'sk-one\nsk-two' },
      /^key has a line break, .*copy it again, in one line$/,
    ],
    ['a key with a blank', { key: `${KEY} ` }, /^key has a blank, .*copy it again/],
    [
      'a key with letters of no key',
      { key: 'sk-schlüssel' },
      /^key has a character that no key has/,
    ],
    ['an empty key', { key: '' }, /^key is empty: send the key, or null/],
    [
      'no key for a provider that needs one',
      { key: undefined, base_url: undefined },
      /^key is required for openai$/,
    ],
    [
      'the name of a provider',
      { name: 'openai' },
      /^name is the name of a provider: choose another, such as my-openai$/,
    ],
    [
      'an address that is none',
      { base_url: 'api.example.com' },
      /^base_url must be an address with http or https/,
    ],
    [
      'a password in the address',
      { base_url: 'https://me:pass@api.example.com' },
      /^base_url must have no user name/,
    ],
    [
      'parameters in the address',
      { base_url: 'https://api.example.com/?v=1' },
      /^base_url must have no \? or #/,
    ],
    [
      'an address of our own',
      { base_url: 'http://127.0.0.1/v1' },
      /^base_url is refused: .*EGRESS_ALLOWED_HOSTS$/,
    ],
    [
      'another port',
      { base_url: 'https://api.example.com:8443/v1' },
      /^base_url is refused: Only the ports 80 and 443/,
    ],
    [
      'an option that the provider has not',
      { options: { region: 'eu' } },
      /^options.region is not used by openai/,
    ],
    [
      'a region that would be another host',
      { provider: 'bedrock', base_url: undefined, options: { region: 'x.example.com/' } },
      /^options.region has a character that it cannot have/,
    ],
    [
      'a provider without an address of its own',
      { provider: 'ollama', base_url: undefined, key: undefined },
      /^base_url is required/,
    ],
  ]
  for (const [what, fields, problem] of bad)
    it(`are refused with ${what}, and say what to do`, async () => {
      const body = {
        name: `bad-${++names}`,
        provider: 'openai',
        base_url: server.url,
        key: KEY,
        ...fields,
      }
      const refused = await ask('POST', CONNECTIONS, body)
      expect(refused.status, JSON.stringify(refused.body)).to.equal(422)
      expect(fieldsOf(refused)[0]).to.match(problem)
      expect(JSON.stringify(refused.body)).not.to.contain('planted')
    })

  it('have unique names within an organization, and a bounded number of models', async () => {
    const { name } = await make()
    const taken = await ask('POST', CONNECTIONS, { name, provider: 'openai', key: KEY })
    expect([taken.status, taken.body.code]).to.deep.equal([409, 'name_taken'])
    const theirs = await parley.another('A namesake')
    const theirOwner = await signedIn(parley, theirs, 'owner')
    await make({ name }, theirOwner)
    const rows = Array.from({ length: 49 }, (_, n) => ({
      id: crypto.randomUUID(),
      organization_id: theirs.organizationId,
      name: `full-${n}`,
      provider: 'openai',
    }))
    await parley.db('connections').insert(rows)
    const full = await ask(
      'POST',
      CONNECTIONS,
      { name: 'one-more', provider: 'openai', key: KEY },
      theirOwner,
    )
    expect(fieldsOf(full)[0]).to.contain('50 connections, which is the most')
  })

  describe('that an agent names', () => {
    const refusal = async (model: string) => {
      const { status, body } = await client.post('/api/v1/agents', { name: 'Ada', model })
      expect(status).to.equal(422)
      expect(body.data.errors[0]).to.include({ field: 'model', code: 'model_not_configured' })
      return body.data.errors[0].detail
    }
    it('must exist, offer the model, and have models that answer', async () => {
      expect(await refusal('nobody:large')).to.contain(
        'names a connection nobody, which does not exist',
      )
      expect(await refusal('anthropic:claude')).to.contain(
        'must start with openai: or with the name of a connection',
      )
      const { name } = await make({ models: ['large'] })
      expect(await refusal(`${name}:tiny`)).to.contain(
        `is not offered by the connection ${name}: it has large`,
      )
      const reranker = await make({ provider: 'cohere' })
      expect(await refusal(`${reranker.name}:m`)).to.contain('has no models for agents')
      const theirs = await parley.another('Without connections')
      const answer = await theirs.post('/api/v1/agents', { name: 'Ada', model: `${name}:large` })
      expect(answer.status).to.equal(422)
    })

    it('are listed with their options and prices', async () => {
      const { name } = await make({
        models: ['large', 'o3'],
        prices: { large: { input: 1, output: 2 } },
      })
      const { body } = await client.get('/api/v1/models')
      expect(body.data).to.deep.include({
        name: `${name}:large`,
        is_default: false,
        takes_temperature: true,
        takes_max_output_tokens: true,
        price: { input: 1, output: 2, cached: 1 },
      })
      expect(body.data.find((one: any) => one.name === `${name}:o3`)).to.include({
        takes_temperature: false,
        price: null,
      })
    })

    it("fail the agent's replies with a clear sentence if they no longer offer its model", async () => {
      const { id, name } = await make({ models: ['large'] })
      const agent = await client.makeAgent({ model: `${name}:large` })
      await ask('PATCH', at(id), { models: ['small'] })
      const { id: conversation } = await client.makeConversation({ agent_id: agent.id })
      const { status, body } = await client.say(conversation, 'Hi')
      expect([status, body.code]).to.deep.equal([502, 'model_not_configured'])
      expect(body.detail).to.contain(`${name} does not offer large`)
    })
  })

  describe('that are tested', () => {
    it('work', async () => {
      server.key = KEY
      const { id } = await make({ models: ['small'] })
      expect(await test(id)).to.deep.equal({
        works: true,
        models: ['large', 'small'],
        detail: 'The server takes the key. small answers.',
      })
      expect(await test(id, { model: 'large' })).to.include({ works: true })
      server.models.push('my-embedding')
      expect(await test(id, { model: 'my-embedding' })).to.include({ works: true })
      expect(server.received.at(-1)!.path).to.equal('/v1/embeddings')
    })

    it('keep the result until their server, key or models change', async () => {
      server.key = KEY
      const { id, updated_at } = await make({ models: ['small'] })
      const read = async () => (await ask('GET', at(id))).body.data
      expect((await read()).last_test).to.equal(null)
      await test(id)
      const { last_test, ...rest } = await read()
      expect(last_test).to.include({
        works: true,
        detail: 'The server takes the key. small answers.',
      })
      expect(Date.parse(last_test.tested_at)).to.be.above(Date.parse(updated_at) - 60_000)
      expect(rest.updated_at).to.equal(updated_at)
      await ask('PATCH', at(id), { prices: { small: { input: 1, output: 2 } } })
      expect((await read()).last_test).to.deep.equal(last_test)
      await ask('PATCH', at(id), { models: ['large'] })
      expect((await read()).last_test).to.equal(null)
      server.key = 'another'
      await test(id)
      expect((await read()).last_test).to.include({ works: false })
    })

    it('report a revoked key', async () => {
      server.key = 'sk-another-one'
      const { works, detail } = await test((await make()).id)
      expect(works).to.equal(false)
      expect(detail).to.match(
        /refuses the key \(401\): it was revoked.* Make a new key at the provider/,
      )
      expect(await test((await make({ key: undefined })).id)).to.include({
        detail: "The server asks for a key (401): change the connection's key.",
      })
    })

    it('report a missing model', async () => {
      const { detail } = await test((await make({ models: ['old', 'large'] })).id)
      expect(detail).to.equal(
        "The server has no model old. It has large, small: change the connection's models.",
      )
    })

    it('report a wrong address', async () => {
      server.instead = ({ path }, response) => {
        if (path.startsWith('/v1/')) return false
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>')
        return true
      }
      const page = await test((await make({ base_url: server.url.replace('/v1', '/') })).id)
      expect(page.detail).to.match(/answers with a web page, not as an API.*ends in \/v1/)
      server.instead = (_, response) =>
        !!response.writeHead(404, { 'Content-Type': 'text/html' }).end('Not found')
      expect((await test((await make()).id)).detail).to.match(
        /no API at this address \(404\).*ends in \/v1/,
      )
      server.instead = (_, response) =>
        !!response.writeHead(302, { Location: `${other.url}/models` }).end()
      expect((await test((await make()).id)).detail).to.match(
        /redirects \(302\), which is not followed/,
      )
      expect(other.received).to.deep.equal([])
      server.instead = (_, response) => !!response.socket!.destroy()
      expect((await test((await make()).id)).detail).to.match(
        /cannot be reached. Check host and port/,
      )
    })

    it('report limits and outages', async () => {
      server.instead = (_, response) => !!response.writeHead(429).end('{}')
      expect((await test((await make()).id)).detail).to.match(
        /limits the key, or its credit is used up/,
      )
      server.instead = (_, response) => !!response.writeHead(503).end('{}')
      expect((await test((await make()).id)).detail).to.match(/out of order \(503\)/)
    })

    it('survive an endless answer', async () => {
      server.instead = (_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' })
        const more = () =>
          response.destroyed ||
          (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more))
        more()
        return true
      }
      expect((await test((await make()).id)).detail).to.match(/more than 4 MB/)
    })
  })

  it('keep their secrets when SECRET_KEYS is rotated, and the chore seals them anew', async () => {
    server.key = KEY
    const { id, name } = await make()
    const config = loadConfig({
      ...parley.env,
      SECRET_KEYS: `next:${Buffer.alloc(32, 7).toString('base64')},${parley.env.SECRET_KEYS}`,
    })
    await doChores(parley.db, config, makeLog('test', config))
    const row = await parley.db('connections').where({ id }).first()
    expect(row.sealed_key).to.match(/^v1\.next\./)
    const chore = await parley.db('chores').where({ name: 'reseal_secrets' }).first()
    expect(chore.error).to.equal(null)
    // The processes of this test do not know the new key yet.
    const { code, detail } = await say(`${name}:large`)
    expect([code, detail]).to.deep.equal([
      'secret_key_missing',
      'No reply: SECRET_KEYS has no key next, which a stored secret needs. The operator must put it back.',
    ])
    await doChores(
      parley.db,
      loadConfig({
        ...parley.env,
        SECRET_KEYS: `${parley.env.SECRET_KEYS},next:${Buffer.alloc(32, 7).toString('base64')}`,
      }),
      makeLog('test', config),
    )
    // Workers check for changed connections from time to time.
    await eventually(async () => (await say(`${name}:large`)).data.content === server.reply)
  })
})
