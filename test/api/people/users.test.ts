import { expect } from 'chai'
import { PASSWORD, request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Answer, Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const outcome = ({ status, body }: Answer) => [status, body.code]

describe('the users of an organization', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  let organizations = 0
  beforeEach(async () => {
    client = await parley.another(`Organization ${++organizations}`)
    owner = await signedIn(parley, client, 'owner')
  })

  const ask = (method: string, path: string, by: SignedIn, body?: object) =>
    request(client.address, method, path, by.headers, body)
  const change = (id: string, role: string, by = owner) =>
    ask('PATCH', `/api/v1/users/${id}`, by, { role })
  const remove = (id: string, by = owner) => ask('DELETE', `/api/v1/users/${id}`, by)

  it('are listed for every signed-in user, page by page, without secrets', async () => {
    const viewer = await signedIn(parley, client, 'viewer')
    const { status, body } = await ask('GET', '/api/v1/users?limit=1', viewer)
    expect(status).to.equal(200)
    expect(body.data).to.have.length(1)
    const [first] = body.data
    expect(first).to.include({
      id: owner.user.id,
      email: owner.user.email,
      role: 'owner',
      name: null,
    })
    expect(first).to.have.all.keys(
      'object',
      'id',
      'email',
      'name',
      'photo',
      'role',
      'is_active',
      'takes_chats',
      'is_present',
      'last_seen_at',
      'created_at',
      'updated_at',
    )
    expect(Date.now() - Date.parse(first.last_seen_at)).to.be.below(60_000)
    const next = await ask('GET', `/api/v1/users?after=${body.pagination.next_cursor}`, viewer)
    expect(next.body.data.map(({ id }: any) => id)).to.deep.equal([viewer.user.id])
  })

  it('belong to their own organization only', async () => {
    const theirs = await signedIn(parley, await parley.another(`Another ${organizations}`), 'owner')
    const listed = (await ask('GET', '/api/v1/users', theirs)).body.data
    expect(listed.map(({ id }: any) => id)).to.deep.equal([theirs.user.id])
    for (const answer of [
      await change(owner.user.id, 'viewer', theirs),
      await remove(owner.user.id, theirs),
    ])
      expect(outcome(answer)).to.deep.equal([404, 'not_found'])
  })

  for (const role of ['editor', 'viewer'] as const)
    it(`cannot be changed, removed or signed out by a ${role}`, async () => {
      const somebody = await signedIn(parley, client, role)
      const answers = [
        await change(somebody.user.id, 'owner', somebody),
        await remove(owner.user.id, somebody),
        await ask('DELETE', `/api/v1/users/${owner.user.id}/sessions`, somebody),
      ]
      for (const answer of answers) expect(outcome(answer)).to.deep.equal([403, 'scope'])
      expect((await ask('GET', '/dashboard/session', owner)).status).to.equal(200)
    })

  it('have a new role from their next request on', async () => {
    const editor = await signedIn(parley, client, 'editor')
    const make = () => ask('POST', '/api/v1/agents', editor, { name: 'Ada' })
    expect((await make()).status).to.equal(201)
    expect((await change(editor.user.id, 'viewer')).body.data.role).to.equal('viewer')
    expect(outcome(await make())).to.deep.equal([403, 'scope'])
    await change(editor.user.id, 'editor')
    expect((await make()).status).to.equal(201)
  })

  it('are signed out at once when they are removed, and when an owner signs them out', async () => {
    const [removed, sentOut] = [
      await signedIn(parley, client, 'editor'),
      await signedIn(parley, client, 'editor'),
    ] as const
    expect((await remove(removed.user.id)).status).to.equal(200)
    const { body } = await ask('DELETE', `/api/v1/users/${sentOut.user.id}/sessions`, owner)
    expect(body.data).to.deep.equal({ ended_sessions: 1 })
    for (const one of [removed, sentOut])
      expect(outcome(await ask('GET', '/dashboard/session', one))).to.deep.equal([
        401,
        'unauthenticated',
      ])
    const left = (await ask('GET', '/api/v1/users', owner)).body.data.map(({ id }: any) => id)
    expect(left).to.deep.equal([owner.user.id, sentOut.user.id])
  })

  it('are signed out at once when they are deactivated, sign in no more, and can again when they are activated', async () => {
    const one = await signedIn(parley, client, 'editor')
    const set = (is_active: boolean, id = one.user.id, by = owner) =>
      ask('PATCH', `/api/v1/users/${id}`, by, { is_active })
    const enter = () =>
      request(
        client.address,
        'POST',
        '/dashboard/session',
        {},
        { email: one.user.email, password: PASSWORD },
      )
    expect((await set(false)).body.data).to.include({ is_active: false, role: 'editor' })
    expect(outcome(await ask('GET', '/dashboard/session', one))).to.deep.equal([
      401,
      'unauthenticated',
    ])
    expect(outcome(await enter())).to.deep.equal([401, 'unauthenticated'])
    expect((await set(true)).body.data.is_active).to.equal(true)
    expect((await enter()).status).to.equal(201)
    // A deactivated owner does not count as an owner.
    const other = await signedIn(parley, client, 'owner')
    expect((await set(false, other.user.id)).status).to.equal(200)
    for (const answer of [await set(false, owner.user.id), await change(owner.user.id, 'viewer')])
      expect(outcome(answer)).to.deep.equal([409, 'last_owner'])
    expect((await remove(other.user.id)).status).to.equal(200)
  })

  it('keep their last owner, who can neither be removed nor lose the role', async () => {
    for (const answer of [await change(owner.user.id, 'editor'), await remove(owner.user.id)])
      expect(outcome(answer)).to.deep.equal([409, 'last_owner'])
    expect((await change(owner.user.id, 'owner')).status).to.equal(200)
    const other = await signedIn(parley, client, 'owner')
    expect((await remove(owner.user.id)).status).to.equal(200)
    expect(outcome(await remove(other.user.id, other))).to.deep.equal([409, 'last_owner'])
  })

  it('keep an owner also when two owners remove or demote each other at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const other = await signedIn(parley, client, 'owner')
      const answers = await Promise.all([
        round % 2 ? remove(other.user.id) : change(other.user.id, 'viewer'),
        remove(owner.user.id, other),
      ])
      const owners = await parley
        .db('users')
        .where({ organization_id: client.organizationId, role: 'owner' })
      expect(owners, JSON.stringify(answers.map(outcome))).to.have.length(1)
      owner = owners[0].id === owner.user.id ? owner : other
    }
  })
})
