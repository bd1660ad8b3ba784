import { expect } from 'chai'
import { makeUser, PASSWORD, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { waitsForLock } from '../../support/product/statements.ts'

const outcome = ({ status, body }: Answer) => [status, body.code]
const NEW = 'four words nobody expects'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe("a user's own account", () => {
  let parley: Parley
  let client: Client
  before(async () => {
    const settings = { SIGN_IN_MINUTE_LIMIT: '1000', ACCOUNT_SIGN_IN_LIMIT: '3' }
    parley = await startParley({ workers: false, settings })
    client = parley.client
  })
  after(() => parley.stop())

  const ask = (method: string, path: string, by: SignedIn, body?: object) =>
    request(client.address, method, path, by.headers, body)
  const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
    request(client.address, 'POST', '/dashboard/session', headers, { email, password })
  /** Signs the same person in with another browser. */
  async function another(
    { user }: SignedIn,
    headers: Record<string, string> = {},
  ): Promise<SignedIn> {
    const answer = await signIn(user.email, PASSWORD, headers)
    const cookie = { Cookie: answer.headers.get('set-cookie')!.split(';')[0]! }
    const token = cookie.Cookie.split('=')[1]!
    return {
      user,
      token,
      cookie,
      headers: { ...cookie, 'X-CSRF-Token': answer.body.data.csrf_token },
    }
  }
  const isIn = async (one: SignedIn) => (await ask('GET', '/dashboard/session', one)).status === 200
  const change = (by: SignedIn, current_password = PASSWORD, new_password = NEW) =>
    ask('POST', '/api/v1/account/password', by, { current_password, new_password })

  it('has a name that the user sets and removes, whatever their role', async () => {
    const viewer = await signedIn(parley, client, 'viewer')
    const named = await ask('PATCH', '/api/v1/account', viewer, { name: ' Zoe Ferrari ' })
    expect(named.body.data.user).to.include({
      id: viewer.user.id,
      name: 'Zoe Ferrari',
      role: 'viewer',
    })
    expect((await ask('GET', '/dashboard/session', viewer)).body.data).to.deep.equal(
      named.body.data,
    )
    expect(
      (await ask('PATCH', '/api/v1/account', viewer, { name: null })).body.data.user.name,
    ).to.equal(null)
    for (const body of [{ name: '' }, { name: ' ' }, { name: 'x'.repeat(121) }, { role: 'owner' }])
      expect((await ask('PATCH', '/api/v1/account', viewer, body)).status).to.equal(422)
    expect((await ask('PATCH', '/api/v1/account', viewer, {})).status).to.equal(200)
  })

  describe('has a password whose change', () => {
    it("ends the user's other sessions, and no other user's", async () => {
      const mine = await signedIn(parley, client, 'editor')
      const [elsewhere, colleague] = [
        await another(mine),
        await signedIn(parley, client, 'editor'),
      ] as const
      expect((await change(mine)).status).to.equal(200)
      expect([await isIn(mine), await isIn(elsewhere), await isIn(colleague)]).to.deep.equal([
        true,
        false,
        true,
      ])
      expect((await signIn(mine.user.email, PASSWORD)).status).to.equal(401)
      expect((await signIn(mine.user.email, NEW)).status).to.equal(201)
    })

    it('fails if the user was signed out after the old password had been compared', async () => {
      const mine = await signedIn(parley, client, 'editor')
      const { id } = mine.user
      let late!: ReturnType<typeof change>
      await parley.db.knexTransaction(async (transaction) => {
        await transaction('users').where({ id }).update({ password_hash: 'another' })
        late = change(mine)
        await waitsForLock(parley.db)
      })
      const { status, body } = await late
      expect([status, body.data.errors[0].field]).to.deep.equal([422, 'current_password'])
      expect((await parley.db('users').where({ id }).first()).password_hash).to.equal('another')
    })

    it('ends a sign-in that had already compared the old password', async () => {
      const mine = await signedIn(parley, client, 'editor')
      const ofMine = () => parley.db('dashboard_sessions').where({ user_id: mine.user.id })
      let late!: Promise<Answer>
      await parley.db.knexTransaction(async (changing) => {
        await changing('users').where({ id: mine.user.id }).update({ password_hash: 'another' })
        await changing('dashboard_sessions').where({ user_id: mine.user.id }).delete()
        late = signIn(mine.user.email, PASSWORD)
        const waiting =
          "select from pg_locks where not granted and pid in (select pid from pg_stat_activity where query like '%dashboard_sessions%')"
        while (!(await parley.db.raw(waiting)).rows.length);
      })
      expect((await late).status).to.equal(401)
      expect(await ofMine()).to.have.length(0)
    })

    it('needs the current password', async () => {
      const mine = await signedIn(parley, client, 'editor')
      const refused = await change(mine, 'another one entirely')
      expect(outcome(refused)).to.deep.equal([422, 'validation_failed'])
      expect(refused.body.data.errors[0].field).to.equal('current_password')
      expect((await signIn(mine.user.email, PASSWORD)).status).to.equal(201)
    })

    it('is refused if the new password is easy to guess', async () => {
      const mine = await signedIn(parley, client, 'editor')
      for (const password of ['too short', mine.user.email, 'password1234'])
        expect((await change(mine, PASSWORD, password)).body.data.errors[0].field).to.equal(
          'new_password',
        )
    })

    it('allows three wrong guesses, no more', async () => {
      const mine = await signedIn(parley, client, 'editor')
      for (let n = 0; n < 3; n++)
        expect((await change(mine, `guess number ${n}`)).status).to.equal(422)
      const refused = await change(mine)
      expect(outcome(refused)).to.deep.equal([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 900)
      expect(await isIn(mine)).to.equal(true)
    })
  })

  describe("lists the user's sessions", () => {
    it("with their browsers, the current session first, and no other user's", async () => {
      const mine = await signedIn(parley, client, 'editor')
      await signedIn(parley, client, 'editor')
      await another(mine, { 'User-Agent': FIREFOX })
      const { data } = (await ask('GET', '/api/v1/account/sessions', mine)).body
      expect(data.map(({ browser, is_current }: any) => [browser, is_current])).to.deep.equal([
        [null, true],
        ['Firefox on Linux', false],
      ])
      expect(data[0]).to.have.all.keys('id', 'browser', 'is_current', 'created_at', 'last_seen_at')
    })

    it("and ends a named session, but no other user's", async () => {
      const mine = await signedIn(parley, client, 'editor')
      const [there, theirs] = [
        await another(mine),
        await signedIn(parley, client, 'editor'),
      ] as const
      const { data } = (await ask('GET', '/api/v1/account/sessions', mine)).body
      const other = data.find((one: any) => !one.is_current).id
      expect(
        (await ask('DELETE', `/api/v1/account/sessions/${other}`, theirs)).body.data.ended_sessions,
      ).to.equal(0)
      expect(await isIn(there)).to.equal(true)
      expect(
        (await ask('DELETE', `/api/v1/account/sessions/${other}`, mine)).body.data.ended_sessions,
      ).to.equal(1)
      expect([await isIn(mine), await isIn(there)]).to.deep.equal([true, false])
    })

    it('and signs out everywhere, here as well', async () => {
      const mine = await signedIn(parley, client, 'viewer')
      const [there, theirs] = [
        await another(mine),
        await signedIn(parley, client, 'viewer'),
      ] as const
      const answer = await ask('DELETE', '/api/v1/account/sessions', mine)
      expect(answer.body.data).to.deep.equal({ ended_sessions: 2 })
      expect(answer.headers.get('set-cookie')).to.contain('expires=Thu, 01 Jan 1970')
      expect([await isIn(mine), await isIn(there), await isIn(theirs)]).to.deep.equal([
        false,
        false,
        true,
      ])
    })
  })

  describe('limits guesses', () => {
    it('to three in 15 minutes from one network, and signed-in users stay so', async () => {
      const mine = await signedIn(parley, client, 'owner')
      const { email } = mine.user
      for (const written of [email, email.toUpperCase(), email])
        expect((await signIn(written, 'wrong')).status).to.equal(401)
      const refused = await signIn(email, PASSWORD)
      expect(outcome(refused)).to.deep.equal([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 900)
      expect(await isIn(mine)).to.equal(true)
    })

    it('without counting right passwords', async () => {
      const { email, password } = await makeUser(parley, client, 'owner')
      for (let n = 0; n < 5; n++) expect((await signIn(email, password)).status).to.equal(201)
    })

    it('in the same way if the account does not exist', async () => {
      for (let n = 0; n < 3; n++)
        expect((await signIn('nobody@example.net', 'wrong')).status).to.equal(401)
      expect(outcome(await signIn('nobody@example.net', 'wrong'))).to.deep.equal([
        429,
        'rate_limited',
      ])
    })
  })
})
