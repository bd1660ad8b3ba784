import { expect } from 'chai'
import { createKey, findApplication } from '../../../shared/applications/applications.ts'
import { bearer, makeUser, mintToken, request, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import {
  makeApplication,
  type Parley,
  startParley,
  TEST_ORIGIN,
} from '../../support/product/parley.ts'

const FOREIGN = 'https://evil.com'
const WILD = 'https://*.example.net'

/**
 * Every CORS header that a page of an allowed origin may get: to its preflight, and with every
 * answer.
 */
const PREFLIGHT = {
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers':
    'Accept,Authorization,Content-Type,Idempotency-Key,If-Match,If-None-Match,Last-Event-ID,Prefer,X-Request-Id',
  'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
  'access-control-max-age': '600',
}
const ANSWER = {
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers':
    'Deprecation,ETag,Idempotent-Replayed,Link,Location,Preference-Applied,RateLimit,RateLimit-Policy,Retry-After,X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,X-Request-Id',
}

/** Each Origin that a request may have, and whether its answer has the CORS headers or none. */
const ORIGINS: [name: string, origin: string | undefined, isAllowed: boolean][] = [
  ['no Origin', undefined, false],
  ['an allowed origin', TEST_ORIGIN, true],
  ['one below an allowed *', 'https://a.b.example.net', true],
  ['the name above an allowed *', 'https://example.net', false],
  ['an allowed * itself', WILD, false],
  ['a foreign origin', FOREIGN, false],
  ['an allowed name on another port', `${TEST_ORIGIN}:8443`, false],
  ['an allowed name without TLS', 'http://shop.example.com', false],
  ['null', 'null', false],
  ['*', '*', false],
]

type Headers = Record<string, string>
/** A request of each kind: one is answered, and one fails. Each has its own credentials only. */
interface Kind {
  name: string
  method: 'GET' | 'POST'
  path: string
  headers: () => Headers
  body?: () => object
  fails: { status: number; path?: string; headers?: () => Headers; body?: () => object }
}

describe('CORS', () => {
  let parley: Parley
  let address: string
  let token: string
  let cookie: Headers
  let session: string
  let user: { email: string; password: string }
  before(async () => {
    const settings = { MINT_MINUTE_LIMIT: '1000', SIGN_IN_MINUTE_LIMIT: '1000' }
    parley = await startParley({ backend: 'postgres', workers: false, settings })
    const { client, db } = parley
    address = client.address
    await makeApplication(db, client.organizationId, [WILD])
    token = await mintToken(client)
    cookie = (await signedIn(parley, client, 'owner')).headers
    const { email, password } = await makeUser(parley, client, 'owner')
    user = { email, password }
    const agent_id = (await client.makeAgent()).id
    session = (await request(address, 'POST', '/api/v1/sessions', bearer(token), { agent_id })).body
      .data.id
  })
  after(() => parley.stop())

  const none = () => ({})
  const kinds: Kind[] = [
    {
      name: 'a public route',
      method: 'GET',
      path: '/health',
      headers: none,
      fails: { status: 405 },
    },
    {
      name: 'the mint',
      method: 'POST',
      path: '/api/v1/auth/widget-token',
      headers: none,
      body: () => ({ client_id: parley.client.credentials.client_id }),
      fails: { status: 403, body: () => ({ client_id: 'app_unknown' }) },
    },
    {
      name: "a server's route",
      method: 'GET',
      path: '/api/v1/agents',
      headers: () => parley.client.authorization,
      fails: { status: 401, headers: none },
    },
    {
      name: "the widget's route",
      method: 'GET',
      path: '/api/v1/sessions/{session}',
      headers: () => bearer(token),
      fails: { status: 401, headers: none },
    },
    {
      name: "the dashboard's route",
      method: 'GET',
      path: '/dashboard/session',
      headers: () => cookie,
      fails: { status: 401, headers: none },
    },
    {
      name: 'the sign-in',
      method: 'POST',
      path: '/dashboard/session',
      headers: none,
      body: () => user,
      fails: { status: 422, body: () => ({}) },
    },
    { name: 'no route', method: 'GET', path: '/nowhere', headers: none, fails: { status: 404 } },
  ]

  const pathOf = (path: string) => path.replace('{session}', session)
  const withOrigin = (origin?: string): Headers => (origin === undefined ? {} : { Origin: origin })

  /** Returns the CORS headers of the answer. */
  const corsOf = ({ headers }: { headers: globalThis.Headers }) =>
    Object.fromEntries(
      [...headers].filter(([name]) => /^(access-control|cross-origin|timing)/.test(name)),
    )

  const expectedCors = (origin: string | undefined, isAllowed: boolean, what: object) =>
    isAllowed ? { 'access-control-allow-origin': origin, ...what } : {}

  for (const { name, method, path, headers, body, fails } of kinds)
    describe(`of ${name}`, () => {
      for (const [whose, origin, isAllowed] of ORIGINS) {
        it(`answers a preflight of ${whose}`, async () => {
          const answer = await request(address, 'OPTIONS', pathOf(path), {
            ...withOrigin(origin),
            'Access-Control-Request-Method': method,
            'Access-Control-Request-Headers':
              'authorization,content-type,x-api-key,x-api-secret,x-csrf-token',
          })
          expect(answer.status).to.equal(204)
          expect(answer.body).to.equal('')
          expect(corsOf(answer)).to.deep.equal(expectedCors(origin, isAllowed, PREFLIGHT))
          expect(answer.headers.get('vary')).to.equal('Accept-Encoding, Origin')
        })

        it(`allows nothing beyond the preflight in an answer to ${whose}`, async () => {
          const all = { ...withOrigin(origin), ...headers() }
          const answer = await request(address, method, pathOf(path), all, body?.())
          expect(corsOf(answer)).to.deep.equal(
            'X-API-Secret' in all ? {} : expectedCors(origin, isAllowed, ANSWER),
          )
          expect(answer.headers.get('vary')).to.equal('Accept-Encoding, Origin')
        })

        it(`allows nothing beyond the preflight in a failure to ${whose}`, async () => {
          const failing = fails.status === 405 ? 'DELETE' : method
          const all = { ...withOrigin(origin), ...(fails.headers ?? headers)() }
          const answer = await request(
            address,
            failing,
            pathOf(path),
            all,
            (fails.body ?? body)?.(),
          )
          expect(answer.status).to.equal(fails.status)
          expect(corsOf(answer)).to.deep.equal(expectedCors(origin, isAllowed, ANSWER))
          expect(answer.headers.get('vary')).to.equal('Accept-Encoding, Origin')
        })
      }
    })

  it('lets a page of an allowed origin read why it is refused, and until when', async () => {
    const { db } = parley
    const path = `/api/v1/sessions/${session}`
    await db('rate_limits').update({ points: 1_000_000 })
    const answer = await request(address, 'GET', path, { Origin: TEST_ORIGIN, ...bearer(token) })
    await db('rate_limits').delete()
    expect(answer.status).to.equal(429)
    expect(answer.headers.get('access-control-allow-origin')).to.equal(TEST_ORIGIN)
    expect(answer.headers.get('access-control-expose-headers')).to.contain('Retry-After')
    expect(Number(answer.headers.get('retry-after'))).to.be.above(0)
  })

  it('serves scripts and the check of the widget to every origin, without asking the database', async () => {
    const page = await request(address, 'GET', '/dashboard')
    const script = /\/dashboard\/assets\/[\w.-]+\.js/.exec(String(page.body))![0]
    const ofDashboard = await request(address, 'GET', script, { Origin: TEST_ORIGIN })
    expect([ofDashboard.status, corsOf(ofDashboard)]).to.deep.equal([200, {}])
    const ofWidget = await request(address, 'GET', '/widget.js', { Origin: FOREIGN })
    expect(ofWidget.headers.get('access-control-allow-origin')).to.equal('*')
    expect(ofWidget.headers.get('access-control-allow-credentials')).to.equal(null)
    expect((await request(address, 'OPTIONS', '/widget.js', { Origin: FOREIGN })).status).to.equal(
      204,
    )
  })

  it("sends no CORS headers to a page of the service's own origin, listed or not", async () => {
    const answer = await request(address, 'GET', '/health', { Origin: address })
    expect(corsOf(answer)).to.deep.equal({})
  })

  describe('of a request with a client secret', () => {
    for (const origin of [TEST_ORIGIN, FOREIGN, 'null'])
      it(`refuses a valid secret with the Origin ${origin}, so that no page can read the answer`, async () => {
        const { authorization } = parley.client
        const answer = await request(address, 'GET', '/api/v1/agents', {
          Origin: origin,
          ...authorization,
        })
        expect([answer.status, answer.body.code]).to.deep.equal([403, 'secret_in_browser'])
        expect(corsOf(answer)).to.deep.equal({})
      })

    it('refuses a wrong secret in the same way', async () => {
      const headers = { Origin: TEST_ORIGIN, 'X-API-Secret': 'sk_wrong' }
      const answer = await request(address, 'GET', '/health', headers)
      expect([answer.status, answer.body.code]).to.deep.equal([403, 'secret_in_browser'])
    })

    it("accepts a test key from the service's own pages, and no other secret there", async () => {
      const { db, client } = parley
      const place = await findApplication(db, client.credentials.client_id)
      const keyFor = async (is_test: boolean) =>
        (await createKey(db, place!, { name: 'Trial', scopes: ['read'], agent_ids: null, is_test }))
          .secret
      const codeOf = async (headers: Record<string, string>, origin = address) => {
        const answer = await request(address, 'GET', '/api/v1/agents', {
          Origin: origin,
          ...headers,
        })
        expect(corsOf(answer)).to.deep.equal({})
        return answer.body.code ?? answer.status
      }
      const [test, live] = [await keyFor(true), await keyFor(false)]
      expect(await codeOf(bearer(test))).to.equal(200)
      expect(await codeOf(bearer(live))).to.equal('secret_in_browser')
      expect(await codeOf({ ...bearer(test), ...client.authorization })).to.equal(
        'secret_in_browser',
      )
      for (const origin of [TEST_ORIGIN, FOREIGN, 'null'])
        expect(await codeOf(bearer(test), origin)).to.equal('secret_in_browser')
    })

    it('changes nothing before it refuses the request', async () => {
      const headers = { Origin: TEST_ORIGIN, ...parley.client.authorization }
      const { status } = await request(address, 'POST', '/api/v1/agents', headers, {
        name: 'From a page',
      })
      expect(status).to.equal(403)
      expect(await parley.db('agents').where({ name: 'From a page' })).to.deep.equal([])
    })

    it('accepts a secret from a server, which sends no Origin', async () => {
      const { status } = await request(
        address,
        'GET',
        '/api/v1/agents',
        parley.client.authorization,
      )
      expect(status).to.equal(200)
    })
  })

  it("follows changes of an application's list of origins soon @long", async () => {
    const origin = 'https://new.example.com'
    const allowed = async () => {
      const { headers } = await request(address, 'GET', '/health', { Origin: origin })
      return headers.get('access-control-allow-origin') === origin
    }
    const becomes = (wanted: boolean) => eventually(async () => (await allowed()) === wanted)
    await becomes(false)
    const { application } = await makeApplication(parley.db, parley.client.organizationId, [origin])
    await becomes(true)
    await parley.db('applications').where({ id: application.id }).delete()
    await becomes(false)
  })
})
