import { expect } from 'chai'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import { Client, eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/api/v1/applications'
const AGENTS = '/api/v1/agents'

describe('an application of the dashboard', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let count = 0
  before(async () => {
    const settings = { MINT_MINUTE_LIMIT: '100000', WIDGET_APPLICATION_HOURLY_LIMIT: '50' }
    parley = await startParley({ workers: false, settings })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Organization ${++count}`)
    owner = await signedIn(parley, client, 'owner')
  })

  const send = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => request(client.address, method, path, { ...owner.headers, ...headers }, body)

  async function make(body: object = {}) {
    const { status, body: answer } = await send('POST', PATH, { name: 'Shop', ...body })
    expect(status, JSON.stringify(answer)).to.equal(201)
    return answer.data
  }

  const statusAt = async (address: string, client_id: string, secret: string) =>
    (await new Client(address, { ...client.credentials, client_id, secret }).get(AGENTS)).status
  const statusWith = (client_id: string, secret: string) =>
    statusAt(client.address, client_id, secret)
  const mintFor = (client_id: string, origin: string) =>
    request(client.address, 'POST', '/api/v1/auth/widget-token', { Origin: origin }, { client_id })

  describe('that is created', () => {
    it('has a secret that works, in this answer alone', async () => {
      const { client_secret, secrets, ...made } = await make({
        allowed_origins: ['https://a.example'],
      })
      expect(made).to.include({ name: 'Shop', last_used_at: null })
      expect(made.allowed_origins).to.deep.equal(['https://a.example'])
      expect(made.limits).to.deep.equal({ hourly_limit: null, widget_hourly_limit: null })
      expect(secrets).to.have.length(1)
      expect(secrets[0]).to.include({
        hint: client_secret.slice(-4),
        expires_at: null,
        last_used_at: null,
      })
      expect(await statusWith(made.client_id, client_secret)).to.equal(200)
      for (const path of [PATH, `${PATH}/${made.id}`, `${PATH}/${made.id}/limits`])
        expect(JSON.stringify((await send('GET', path)).body)).not.to.include(client_secret)
    })

    it('is not cached with its secret', async () => {
      const { headers } = await send('POST', PATH, { name: 'Shop' })
      expect(headers.get('cache-control')).to.equal('no-store')
    })

    it('is created once for one Idempotency-Key, and its secret is not shown again', async () => {
      const again = () => send('POST', PATH, { name: 'Once' }, { 'Idempotency-Key': 'one' })
      const [first, second] = [await again(), await again()] as const
      expect(first.body.data.client_secret).to.match(/^sk_/)
      expect(second.status).to.equal(201)
      expect(second.headers.get('idempotent-replayed')).to.equal('true')
      expect(second.body.data).to.deep.equal({ ...first.body.data, client_secret: null })
      expect(second.body.detail).to.match(/rotate/)
    })

    it('gets a hint for each invalid origin, and then nothing is stored', async () => {
      const allowed_origins = ['https://a.example', 'shop.example.com', 'https://b.example/cart']
      const { status, body } = await send('POST', PATH, { name: 'Shop', allowed_origins })
      expect(status).to.equal(422)
      expect(body.data.errors).to.deep.equal([
        {
          field: 'allowed_origins.1',
          code: 'origin',
          detail: 'has no scheme: write https://shop.example.com',
        },
        {
          field: 'allowed_origins.2',
          code: 'origin',
          detail: 'has more than scheme, host and port: write https://b.example',
        },
      ])
      expect((await send('GET', PATH)).body.data).to.have.length(1)
    })
  })

  it('keeps the fields that a change does not name', async () => {
    const {
      id,
      client_secret: _,
      ...made
    } = await make({
      allowed_origins: ['https://a.example'],
      limits: { hourly_limit: 5, widget_hourly_limit: 6 },
    })
    const changed = await send('PATCH', `${PATH}/${id}`, {
      name: 'Store',
      limits: { hourly_limit: null },
    })
    expect(changed.status).to.equal(200)
    const { updated_at, ...rest } = changed.body.data
    expect(updated_at > made.updated_at).to.equal(true)
    expect(rest).to.include({ id, name: 'Store', client_id: made.client_id })
    expect(rest.secrets).to.deep.equal(made.secrets)
    expect(rest.limits).to.deep.equal({ hourly_limit: null, widget_hourly_limit: 6 })
    expect(rest.allowed_origins).to.deep.equal(['https://a.example'])
  })

  it('gives tokens to pages of an added origin at once, and none after it was removed', async () => {
    const { id, client_id } = await make()
    const origin = 'https://new.example'
    expect((await mintFor(client_id, origin)).status).to.equal(403)
    await send('PATCH', `${PATH}/${id}`, { allowed_origins: [`${origin}/`, origin] })
    const minted = await mintFor(client_id, origin)
    expect(minted.status).to.equal(200)
    expect(minted.headers.get('access-control-allow-origin')).to.equal(origin)
    await send('PATCH', `${PATH}/${id}`, { allowed_origins: [] })
    expect((await mintFor(client_id, origin)).status).to.equal(403)
  })

  it("loses its secrets and tokens at once when it is deleted, and its visitors' sessions stay", async () => {
    const origin = 'https://a.example'
    const { id, client_id, client_secret } = await make({ allowed_origins: [origin] })
    const { token } = (await mintFor(client_id, origin)).body
    const headers = { Authorization: `Bearer ${token}`, Origin: origin }
    const { id: agent_id } = await client.makeAgent()
    const opened = await request(client.address, 'POST', '/api/v1/sessions', headers, { agent_id })
    const session = `/api/v1/sessions/${opened.body.data.id}`
    expect((await request(client.address, 'GET', session, headers)).status).to.equal(200)

    const { status, body } = await send('DELETE', `${PATH}/${id}`)
    expect([status, body.data]).to.deep.equal([200, { id, deleted: true }])
    expect(await statusWith(client_id, client_secret)).to.equal(401)
    expect((await request(client.address, 'GET', session, headers)).status).to.equal(401)
    expect((await mintFor(client_id, origin)).status).to.equal(403)
    expect((await client.get(session)).status).to.equal(200)
    expect((await send('GET', `${PATH}/${id}`)).status).to.equal(404)
  })

  it('shows when it and each of its secrets were last used', async () => {
    const { id, client_id, client_secret } = await make()
    expect(await statusWith(client_id, client_secret)).to.equal(200)
    const { last_used_at, secrets } = await eventually(async () => {
      const { data } = (await send('GET', `${PATH}/${id}`)).body
      return data.last_used_at && data.secrets[0].last_used_at && data
    })
    for (const time of [last_used_at, secrets[0].last_used_at])
      expect(Date.now() - Date.parse(time)).to.be.within(-1_000, 30_000)
  })

  describe('whose secret is rotated', () => {
    const rotate = (id: string, body: object = {}, headers = {}) =>
      send('POST', `${PATH}/${id}/secrets`, body, headers)

    it('has a new secret beside the old, which shows its end', async () => {
      const { id, client_id, client_secret } = await make()
      const { status, headers, body } = await rotate(id, { grace_hours: 2 })
      expect(status).to.equal(201)
      expect(headers.get('cache-control')).to.equal('no-store')
      const { client_secret: rotated, ...secret } = body.data
      expect(secret).to.include({ hint: rotated.slice(-4), expires_at: null })
      for (const one of [client_secret, rotated])
        expect(await statusWith(client_id, one)).to.equal(200)
      const { secrets } = (await send('GET', `${PATH}/${id}`)).body.data
      expect(secrets.map(({ id }: any) => id).at(-1)).to.equal(secret.id)
      const hours = (Date.parse(secrets[0].expires_at) - Date.now()) / 3_600_000
      expect(hours).to.be.within(1.99, 2.01)
    })

    it('keeps the old secret for 24 hours by default', async () => {
      const { id } = await make()
      await rotate(id)
      const { secrets } = (await send('GET', `${PATH}/${id}`)).body.data
      const hours = (Date.parse(secrets[0].expires_at) - Date.now()) / 3_600_000
      expect(hours).to.be.within(23.99, 24.01)
    })

    it('has only the new secret at once if the grace is 0', async () => {
      const { id, client_id, client_secret } = await make()
      expect(await statusWith(client_id, client_secret)).to.equal(200)
      const { client_secret: rotated } = (await rotate(id, { grace_hours: 0 })).body.data
      expect(await statusWith(client_id, client_secret)).to.equal(401)
      expect(await statusWith(client_id, rotated)).to.equal(200)
      const { secrets } = (await send('GET', `${PATH}/${id}`)).body.data
      expect(secrets.map(({ hint }: any) => hint)).to.deep.equal([rotated.slice(-4)])
    })

    it('is rotated once for one Idempotency-Key, and the secret is not shown again', async () => {
      const { id } = await make()
      const again = () => rotate(id, { grace_hours: 1 }, { 'Idempotency-Key': 'one' })
      const [first, second] = [await again(), await again()] as const
      expect(second.headers.get('idempotent-replayed')).to.equal('true')
      expect(second.body.data).to.deep.equal({ ...first.body.data, client_secret: null })
      expect((await send('GET', `${PATH}/${id}`)).body.data.secrets).to.have.length(2)
    })

    for (const grace_hours of [-1, 721, 1.5, '24', null])
      it(`refuses a grace of ${JSON.stringify(grace_hours)} hours`, async () => {
        const { id } = await make()
        const { status, body } = await rotate(id, { grace_hours })
        expect([status, body.data.errors[0].field]).to.deep.equal([422, 'grace_hours'])
      })
  })

  it("cannot revoke another application's secret under its own path", async () => {
    const [one, other] = [await make(), await make()] as const
    const { status } = await send('DELETE', `${PATH}/${one.id}/secrets/${other.secrets[0].id}`)
    expect(status).to.equal(404)
    expect(await statusWith(other.client_id, other.client_secret)).to.equal(200)
  })

  describe('with limits', () => {
    it('refuses a limit above what the service can ever allow it', async () => {
      const { id } = await make()
      await parley
        .db('organizations')
        .where({ id: client.organizationId })
        .update({ hourly_limit: 10 })
      const limits = { hourly_limit: 11, widget_hourly_limit: 51 }
      const { status, body } = await send('PATCH', `${PATH}/${id}`, { limits })
      expect(status).to.equal(422)
      expect(body.data.errors).to.deep.equal([
        {
          field: 'limits.hourly_limit',
          code: 'maximum',
          detail:
            "must be at most 10, the organization's own limit, or null for no limit of its own",
        },
        {
          field: 'limits.widget_hourly_limit',
          code: 'maximum',
          detail: "must be at most 50, the service's limit, or null for no limit of its own",
        },
      ])
      const most = { hourly_limit: 10, widget_hourly_limit: 50 }
      expect(
        (await send('PATCH', `${PATH}/${id}`, { limits: most })).body.data.limits,
      ).to.deep.equal(most)
    })

    for (const hourly_limit of [0, -1, 1.5, '5'])
      it(`refuses a limit of ${JSON.stringify(hourly_limit)}`, async () => {
        const { status } = await send('POST', PATH, { name: 'Shop', limits: { hourly_limit } })
        expect(status).to.equal(422)
      })
  })
})

describe("an organization's dashboard", () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false, settings: { API_HOURLY_LIMIT: '7' } })
  })
  after(() => parley.stop())

  const as = async (client: Client, role: 'owner' | 'viewer' = 'owner') => {
    const { headers } = await signedIn(parley, client, role)
    return (method: string, body?: object) =>
      request(client.address, method, '/api/v1/organization', headers, body)
  }

  it('shows the limit in force and its use, to viewers as well', async () => {
    const client = await parley.another('Seen')
    const look = await as(client, 'viewer')
    const before = (await look('GET')).body.data
    expect(before).to.deep.include({ id: client.organizationId, name: 'Seen' })
    expect(before.requests).to.deep.equal({ limit: 7, used: 0, remaining: 7, resets_at: null })
    for (let n = 0; n < 3; n++) await client.get(AGENTS)
    const { resets_at, ...used } = (await look('GET')).body.data.requests
    expect(used).to.deep.equal({ limit: 7, used: 3, remaining: 4 })
    expect((Date.parse(resets_at) - Date.now()) / 1000).to.be.within(3500, 3601)
    await parley
      .db('organizations')
      .where({ id: client.organizationId })
      .update({ hourly_limit: 2 })
    const lowered = (await look('GET')).body.data.requests
    expect(lowered).to.include({ limit: 2, used: 3, remaining: 0 })
  })

  it('cannot change its own name or limit', async () => {
    const send = await as(await parley.another('Greedy'))
    for (const change of [{ name: 'Another' }, { hourly_limit: 10_000 }])
      expect((await send('PATCH', { ...change, retention: { trace_days: 1 } })).status).to.equal(
        422,
      )
    expect((await send('GET')).body.data.name).to.equal('Greedy')
  })
})
