import { expect } from 'chai'
import { validate as isUuid } from 'uuid'
import { startServer } from '../../../api/server.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import {
  bearer,
  COOKIE,
  claimsFor,
  forge,
  lasting,
  mint,
  mintToken,
  now,
  readToken,
  request,
  tamper,
  withoutSignature,
} from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import {
  makeApplication,
  type Parley,
  startParley,
  TEST_ORIGIN,
  TEST_SIGNING_SECRET,
} from '../../support/product/parley.ts'

const MINT = '/api/v1/auth/widget-token'
const SESSIONS = '/api/v1/sessions'
const NOWHERE = '01900000-0000-7000-8000-000000000000'
const HOUR = 3600
/**
 * For tests that mint more than 30 tokens a minute, and visitors that write more than a person.
 */
const WIDE = {
  MINT_MINUTE_LIMIT: '100000',
  WIDGET_SESSION_MINUTE_LIMIT: '100000',
  WIDGET_IP_HOURLY_LIMIT: '100000',
}

describe('minting a widget token', () => {
  let parley: Parley
  let client: Client
  let strict: Client
  let wild: Client
  before(async () => {
    parley = await startParley({ workers: false, settings: WIDE })
    client = parley.client
    strict = await parley.another('One with a port')
    await allow(strict, ['https://shop.example.com:8443', 'http://localhost:3000'])
    wild = await parley.another('One with subdomains')
    await allow(wild, ['https://*.example.net'])
  })
  after(() => parley.stop())

  const allow = (of: Client, allowed_origins: string[]) =>
    parley
      .db('applications')
      .where({ client_id: of.credentials.client_id })
      .update({ allowed_origins })

  it('gives a bare token, which no cache may keep', async () => {
    const { status, headers, body } = await mint(client)
    expect(status).to.equal(200)
    expect(body).to.have.all.keys('token', 'expires_in', 'token_type', 'identified_until')
    expect(body).to.include({ expires_in: HOUR, token_type: 'Bearer', identified_until: null })
    expect(headers.get('cache-control')).to.equal('no-store')
  })

  it('gives a JWT with exactly these claims', async () => {
    const { header, claims } = readToken(await mintToken(client))
    expect(header).to.deep.equal({ alg: 'HS256', typ: 'widget+jwt', kid: 'test' })
    const { sub, jti, iat, exp, since, ...fixed } = claims
    expect(fixed).to.deep.equal({
      iss: 'parley',
      aud: 'widget',
      app: client.credentials.client_id,
      org: client.organizationId,
      origin: TEST_ORIGIN,
    })
    expect([sub, jti].every((id) => isUuid(id))).to.equal(true)
    expect(iat).to.be.within(now() - 30, now())
    expect(exp - iat).to.equal(HOUR)
    expect(iat - since).to.be.within(0, 1)
  })

  it('gives another visitor and another jti each time', async () => {
    const [one, other] = [await mintToken(client), await mintToken(client)].map(
      (t) => readToken(t).claims,
    )
    expect(one.sub).not.to.equal(other.sub)
    expect(one.jti).not.to.equal(other.jti)
  })

  const origins: [string, () => Client, allowed: string[], refused: string[]][] = [
    [
      'exactly the scheme, host and port of a list',
      () => strict,
      ['https://shop.example.com:8443', 'http://localhost:3000'],
      [
        'https://shop.example.com',
        'https://shop.example.com:443',
        'https://shop.example.com:84430',
        'http://shop.example.com:8443',
        'https://localhost:3000',
        'http://localhost',
        'http://127.0.0.1:3000',
      ],
    ],
    [
      'nothing that only looks like an origin of the list',
      () => client,
      [TEST_ORIGIN],
      [
        'null',
        'NULL',
        '*',
        'undefined',
        'shop.example.com',
        '//shop.example.com',
        'https://',
        'https://shop.example.com.',
        'https://shop.example.com/',
        'https://shop.example.com/page',
        'https://shop.example.com?',
        'https://shop.example.com#',
        'https://shop.example.com:443',
        'https://SHOP.example.com',
        'HTTPS://shop.example.com',
        'https://user@shop.example.com',
        'https://user:word@shop.example.com',
        'https://shop.example.com@evil.com',
        'https://shop.example.com.evil.com',
        'https://evil.com/https://shop.example.com',
        'https://evilshop.example.com',
        'https://a.shop.example.com',
        'https://example.com',
        'https://shop.example.com, https://evil.com',
        'https://shop.example.com https://evil.com',
        'https://shop_example.com',
        'https://xn--shop-.example.com',
        'file://',
        'javascript:alert(1)',
        'chrome-extension://shop.example.com',
      ],
    ],
    [
      'every name below that of a list with *',
      () => wild,
      ['https://a.example.net', 'https://b.a.example.net'],
      [
        'https://example.net',
        'https://*.example.net',
        'http://a.example.net',
        'https://a.example.net:8443',
        'https://aexample.net',
        'https://a.example.net.',
        'https://a.example.net.evil.com',
        'https://evil.com/.example.net',
        'https://.example.net',
        'https://a..example.net',
      ],
    ],
  ]
  for (const [name, whose, allowed, refused] of origins)
    describe(`allows ${name}`, () => {
      for (const origin of allowed)
        it(`such as ${origin}`, async () => {
          const { status, body } = await mint(whose(), { origin })
          expect(status).to.equal(200)
          expect(readToken(body.token).claims.origin).to.equal(origin)
        })
      for (const origin of refused)
        it(`and not ${origin}`, async () => {
          const { status, body } = await mint(whose(), { origin })
          expect(status).to.equal(403)
          expect(body.code).to.equal('origin_not_allowed')
        })
    })

  it('is refused without an Origin', async () => {
    const { status, body } = await request(
      client.address,
      'POST',
      MINT,
      {},
      { client_id: client.credentials.client_id },
    )
    expect([status, body.code]).to.deep.equal([403, 'origin_not_allowed'])
  })

  it('is refused to every origin if the list is empty', async () => {
    const closed = await parley.another('One that allows nobody')
    await allow(closed, [])
    expect((await mint(closed)).status).to.equal(403)
  })

  it('is refused for an unknown client id exactly as for a wrong origin', async () => {
    const ask = (client_id: string, origin: string) =>
      request(client.address, 'POST', MINT, { Origin: origin }, { client_id })
    for (const origin of ['https://evil.com', TEST_ORIGIN]) {
      const unknown = await ask('app_unknown', origin)
      // This application allows other origins than these.
      const known = await ask(strict.credentials.client_id, origin)
      expect(known.status).to.equal(403)
      expect(lasting(known)).to.deep.equal(lasting(unknown))
      const names = ({ headers }: typeof known) => [...headers.keys()].sort()
      expect(names(known)).to.deep.equal(names(unknown))
    }
  })

  const bodies: [string, object][] = [
    ['no client_id', {}],
    ['an empty client_id', { client_id: '' }],
    ['a client_id that is no text', { client_id: 1 }],
    ['a client_id of 201 characters', { client_id: 'a'.repeat(201) }],
    ['a token that is no text', { client_id: 'app_x', token: {} }],
    ['a token of 100 kB', { client_id: 'app_x', token: 'a'.repeat(100_000) }],
    ['another field', { client_id: 'app_x', sub: 'me' }],
  ]
  for (const [name, body] of bodies)
    it(`with ${name} is refused with 422`, async () => {
      expect(
        (await request(client.address, 'POST', MINT, { Origin: TEST_ORIGIN }, body)).status,
      ).to.equal(422)
    })

  describe('with the previous token', () => {
    const SUB = '11111111-1111-4111-8111-111111111111'
    const ended = (secondsAgo: number) => ({
      iat: now() - secondsAgo - HOUR,
      exp: now() - secondsAgo,
    })
    const again = async (token: string) =>
      readToken((await mint(client, { token })).body.token).claims.sub

    it('keeps the visitor of a valid token', async () => {
      const token = await mintToken(client)
      expect(await again(token)).to.equal(readToken(token).claims.sub)
    })

    it('gives a new token with the full lifetime', async () => {
      const { iat, exp, jti } = readToken(
        (await mint(client, { token: forge(claimsFor(client)) })).body.token,
      ).claims
      expect(exp - iat).to.equal(HOUR)
      expect(isUuid(jti)).to.equal(true)
    })

    it("carries the time of the visitor's first token from token to token", async () => {
      const since = now() - 29 * 24 * HOUR
      const { claims } = readToken(
        (await mint(client, { token: forge(claimsFor(client, { sub: SUB, since })) })).body.token,
      )
      expect(claims).to.include({ sub: SUB, since })
    })

    it('keeps the visitor of a token that ended 29 days ago', async () => {
      expect(
        await again(forge(claimsFor(client, { sub: SUB, ...ended(29 * 24 * HOUR) }))),
      ).to.equal(SUB)
    })

    const strangers: [string, () => string][] = [
      [
        'began 30 days ago, token after token',
        () => forge(claimsFor(client, { sub: SUB, since: now() - 30 * 24 * HOUR - 1 })),
      ],
      ['ended 31 days ago', () => forge(claimsFor(client, { sub: SUB, ...ended(31 * 24 * HOUR) }))],
      [
        'is of another application',
        () => forge(claimsFor(strict, { sub: SUB, org: client.organizationId })),
      ],
      [
        'is of another organization',
        () => forge(claimsFor(client, { sub: SUB, org: strict.organizationId })),
      ],
      [
        'is of another origin',
        () => forge(claimsFor(client, { sub: SUB, origin: 'https://evil.com' })),
      ],
      ['was tampered with', () => tamper(forge(claimsFor(client)), { sub: SUB })],
      ['is not signed', () => withoutSignature(forge(claimsFor(client, { sub: SUB })))],
      [
        'was signed with a wrong secret',
        () => forge(claimsFor(client, { sub: SUB }), { secret: 'x'.repeat(40) }),
      ],
      ['is for something else', () => forge(claimsFor(client, { sub: SUB, aud: 'dashboard' }))],
      ['is no token', () => 'abc'],
    ]
    for (const [name, token] of strangers)
      it(`makes a new visitor when it ${name}`, async () => {
        const sub = await again(token())
        expect(isUuid(sub)).to.equal(true)
        expect(sub).not.to.equal(SUB)
      })
  })
})

describe('the keys that sign widget tokens', () => {
  let parley: Parley
  const stops: (() => Promise<void>)[] = []
  before(async () => {
    parley = await startParley({ workers: false, settings: WIDE })
  })
  after(async () => {
    await Promise.all(stops.map((stop) => stop()))
    await parley.stop()
  })

  const KEY = { a: `a:${'the older secret '.repeat(2)}`, b: `b:${'the newer secret '.repeat(2)}` }

  /** Starts another API on the same database. @returns a client of the same application there */
  async function apiWith(WIDGET_TOKEN_KEYS: string): Promise<Client> {
    const config = loadConfig({ ...parley.env, WIDGET_TOKEN_KEYS })
    const server = await startServer({ config, db: parley.db, log: makeLog('test', config) })
    stops.push(() => server.stop(1_000))
    return Object.assign(Object.create(parley.client), {
      address: `http://127.0.0.1:${server.port}`,
    })
  }

  /** Returns 404 for an unknown session if the token was accepted. */
  const reads = async (client: Client, token: string) =>
    (await request(client.address, 'GET', `${SESSIONS}/${NOWHERE}`, bearer(token))).status

  it('rotate: the first signs, all verify, and unlisted keys end', async () => {
    const [before, during, after] = [
      await apiWith(KEY.a),
      await apiWith(`${KEY.b},${KEY.a}`),
      await apiWith(KEY.b),
    ] as const
    const [older, newer] = [await mintToken(before), await mintToken(during)] as const
    expect(readToken(older).header.kid).to.equal('a')
    expect(readToken(newer).header.kid).to.equal('b')
    const table = { before, during, after }
    const seen: Record<string, number[]> = {}
    for (const [name, client] of Object.entries(table))
      seen[name] = [await reads(client, older), await reads(client, newer)]
    expect(seen).to.deep.equal({ before: [404, 401], during: [404, 404], after: [401, 404] })
  })

  it('keep a visitor through a rotation', async () => {
    const [before, during] = [await apiWith(KEY.a), await apiWith(`${KEY.b},${KEY.a}`)] as const
    const token = await mintToken(before)
    const next = readToken((await mint(during, { token })).body.token)
    expect(next.header.kid).to.equal('b')
    expect(next.claims.sub).to.equal(readToken(token).claims.sub)
  })

  it('do not verify with another key of the same name', async () => {
    const other = await apiWith(`a:${'the secret of another installation'}`)
    expect(await reads(other, await mintToken(await apiWith(KEY.a)))).to.equal(401)
  })

  it('are required: without keys, minting is 503 for allowed pages and 403 for others, and a token gets 401', async () => {
    const without = await apiWith('')
    const { status, body } = await mint(without)
    expect([status, body.code]).to.deep.equal([503, 'widget_not_configured'])
    expect((await mint(without, { origin: 'https://evil.com' })).status).to.equal(403)
    expect(await reads(without, forge(claimsFor(without)))).to.equal(401)
  })

  it('without a name, as a PaaS generates them, get a name that does not reveal the secret', async () => {
    const generated = 'f00d'.repeat(16)
    const [one, another] = [
      await apiWith(generated),
      await apiWith(`${KEY.b},${generated}`),
    ] as const
    const token = await mintToken(one)
    const { kid } = readToken(token).header
    expect(kid).to.match(/^[0-9a-f]{8}$/)
    expect(generated).not.to.contain(kid)
    expect(await reads(another, token)).to.equal(404)
  })

  const secret = (bytes: number) => 'k3y-'.repeat(20).slice(0, bytes)
  const refused: [string, string][] = [
    ['a secret of 31 bytes', `a:${secret(31)}`],
    ['a short secret behind a long one', `a:${secret(40)},b:${secret(31)}`],
    ['two keys of one name', `a:${secret(40)},a:${secret(41)}`],
    ['a short secret without a name', secret(31)],
  ]
  for (const [name, keys] of refused)
    it(`are invalid with ${name}, which stays out of the message`, () => {
      expect(() => loadConfig({ ...parley.env, WIDGET_TOKEN_KEYS: keys }))
        .to.throw('WIDGET_TOKEN_KEYS')
        .with.property('message')
        .that.does.not.contain('k3y-')
    })
})

describe('a widget token', () => {
  let parley: Parley
  let client: Client
  let theirs: Client
  let visitor: Visitor
  let stranger: Visitor
  let agent: any
  before(async () => {
    parley = await startParley({ settings: WIDE })
    client = parley.client
    theirs = await parley.another('Their organization')
    agent = await client.makeAgent()
    visitor = await makeVisitor()
    stranger = await makeVisitor()
  })
  after(() => parley.stop())

  interface Visitor {
    token: string
    sub: string
    session: any
    reply: any
  }

  /** Makes a visitor with a session, a question and a reply. */
  async function makeVisitor(): Promise<Visitor> {
    const token = await mintToken(client)
    const session = (await as(token, 'POST', SESSIONS, { agent_id: agent.id })).body.data
    const reply = (await as(token, 'POST', `${SESSIONS}/${session.id}/messages`, { content: 'Hi' }))
      .body.data
    return { token, sub: readToken(token).claims.sub, session, reply }
  }

  const as = (token: string, method: string, path: string, body?: object, headers = {}) =>
    request(client.address, method, path, { ...bearer(token), ...headers }, body)

  const readOwn = (token: string, headers = {}) =>
    as(token, 'GET', `${SESSIONS}/${visitor.session.id}`, undefined, headers)

  const own = (claims: object = {}) => claimsFor(client, { sub: visitor.sub, ...claims })

  describe('is verified:', () => {
    // Valid tokens, from each of which the others differ in one point.
    const accepted: [string, () => string][] = [
      ['a token that the API made', () => visitor.token],
      ['a token made like it', () => forge(own())],
      [
        'a token that ended a moment ago, for clocks that differ',
        () => forge(own({ iat: now() - HOUR, exp: now() - 15 })),
      ],
      [
        'a token made in a moment, for clocks that differ',
        () => forge(own({ iat: now() + 15, exp: now() + 60 })),
      ],
      ['a token that lives shorter', () => forge(own({ exp: now() + 60 }))],
    ]
    for (const [name, token] of accepted)
      it(`${name} is accepted`, async () => expect((await readOwn(token())).status).to.equal(200))

    const header = (more: object) => () => forge(own(), { header: more })
    const claims = (more: (now: number) => object) => () => forge(own(more(now())))
    const jwk = { kty: 'oct', k: Buffer.from('x'.repeat(40)).toString('base64url') }
    const refused: [string, () => string][] = [
      ['alg none', () => withoutSignature(forge(own()))],
      [
        'alg None',
        () =>
          withoutSignature(forge(own())).replace(
            /^[^.]+/,
            Buffer.from('{"alg":"None","typ":"widget+jwt","kid":"test"}').toString('base64url'),
          ),
      ],
      ['alg none that is signed', header({ alg: 'none' })],
      ['no alg', header({ alg: undefined })],
      ['HS512', () => forge(own(), { header: { alg: 'HS512' }, hash: 'sha512' })],
      ['HS384', () => forge(own(), { header: { alg: 'HS384' }, hash: 'sha384' })],
      ['RS256 over an HMAC', header({ alg: 'RS256' })],
      ['ES256 over an HMAC', header({ alg: 'ES256' })],
      ['a signature by the empty secret', () => forge(own(), { secret: '' })],
      ["a signature by the key's name", () => forge(own(), { secret: 'test' })],
      [
        'a signature by the secret of another installation',
        () => forge(own(), { secret: `${TEST_SIGNING_SECRET}!` }),
      ],
      ['another typ', header({ typ: 'JWT' })],
      ['no typ', header({ typ: undefined })],
      ['an unknown kid', header({ kid: 'unknown' })],
      ['no kid', header({ kid: undefined })],
      ['a kid that is a path', header({ kid: '../x' })],
      ['a kid that is a member of objects', header({ kid: '__proto__' })],
      ['a kid that is no text', header({ kid: ['test'] })],
      ['crit', header({ crit: ['exp'] })],
      ['jku', header({ jku: 'https://evil.com/keys' })],
      ['x5u', header({ x5u: 'https://evil.com/cert' })],
      [
        'a key that it brings along',
        () => forge(own(), { header: { jwk }, secret: 'x'.repeat(40) }),
      ],
      ['b64', header({ b64: false })],
      ['another iss', claims(() => ({ iss: 'somebody' }))],
      ['no iss', claims(() => ({ iss: undefined }))],
      ['another aud', claims(() => ({ aud: 'dashboard' }))],
      ['no aud', claims(() => ({ aud: undefined }))],
      ['no exp', claims(() => ({ exp: undefined }))],
      ['an exp that is no number', claims((now) => ({ exp: String(now + 60) }))],
      ['no iat', claims(() => ({ iat: undefined }))],
      ['an iat that is no number', claims(() => ({ iat: null }))],
      ['no sub', claims(() => ({ sub: undefined }))],
      ['an empty sub', claims(() => ({ sub: '' }))],
      ['a sub that is no text', claims(() => ({ sub: { $ne: null } }))],
      ['no app', claims(() => ({ app: undefined }))],
      ['an unknown app', claims(() => ({ app: 'app_unknown' }))],
      ["another organization's app", () => forge(own({ app: theirs.credentials.client_id }))],
      ['no org', claims(() => ({ org: undefined }))],
      ["another organization's id", () => forge(own({ org: theirs.organizationId }))],
      ['no origin', claims(() => ({ origin: undefined }))],
      ['an origin that is not on the list', claims(() => ({ origin: 'https://evil.com' }))],
      ['the origin null', claims(() => ({ origin: 'null' }))],
      ['an iat a minute ahead', claims((now) => ({ iat: now + 60, exp: now + 120 }))],
      ['a life of 3601 s', claims((now) => ({ exp: now + HOUR + 1 }))],
      ['a life of 10 years', claims((now) => ({ exp: now + 10 * 365 * 24 * HOUR }))],
      ['a life of less than nothing', claims((now) => ({ iat: now, exp: now - 5 }))],
      ['an end a minute ago', claims((now) => ({ iat: now - HOUR - 60, exp: now - 60 }))],
      ['an nbf a minute ahead', claims((now) => ({ nbf: now + 60 }))],
      ['claims that are no object', () => forge('text')],
      ['claims that are changed', () => tamper(forge(own()), { exp: now() + 100 })],
      ['the subject of another visitor', () => tamper(stranger.token, { sub: visitor.sub })],
      ['two parts', () => forge(own()).split('.').slice(0, 2).join('.')],
      ['an empty signature', () => forge(own()).replace(/[^.]+$/, '')],
      ['four parts', () => `${forge(own())}.x`],
      ['two dots', () => '..'],
      ['10 kB', () => forge(own({ more: 'x'.repeat(7_000) }))],
    ]
    for (const [name, token] of refused)
      it(`${name} is refused with 401`, async () => {
        const { status, body } = await readOwn(token())
        expect([status, body.code]).to.deep.equal([401, 'unauthenticated'])
        expect(body.detail).to.match(/^Authentication required/)
      })

    it('a token of 100 kB is refused', async () => {
      const { status } = await readOwn('x'.repeat(100_000))
      expect(status).to.equal(431)
    })

    it('a valid token is refused anywhere but in Authorization: Bearer', async () => {
      const path = `${SESSIONS}/${visitor.session.id}`
      const { token } = visitor
      const ways: [string, Record<string, string>][] = [
        [`${path}?access_token=${token}&token=${token}`, {}],
        [path, { Authorization: token }],
        [path, { Authorization: `Basic ${token}` }],
        [path, { Authorization: `Bearer ${token} ${token}` }],
        [path, { Cookie: `${COOKIE}=${token}` }],
        [path, { 'X-API-Key': token, 'X-API-Secret': token }],
      ]
      for (const [address, headers] of ways)
        expect((await request(client.address, 'GET', address, headers)).status).to.equal(401)
    })
  })

  describe('is bound to its origin:', () => {
    it('its own origin is accepted', async () => {
      expect((await readOwn(visitor.token, { Origin: TEST_ORIGIN })).status).to.equal(200)
    })

    for (const origin of ['https://evil.com', 'null', 'https://shop.example.com:8443'])
      it(`the origin ${origin} is refused with 403`, async () => {
        const { status, body } = await readOwn(visitor.token, { Origin: origin })
        expect([status, body.code]).to.deep.equal([403, 'origin_not_allowed'])
      })

    it('another origin that the application allows is refused as well', async () => {
      const { application } = await makeApplication(parley.db, client.organizationId, [
        TEST_ORIGIN,
        'https://other.example.com',
      ])
      const token = forge(claimsFor(client, { app: application.client_id }))
      const read = (Origin: string) =>
        as(token, 'GET', `${SESSIONS}/${NOWHERE}`, undefined, { Origin })
      expect((await read(TEST_ORIGIN)).status).to.equal(404)
      expect((await read('https://other.example.com')).status).to.equal(403)
    })
  })

  describe('ends soon after', () => {
    async function endsWhen(change: (id: string) => Promise<unknown>) {
      const { application } = await makeApplication(parley.db, client.organizationId, [TEST_ORIGIN])
      const token = forge(claimsFor(client, { app: application.client_id }))
      const status = async () => (await as(token, 'GET', `${SESSIONS}/${NOWHERE}`)).status
      expect(await status()).to.equal(404)
      await change(application.id)
      await eventually(async () => (await status()) === 401)
    }

    it("its origin's removal from the list", () =>
      endsWhen((id) =>
        parley
          .db('applications')
          .where({ id })
          .update({ allowed_origins: ['https://new.example.com'] }),
      ))

    it("its application's deletion", () =>
      endsWhen((id) => parley.db('applications').where({ id }).delete()))
  })

  describe('reaches what its visitor made:', () => {
    const content = 'What is this?'
    const path = () => `${SESSIONS}/${visitor.session.id}`

    it('its session, also with the next token of the same visitor', async () => {
      const { body } = await readOwn(visitor.token)
      expect(body.data.id).to.equal(visitor.session.id)
      const next = (await mint(client, { token: visitor.token })).body.token
      expect((await readOwn(next)).body).to.deep.equal(body)
    })

    it('a new message and its reply', async () => {
      const { status, body } = await as(visitor.token, 'POST', `${path()}/messages`, { content })
      expect(status).to.equal(201)
      expect(body.data).to.include({
        role: 'assistant',
        status: 'completed',
        session_id: visitor.session.id,
      })
      expect(body.data, 'what it cost is nothing to visitors').to.include({
        usage: null,
        model: null,
      })
      const listed = await as(visitor.token, 'GET', `${path()}/messages?limit=100`)
      for (const { role, usage, model } of listed.body.data)
        if (role === 'assistant') expect([usage, model]).to.deep.equal([null, null])
      const { data } = (await client.get(`${path()}/messages/${body.data.id}`)).body
      expect(data.usage.total_tokens).to.be.above(0)
    })

    it('its messages', async () => {
      const { body } = await as(visitor.token, 'GET', `${path()}/messages`)
      expect(body.data[1].id).to.equal(visitor.reply.id)
      const one = await as(visitor.token, 'GET', `${path()}/messages/${visitor.reply.id}`)
      expect(one.body.data).to.deep.equal(body.data[1])
    })

    it('the feedback on it', async () => {
      const mine = { rating: 5, message_id: visitor.reply.id }
      const rate = (reviewer: string) =>
        as(visitor.token, 'POST', `${path()}/feedback`, { ...mine, reviewer })
      expect((await rate('Me')).status).to.equal(201)
      expect((await rate('Somebody else')).status).to.equal(200)
      const { body } = await as(visitor.token, 'GET', `${path()}/feedback`)
      expect(body.data).to.have.length(1)
      expect(body.data[0]).to.include({ ...mine, reviewer: 'visitor' })
    })
  })

  describe('reaches nothing else:', () => {
    let server_session: any
    let session_of_theirs: any
    before(async () => {
      server_session = await client.makeSession({ agent_id: agent.id })
      session_of_theirs = await theirs.makeSession()
    })

    type Reach = (session: string, message: string) => [method: string, path: string, body?: object]
    const reaches: [string, Reach][] = [
      ['reading', (id) => ['GET', `${SESSIONS}/${id}`]],
      ['posting to', (id) => ['POST', `${SESSIONS}/${id}/messages`, { content: 'Hi' }]],
      ['listing the messages of', (id) => ['GET', `${SESSIONS}/${id}/messages`]],
      ['reading a message of', (id, message) => ['GET', `${SESSIONS}/${id}/messages/${message}`]],
      [
        'waiting for a reply of',
        (id, message) => ['GET', `${SESSIONS}/${id}/messages/${message}?wait=5`],
      ],
      ['rating', (id) => ['POST', `${SESSIONS}/${id}/feedback`, { reviewer: 'Me', rating: 1 }]],
      ['listing the feedback of', (id) => ['GET', `${SESSIONS}/${id}/feedback`]],
    ]
    const others: [string, () => any][] = [
      ["another visitor's session", () => stranger.session],
      ["a server's session", () => server_session],
      ["another organization's session", () => session_of_theirs],
    ]
    for (const [name, reach] of reaches)
      for (const [whose, session] of others)
        it(`${name} ${whose} answers as for a random id`, async () => {
          const there = await as(visitor.token, ...reach(session().id, stranger.reply.id))
          const nowhere = await as(visitor.token, ...reach(NOWHERE, NOWHERE))
          expect(there.status).to.equal(404)
          expect(lasting(there)).to.deep.equal(lasting(nowhere))
        })

    it("a message of another visitor's session through its own session", async () => {
      const through = (id: string) =>
        as(visitor.token, 'GET', `${SESSIONS}/${visitor.session.id}/messages/${id}`)
      const there = await through(stranger.reply.id)
      expect(there.status).to.equal(404)
      expect(lasting(there)).to.deep.equal(lasting(await through(NOWHERE)))
    })

    it("a rating of another visitor's message through its own session", async () => {
      const rate = (message_id: string) =>
        as(visitor.token, 'POST', `${SESSIONS}/${visitor.session.id}/feedback`, {
          reviewer: 'Me',
          rating: 1,
          message_id,
        })
      const there = await rate(stranger.reply.id)
      expect(there.status).to.equal(404)
      expect(lasting(there)).to.deep.equal(lasting(await rate(NOWHERE)))
    })

    it("another visitor's session stays unchanged", async () => {
      const { body } = await as(
        stranger.token,
        'GET',
        `${SESSIONS}/${stranger.session.id}/messages`,
      )
      expect(body.data).to.have.length(2)
      const feedback = await as(
        stranger.token,
        'GET',
        `${SESSIONS}/${stranger.session.id}/feedback`,
      )
      expect(feedback.body.data).to.deep.equal([])
    })

    it("another organization's agent gets no session", async () => {
      const { status } = await as(visitor.token, 'POST', SESSIONS, {
        agent_id: session_of_theirs.agent_id,
      })
      expect(status).to.equal(404)
    })

    it('no session is opened in the name of another visitor', async () => {
      const body = { agent_id: agent.id, subject: stranger.sub }
      expect((await as(visitor.token, 'POST', SESSIONS, body)).status).to.equal(422)
    })

    // The other routes: test/api/access/matrix-credentials.test.ts.
    const forbidden: [string, () => [string, string, object?]][] = [
      [
        'closes its session',
        () => ['PATCH', `${SESSIONS}/${visitor.session.id}`, { status: 'closed' }],
      ],
      ['deletes its session', () => ['DELETE', `${SESSIONS}/${visitor.session.id}`]],
    ]
    for (const [name, send] of forbidden)
      it(`the answer is 403 scope when it ${name}`, async () => {
        const { status, body } = await as(visitor.token, ...send())
        expect([status, body.code]).to.deep.equal([403, 'scope'])
      })
  })

  describe('with an Idempotency-Key', () => {
    const key = { 'Idempotency-Key': 'the-same-key' }
    const open = (token: string) => as(token, 'POST', SESSIONS, { agent_id: agent.id }, key)

    it('makes a session for each of two visitors with the same key', async () => {
      const [mine, other] = [await open(visitor.token), await open(stranger.token)] as const
      expect([mine.status, other.status]).to.deep.equal([201, 201])
      expect(other.headers.get('idempotent-replayed')).to.equal(null)
      expect(other.body.data.id).not.to.equal(mine.body.data.id)
    })

    it('does not find the session that a server made with the same key', async () => {
      const servers = await client.post(SESSIONS, { agent_id: agent.id }, key)
      expect(servers.headers.get('idempotent-replayed')).to.equal(null)
      expect((await open(visitor.token)).body.data.id).not.to.equal(servers.body.data.id)
    })

    it('finds its own session again, also with the next token', async () => {
      const first = await open(visitor.token)
      const next = await open((await mint(client, { token: visitor.token })).body.token)
      expect(next.headers.get('idempotent-replayed')).to.equal('true')
      expect(next.body).to.deep.equal(first.body)
    })

    it("does not find the reply in another's session", async () => {
      const say = (token: string) =>
        as(token, 'POST', `${SESSIONS}/${stranger.session.id}/messages`, { content: 'Hi' }, key)
      expect((await say(stranger.token)).status).to.equal(201)
      const { status, body } = await say(visitor.token)
      expect([status, body.code]).to.deep.equal([404, 'not_found'])
    })
  })
})
