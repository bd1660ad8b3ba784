import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { APP_SECRET, codeNow } from '../../support/data/samples.ts'
import { makeUser, PASSWORD, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { type Account, type Issuer, startIssuer } from '../../support/people/issuer.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const REDIRECT = 'https://chat.example.com/dashboard/single-sign-on'
const outcome = ({ status, body }: Answer) => [status, body.code]

describe('single sign-on', () => {
  let parley: Parley
  let client: Client
  let issuer: Issuer
  /** Counts requests to an address that is not allowed. */
  let forbidden: Server
  let hits = 0
  /** An identity provider that answers with `document`. */
  let crooked: Server
  let document: (url: string) => object
  let people = 0
  let organizations = 0
  before(async () => {
    issuer = await startIssuer(REDIRECT)
    forbidden = createServer((_, response) => {
      hits++
      response.end('{}')
    })
    crooked = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(document(request.url!)))
    })
    for (const server of [forbidden, crooked])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    parley = await startParley({
      workers: false,
      settings: {
        EGRESS_ALLOWED_HOSTS: `${issuer.host},${hostOf(crooked)}`,
        SIGN_IN_MINUTE_LIMIT: '1000',
      },
    })
  })
  after(async () => {
    await parley.stop()
    await issuer.close()
    forbidden.close()
    crooked.close()
  })
  let name: string
  let owner: SignedIn
  beforeEach(async () => {
    name = `Company ${++organizations}`
    client = await parley.another(name)
    owner = await signedIn(parley, client, 'owner')
  })

  const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
    request(client.address, method, path, headers, body)
  const configure = (more: object = {}, by = owner) =>
    ask('POST', '/api/v1/single-sign-on', by.headers, {
      issuer: issuer.url,
      client_id: issuer.clientId,
      client_secret: issuer.clientSecret,
      domains: ['example.com'],
      default_role: 'viewer',
      ...more,
    })
  const begin = (organization = name) =>
    ask('POST', '/dashboard/single-sign-on', {}, { organization })
  const cookieOf = (answer: Answer) => ({
    Cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!,
  })
  const finish = (query: string, headers = {}) =>
    ask('POST', '/dashboard/single-sign-on/finish', headers, { query })
  const somebody = (more: Partial<Account> = {}): Account => {
    const sub = `person-${++people}`
    return {
      sub,
      email: `${sub}@example.com`,
      email_verified: true,
      name: `Person ${people}`,
      ...more,
    }
  }
  /** Signs in at the provider and comes back. */
  async function signIn(account: Account): Promise<Answer> {
    issuer.signsIn(account)
    const begun = await begin()
    expect(begun.status, JSON.stringify(begun.body)).to.equal(200)
    return finish(await issuer.visit(begun.body.data.url), cookieOf(begun))
  }
  const usersOf = (where: object = {}) =>
    parley.db('users').where({ organization_id: client.organizationId, ...where })
  async function setUpApp(by: SignedIn): Promise<void> {
    const body = { password: PASSWORD, secret: APP_SECRET, code: codeNow() }
    expect((await ask('POST', '/api/v1/account/authenticator', by.headers, body)).status).to.equal(
      200,
    )
  }
  const byPassword = ({ user }: SignedIn, more: object = {}) =>
    ask('POST', '/dashboard/session', {}, { email: user.email, password: PASSWORD, ...more })

  it('creates a user at the first sign-in, and recognizes them afterwards by issuer and subject', async () => {
    const saved = await configure()
    expect(saved.status, JSON.stringify(saved.body)).to.equal(200)
    expect(saved.body.data.redirect_uri).to.equal(REDIRECT)
    const account = somebody()
    const first = await signIn(account)
    expect(first.status, JSON.stringify(first.body)).to.equal(201)
    const { email, name: shownName, role, organization } = first.body.data.user
    expect({ email, shownName, role, organization }).to.deep.equal({
      email: account.email,
      shownName: account.name,
      role: 'viewer',
      organization: name,
    })
    // Another address does not make another user.
    const again = await signIn({ ...account, email: 'renamed@example.com' })
    expect(again.body.data.user.id).to.equal(first.body.data.user.id)
    expect(await usersOf({ email: 'renamed@example.com' })).to.deep.equal([])
  })

  it('accepts names that the database can hold', async () => {
    await configure()
    const entered = await signIn(somebody({ name: `Zo\u0000e ${'x'.repeat(100_000)}` }))
    expect(entered.status, JSON.stringify(entered.body)).to.equal(201)
    expect(entered.body.data.user.name).to.match(/^Zo.?e x+$/)
  })

  it('is for people of the listed domains, unless the provider calls their address unverified', async () => {
    await configure()
    for (const account of [
      somebody({ email: 'zoe@evil.example' }),
      somebody({ email: 'zoe@example.com.evil.example' }),
      somebody({ email: 'zoe@sub.example.com' }),
      somebody({ email: 'zoe@evil.example@example.com' }),
      somebody({ email_verified: false }),
      { sub: 'without-an-address' },
    ])
      expect(outcome(await signIn(account)), account.email).to.deep.equal([
        403,
        'single_sign_on_refused',
      ])
    expect(await usersOf().whereNot({ id: owner.user.id })).to.deep.equal([])
  })

  it('links an existing user only by a verified address, once', async () => {
    await configure()
    const { email } = owner.user
    for (const email_verified of [undefined, false])
      expect(outcome(await signIn(somebody({ email, email_verified })))).to.deep.equal([
        403,
        'single_sign_on_refused',
      ])
    const linked = await signIn(somebody({ email }))
    expect(linked.body.data.user.id).to.equal(owner.user.id)
    // The provider gives the address to a colleague: another subject, so another user.
    expect(outcome(await signIn(somebody({ email })))).to.deep.equal([
      403,
      'single_sign_on_refused',
    ])
  })

  it('never reaches a user of another organization, whatever address the provider sends', async () => {
    const victim = await makeUser(parley, await parley.another(`Victim ${organizations}`), 'owner')
    await configure()
    const entered = await signIn(somebody({ email: victim.email }))
    expect(entered.status).to.equal(201)
    expect(entered.body.data.user.id).not.to.equal(victim.id)
    expect(entered.body.data.user).to.include({ organization: name, role: 'viewer' })
    // The same subject of the same issuer is another user in another organization.
    client = await parley.another(`Third ${organizations}`)
    expect(await usersOf({ email: victim.email })).to.deep.equal([])
  })

  it('gives the highest role of the claims, anew at each sign-in, and no role to strangers', async () => {
    await configure({
      role_claim: 'groups',
      roles: { admins: 'owner', writers: 'editor' },
      default_role: null,
    })
    const account = somebody({ groups: ['writers', 'admins', 'others'] })
    expect((await signIn(account)).body.data.user.role).to.equal('owner')
    expect((await signIn({ ...account, groups: 'writers' })).body.data.user.role).to.equal('editor')
    expect(outcome(await signIn({ ...account, groups: ['toString', '__proto__'] }))).to.deep.equal([
      403,
      'single_sign_on_refused',
    ])
    expect(outcome(await signIn(somebody()))).to.deep.equal([403, 'single_sign_on_refused'])
  })

  it('leaves the last owner an owner', async () => {
    await configure({ role_claim: 'groups', roles: {}, default_role: 'viewer' })
    const entered = await signIn(somebody({ email: owner.user.email }))
    expect(entered.body.data.user).to.include({ id: owner.user.id, role: 'owner' })
  })

  it('signs in no deactivated user, and deactivation ends their sessions at once', async () => {
    await configure()
    const account = somebody()
    const entered = await signIn(account)
    const { id } = entered.body.data.user
    const session = entered.headers
      .getSetCookie()
      .find((cookie) => cookie.includes('parley_session='))!
    const headers = { Cookie: session.split(';')[0]! }
    expect((await ask('GET', '/dashboard/session', headers)).status).to.equal(200)
    const path = `/api/v1/users/${id}`
    expect(
      (await ask('PATCH', path, owner.headers, { is_active: false })).body.data.is_active,
    ).to.equal(false)
    expect((await ask('GET', '/dashboard/session', headers)).status).to.equal(401)
    expect(outcome(await signIn(account))).to.deep.equal([403, 'single_sign_on_refused'])
    await ask('PATCH', path, owner.headers, { is_active: true })
    expect((await signIn(account)).status).to.equal(201)
  })

  it('accepts an answer once, in the browser that asked for it, with its own state, code and verifier', async () => {
    await configure()
    issuer.signsIn(somebody())
    const [mine, theirs] = [await begin(), await begin()]
    const query = await issuer.visit(mine.body.data.url)
    const other = await issuer.visit(theirs.body.data.url)
    const failed = [401, 'single_sign_on_failed']
    expect(outcome(await finish(query))).to.deep.equal(failed)
    expect(
      outcome(await finish(query, { Cookie: '__Host-parley_single_sign_on=v1.test.AAAA' })),
    ).to.deep.equal(failed)
    expect(outcome(await finish(query, cookieOf(theirs)))).to.deep.equal(failed)
    // A stranger's code with this browser's state: the verifier differs.
    const mixed = new URLSearchParams(query)
    mixed.set('code', new URLSearchParams(other).get('code')!)
    expect(outcome(await finish(String(mixed), cookieOf(mine)))).to.deep.equal(failed)
    expect(outcome(await finish(`error=access_denied&state=x`, cookieOf(mine)))).to.deep.equal(
      failed,
    )
    expect((await finish(query, cookieOf(mine))).status).to.equal(201)
    expect(outcome(await finish(query, cookieOf(mine)))).to.deep.equal(failed)
    const foreign = { ...cookieOf(mine), 'Sec-Fetch-Site': 'cross-site' }
    expect(outcome(await finish(query, foreign))).to.deep.equal([403, 'csrf_failed'])
  })

  it('sends PKCE, a state and a nonce, which differ each time', async () => {
    await configure()
    const [one, other] = (await Promise.all([begin(), begin()])).map(
      ({ body }) => new URL(body.data.url).searchParams,
    )
    expect(one!.get('code_challenge_method')).to.equal('S256')
    expect(one!.get('redirect_uri')).to.equal(REDIRECT)
    for (const parameter of ['state', 'nonce', 'code_challenge']) {
      expect(one!.get(parameter)).to.match(/^[\w-]{43}$/)
      expect(one!.get(parameter)).not.to.equal(other!.get(parameter))
    }
  })

  it('stores the client secret sealed, and shows four characters of it', async () => {
    await configure()
    const read = await ask('GET', '/api/v1/single-sign-on', owner.headers)
    expect(read.body.data.settings.client_secret_hint).to.equal(issuer.clientSecret.slice(-4))
    const rows = await parley.db('single_sign_ons')
    const events = await parley.db('audit_events')
    for (const text of [JSON.stringify(read.body), JSON.stringify(rows), JSON.stringify(events)])
      expect(text).not.to.contain(issuer.clientSecret)
  })

  it('keeps the stored secret for the same client, and sends it to no other issuer', async () => {
    await configure()
    expect((await configure({ client_secret: undefined, default_role: 'editor' })).status).to.equal(
      200,
    )
    expect((await signIn(somebody())).body.data.user.role).to.equal('editor')
    const moved = { client_secret: undefined, issuer: `http://${hostOf(crooked)}` }
    const refused = await configure(moved)
    expect(outcome(refused)).to.deep.equal([422, 'validation_failed'])
    expect(refused.body.data.errors[0].field).to.equal('client_secret')
  })

  it('asks no issuer that is not public, also if a provider names it', async () => {
    const addresses = [
      `http://${hostOf(forbidden)}`,
      `http://localhost:${hostOf(forbidden).split(':')[1]}`,
      'https://10.0.0.1',
      'https://169.254.169.254/latest',
      'http://[::1]',
      'https://0x7f000001',
    ]
    for (const one of addresses) {
      const refused = await configure({ issuer: one })
      expect(outcome(refused), one).to.deep.equal([422, 'validation_failed'])
      expect(refused.body.data.errors[0].field, one).to.equal('issuer')
    }
    const url = `http://${hostOf(crooked)}`
    const away = `http://${hostOf(forbidden)}`
    document = () => ({
      issuer: url,
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${away}/token`,
      jwks_uri: `${away}/keys`,
      response_types_supported: ['code'],
    })
    expect((await configure({ issuer: url })).status).to.equal(200)
    const begun = await begin()
    const state = new URL(begun.body.data.url).searchParams.get('state')
    const finished = await finish(`code=x&state=${state}`, cookieOf(begun))
    expect(outcome(finished)).to.deep.equal([502, 'single_sign_on_unavailable'])
    expect(hits).to.equal(0)
  })

  it('accepts no issuer whose address is invalid or that sends browsers to an invalid address', async () => {
    for (const one of ['http://127.0.0.1:65616/v1', 'https://[fe80::1%25lo]']) {
      const refused = await configure({ issuer: one })
      expect(outcome(refused), one).to.deep.equal([422, 'validation_failed'])
      expect(refused.body.data.errors[0].detail, one).to.contain('must be an address')
    }
    const url = `http://${hostOf(crooked)}`
    for (const entry of ['javascript:alert(1)', 'data:text/html,x', '/auth', undefined]) {
      document = () => ({
        issuer: url,
        authorization_endpoint: entry,
        token_endpoint: `${url}/token`,
      })
      const refused = await configure({ issuer: url })
      expect(outcome(refused), entry).to.deep.equal([422, 'validation_failed'])
      expect(refused.body.data.errors[0].detail, entry).to.contain('authorization_endpoint')
    }
  })

  it('names the fault of an issuer: another name, no document, too long a document', async () => {
    const url = `http://${hostOf(crooked)}`
    for (const answer of [
      { issuer: 'https://another.example' },
      {},
      { issuer: url, x: 'x'.repeat(300_000) },
    ]) {
      document = () => answer
      const refused = await configure({ issuer: url })
      expect(outcome(refused)).to.deep.equal([422, 'validation_failed'])
      expect(refused.body.data.errors[0]).to.include({ field: 'issuer', code: 'issuer' })
    }
  })

  it("can be required by an owner with an authenticator app, and then refuses all other users' passwords", async () => {
    const editor = await signedIn(parley, client, 'editor')
    const without = await configure({ is_required: true })
    expect(without.body.data.errors[0].field).to.equal('is_required')
    await setUpApp(owner)
    expect((await configure({ is_required: true })).status).to.equal(200)
    // Users who signed in by password are signed out, except the owner who required it.
    expect((await ask('GET', '/dashboard/session', editor.cookie)).status).to.equal(401)
    expect((await ask('GET', '/dashboard/session', owner.cookie)).status).to.equal(200)
    expect(outcome(await byPassword(editor))).to.deep.equal([403, 'single_sign_on_required'])
    const second = await signedIn(parley, client, 'owner')
    expect(outcome(await byPassword(second))).to.deep.equal([403, 'single_sign_on_required'])
    // The owner can still sign in when the provider fails.
    expect((await byPassword(owner, { code: codeNow(1) })).status).to.equal(201)
    const invited = await ask('POST', '/api/v1/invitations', owner.headers, {
      email: 'guest@example.com',
      role: 'viewer',
    })
    const accepted = await ask(
      'POST',
      '/api/v1/invitations/accept',
      {},
      {
        token: invited.body.data.token,
        password: 'four words nobody expects',
      },
    )
    expect(outcome(accepted)).to.deep.equal([403, 'single_sign_on_required'])
    expect((await signIn(somebody({ email: editor.user.email }))).body.data.user.id).to.equal(
      editor.user.id,
    )
  })

  it('is set up, seen and removed by owners only, and reveals nothing of organizations without it', async () => {
    const editor = await signedIn(parley, client, 'editor')
    for (const [method, body] of [
      ['GET', undefined],
      ['DELETE', undefined],
    ] as const)
      expect(
        outcome(await ask(method, '/api/v1/single-sign-on', editor.headers, body)),
      ).to.deep.equal([403, 'scope'])
    expect(outcome(await configure({}, editor))).to.deep.equal([403, 'scope'])
    const [nobody, without] = [await begin('There is none'), await begin(name)]
    expect(outcome(nobody)).to.deep.equal([404, 'not_found'])
    expect(without.body.detail).to.equal(nobody.body.detail)
    await configure()
    expect((await begin(name.toUpperCase())).status).to.equal(200)
    expect((await ask('DELETE', '/api/v1/single-sign-on', owner.headers)).status).to.equal(200)
    expect(outcome(await begin())).to.deep.equal([404, 'not_found'])
  })

  it('audits creations, links, roles and sign-ins', async () => {
    await configure({ role_claim: 'groups', roles: { writers: 'editor' } })
    const account = somebody()
    const { id } = (await signIn(account)).body.data.user
    await signIn({ ...account, groups: 'writers' })
    const events = await parley.db('audit_events').where({ target_id: id }).orderBy('id')
    expect(events.map(({ action }) => action)).to.deep.equal([
      'user.created',
      'user.signed_in',
      'user.changed',
      'user.signed_in',
    ])
    expect(events[2].changes).to.deep.equal({ role: { before: 'viewer', after: 'editor' } })
    expect(events[3].changes).to.deep.equal({ issuer: { after: issuer.url } })
  })
})
