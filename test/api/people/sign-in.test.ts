import crypto, { scryptSync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { expect } from 'chai'
import { hashPassword, hashSecret, isPassword } from '../../../shared/lib/secrets.ts'
import { deleteOldDashboardSessions } from '../../../shared/people/dashboardSessions.ts'
import { createUser, type Role, setPassword, type User } from '../../../shared/people/users.ts'
import {
  COOKIE,
  lasting,
  makeUser,
  request,
  type SignedIn,
  signedIn,
} from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/dashboard/session'
const WIDE = { SIGN_IN_MINUTE_LIMIT: '1000' }

type Headers = Record<string, string>
const outcome = ({ status, body }: Answer) => [status, body.code]

describe('a password', () => {
  it('is stored as scrypt, with the cost and its own salt', async () => {
    const [one, other] = [
      await hashPassword('secret words'),
      await hashPassword('secret words'),
    ] as const
    expect(one).to.match(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.to.equal(other)
    expect(one).not.to.contain('secret')
  })

  it('matches its hash, and nothing else does', async () => {
    const stored = await hashPassword('Größe 42')
    expect(await isPassword('Größe 42', stored)).to.equal(true)
    // The same letters, as other keyboards write them.
    expect(await isPassword('Größe 42'.normalize('NFD'), stored)).to.equal(true)
    for (const wrong of ['größe 42', 'Größe 42 ', 'Größe 4', '', stored])
      expect(await isPassword(wrong, stored), wrong).to.equal(false)
  })

  it('matches a hash of a lower cost, from before the cost was raised', async () => {
    const salt = Buffer.from('some salt')
    const hash = scryptSync('x', salt, 32, { N: 16, r: 8, p: 1 })
    const stored = `scrypt$16$8$1$${salt.toString('base64url')}$${hash.toString('base64url')}`
    expect(await isPassword('x', stored)).to.equal(true)
    expect(await isPassword('y', stored)).to.equal(false)
  })

  it('of an unknown user never matches', async () => {
    for (const guess of ['', 'undefined', 'password'])
      expect(await isPassword(guess, undefined)).to.equal(false)
  })
})

describe('signing in to the dashboard', () => {
  let parley: Parley
  let client: Client
  let user: Awaited<ReturnType<typeof makeUser>>
  before(async () => {
    parley = await startParley({ workers: false, settings: WIDE })
    client = parley.client
    user = await makeUser(parley, client, 'editor')
  })
  after(() => parley.stop())

  const signIn = (body: object, headers: Headers = {}) =>
    request(client.address, 'POST', PATH, headers, body)
  const own = () => ({ email: user.email, password: user.password })
  const read = (headers: Headers) => request(client.address, 'GET', PATH, headers)
  /** Returns the session's cookie. */
  const cookieOf = ({ headers }: Answer) => headers.getSetCookie()[0]!
  /** Returns the cookie as the browser sends it back. */
  const cookieBack = (answer: Answer): Headers => ({ Cookie: cookieOf(answer).split(';')[0]! })

  it('compares as many passwords for an unknown address as for an address with one or two accounts', async () => {
    const email = 'three-ways@example.com'
    const compared = async () => {
      const { scrypt } = crypto
      let calls = 0
      crypto.scrypt = ((...given: Parameters<typeof scrypt>) => {
        calls++
        return scrypt(...given)
      }) as typeof scrypt
      syncBuiltinESMExports()
      try {
        expect((await signIn({ email, password: 'a wrong one' })).status).to.equal(401)
      } finally {
        crypto.scrypt = scrypt
        syncBuiltinESMExports()
      }
      return calls
    }
    const join = async (of: Client) => {
      const password_hash = await hashPassword('four words', 4)
      await createUser(parley.db, {
        organization_id: of.organizationId,
        email,
        role: 'viewer',
        password_hash,
      })
    }
    const seen = [await compared()]
    await join(client)
    seen.push(await compared())
    await join(await parley.another('Another employer'))
    seen.push(await compared())
    expect(seen).to.deep.equal([2, 2, 2])
  })

  it('answers with the user and a CSRF token, and sets a cookie that signs them in', async () => {
    const answer = await signIn(own())
    expect(answer.status).to.equal(201)
    const { id, organization_id, email, role } = user
    const organization = 'Test organization'
    const shown = { id, organization_id, organization, email, name: null, photo: null, role }
    expect(answer.body.data.user).to.deep.equal(shown)
    const again = await read(cookieBack(answer))
    expect(again.status).to.equal(200)
    expect(again.body.data).to.deep.equal(answer.body.data)
    expect(again.headers.get('cache-control')).to.equal('no-store')
  })

  it('works with the password of a user that the admin tool created', async () => {
    const { organizationId: organization_id } = client
    const password_hash = await hashPassword('a long enough one')
    await createUser(parley.db, {
      organization_id,
      email: 'Real@Example.com',
      role: 'owner',
      password_hash,
    })
    for (const email of ['Real@Example.com', 'real@example.COM'])
      expect((await signIn({ email, password: 'a long enough one' })).status).to.equal(201)
  })

  it('creates a new session each time, and uses no session ID that a page has set before', async () => {
    const fixed = { Cookie: `${COOKIE}=${'A'.repeat(43)}` }
    const answers = [await signIn(own(), fixed), await signIn(own(), fixed)]
    const tokens = answers.map((answer) => cookieBack(answer).Cookie!)
    for (const token of tokens) expect(token).to.match(new RegExp(`^${COOKIE}=[\\w-]{43}$`))
    expect(new Set([...tokens, fixed.Cookie])).to.have.property('size', 3)
    expect((await read(fixed)).status).to.equal(401)
  })

  it('ends the session that the browser had', async () => {
    const before = cookieBack(await signIn(own()))
    expect((await read(before)).status).to.equal(200)
    const after = cookieBack(await signIn(own(), before))
    expect((await read(before)).status).to.equal(401)
    expect((await read(after)).status).to.equal(200)
  })

  it("stores the cookie's value as a hash only", async () => {
    const token = cookieBack(await signIn(own())).Cookie!.split('=')[1]!
    const rows = await parley.db('dashboard_sessions').where({ token_hash: hashSecret(token) })
    expect(rows).to.have.length(1)
    expect(JSON.stringify(await parley.db('dashboard_sessions').select())).not.to.contain(token)
  })

  const wrong: [string, () => object][] = [
    ['a wrong password', () => ({ ...own(), password: 'wrong' })],
    ["another user's password", () => ({ ...own(), password: 'another long one' })],
    ['a password in capitals', () => ({ ...own(), password: user.password.toUpperCase() })],
    ['an unknown address', () => ({ ...own(), email: 'nobody@example.com' })],
    ['an address with a blank', () => ({ ...own(), email: ` ${user.email}` })],
    ['an address that matches any', () => ({ ...own(), email: '%@example.com' })],
    ['a quote in the address', () => ({ ...own(), email: "' or ''='" })],
  ]
  for (const [name, body] of wrong)
    it(`answers ${name} like any wrong password`, async () => {
      const answer = await signIn(body())
      expect(outcome(answer)).to.deep.equal([401, 'unauthenticated'])
      expect(answer.headers.get('set-cookie')).to.equal(null)
      expect(lasting(answer)).to.deep.equal(
        lasting(await signIn({ ...own(), password: 'wrong too' })),
      )
    })

  const malformed: [string, object][] = [
    ['no password', { email: 'a@example.com' }],
    ['no address', { password: 'x' }],
    ['a password of 201 characters', { email: 'a@example.com', password: 'x'.repeat(201) }],
    ['a password that is no text', { email: 'a@example.com', password: { $ne: '' } }],
    ['another field', { email: 'a@example.com', password: 'x', role: 'owner' }],
  ]
  for (const [name, body] of malformed)
    it(`refuses ${name} with 422`, async () => expect((await signIn(body)).status).to.equal(422))

  it('accepts no HTML form, which any page could send', async () => {
    const form = `email=${user.email}&password=${user.password}`
    const { status } = await request(
      client.address,
      'POST',
      PATH,
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      form,
    )
    expect(status).to.equal(415)
  })

  for (const site of ['cross-site', 'same-site'])
    it(`refuses a ${site} page`, async () => {
      const answer = await signIn(own(), { 'Sec-Fetch-Site': site })
      expect(outcome(answer)).to.deep.equal([403, 'csrf_failed'])
      expect(answer.headers.get('set-cookie')).to.equal(null)
    })

  describe('sets a cookie', () => {
    let developing: Parley
    before(async () => {
      const settings = { ...WIDE, NODE_ENV: 'development' }
      developing = await startParley({ workers: false, settings })
    })
    after(() => developing.stop())

    const attributes = (cookie: string) => cookie.split('; ').slice(1).sort()

    it('for this host only, over TLS only, in production', async () => {
      const cookie = cookieOf(await signIn(own()))
      expect(cookie).to.match(/^__Host-parley_session=[\w-]{43};/)
      expect(attributes(cookie)).to.deep.equal(['httponly', 'path=/', 'samesite=lax', 'secure'])
    })

    it('that works without TLS outside production', async () => {
      const { email, password } = await makeUser(developing, developing.client, 'owner')
      const { address } = developing.client
      const answer = await request(address, 'POST', PATH, {}, { email, password })
      expect(cookieOf(answer)).to.match(/^parley_session=[\w-]{43};/)
      expect(attributes(cookieOf(answer))).to.deep.equal(['httponly', 'path=/', 'samesite=lax'])
      expect((await request(address, 'GET', PATH, cookieBack(answer))).status).to.equal(200)
    })

    it('that production refuses without its prefix, because any page of the domain could set it', async () => {
      const { token } = await signedIn(parley, client, 'owner')
      expect((await read({ Cookie: `parley_session=${token}` })).status).to.equal(401)
    })
  })
})

describe('a session at the dashboard', () => {
  let parley: Parley
  let client: Client
  let conversation: any
  before(async () => {
    parley = await startParley({ workers: false, settings: WIDE })
    client = parley.client
    conversation = await client.makeConversation()
  })
  after(() => parley.stop())

  const read = (headers: Headers) => request(client.address, 'GET', PATH, headers)
  const signOut = (headers: Headers) => request(client.address, 'DELETE', PATH, headers)
  const feedback = () => `/api/v1/conversations/${conversation.id}/feedback`
  const rate = (headers: Headers) =>
    request(client.address, 'POST', feedback(), headers, { reviewer: 'Ada', rating: 5 })
  const open = (role: Role = 'owner') => signedIn(parley, client, role)

  describe('changes something only with its CSRF token:', () => {
    const tokens: [string, (mine: SignedIn, other: SignedIn) => Headers][] = [
      ['no token', () => ({})],
      ['an empty token', () => ({ 'X-CSRF-Token': '' })],
      ['a wrong token', () => ({ 'X-CSRF-Token': 'wrong' })],
      ["another session's", (_, other) => ({ 'X-CSRF-Token': other.headers['X-CSRF-Token']! })],
      ['the value of the cookie', ({ token }) => ({ 'X-CSRF-Token': token })],
    ]
    for (const [name, headers] of tokens)
      it(`answers ${name} with 403`, async () => {
        const [mine, other] = [await open(), await open()] as const
        const sent = { ...mine.cookie, ...headers(mine, other) }
        expect(outcome(await rate(sent))).to.deep.equal([403, 'csrf_failed'])
        expect(outcome(await signOut(sent))).to.deep.equal([403, 'csrf_failed'])
        expect((await read(mine.cookie)).status).to.equal(200)
        expect(await parley.db('feedback')).to.deep.equal([])
      })

    it('accepts the CSRF token that its answers contain', async () => {
      const { cookie } = await open()
      const { csrf_token } = (await read(cookie)).body.data
      expect((await rate({ ...cookie, 'X-CSRF-Token': csrf_token })).status).to.be.oneOf([200, 201])
      await parley.db('feedback').delete()
    })
  })

  describe("serves only the dashboard's own pages:", () => {
    for (const site of ['cross-site', 'same-site', 'nonsense'])
      it(`refuses a request from ${site}, also a request that only reads`, async () => {
        const { headers } = await open()
        const sent = { ...headers, 'Sec-Fetch-Site': site }
        for (const answer of [await read(sent), await rate(sent), await signOut(sent)])
          expect(outcome(answer)).to.deep.equal([403, 'csrf_failed'])
        expect((await read(headers)).status).to.equal(200)
      })

    for (const site of ['same-origin', 'none'])
      it(`accepts a request from ${site}`, async () => {
        expect((await read({ ...(await open()).headers, 'Sec-Fetch-Site': site })).status).to.equal(
          200,
        )
      })
  })

  describe('ends', () => {
    const age = ({ token }: SignedIn, column: 'created_at' | 'last_seen_at', hours: number) =>
      parley
        .db('dashboard_sessions')
        .where({ token_hash: hashSecret(token) })
        .update({ [column]: parley.db.raw(`now() - interval '${hours} hours'`) })

    it('after 12 hours without a request', async () => {
      const session = await open()
      await age(session, 'last_seen_at', 11.9)
      expect((await read(session.cookie)).status).to.equal(200)
      await age(session, 'last_seen_at', 12.1)
      expect((await read(session.cookie)).status).to.equal(401)
    })

    it('not while it is in use, which each request notes', async () => {
      const session = await open()
      await age(session, 'last_seen_at', 11.9)
      await read(session.cookie)
      const row = await parley
        .db('dashboard_sessions')
        .where({ token_hash: hashSecret(session.token) })
        .first()
      expect(Date.now() - row.last_seen_at.getTime()).to.be.below(60_000)
    })

    it('after 7 days, however much it is in use', async () => {
      const session = await open()
      await age(session, 'created_at', 7 * 24 - 0.1)
      expect((await read(session.cookie)).status).to.equal(200)
      await age(session, 'created_at', 7 * 24 + 0.1)
      expect((await read(session.cookie)).status).to.equal(401)
    })

    it('with the deletion of its user', async () => {
      const session = await open()
      await parley.db('users').where({ id: session.user.id }).delete()
      expect((await read(session.cookie)).status).to.equal(401)
    })

    it('when its user signs out, and other sessions stay', async () => {
      const [here, there] = [await open(), await open()] as const
      await parley
        .db('dashboard_sessions')
        .update({ user_id: here.user.id, organization_id: client.organizationId })
      const answer = await signOut(here.headers)
      expect(answer.status).to.equal(200)
      expect(answer.body.data).to.deep.equal({ signed_out: true })
      expect(answer.headers.get('set-cookie')).to.match(
        new RegExp(`^${COOKIE}=;.*expires=Thu, 01 Jan 1970`),
      )
      expect((await read(here.cookie)).status).to.equal(401)
      expect((await signOut(here.headers)).status).to.equal(401)
      expect((await read(there.cookie)).status).to.equal(200)
    })

    it('and its row is then deleted by a chore', async () => {
      await parley.db('dashboard_sessions').delete()
      const [idle, old, live] = [await open(), await open(), await open()] as const
      await age(idle, 'last_seen_at', 12.1)
      await age(old, 'created_at', 7 * 24 + 0.1)
      await deleteOldDashboardSessions(parley.db)
      const left = await parley.db('dashboard_sessions').select('token_hash')
      expect(left.map(({ token_hash }) => token_hash)).to.deep.equal([hashSecret(live.token)])
    })
  })

  describe('acts by role:', () => {
    for (const role of ['owner', 'editor', 'viewer'] as const)
      it(`a ${role} reads, ${role === 'viewer' ? 'changes nothing' : 'changes'}, and signs out`, async () => {
        const { headers } = await open(role)
        expect((await read(headers)).body.data.user.role).to.equal(role)
        expect((await request(client.address, 'GET', feedback(), headers)).status).to.equal(200)
        const rated = await rate(headers)
        if (role === 'viewer') expect(outcome(rated)).to.deep.equal([403, 'scope'])
        else expect(rated.status).to.be.oneOf([200, 201])
        expect((await signOut(headers)).status).to.equal(200)
      })

    it('a new role counts from the next request on', async () => {
      const { user, headers } = await open('editor')
      await parley.db('users').where({ id: user.id }).update({ role: 'viewer' })
      expect(outcome(await rate(headers))).to.deep.equal([403, 'scope'])
    })
  })
})

describe('attempts to sign in', () => {
  let parley: Parley
  before(async () => {
    const settings = { TRUST_PROXY_HOPS: '1', ACCOUNT_SIGN_IN_LIMIT: '3' }
    parley = await startParley({ workers: false, settings })
  })
  after(() => parley.stop())

  describe('with wrong passwords', () => {
    let email: string
    let password: string
    let user: User
    beforeEach(async () => {
      const made = await makeUser(parley, parley.client, 'owner')
      ;({ email, password } = made)
      user = made
    })
    const tryFrom = (ip: string, word: string, headers: Record<string, string> = {}) =>
      request(
        parley.client.address,
        'POST',
        PATH,
        { 'X-Forwarded-For': ip, ...headers },
        { email, password: word },
      )
    const exhaust = async (ip: string, headers: Record<string, string> = {}) => {
      for (let n = 0; n < 3; n++) expect((await tryFrom(ip, 'wrong', headers)).status).to.equal(401)
      expect(outcome(await tryFrom(ip, password, headers))).to.deep.equal([429, 'rate_limited'])
    }
    const deviceOf = (answer: Answer) => ({
      Cookie: /__Host-parley_device=[^;]+/.exec(answer.headers.get('set-cookie')!)![0],
    })

    it('by strangers block their network, and not the owner elsewhere', async () => {
      await exhaust('198.51.100.1')
      expect((await tryFrom('198.51.100.2', password)).status).to.equal(201)
    })

    it('by strangers from many networks block all strangers, but not a browser that the owner has used @long', async () => {
      const mine = deviceOf(await tryFrom('198.51.100.3', password))
      for (let network = 0; network < 50; network++)
        for (let n = 0; n < 3; n++) await tryFrom(`203.0.113.${network}`, 'wrong')
      expect((await tryFrom('198.51.100.4', password)).status).to.equal(429)
      expect((await tryFrom('203.0.113.1', password, mine)).status).to.equal(201)
    })

    it('in a browser that the owner has used count for that browser only', async () => {
      const mine = deviceOf(await tryFrom('198.51.100.5', password))
      await exhaust('198.51.100.5', mine)
      expect((await tryFrom('198.51.100.5', password)).status).to.equal(201)
    })

    it('from a known browser are distinguished from those of a browser that only claims to be known', async () => {
      const mine = deviceOf(await tryFrom('198.51.100.6', password))
      for (const forged of [
        'AAAA.AAAA',
        '.',
        mine.Cookie.replace(/=.*\./, '=another.').slice(21),
      ]) {
        const headers = { Cookie: `__Host-parley_device=${forged}` }
        expect((await tryFrom('198.51.100.7', 'wrong', headers)).status).to.equal(401)
      }
      expect((await tryFrom('198.51.100.7', password)).status).to.equal(429)
    })

    it('do not count against the password that the operator gives', async () => {
      await exhaust('198.51.100.8')
      await setPassword(parley.db, user, await hashPassword('another long password', 4))
      expect((await tryFrom('198.51.100.8', 'another long password')).status).to.equal(201)
    })
  })

  it('are limited to 10 a minute for an address, right ones included, which are then refused, too', async () => {
    const { email, password } = await makeUser(parley, parley.client, 'owner')
    const tryFrom = (ip: string, word: string, sendTo = email) =>
      request(
        parley.client.address,
        'POST',
        PATH,
        { 'X-Forwarded-For': ip },
        { email: sendTo, password: word },
      )
    expect((await tryFrom('192.0.2.1', password)).status).to.equal(201)
    // Includes addresses with several users.
    for (let n = 0; n < 9; n++)
      expect((await tryFrom('192.0.2.1', 'wrong', `user-${n}@example.net`)).status).to.equal(401)
    const refused = await tryFrom('192.0.2.1', password)
    expect(outcome(refused)).to.deep.equal([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60)
    expect(refused.headers.get('set-cookie')).to.equal(null)
    expect((await tryFrom('192.0.2.2', password)).status).to.equal(201)
  })
})
