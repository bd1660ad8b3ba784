import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import jwt from 'jsonwebtoken'
import { makeOidc, type OidcChecks, type OidcConnector } from '../../../api/auth/oidc.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import { eventually } from '../../support/http/client.ts'
import { largeJson, PACKINGS, type Packing, packed } from '../../support/http/packed.ts'

const REDIRECT = 'https://chat.example.com/dashboard/single-sign-on'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

type Serve = (response: ServerResponse, request: IncomingMessage) => void

describe('an identity provider', () => {
  let server: Server
  let connector: OidcConnector
  let organizations = 0
  let organization_id: string
  /** Answers that replace the usual ones, by path. */
  let instead: Record<string, Serve>
  let requests: { path: string; authorization: string | undefined }[]
  /** The number of running requests, and the most at the same time. */
  let running = 0
  let most = 0
  let nonce = ''
  let subject = 'somebody'
  const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = () => `http://${host()}`

  before(async () => {
    server = createServer((request, response) => {
      const path = request.url!.replace(/^\/tenant-\d+/, '')
      requests.push({ path, authorization: request.headers.authorization })
      most = Math.max(most, ++running)
      response.on('close', () => running--)
      const usual = () =>
        response.writeHead(200, JSON_TYPE).end(JSON.stringify(answers(request.url!)[path]))
      instead[path] ? instead[path](response, request) : usual()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  beforeEach(() => {
    organization_id = `organization ${++organizations}`
    ;[instead, requests, running, most] = [{}, [], 0, 0]
    connector = makeOidc({ EGRESS_ALLOWED_HOSTS: host() })
  })
  afterEach(() => connector.close())

  const JSON_TYPE = { 'content-type': 'application/json' }
  const DOCUMENT = '/.well-known/openid-configuration'
  const documentOf = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${url()}/auth`,
    token_endpoint: `${url()}/token`,
    jwks_uri: `${url()}/keys`,
    userinfo_endpoint: `${url()}/me`,
  })
  const answers = (path: string): Record<string, object> => ({
    [DOCUMENT]: documentOf(url() + path.replace(DOCUMENT, '')),
    '/token': { access_token: 'a', token_type: 'Bearer', id_token: idToken() },
    '/keys': {
      keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: '1' }],
    },
    '/me': { sub: subject, name: 'Somebody' },
  })
  const idToken = () =>
    jwt.sign({ nonce }, privateKey, {
      algorithm: 'RS256',
      keyid: '1',
      issuer: url(),
      audience: 'parley',
      subject,
      expiresIn: 60,
    })
  const clientOf = (issuer = url(), client_secret = 'secret') => ({
    organization_id,
    issuer,
    client_id: 'parley',
    client_secret,
  })
  const begin = (client = clientOf()) => connector.begin(client, REDIRECT)
  const finish = (checks: OidcChecks, client = clientOf()) => {
    nonce = checks.nonce
    return connector.finish(client, new URL(`${REDIRECT}?code=x&state=${checks.state}`), checks)
  }
  const failure = async (work: Promise<unknown>): Promise<AppError> => {
    const error = await work.then(
      () => expect.fail('it worked'),
      (thrown) => thrown,
    )
    expect(error).to.be.instanceOf(AppError)
    return error
  }
  const asked = (path: string) => requests.filter((request) => request.path === path)
  const answering =
    (
      body: object,
      ways: Packing[],
      bytes = packed(Buffer.from(JSON.stringify(body)), ...ways),
    ): Serve =>
    (response) =>
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': bytes.encoding }).end(bytes.bytes)
  const large = (ways: Packing[]) => answering({}, ways, largeJson(ways))
  const silent: Serve = () => undefined

  it('signs a user in, also with compressed answers, and is asked for its document and keys once', async () => {
    for (const ways of [[], ...PACKINGS] as Packing[][]) {
      for (const [path, body] of Object.entries(answers(DOCUMENT)))
        if (path !== '/token') instead[path] = answering(body, ways)
      await connector.discover(clientOf())
      for (let n = 0; n < 2; n++) {
        const { checks } = await begin()
        const { subject, claims } = await finish(checks)
        expect([subject, claims.name]).to.deep.equal(['somebody', 'Somebody'])
      }
    }
    expect(asked(DOCUMENT)).to.have.length(PACKINGS.length + 1)
    expect(asked('/keys')).to.have.length(1)
  })

  it('may answer with 256 kB after unpacking, in each of its answers', async () => {
    for (const ways of PACKINGS) {
      instead = { [DOCUMENT]: large(ways) }
      const refused = await failure(connector.discover(clientOf()))
      expect(refused.code, ways.join()).to.equal('single_sign_on_unavailable')
      expect(refused.message)
        .to.match(/can be read|cannot be read/)
        .and.contain('more than 262144 bytes.')
    }
    instead = {}
    await connector.discover(clientOf())
    for (const path of ['/token', '/keys', '/me'])
      for (const ways of PACKINGS.slice(0, 1)) {
        instead = { [path]: large(ways) }
        connector.close()
        connector = makeOidc({ EGRESS_ALLOWED_HOSTS: host() })
        const { checks } = await begin()
        const { code, message } = await failure(finish(checks))
        expect([path, code]).to.deep.equal([path, 'single_sign_on_unavailable'])
        expect(message).to.contain('more than 262144 bytes.')
      }
  })

  it('that is silent, or sends by drops, is given up with a clear sentence', async () => {
    const dripping: Serve = (response) => {
      response.writeHead(200, JSON_TYPE)
      const timer = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(timer))
    }
    connector.close()
    for (const serve of [silent, dripping]) {
      connector = makeOidc({ EGRESS_ALLOWED_HOSTS: host() }, 300)
      instead = { [DOCUMENT]: serve }
      const { message } = await failure(connector.discover(clientOf()))
      expect(message).to.match(/it does not answer in time\.$/)
      await eventually(async () => running === 0)
      connector.close()
      instead = { '/token': serve }
      connector = makeOidc({ EGRESS_ALLOWED_HOSTS: host() }, 300)
      const { checks } = await begin()
      expect((await failure(finish(checks))).message).to.match(/it does not answer in time\.$/)
      await eventually(async () => running === 0)
    }
  })

  it('is asked by one discovery at a time for each organization, whatever it names', async () => {
    const waiting: (() => void)[] = []
    const later: Serve = (response, { url: path }) =>
      void waiting.push(() =>
        response.writeHead(200, JSON_TYPE).end(JSON.stringify(answers(path!)[DOCUMENT])),
      )
    instead = { [DOCUMENT]: later }
    const asking = [1, 2, 3].map((n) => connector.discover(clientOf(`${url()}/tenant-${n}`)))
    for (let n = 0; n < 3; n++) {
      await eventually(async () => waiting.length === 1)
      waiting.pop()!()
      await asking[n]
    }
    expect([asked(DOCUMENT).length, most]).to.deep.equal([3, 1])
    instead = {}
    const many = Array.from({ length: 20 }, (_, n) =>
      connector.discover(clientOf(`${url()}/tenant-9${n}`)),
    )
    const outcomes = await Promise.all(
      many.map((one) =>
        one.then(
          () => 'done',
          ({ code }) => code,
        ),
      ),
    )
    expect(outcomes).to.deep.equal([...Array(6).fill('done'), ...Array(14).fill('unavailable')])
  })

  it('is asked once for simultaneous sign-ins, and not again at once after a failure', async () => {
    await Promise.all(Array.from({ length: 50 }, () => begin()))
    organization_id = 'another with the same issuer'
    await begin()
    expect(asked(DOCUMENT)).to.have.length(1)
    const gone = clientOf(`${url()}/tenant-5`)
    instead = { [DOCUMENT]: (response) => response.writeHead(500).end() }
    const all = await Promise.all(Array.from({ length: 50 }, () => failure(begin(gone))))
    const again = await failure(begin(gone))
    expect(asked(DOCUMENT)).to.have.length(2)
    expect(new Set([...all, again].map(({ message }) => message)).size).to.equal(1)
    // Another organization with the same provider is not delayed by a failed request.
    await failure(connector.discover(clientOf()))
    await begin()
    expect(asked(DOCUMENT)).to.have.length(3)
    // An owner who corrects it need not wait.
    instead = {}
    await connector.discover(gone)
    await begin(gone)
    expect(asked(DOCUMENT)).to.have.length(4)
  })

  it('is refused with a name that the database cannot hold', async () => {
    try {
      for (subject of ['x'.repeat(256), 'x'.repeat(100_000), 'some\u0000body', '\ud800']) {
        const { checks } = await begin()
        expect((await failure(finish(checks))).code, subject.slice(0, 20)).to.equal(
          'single_sign_on_failed',
        )
      }
      subject = 'x'.repeat(255)
      const { checks } = await begin()
      expect((await finish(checks)).subject).to.equal(subject)
    } finally {
      subject = 'somebody'
    }
  })

  it('gets a changed secret at once', async () => {
    for (const secret of ['one', 'two']) {
      const client = clientOf(url(), secret)
      const { checks } = await begin(client)
      await finish(checks, client)
      const { authorization = '' } = asked('/token').at(-1)!
      expect(Buffer.from(authorization.slice('Basic '.length), 'base64').toString()).to.equal(
        `parley:${secret}`,
      )
    }
    expect(asked(DOCUMENT)).to.have.length(1)
  })
})
