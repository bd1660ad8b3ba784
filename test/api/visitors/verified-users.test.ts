import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import jwt from 'jsonwebtoken'
import { setAllowedOrigins } from '../../../shared/applications/applications.ts'
import {
  bearer,
  forge,
  now,
  readToken,
  request,
  tamper,
  withoutSignature,
} from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { identify, makeIdentitySecret, signIdentity } from '../../support/http/identity.ts'
import { openStream } from '../../support/http/stream.ts'
import {
  makeApplication,
  type Parley,
  startParley,
  TEST_ORIGIN,
} from '../../support/product/parley.ts'

const SESSIONS = '/api/v1/sessions'
const CONTEXTS = '/api/v1/contexts'
const HOUR = 3600
const WIDE = {
  MINT_MINUTE_LIMIT: '100000',
  WIDGET_SESSION_MINUTE_LIMIT: '100000',
  WIDGET_IP_HOURLY_LIMIT: '100000',
  WIDGET_APPLICATION_HOURLY_LIMIT: '100000',
}

describe('verified users', () => {
  let parley: Parley
  let client: Client
  let theirs: Client
  let secret: string
  let agent_id: string
  let people = 0
  let zoe: string
  before(async () => {
    parley = await startParley({ settings: WIDE })
    client = parley.client
    theirs = await parley.another('Their organization')
    agent_id = (await client.makeAgent()).id
  })
  after(() => parley.stop())
  beforeEach(async () => {
    zoe = `zoe-${++people}`
    secret = (await makeIdentitySecret(parley, client)).secret
  })

  const as = (token: string, method: string, path: string, body?: object) =>
    request(client.address, method, path, bearer(token), body)
  /** Mints a widget token, and expects success. */
  const tokenBy = async (
    body: Parameters<typeof identify>[1] = {},
    of: Client = client,
  ): Promise<string> => {
    const answer = await identify(of, body)
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200)
    return answer.body.token
  }
  const tokenOf = (sub: string, claims: object = {}) =>
    tokenBy({ identity_token: signIdentity(secret, sub, claims) })
  const open = async (token: string) => {
    const { status, body } = await as(token, 'POST', SESSIONS, { agent_id })
    expect(status, JSON.stringify(body)).to.equal(201)
    return body.data
  }
  const list = async (token: string) =>
    (await as(token, 'GET', `${SESSIONS}?agent_id=${agent_id}`)).body.data
  const idsOf = async (token: string) => (await list(token)).map(({ id }: { id: string }) => id)
  const say = (token: string, id: string, content: string) =>
    as(token, 'POST', `${SESSIONS}/${id}/messages`, { content })
  /** Returns the answer of each route of a session to a token. */
  const reach = async (token: string, id: string) => [
    (await as(token, 'GET', `${SESSIONS}/${id}`)).status,
    (await as(token, 'GET', `${SESSIONS}/${id}/messages`)).status,
    (await say(token, id, 'Hello?')).status,
    (await as(token, 'GET', `${SESSIONS}/${id}/feedback`)).status,
    (await as(token, 'POST', `${SESSIONS}/${id}/handoff`, {})).status,
  ]
  const NOTHING = [404, 404, 404, 404, 404]
  const contextOf = async (reference: string) =>
    (await client.get(`${CONTEXTS}?user_reference=${reference}`)).body.data[0]

  it('see their sessions on every device, read them and continue them', async () => {
    const phone = await tokenOf(zoe)
    const session = await open(phone)
    expect(session).to.include({ customer_id: zoe })
    expect((await say(phone, session.id, 'Where is my parcel?')).status).to.equal(201)
    const laptop = await tokenOf(zoe)
    expect(readToken(laptop).claims.sub).not.to.equal(readToken(phone).claims.sub)
    const [listed] = await list(laptop)
    expect(listed.id).to.equal(session.id)
    expect(listed.first_question).to.equal('Where is my parcel?')
    expect(listed.last_message).to.include({ role: 'assistant' })
    expect(new Date(listed.last_message.created_at).toISOString()).to.equal(
      listed.last_message.created_at,
    )
    const messages = `${SESSIONS}/${session.id}/messages`
    expect((await as(laptop, 'GET', messages)).body.data).to.have.length(2)
    expect((await say(laptop, session.id, 'And the other one?')).status).to.equal(201)
    expect((await as(phone, 'GET', messages)).body.data).to.have.length(4)
  })

  it('get replies by what is known of them and by what the token adds', async () => {
    await client.post(CONTEXTS, { user_reference: zoe, traits: { tier: 'gold', name: 'Z.' } })
    const token = await tokenOf(zoe, {
      name: 'Zoe',
      email: 'zoe@example.com',
      traits: { plan: 'pro' },
    })
    const context = await contextOf(zoe)
    expect(context.traits).to.deep.equal({
      tier: 'gold',
      name: 'Zoe',
      email: 'zoe@example.com',
      plan: 'pro',
    })
    const { id, user_context_id } = await open(token)
    expect(user_context_id).to.equal(context.id)
    parley.model.reset()
    await say(token, id, 'Hello')
    expect(JSON.stringify(parley.model.requests.at(-1))).to.contain('zoe@example.com')
    expect(
      (await client.get(`/api/v1/threads?user_context_id=${context.id}`)).body.data[0],
    ).to.include({
      id,
      customer_name: 'Zoe',
    })
  })

  it('are known by a token as libraries write it: times with a fraction, null for no value', async () => {
    await client.post(CONTEXTS, { user_reference: zoe, traits: { name: 'Zoe' } })
    const seconds = Date.now() / 1000
    const identity_token = signIdentity(secret, zoe, {
      iat: seconds - 0.25,
      exp: seconds + 600.75,
      nbf: seconds - 0.25,
      aud: null,
      name: null,
      email: null,
      traits: null,
    })
    expect((await identify(client, { identity_token })).status).to.equal(200)
    expect((await contextOf(zoe)).traits).to.deep.equal({ name: 'Zoe' })
  })

  it('keep their context unchanged if the token says nothing new', async () => {
    await tokenOf(zoe, { name: 'Zoe' })
    const before = await contextOf(zoe)
    await tokenOf(zoe, { name: 'Zoe' })
    expect(await contextOf(zoe)).to.deep.equal(before)
  })

  it('get one context for simultaneous first requests', async () => {
    const tokens = await Promise.all(Array.from({ length: 8 }, () => tokenOf(zoe)))
    const contexts = new Set(tokens.map((token) => readToken(token).claims.customer.context))
    expect(contexts.size).to.equal(1)
  })

  describe('do not get', () => {
    it("another customer's sessions, by any id", async () => {
      const session = await open(await tokenOf(zoe))
      const other = await tokenOf(`not-${zoe}`)
      expect(await idsOf(other)).to.deep.equal([])
      expect(await reach(other, session.id)).to.deep.equal(NOTHING)
    })

    it('anonymous sessions of others, and anonymous visitors do not get theirs or each other’s', async () => {
      const [token, known] = [await tokenBy(), await tokenOf(zoe)]
      const [anonymous, session] = [await open(token), await open(known)]
      const stranger = await tokenBy()
      expect(await idsOf(token)).to.deep.equal([anonymous.id])
      expect(await idsOf(stranger)).to.deep.equal([])
      expect(await idsOf(known)).to.deep.equal([session.id])
      expect(await reach(known, anonymous.id)).to.deep.equal(NOTHING)
      expect(await reach(token, session.id)).to.deep.equal(NOTHING)
      expect(await reach(stranger, anonymous.id)).to.deep.equal(NOTHING)
      expect(await reach(stranger, session.id)).to.deep.equal(NOTHING)
    })

    it('conversations that a server has with them', async () => {
      const context = (await client.post(CONTEXTS, { user_reference: zoe, traits: {} })).body.data
      const conversation = await client.makeConversation({
        customer_id: zoe,
        user_context_id: context.id,
      })
      const token = await tokenOf(zoe)
      expect(await idsOf(token)).to.deep.equal([])
      expect(await reach(token, conversation.id)).to.deep.equal(NOTHING)
    })

    it('sessions of a namesake in another organization', async () => {
      const foreign = await makeIdentitySecret(parley, theirs)
      const token = await tokenBy({ identity_token: signIdentity(foreign.secret, zoe) }, theirs)
      const session = await open(await tokenOf(zoe))
      expect((await as(token, 'GET', SESSIONS)).body.data).to.deep.equal([])
      expect(await reach(token, session.id)).to.deep.equal(NOTHING)
    })

    it('sessions with agents that their application does not reach', async () => {
      const { application } = await makeApplication(parley.db, client.organizationId, [TEST_ORIGIN])
      const other = {
        ...client,
        credentials: { ...client.credentials, client_id: application.client_id },
      }
      const made = await makeIdentitySecret(parley, other)
      const session = await open(await tokenOf(zoe))
      await parley
        .db('applications')
        .where({ id: application.id })
        .update({
          agent_ids: [(await client.makeAgent()).id],
        })
      const { body } = await identify(
        { address: client.address, credentials: other.credentials },
        { identity_token: signIdentity(made.secret, zoe) },
      )
      expect((await as(body.token, 'GET', SESSIONS)).body.data).to.deep.equal([])
      expect(await reach(body.token, session.id)).to.deep.equal(NOTHING)
    })
  })

  describe('after an anonymous chat', () => {
    it('keep the session that is named, and its old token loses it', async () => {
      const anonymous = await tokenBy()
      const [taken, left] = [await open(anonymous), await open(anonymous)]
      await say(anonymous, taken.id, 'Where is my parcel?')
      const token = await tokenBy({
        token: anonymous,
        identity_token: signIdentity(secret, zoe),
        session_id: taken.id,
      })
      expect(readToken(token).claims.sub).to.equal(readToken(anonymous).claims.sub)
      expect((await idsOf(token)).sort()).to.deep.equal([taken.id, left.id].sort())
      expect(await idsOf(await tokenOf(zoe))).to.deep.equal([taken.id])
      expect(await idsOf(anonymous)).to.deep.equal([left.id])
      expect(await reach(anonymous, taken.id)).to.deep.equal(NOTHING)
      expect((await as(token, 'GET', `${SESSIONS}/${taken.id}/messages`)).body.data).to.have.length(
        2,
      )
    })

    const others: [string, (own: string) => Promise<string>][] = [
      ["another visitor's", async () => (await open(await tokenBy())).id],
      ["another customer's", async () => (await open(await tokenOf(`not-${zoe}`))).id],
      ["a server's", async () => (await client.makeSession({ agent_id })).id],
      ['a conversation', async () => (await client.makeConversation({ agent_id })).id],
      ["another organization's", async () => (await theirs.makeSession()).id],
      [
        'a closed one of their own',
        async (own) => {
          const { id } = await open(own)
          await client.send('PATCH', `${SESSIONS}/${id}`, '{"status":"closed"}', {
            'Content-Type': 'application/json',
          })
          return id
        },
      ],
    ]
    for (const [name, make] of others)
      it(`do not get a session that is ${name}`, async () => {
        const anonymous = await tokenBy()
        const session_id = await make(anonymous)
        const identity_token = signIdentity(secret, zoe)
        const token = await tokenBy({ token: anonymous, identity_token, session_id })
        expect(await idsOf(await tokenOf(zoe))).to.deep.equal([])
        const [row] = await parley.db('threads').where({ id: session_id })
        expect(row.customer_id).not.to.equal(zoe)
        expect(await idsOf(token)).to.have.length(/closed/.test(name) ? 1 : 0)
      })

    it('do not get a session by its id alone, without the token that opened it', async () => {
      const { id } = await open(await tokenBy())
      const token = await tokenBy({ identity_token: signIdentity(secret, zoe), session_id: id })
      expect(await idsOf(token)).to.deep.equal([])
    })

    it('end the stream of the token that loses the session @long', async () => {
      const anonymous = await tokenBy()
      const { id } = await open(anonymous)
      const visitor = {
        address: client.address,
        authorization: bearer(anonymous),
      } as unknown as Client
      const stream = await openStream(visitor, `${SESSIONS}/${id}/events`)
      await stream.until('ready')
      await tokenBy({ token: anonymous, identity_token: signIdentity(secret, zoe), session_id: id })
      expect((await stream.until('ended')).data).to.deep.equal({})
      await stream.end()
    })

    it('name a session only with an identity', async () => {
      const anonymous = await tokenBy()
      const { id } = await open(anonymous)
      const { status, body } = await identify(client, { token: anonymous, session_id: id })
      expect([status, body.data.errors[0].field]).to.deep.equal([422, 'session_id'])
    })
  })

  describe('who log out', () => {
    it('leave nothing to a new visitor, nor to the token from before they were known', async () => {
      const before = await tokenBy()
      const { id } = await open(before)
      const known = await tokenBy({
        token: before,
        identity_token: signIdentity(secret, zoe),
        session_id: id,
      })
      await open(known)
      for (const token of [before, await tokenBy(), await tokenBy({ token: before })]) {
        expect(await idsOf(token)).to.deep.equal([])
        expect(await reach(token, id)).to.deep.equal(NOTHING)
      }
    })

    it('leave nothing to the next customer, not even by the last token', async () => {
      const anonymous = await tokenBy()
      const left = await open(anonymous)
      const first = await tokenBy({ token: anonymous, identity_token: signIdentity(secret, zoe) })
      const session = await open(first)
      const identity_token = signIdentity(secret, `next-${zoe}`)
      const next = await tokenBy({ token: first, identity_token, session_id: left.id })
      expect(readToken(next).claims.sub).not.to.equal(readToken(first).claims.sub)
      expect(await idsOf(next)).to.deep.equal([])
      for (const { id } of [left, session]) expect(await reach(next, id)).to.deep.equal(NOTHING)
    })

    it('do not get a session back by an Idempotency-Key that they used when they were known', async () => {
      const anonymous = await tokenBy()
      const known = await tokenBy({ token: anonymous, identity_token: signIdentity(secret, zoe) })
      const once = (token: string) =>
        request(
          client.address,
          'POST',
          SESSIONS,
          { ...bearer(token), 'Idempotency-Key': 'one' },
          { agent_id },
        )
      const [first, again, after] = [await once(known), await once(known), await once(anonymous)]
      expect(again.body.data.id).to.equal(first.body.data.id)
      expect(after.body.data.id).not.to.equal(first.body.data.id)
      expect(after.body.data.customer_id).to.equal(null)
    })
  })

  describe('with a long-lived token', () => {
    it('are known until the identity token ends, and no widget token lasts longer', async () => {
      const exp = now() + 600
      const { body } = await identify(client, {
        identity_token: signIdentity(secret, zoe, { exp }),
      })
      expect(body.identified_until).to.equal(new Date(exp * 1000).toISOString())
      expect(body.expires_in).to.be.within(590, 600)
      const again = await identify(client, { token: body.token })
      expect(again.body.identified_until).to.equal(body.identified_until)
      expect(readToken(again.body.token).claims.exp).to.equal(exp)
      const long = await identify(client, {
        identity_token: signIdentity(secret, zoe, { exp: now() + 5 * HOUR }),
      })
      expect(long.body.expires_in).to.equal(HOUR)
    })

    it('are anonymous after it ends, and see none of their sessions', async () => {
      const token = await tokenOf(zoe)
      const { id } = await open(token)
      const { customer, sub, ...claims } = readToken(token).claims
      // A token that was minted an hour ago, with an identity that ended a minute ago.
      const ended = {
        iat: now() - HOUR,
        exp: now() - 60,
        customer: { ...customer, until: now() - 60 },
      }
      const old = forge({ ...claims, sub, ...ended })
      expect((await as(old, 'GET', SESSIONS)).status).to.equal(401)
      const { body } = await identify(client, { token: old })
      expect(body.identified_until).to.equal(null)
      expect(readToken(body.token).claims).to.include({ sub }).and.not.have.property('customer')
      expect(await idsOf(body.token)).to.deep.equal([])
      expect(await reach(body.token, id)).to.deep.equal(NOTHING)
    })

    it('cannot change their identity in it', async () => {
      const [mine, other] = [await tokenOf(zoe), await tokenOf(`not-${zoe}`)]
      const forged = tamper(mine, { customer: readToken(other).claims.customer })
      expect((await as(forged, 'GET', SESSIONS)).status).to.equal(401)
      const { body } = await identify(client, { token: forged })
      expect(body.identified_until).to.equal(null)
    })
  })

  describe('are refused with a token that', () => {
    const refused: [string, () => string | Promise<string>, RegExp][] = [
      ['is no JWT', () => 'abc', /HS256/],
      ['is not signed', () => withoutSignature(signIdentity(secret, zoe)), /HS256/],
      [
        'says that it needs no signature, and has one',
        () => forge(claims(), { secret, header: { alg: 'none' } }),
        /HS256/,
      ],
      ['is signed with HS384', () => jwt.sign(claims(), secret, { algorithm: 'HS384' }), /HS256/],
      [
        'is signed with HS512 and says HS256',
        () => forge(claims(), { secret, hash: 'sha512' }),
        /signature/,
      ],
      [
        'has a critical header',
        () => forge(claims(), { secret, header: { crit: ['x'] } }),
        /HS256/,
      ],
      ['was tampered with', () => tamper(signIdentity(secret, zoe), { sub: 'boss' }), /signature/],
      ['was signed with a wrong secret', () => signIdentity('x'.repeat(40), zoe), /signature/],
      ['was signed with an empty secret', () => forge(claims(), { secret: '' }), /signature/],
      [
        'was signed with the client id, which everybody knows',
        () => signIdentity(client.credentials.client_id, zoe),
        /signature/,
      ],
      [
        "was signed with the application's own secret",
        () => signIdentity(client.credentials.secret, zoe),
        /signature/,
      ],
      [
        "was signed with another organization's secret",
        async () => signIdentity((await makeIdentitySecret(parley, theirs)).secret, zoe),
        /signature/,
      ],
      [
        "was signed with another application's secret",
        async () => {
          const { application } = await makeApplication(parley.db, client.organizationId, [
            TEST_ORIGIN,
          ])
          const of = { ...client.credentials, client_id: application.client_id }
          return signIdentity((await makeIdentitySecret(parley, { credentials: of })).secret, zoe)
        },
        /signature/,
      ],
      ['is a widget token', () => tokenBy(), /signature/],
      ['has expired', () => sign({ iat: now() - 600, exp: now() - 1 }), /expired/],
      ['has no end', () => sign({ exp: undefined }), /`exp`/],
      ['has no beginning', () => sign({ iat: undefined }), /`iat`/],
      ['lives for over a day', () => sign({ exp: now() + 24 * HOUR + 60 }), /at most 86400/],
      ['ends before it begins', () => sign({ iat: now() + 10, exp: now() + 5 }), /after `iat`/],
      ['is of the future', () => sign({ iat: now() + 120, exp: now() + 600 }), /future/],
      ['is not valid yet', () => sign({ nbf: now() + 600 }), /`nbf`/],
      ['has times as text', () => sign({ exp: String(now() + 60) as never }), /./],
      ['has no subject', () => sign({ sub: undefined }), /`sub`/],
      ['has a blank subject', () => sign({ sub: ' ' }), /`sub`/],
      ['has a number as its subject', () => sign({ sub: 7 }), /`sub`/],
      ['has a subject of 201 characters', () => sign({ sub: 'a'.repeat(201) }), /`sub`/],
      ['has a subject that cannot be stored', () => sign({ sub: 'a\u0000b' }), /stored/],
      ['is for another application', () => sign({ aud: 'app_other' }), /`aud`/],
      ['has a name that is no text', () => sign({ name: { first: 'Zoe' } }), /`name`/],
      ['has an address of 255 characters', () => sign({ email: 'a'.repeat(255) }), /`email`/],
      ['has traits that are a list', () => sign({ traits: ['gold'] }), /`traits`/],
      [
        'has traits of 6 levels',
        () => sign({ traits: { a: { b: { c: { d: { e: { f: 1 } } } } } } }),
        /`traits`/,
      ],
    ]
    const claims = () => ({ sub: zoe, iat: now(), exp: now() + 600 })
    const sign = (more: object) => forge({ ...claims(), ...more }, { secret })
    for (const [name, make, why] of refused)
      it(name, async () => {
        const { status, body } = await identify(client, { identity_token: await make() })
        expect([status, body.code]).to.deep.equal([401, 'invalid_identity'])
        expect(body.detail).to.match(why)
        expect(await contextOf(zoe)).to.equal(undefined)
      })

    it('would make the traits of a customer too large', async () => {
      await client.post(CONTEXTS, { user_reference: zoe, traits: { long: 'a'.repeat(15_000) } })
      const { status, body } = await identify(client, {
        identity_token: sign({ traits: { more: 'b'.repeat(2_000) } }),
      })
      expect([status, body.code]).to.deep.equal([401, 'invalid_identity'])
    })

    it('lacks the application in its `aud`, while a token that names it is accepted', async () => {
      const { client_id: aud } = client.credentials
      for (const named of [aud, ['app_other', aud]])
        expect((await identify(client, { identity_token: sign({ aud: named }) })).status).to.equal(
          200,
        )
    })

    it('is valid, for an application without an identity secret', async () => {
      await parley.db('identity_secrets').delete()
      const { status, body } = await eventually(async () => {
        const answer = await identify(client, { identity_token: signIdentity(secret, zoe) })
        return answer.status !== 200 && answer
      })
      expect([status, body.code]).to.deep.equal([401, 'invalid_identity'])
      expect(body.detail).to.match(/no identity secret/)
    })

    it('is valid, from a page of an origin that is not allowed', async () => {
      const { client_id } = client.credentials
      const body = { client_id, identity_token: signIdentity(secret, zoe) }
      const headers = { Origin: 'https://evil.com' }
      const answer = await request(
        client.address,
        'POST',
        '/api/v1/auth/widget-token',
        headers,
        body,
      )
      expect([answer.status, answer.body.code]).to.deep.equal([403, 'origin_not_allowed'])
    })
  })

  describe('who are erased', () => {
    const erase = async (reference: string) => {
      const { id } = await contextOf(reference)
      const { status, body } = await client.send('DELETE', `${CONTEXTS}/${id}?erase=everything`)
      expect(status).to.equal(200)
      return body.data
    }

    it('lose their sessions, also those that began anonymously, and no one else’s', async () => {
      const anonymous = await tokenBy()
      const [taken, left] = [await open(anonymous), await open(anonymous)]
      const identity_token = signIdentity(secret, zoe)
      const token = await tokenBy({ token: anonymous, identity_token, session_id: taken.id })
      const own = await open(token)
      await say(token, own.id, 'I am here')
      const other = await open(await tokenOf(`not-${zoe}`))
      expect(await erase(zoe)).to.include({ conversations: 2, messages: 2 })
      const there = await parley
        .db('threads')
        .whereIn('id', [taken.id, own.id, left.id, other.id])
        .pluck('id')
      expect(there.sort()).to.deep.equal([left.id, other.id].sort())
    })

    it('are not created anew by a former token, neither the identity nor the widget’s', async () => {
      const identity_token = signIdentity(secret, zoe)
      const token = await tokenBy({ identity_token })
      await open(token)
      await erase(zoe)
      const replayed = await identify(client, { identity_token })
      expect([replayed.status, replayed.body.code]).to.deep.equal([401, 'invalid_identity'])
      expect(replayed.body.detail).to.match(/erased/)
      expect((await as(token, 'POST', SESSIONS, { agent_id })).status).to.equal(401)
      expect(await idsOf(token)).to.deep.equal([])
      expect((await identify(client, { token })).body.identified_until).to.equal(null)
      expect(await contextOf(zoe)).to.equal(undefined)
      expect(await parley.db('threads').where({ customer_id: zoe })).to.deep.equal([])
    })

    it('can come back with a new identity token, and old widget tokens see nothing of it', async () => {
      const old = await tokenOf(zoe)
      await erase(zoe)
      // Signed a second later, because times of tokens have whole seconds.
      const token = await tokenOf(zoe, { iat: now() + 2 })
      const { id } = await open(token)
      expect(await idsOf(token)).to.deep.equal([id])
      expect(await idsOf(old)).to.deep.equal([])
      expect(await reach(old, id)).to.deep.equal(NOTHING)
    })

    it('leave no session that is opened at the same moment', async () => {
      for (let n = 0; n < 12; n++) {
        const customer = `${zoe}-${n}`
        const token = await tokenOf(customer)
        const { id } = await contextOf(customer)
        const [opened, erased] = await Promise.all([
          as(token, 'POST', SESSIONS, { agent_id }),
          client.send('DELETE', `${CONTEXTS}/${id}?erase=everything`),
        ])
        expect(erased.status).to.equal(200)
        expect([201, 401, 404]).to.include(opened.status)
        // In any order, a session without its customer belongs to nobody.
        const rows = await parley.db('threads').where({ customer_id: customer })
        expect(rows).to.deep.equal([])
      }
    })

    it('are remembered for two days by a hash', async () => {
      await tokenOf(zoe)
      await erase(zoe)
      const [row] = await parley.db('erased_customers').orderBy('erased_at', 'desc').limit(1)
      expect(JSON.stringify(row)).not.to.contain(zoe)
      expect(row.reference_hash).to.have.length(32)
    })

    it('lose what is known of them with their context, and keep their sessions', async () => {
      const token = await tokenOf(zoe)
      const { id } = await open(token)
      const context = await contextOf(zoe)
      expect((await client.send('DELETE', `${CONTEXTS}/${context.id}`)).status).to.equal(200)
      expect(await reach(token, id)).to.deep.equal(NOTHING)
      expect(await idsOf(await tokenOf(zoe))).to.deep.equal([id])
    })
  })

  describe('have an identity secret that', () => {
    it('rotates: the previous secret is valid for the grace time, and older secrets are not', async () => {
      const first = secret
      const second = (await makeIdentitySecret(parley, client, 24)).secret
      const status = async (by: string) =>
        (await identify(client, { identity_token: signIdentity(by, zoe) })).status
      expect([await status(first), await status(second)]).to.deep.equal([200, 200])
      const third = (await makeIdentitySecret(parley, client, 24)).secret
      expect([await status(second), await status(third)]).to.deep.equal([200, 200])
      await eventually(async () => (await status(first)) === 401)
      await parley
        .db('identity_secrets')
        .whereNotNull('expires_at')
        .update({ expires_at: new Date(Date.now() - 1000) })
      await eventually(async () => (await status(second)) === 401)
      expect(await status(third)).to.equal(200)
    })

    it('ends the sign-ins that it vouched for when it expires', async () => {
      const token = await tokenOf(zoe)
      const { id } = await open(token)
      await makeIdentitySecret(parley, client, 0)
      await eventually(async () => (await as(token, 'GET', `${SESSIONS}/${id}`)).status === 401)
      expect((await identify(client, { token })).body.identified_until).to.equal(null)
    })

    it('works at once, though the application is cached without it', async () => {
      await tokenBy()
      const made = await makeIdentitySecret(parley, client, 0)
      expect(
        (await identify(client, { identity_token: signIdentity(made.secret, zoe) })).status,
      ).to.equal(200)
    })
  })

  it('are not recognized by a valid signature over other bytes', async () => {
    const [header, payload] = signIdentity(secret, zoe).split('.')
    const signature = createHmac('sha256', secret).update(`${header}${payload}`).digest('base64url')
    const { status } = await identify(client, {
      identity_token: `${header}.${payload}.${signature}`,
    })
    expect(status).to.equal(401)
  })

  it('are signed out when their origin is taken off the list @long', async () => {
    const other = await parley.another('One that closes')
    const made = await makeIdentitySecret(parley, other)
    const token = await tokenBy({ identity_token: signIdentity(made.secret, zoe) }, other)
    const application = await parley
      .db('applications')
      .where({ client_id: other.credentials.client_id })
      .first()
    await setAllowedOrigins(parley.db, application, [])
    await eventually(async () => (await as(token, 'GET', SESSIONS)).status === 401)
  })
})
