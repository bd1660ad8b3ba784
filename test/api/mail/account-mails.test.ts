import { expect } from 'chai'
import { hashSecret } from '../../../shared/lib/secrets.ts'
import { deleteOldPasswordResets } from '../../../shared/people/passwordResets.ts'
import { createUser } from '../../../shared/people/users.ts'
import { makeUser, PASSWORD, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { eventually } from '../../support/http/client.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../../support/people/smtp.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const NEW = 'four words nobody expects'
const WIDE = { SIGN_IN_MINUTE_LIMIT: '1000' }
const outcome = ({ status, body }: Answer) => [status, body.code]
const tokensIn = ({ text = '' }: ReceivedMail) =>
  [...text.matchAll(/https:\/\/chat\.example\.com\/dashboard\/\w+#([\w-]{43})/g)].map(
    ([, token]) => token!,
  )

describe('an account mail', () => {
  let parley: Parley
  let client: Client
  let mail: MailServer
  let owner: SignedIn
  let guests = 0
  before(async () => {
    mail = await startMailServer()
    parley = await startParley({
      workers: false,
      settings: { ...WIDE, SMTP_URL: mail.url },
    })
    client = parley.client
    owner = await signedIn(parley, client, 'owner')
  })
  after(async () => {
    await parley.stop()
    await mail.close()
  })

  const address = () => `mailed-${++guests}@example.com`
  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    request(client.address, 'POST', path, headers, body)
  const invite = (email: string, headers = {}) =>
    ask('/api/v1/invitations', { email, role: 'viewer' }, { ...owner.headers, ...headers })
  const reset = (email: string, headers = {}) => ask('/api/v1/password-resets', { email }, headers)
  const redeem = (token: string, password = NEW) =>
    ask('/api/v1/password-resets/redeem', { token, password })
  const signIn = (email: string, password: string) => ask('/dashboard/session', { email, password })
  async function linkFor(email: string, count = 1): Promise<string> {
    expect((await reset(email)).status).to.equal(202)
    const mails = await mail.untilMailed(email, count)
    return tokensIn(mails.at(-1)!)[0]!
  }

  it('brings an invitation to its address, with a working link', async () => {
    const email = address()
    const { status, body } = await invite(email)
    expect(status).to.equal(201)
    expect(body.data.is_mailed).to.equal(true)
    const [received] = await mail.untilMailed(email)
    expect(received!.subject).to.equal('Invitation to Test organization')
    expect(received!.from).to.deep.equal({ name: 'Parley', address: 'parley@example.com' })
    expect(received!.text).to.contain(`${owner.user.email} invites you`)
    const [token] = tokensIn(received!)
    expect(token).to.equal(body.data.token)
    expect((await ask('/api/v1/invitations/accept', { token, password: NEW })).status).to.equal(201)
  })

  it('is in the language of the browser that asked for it', async () => {
    const email = address()
    await invite(email, { 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.5' })
    const [received] = await mail.untilMailed(email)
    expect(received!.subject).to.equal('Einladung zu Test organization')
    expect(received!.text).to.contain('lädt Sie')
  })

  it('treats an address as a single address, whatever it contains', async () => {
    const email = `evil,other${++guests}@example.com`
    await invite(email)
    const all = await eventually(async () => {
      const found = mail.mails.filter(({ text }) => text?.includes('/dashboard/invitation#'))
      return found.at(-1)
    })
    expect(all.recipients).to.have.length(1)
  })

  it('that the server refuses leaves the invitation as a link', async () => {
    mail.refuse(true)
    const { status, body } = await invite(address())
    mail.refuse(false)
    expect(status).to.equal(201)
    expect(body.data.is_mailed).to.equal(false)
    const accepted = await ask('/api/v1/invitations/accept', {
      token: body.data.token,
      password: NEW,
    })
    expect(accepted.status).to.equal(201)
  })

  it('is sent to one address at most 5 times an hour for invitations', async () => {
    const email = address()
    const sent: boolean[] = []
    for (let n = 0; n < 7; n++) sent.push((await invite(email)).body.data.is_mailed)
    expect(sent).to.deep.equal([true, true, true, true, true, false, false])
  })

  it('brings a link for choosing a password, which ends all sessions', async () => {
    const { user, cookie } = await signedIn(parley, client, 'editor')
    const token = await linkFor(user.email)
    expect(outcome(await redeem(token, 'password1234'))).to.deep.equal([422, 'validation_failed'])
    const redeemed = await redeem(token)
    expect(redeemed.status).to.equal(200)
    expect(redeemed.body.data).to.deep.equal({ email: user.email })
    expect((await request(client.address, 'GET', '/dashboard/session', cookie)).status).to.equal(
      401,
    )
    expect((await signIn(user.email, PASSWORD)).status).to.equal(401)
    expect((await signIn(user.email, NEW)).status).to.equal(201)
    expect(outcome(await redeem(token))).to.deep.equal([404, 'not_found'])
  })

  it('with a reset has its link stored as a hash only, and audited without link and password', async () => {
    const user = await makeUser(parley, client, 'editor')
    const token = await linkFor(user.email)
    const row = await parley.db('password_resets').where({ user_id: user.id }).first()
    expect(row.token_hash.equals(hashSecret(token))).to.equal(true)
    const minutes = (row.expires_at - Date.now()) / 60_000
    expect(minutes).to.be.within(29, 30)
    await redeem(token)
    const events = await parley.db('audit_events').where({ target_id: user.id }).orderBy('id')
    expect(events.map(({ action }) => action)).to.deep.equal([
      'user.password_reset_requested',
      'user.password_reset',
    ])
    expect(JSON.stringify(events)).not.to.contain(token).and.not.to.contain(NEW)
  })

  const ends: [string, (token: string, email: string, id: string) => Promise<unknown>][] = [
    ['was replaced', (_, email) => linkFor(email, 2)],
    [
      'is older than 30 minutes',
      (_, __, user_id) =>
        parley
          .db('password_resets')
          .where({ user_id })
          .update({ expires_at: parley.db.raw('now()') }),
    ],
    [
      'is of a user who was removed',
      (_, __, id) => request(client.address, 'DELETE', `/api/v1/users/${id}`, owner.headers),
    ],
  ]
  for (const [name, end] of ends)
    it(`with a reset changes nothing when it ${name}`, async () => {
      const user = await makeUser(parley, client, 'editor')
      const token = await linkFor(user.email)
      await end(token, user.email, user.id)
      expect(outcome(await redeem(token))).to.deep.equal([404, 'not_found'])
    })

  it('with a reset has no effect after the password changed otherwise', async () => {
    const { user, headers } = await signedIn(parley, client, 'editor')
    const token = await linkFor(user.email)
    const change = { current_password: PASSWORD, new_password: 'other words nobody expects' }
    expect((await ask('/api/v1/account/password', change, headers)).status).to.equal(200)
    expect(outcome(await redeem(token))).to.deep.equal([404, 'not_found'])
  })

  it('with a reset works once, however many try at once', async () => {
    const user = await makeUser(parley, client, 'editor')
    const token = await linkFor(user.email)
    const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(token)))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404, 404])
  })

  it('is not sent to an unknown address, which gets the same answer', async () => {
    const known = await makeUser(parley, client, 'viewer')
    const before = mail.mails.length
    const [of, ofNobody] = [await reset(known.email), await reset(address())]
    const body = ({ body: { request_id: _, ...rest } }: Answer) => rest
    expect(body(of)).to.deep.equal(body(ofNobody))
    expect(of.status).to.equal(ofNobody.status)
    await mail.untilMailed(known.email)
    expect(mail.mails).to.have.length(before + 1)
  })

  for (const [who, addressOf] of [
    ['a known address', async () => (await makeUser(parley, client, 'viewer')).email],
    ['an unknown one', async () => address()],
  ] as const)
    it(`can be asked for 5 times an hour, in any capitals, for ${who}`, async () => {
      const email = await addressOf()
      for (let n = 0; n < 5; n++)
        expect((await reset(n % 2 ? email.toUpperCase() : email)).status).to.equal(202)
      const refused = await reset(email)
      expect(outcome(refused)).to.deep.equal([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 3600)
    })

  it('has a link for each organization of a person', async () => {
    const email = address()
    for (const { organizationId: organization_id } of [client, await parley.another('Elsewhere')])
      await createUser(parley.db, { organization_id, email, role: 'viewer', password_hash: 'x' })
    await reset(email)
    const [received] = await mail.untilMailed(email)
    expect(received!.text)
      .to.contain('Test organization: https://')
      .and.to.contain('Elsewhere: https://')
    const tokens = tokensIn(received!)
    expect(tokens).to.have.length(2)
    for (const token of tokens) expect((await redeem(token)).status).to.equal(200)
  })

  it('goes to the address as each account has it, not as the request wrote it', async () => {
    const email = address()
    const written = [email, email.replace('mailed', 'Mailed')]
    for (const [index, { organizationId: organization_id }] of [
      client,
      await parley.another('Caps'),
    ].entries())
      await createUser(parley.db, {
        organization_id,
        email: written[index]!,
        role: 'viewer',
        password_hash: 'x',
      })
    await reset(email.toUpperCase())
    for (const one of written) expect(tokensIn((await mail.untilMailed(one))[0]!)).to.have.length(1)
  })

  it('cannot be asked for by a page of another site, and its links never follow the Host of a request', async () => {
    const user = await makeUser(parley, client, 'viewer')
    const foreign = await reset(user.email, { 'Sec-Fetch-Site': 'cross-site' })
    expect(outcome(foreign)).to.deep.equal([403, 'csrf_failed'])
    await reset(user.email, { 'X-Forwarded-Host': 'evil.example' })
    const [received] = await mail.untilMailed(user.email)
    expect(received!.text).not.to.contain('evil.example')
    expect(tokensIn(received!)).to.have.length(1)
  })

  it('leaves no expired reset links in the database', async () => {
    const [old, fresh] = [
      await makeUser(parley, client, 'viewer'),
      await makeUser(parley, client, 'viewer'),
    ]
    await linkFor(old.email)
    await linkFor(fresh.email)
    const past = { expires_at: parley.db.raw("now() - interval '1 second'") }
    await parley.db('password_resets').where({ user_id: old.id }).update(past)
    await deleteOldPasswordResets(parley.db)
    const left = await parley.db('password_resets').whereIn('user_id', [old.id, fresh.id])
    expect(left.map(({ user_id }) => user_id)).to.deep.equal([fresh.id])
  })
})

describe('without a mail server', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false, settings: { ...WIDE, SMTP_URL: '' } })
  })
  after(() => parley.stop())

  it('invitations are links, forgotten passwords are for the operator, and the sign-in page says so', async () => {
    const { client } = parley
    const owner = await signedIn(parley, client, 'owner')
    const invitation = { email: 'linked@example.com', role: 'viewer' }
    const invited = await request(
      client.address,
      'POST',
      '/api/v1/invitations',
      owner.headers,
      invitation,
    )
    expect(invited.body.data).to.include({ is_mailed: false })
    const asked = { email: owner.user.email }
    const refused = await request(client.address, 'POST', '/api/v1/password-resets', {}, asked)
    expect(outcome(refused)).to.deep.equal([503, 'mail_not_configured'])
    const ways = await request(client.address, 'GET', '/dashboard/sign-in-ways')
    expect(ways.body.data.password_reset).to.equal(false)
  })
})
