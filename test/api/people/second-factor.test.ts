import { expect } from 'chai'
import { TOTP } from 'otpauth'
import { APP_SECRET, codeNow } from '../../support/data/samples.ts'
import { PASSWORD, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { type MailServer, startMailServer } from '../../support/people/smtp.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const outcome = ({ status, body }: Answer) => [status, body.code]

describe('an authenticator app', () => {
  let parley: Parley
  let client: Client
  let server: MailServer
  before(async () => {
    server = await startMailServer()
    const settings = { SIGN_IN_MINUTE_LIMIT: '1000', SMTP_URL: server.url }
    parley = await startParley({ workers: false, settings })
    client = parley.client
  })
  after(async () => {
    await parley.stop()
    await server.close()
  })

  const ask = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    request(client.address, method, path, headers, body)
  const signIn = ({ user }: SignedIn, more: object = {}, headers = {}) =>
    ask('POST', '/dashboard/session', headers, { email: user.email, password: PASSWORD, ...more })
  const setUp = (own: SignedIn, more: object = {}) =>
    ask('POST', '/api/v1/account/authenticator', own.headers, {
      password: PASSWORD,
      secret: APP_SECRET,
      code: codeNow(),
      ...more,
    })
  /** Makes a user who has set it up, with their backup codes. */
  async function somebody(): Promise<SignedIn & { codes: string[] }> {
    const own = await signedIn(parley, client, 'editor')
    const { status, body } = await setUp(own)
    expect(status, JSON.stringify(body)).to.equal(200)
    return { ...own, codes: body.data.backup_codes }
  }

  it('gets a secret that works in any app, and is stored only after a code proves that the app has it', async () => {
    const own = await signedIn(parley, client, 'viewer')
    const { body } = await ask('POST', '/api/v1/account/authenticator/secret', own.headers)
    const { secret, uri } = body.data
    const read = new URL(uri)
    expect(read.protocol).to.equal('otpauth:')
    expect(read.searchParams.get('secret')).to.equal(secret)
    expect(decodeURIComponent(read.pathname)).to.contain(own.user.email)
    expect(outcome(await setUp(own, { secret, code: '000000' }))).to.deep.equal([
      422,
      'second_factor_wrong',
    ])
    expect(outcome(await setUp(own, { secret, password: 'a wrong one' }))).to.deep.equal([
      422,
      'validation_failed',
    ])
    expect((await signIn(own)).status).to.equal(201)
    const done = await setUp(own, { secret, code: new TOTP({ secret }).generate() })
    expect(done.body.data.backup_codes).to.have.length(10)
    const standing = await ask('GET', '/api/v1/account/authenticator', own.headers)
    expect(standing.body.data).to.include({ is_on: true, backup_codes_left: 10 })
  })

  it('is asked for after the password, not before', async () => {
    const own = await somebody()
    expect(outcome(await signIn(own, { password: 'a wrong one', code: codeNow(1) }))).to.deep.equal(
      [401, 'unauthenticated'],
    )
    const asked = await signIn(own)
    expect(outcome(asked)).to.deep.equal([409, 'second_factor_required'])
    expect(asked.headers.get('set-cookie')).to.equal(null)
    const entered = await signIn(own, { code: codeNow(1) })
    expect(entered.status).to.equal(201)
    expect(entered.body.data.user.id).to.equal(own.user.id)
  })

  it('has codes that work once each, also in simultaneous sign-ins', async () => {
    const own = await somebody()
    // The code that proved the app at the set-up is used up.
    expect(outcome(await signIn(own, { code: codeNow() }))).to.deep.equal([
      422,
      'second_factor_wrong',
    ])
    const code = codeNow(1)
    const answers = await Promise.all([1, 2, 3].map(() => signIn(own, { code })))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422])
    // An earlier code does not work after a later one.
    expect(outcome(await signIn(own, { code: codeNow(-1) }))).to.deep.equal([
      422,
      'second_factor_wrong',
    ])
  })

  it('is refused with codes of other minutes, of other secrets, and without a code', async () => {
    const own = await somebody()
    for (const code of [codeNow(10), codeNow(1, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXA'), '123 456 7'])
      expect(outcome(await signIn(own, { code })), code).to.deep.equal([422, 'second_factor_wrong'])
  })

  it('has ten backup codes that work once each, in capitals and with blanks as well', async () => {
    const own = await somebody()
    expect(new Set(own.codes)).to.have.property('size', 10)
    const [first, second] = own.codes as [string, string]
    expect(first).to.match(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/)
    expect((await signIn(own, { code: first })).status).to.equal(201)
    expect(outcome(await signIn(own, { code: first }))).to.deep.equal([422, 'second_factor_wrong'])
    expect(
      (await signIn(own, { code: second.toUpperCase().replaceAll('-', ' ') })).status,
    ).to.equal(201)
    const standing = await ask('GET', '/api/v1/account/authenticator', own.headers)
    expect(standing.body.data.backup_codes_left).to.equal(8)
  })

  it('allows 5 guesses in 15 minutes from all networks together, and its user can still sign in from a known browser', async () => {
    const own = await somebody()
    const known = await signIn(own, { code: own.codes[0] })
    const cookie = known.headers
      .getSetCookie()
      .find((one) => one.includes('parley_device'))!
      .split(';')[0]!
    for (let n = 0; n < 5; n++)
      expect(outcome(await signIn(own, { code: '000000' }))).to.deep.equal([
        422,
        'second_factor_wrong',
      ])
    const refused = await signIn(own, { code: own.codes[1] })
    expect(outcome(refused)).to.deep.equal([429, 'rate_limited'])
    expect((await signIn(own, { code: own.codes[2] }, { Cookie: cookie })).status).to.equal(201)
  })

  it('warns its user once a day by mail that somebody with their password guesses', async () => {
    const own = await somebody()
    const known = await signIn(own, { code: own.codes[0] })
    const cookies = known.headers.getSetCookie()
    const Cookie = cookies.find((cookie) => cookie.includes('parley_device'))!.split(';')[0]!
    const guess = async (headers = {}) => (await signIn(own, { code: '000000' }, headers)).status
    for (let n = 0; n < 5; n++) expect(await guess()).to.equal(422)
    for (let n = 0; n < 4; n++) expect(await guess({ Cookie })).to.equal(422)
    expect(server.mails).to.deep.equal([])
    expect(await guess({ Cookie })).to.equal(422)
    const [mail] = await server.untilMailed(own.user.email)
    expect(mail!.text).to.contain('10 wrong codes').and.to.contain('/dashboard/account')
    expect(await guess()).to.equal(429)
    expect(server.mails).to.have.length(1)
  })

  it('is stored sealed, and its backup codes as hashes', async () => {
    const own = await somebody()
    const row = await parley.db('authenticators').where({ id: own.user.id }).first()
    expect(row.sealed_secret).to.match(/^v1\.test\./)
    const codes = await parley.db('backup_codes').where({ user_id: own.user.id })
    expect(JSON.stringify([row, codes]))
      .not.to.contain(APP_SECRET)
      .and.not.to.contain(own.codes[0])
    expect(codes.map(({ code_hash }) => code_hash.length)).to.deep.equal(Array(10).fill(32))
  })

  it('of one user does not work for another, even if its row is copied', async () => {
    const [one, other] = [await somebody(), await somebody()] as const
    const { sealed_secret } = await parley.db('authenticators').where({ id: one.user.id }).first()
    await parley.db('authenticators').where({ id: other.user.id }).update({ sealed_secret })
    expect(outcome(await signIn(other, { code: codeNow(1) }))).to.deep.equal([
      503,
      'secret_key_missing',
    ])
  })

  it('is removed by its user with their password, and its codes end', async () => {
    const own = await somebody()
    const remove = (password: string) =>
      ask('POST', '/api/v1/account/authenticator/remove', own.headers, { password })
    expect(outcome(await remove('a wrong one'))).to.deep.equal([422, 'validation_failed'])
    expect((await remove(PASSWORD)).body.data).to.deep.equal({ was_on: true })
    expect((await remove(PASSWORD)).body.data).to.deep.equal({ was_on: false })
    expect((await signIn(own)).status).to.equal(201)
    expect(await parley.db('backup_codes').where({ user_id: own.user.id })).to.deep.equal([])
  })

  it('that was lost is removed by an owner of the same organization', async () => {
    const own = await somebody()
    const path = `/api/v1/users/${own.user.id}/authenticator`
    const stranger = await signedIn(parley, await parley.another('Elsewhere'), 'owner')
    expect(outcome(await ask('DELETE', path, stranger.headers))).to.deep.equal([404, 'not_found'])
    const editor = await signedIn(parley, client, 'editor')
    expect(outcome(await ask('DELETE', path, editor.headers))).to.deep.equal([403, 'scope'])
    const owner = await signedIn(parley, client, 'owner')
    expect((await ask('DELETE', path, owner.headers)).body.data).to.deep.equal({ was_on: true })
    expect((await signIn(own)).status).to.equal(201)
  })

  it('is audited by what happened, without secret, code and password', async () => {
    const own = await somebody()
    await signIn(own, { code: '000000' })
    await signIn(own, { code: codeNow(1) })
    await signIn(own, { code: own.codes[0] })
    const events = await parley.db('audit_events').where({ target_id: own.user.id }).orderBy('id')
    expect(
      events.map(({ action, changes }) => [action, changes.second_factor?.after]),
    ).to.deep.equal([
      ['user.second_factor_added', undefined],
      ['user.sign_in_failed', undefined],
      ['user.signed_in', 'code'],
      ['user.signed_in', 'backup_code'],
    ])
    const text = JSON.stringify(events)
    for (const secret of [APP_SECRET, own.codes[0]!, PASSWORD]) expect(text).not.to.contain(secret)
  })
})

describe('without SECRET_KEYS', () => {
  it('no authenticator app can be set up, and the answer says what the operator must set', async () => {
    const parley = await startParley({ workers: false, settings: { SECRET_KEYS: '' } })
    try {
      const own = await signedIn(parley, parley.client, 'owner')
      const body = { password: PASSWORD, secret: APP_SECRET, code: codeNow() }
      const path = '/api/v1/account/authenticator'
      const refused = await request(parley.client.address, 'POST', path, own.headers, body)
      expect(outcome(refused)).to.deep.equal([503, 'secret_key_missing'])
      expect(refused.body.detail).to.contain('SECRET_KEYS')
    } finally {
      await parley.stop()
    }
  })
})
