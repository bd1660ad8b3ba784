import { expect } from 'chai'
import { hashSecret } from '../../../shared/lib/secrets.ts'
import { deleteOldInvitations, putInvitation } from '../../../shared/people/invitations.ts'
import { COOKIE, makeUser, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const outcome = ({ status, body }: Answer) => [status, body.code]
const PASSWORD = 'four words nobody expects'

describe('an invitation', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  let guests = 0
  before(async () => {
    const settings = { SIGN_IN_MINUTE_LIMIT: '1000' }
    parley = await startParley({ workers: false, settings })
    client = parley.client
    owner = await signedIn(parley, client, 'owner')
  })
  after(() => parley.stop())

  const address = () => `guest-${++guests}@example.com`
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    request(client.address, method, path, headers, body)
  const invite = (email = address(), role = 'editor', by = owner) =>
    ask('POST', '/api/v1/invitations', { email, role }, by.headers)
  const accept = (token: string, more: object = {}) =>
    ask('POST', '/api/v1/invitations/accept', { token, password: PASSWORD, ...more })
  const signIn = (email: string, password = PASSWORD, more: object = {}) =>
    ask('POST', '/dashboard/session', { email, password, ...more })
  const cookieBack = ({ headers }: Answer) => ({
    Cookie: headers.get('set-cookie')!.split(';')[0]!,
  })
  const expire = (id: string, days: number) =>
    parley
      .db('invitations')
      .where({ id })
      .update({ expires_at: parley.db.raw(`now() - interval '${days} days'`) })

  it('makes a user with its role and its address, and signs them in', async () => {
    const email = address()
    const invited = await invite(email, 'editor')
    expect(invited.status).to.equal(201)
    const { token } = invited.body.data
    const read = await ask('POST', '/api/v1/invitations/read', { token })
    expect(read.body.data).to.include({ organization: 'Test organization', email, role: 'editor' })
    expect(read.body.data.invited_by).to.equal(owner.user.email)
    const accepted = await accept(token, { name: ' Zoe ' })
    expect(accepted.status).to.equal(201)
    expect(accepted.body.data.user).to.include({ email, role: 'editor', name: 'Zoe' })
    const again = await ask('GET', '/dashboard/session', undefined, cookieBack(accepted))
    expect(again.body.data).to.deep.equal(accepted.body.data)
    expect((await signIn(email)).status).to.equal(201)
  })

  it('goes to one plain address only', async () => {
    for (const email of [
      '<a@b.example>',
      '"a"@b.example',
      '"a\\"@b.example',
      'a,b@c.example',
      'a@b@c',
      'a b@c',
    ])
      expect((await invite(email)).status, email).to.equal(422)
    expect((await invite('zoe+shop@b.example')).status).to.equal(201)
  })

  it('is stored as a hash only, and its token is shown once', async () => {
    const { id, token } = (await invite()).body.data
    expect(token).to.match(/^[\w-]{43}$/)
    const row = await parley.db('invitations').where({ id }).first()
    expect(row.token_hash.equals(hashSecret(token))).to.equal(true)
    const listed = await ask('GET', '/api/v1/invitations', undefined, owner.headers)
    expect(listed.body.data.map((one: any) => one.id)).to.include(id)
    expect(JSON.stringify(listed.body)).not.to.contain(token)
    const days = (row.expires_at - Date.now()) / 86_400_000
    expect(days).to.be.within(6.99, 7)
  })

  const ends: [string, (token: string, id: string, email: string) => Promise<unknown>][] = [
    ['was used', (token) => accept(token)],
    [
      'was revoked',
      (_, id) => ask('DELETE', `/api/v1/invitations/${id}`, undefined, owner.headers),
    ],
    ['is older than 7 days', (_, id) => expire(id, 0)],
    ['was renewed', (_, __, email) => invite(email)],
  ]
  for (const [name, end] of ends)
    it(`is refused when it ${name}`, async () => {
      const email = address()
      const { id, token } = (await invite(email)).body.data
      await end(token, id, email)
      for (const path of ['read', 'accept']) {
        const body = { token, ...(path === 'accept' && { password: PASSWORD }) }
        const answer = await ask('POST', `/api/v1/invitations/${path}`, body)
        expect(outcome(answer)).to.deep.equal([404, 'not_found'])
        expect(answer.headers.get('set-cookie')).to.equal(null)
      }
    })

  it('is renewed by inviting again, with another role', async () => {
    const email = address()
    const first = (await invite(email, 'viewer')).body.data
    const second = await invite(email.toUpperCase(), 'owner')
    expect(second.status).to.equal(200)
    expect(second.body.data.id).to.equal(first.id)
    const accepted = await accept(second.body.data.token)
    expect(accepted.body.data.user.role).to.equal('owner')
  })

  it('creates one user, however many accept it at once', async () => {
    const email = address()
    const { token } = (await invite(email)).body.data
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(token)))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 404, 404, 404])
    expect(await parley.db('users').where({ email })).to.have.length(1)
  })

  for (const [what, change] of [
    ['removed', (id: string) => ask('DELETE', `/api/v1/users/${id}`, undefined, owner.headers)],
    [
      'an owner no more',
      (id: string) => ask('PATCH', `/api/v1/users/${id}`, { role: 'editor' }, owner.headers),
    ],
  ] as const)
    it(`ends when the owner who made it is ${what}, and other owners' do not`, async () => {
      const other = await signedIn(parley, client, 'owner')
      const [theirs, mine] = [await invite(address(), 'owner', other), await invite()]
      expect((await change(other.user.id)).status).to.equal(200)
      expect((await accept(theirs.body.data.token)).status).to.equal(404)
      expect((await accept(mine.body.data.token)).status).to.equal(201)
    })

  it('cannot be made by an owner who is removed during the request', async () => {
    const { user } = await signedIn(parley, client, 'editor')
    const wanted = {
      organization_id: client.organizationId,
      email: address(),
      invited_by: user.email,
      role: 'owner' as const,
      token_hash: hashSecret('a token'),
    }
    const refusal = await putInvitation(parley.db, wanted, user.id).catch((error) => error)
    expect(refusal).to.include({ code: 'scope' })
  })

  it('is refused for an existing user of the organization', async () => {
    for (const email of [owner.user.email, owner.user.email.toUpperCase()])
      expect(outcome(await invite(email))).to.deep.equal([409, 'email_taken'])
  })

  it('reveals nothing of users of other organizations, who become users of both', async () => {
    const theirs = await makeUser(parley, await parley.another('Elsewhere'), 'owner')
    const invited = await invite(theirs.email, 'viewer')
    expect(invited.status).to.equal(201)
    const accepted = await accept(invited.body.data.token)
    expect(accepted.status).to.equal(201)
    // Each password opens the organization that it belongs to.
    const [here, there] = [
      await signIn(theirs.email),
      await signIn(theirs.email, theirs.password),
    ] as const
    expect(here.body.data.user).to.include({ organization: 'Test organization', role: 'viewer' })
    expect(there.body.data.user).to.include({ organization: 'Elsewhere', role: 'owner' })
  })

  it('allows no second way to guess a password of the same person in another organization @long', async () => {
    const theirs = await makeUser(parley, await parley.another('Guessed'), 'owner')
    const { token } = (await invite(theirs.email)).body.data
    await accept(token)
    // Right here, and each attempt is a guess there: 20 of them, as for everybody.
    for (let n = 0; n < 20; n++) expect((await signIn(theirs.email)).status).to.equal(201)
    expect(outcome(await signIn(theirs.email, theirs.password))).to.deep.equal([
      401,
      'unauthenticated',
    ])
    expect((await signIn(theirs.email)).status).to.equal(201)
  })

  it("accepted with another organization's password makes the sign-in ask for the organization", async () => {
    const another = await parley.another('Twice')
    const email = address()
    for (const by of [owner, await signedIn(parley, another, 'owner')])
      expect((await accept((await invite(email, 'editor', by)).body.data.token)).status).to.equal(
        201,
      )
    const asked = await signIn(email)
    expect(outcome(asked)).to.deep.equal([409, 'organization_required'])
    expect(asked.body.data.organizations).to.have.members(['Test organization', 'Twice'])
    expect(asked.headers.get('set-cookie')).to.equal(null)
    const chosen = await signIn(email, PASSWORD, { organization: 'Twice' })
    expect(chosen.body.data.user.organization).to.equal('Twice')
    expect(outcome(await signIn(email, 'a wrong one', { organization: 'Twice' }))).to.deep.equal([
      401,
      'unauthenticated',
    ])
  })

  for (const role of ['editor', 'viewer'] as const)
    it(`can be neither made, seen nor revoked by a ${role}`, async () => {
      const { headers } = await signedIn(parley, client, role)
      const { id } = (await invite()).body.data
      for (const answer of [
        await ask('POST', '/api/v1/invitations', { email: address(), role: 'owner' }, headers),
        await ask('GET', '/api/v1/invitations', undefined, headers),
        await ask('DELETE', `/api/v1/invitations/${id}`, undefined, headers),
      ])
        expect(outcome(answer)).to.deep.equal([403, 'scope'])
    })

  const weak: [string, (email: string) => string][] = [
    ['of 11 characters', () => 'short words'],
    ['of 201 characters', () => 'long words '.repeat(20)],
    ['that is the address', (email) => email],
    ['that is little more than the address', (email) => `${email}123`],
    ['of one word twice', () => 'secretsecret'],
    ['of one sign', () => 'aaaaaaaaaaaaaaaa'],
    ['of digits in their order', () => '123456789012'],
    ['that everybody tries first', () => 'Password2026!'],
    ['that is wide letters of it', () => 'ｐａｓｓｗｏｒｄ１２３４'],
  ]
  for (const [name, passwordOf] of weak)
    it(`is not accepted with a password ${name}, and stays`, async () => {
      const email = address()
      const { token } = (await invite(email)).body.data
      const refused = await accept(token, { password: passwordOf(email) })
      expect(outcome(refused)).to.deep.equal([422, 'validation_failed'])
      expect(refused.body.data.errors[0].field).to.equal('password')
      expect((await accept(token)).status).to.equal(201)
    })

  it('is accepted with any other password, also in other scripts', async () => {
    for (const password of [
      'correct horse battery',
      'пароль из слов',
      '長い合言葉をここに書いておく',
      'x9!kT#2vQ$8z',
    ])
      expect(
        (await accept((await invite()).body.data.token, { password })).status,
        password,
      ).to.equal(201)
  })

  it('cannot be accepted by a page of another site', async () => {
    const { token } = (await invite()).body.data
    const foreign = { 'Sec-Fetch-Site': 'cross-site' }
    const body = { token, password: PASSWORD }
    expect(outcome(await ask('POST', '/api/v1/invitations/accept', body, foreign))).to.deep.equal([
      403,
      'csrf_failed',
    ])
    expect((await accept(token)).headers.get('set-cookie')).to.contain(COOKIE)
  })

  it('that was never accepted is deleted a month after its end', async () => {
    const [old, late] = [(await invite()).body.data, (await invite()).body.data] as const
    await expire(old.id, 31)
    await expire(late.id, 29)
    await deleteOldInvitations(parley.db)
    const left = await parley.db('invitations').whereIn('id', [old.id, late.id])
    expect(left.map(({ id }) => id)).to.deep.equal([late.id])
  })
})

describe('a guess at an invitation', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  it('is throttled by address, together with sign-ins', async () => {
    const guess = (path: string) =>
      request(
        parley.client.address,
        'POST',
        `/api/v1/invitations/${path}`,
        {},
        {
          token: 'a'.repeat(43),
          ...(path === 'accept' && { password: PASSWORD }),
        },
      )
    for (let n = 0; n < 5; n++)
      for (const path of ['read', 'accept']) expect((await guess(path)).status).to.equal(404)
    for (const path of ['read', 'accept']) {
      const refused = await guess(path)
      expect(outcome(refused)).to.deep.equal([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60)
    }
  })
})
