import { expect } from 'chai'
import { makeHandoffs } from '../../../shared/handoffs/handoffs.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { assignWaiting } from '../../../workers/handoffs/assignWaiting.ts'
import { request, type SignedIn, signedIn } from '../../support/http/access.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

describe('the assignment of chats that are handed off', () => {
  let parley: Parley
  let client: Client
  let owner: SignedIn
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())
  beforeEach(async () => {
    client = await parley.another(`Desk ${++desks}`)
    owner = await signedIn(parley, client, 'owner')
  })
  let desks = 0

  const as = (user: SignedIn, method: string, path: string, body?: object) =>
    request(client.address, method, `/api/v1/${path}`, user.headers, body)
  const rule = (assignment: string) => as(owner, 'PATCH', 'organization', { assignment })
  const agent = () => signedIn(parley, client, 'agent')
  const open = async () => (await client.makeConversation()).id as string
  const handOff = async (id: string, body: object = {}) =>
    (await client.post(`/api/v1/conversations/${id}/handoff`, body)).body.data
  const handoffOf = async (id: string) =>
    (await client.get(`/api/v1/conversations/${id}/handoffs`)).body.data[0]
  const handOffNew = async (body: object = {}) => handOff(await open(), body)
  const round = () =>
    assignWaiting({
      db: parley.db,
      log: makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
      handoffs: makeHandoffs(5_000),
      threadChanged: () => undefined,
      stop: new AbortController().signal,
    })
  /** How many of the chats each person has, in ascending order. */
  const counted = (handoffs: readonly { assignee_id: string }[]) => {
    const ids = handoffs.map(({ assignee_id }) => assignee_id)
    return [...new Set(ids)].map((id) => ids.filter((other) => other === id).length).toSorted()
  }

  it('is by hand until an owner sets a rule', async () => {
    await agent()
    expect(await handOffNew()).to.include({ assignee_id: null, assigned_by: null })
    expect((await rule('fastest')).status).to.equal(422)
    expect((await as(await agent(), 'PATCH', 'organization', {})).status).to.equal(403)
    expect((await rule('round_robin')).body.data.assignment).to.equal('round_robin')
  })

  it('gives each present person the same number in turn, also of chats at once', async () => {
    await rule('round_robin')
    const people = [await agent(), await agent(), await agent()]
    const chats = await Promise.all(Array.from({ length: 9 }, () => open()))
    const handoffs = await Promise.all(chats.map((id) => handOff(id)))
    expect(handoffs.map(({ assigned_by }) => assigned_by)).to.deep.equal(Array(9).fill('rule'))
    expect(counted(handoffs)).to.deep.equal([3, 3, 3])
    expect(handoffs.map(({ assignee_id }) => assignee_id)).to.include.members(
      people.map(({ user }) => user.id),
    )
    const events = await parley
      .db('event_outbox')
      .where({ organization_id: client.organizationId, type: 'handoff.assigned' })
    expect(events.map(({ facts }) => facts.assigned_by)).to.deep.equal(Array(9).fill('rule'))
  })

  it('gives the next chat to the person with the fewest open ones', async () => {
    await rule('least_busy')
    const [busy, free] = [await agent(), await agent()]
    await as(free, 'PATCH', 'account/availability', { takes_chats: false })
    const [first] = [await handOffNew(), await handOffNew()]
    await as(free, 'PATCH', 'account/availability', { takes_chats: true })
    const next = [await handOffNew(), await handOffNew(), await handOffNew()]
    expect(next.map(({ assignee_id }) => assignee_id).slice(0, 2)).to.deep.equal(
      Array(2).fill(free.user.id),
    )
    expect(counted([...next, first])).to.deep.equal([2, 2])
    const path = `conversations/${first.conversation_id}`
    await as(busy, 'PATCH', path, { status: 'closed' })
    // Both have two, so the turn decides; then one has fewer.
    expect((await handOffNew()).assignee_id).to.equal(free.user.id)
    expect((await handOffNew()).assignee_id).to.equal(busy.user.id)
  })

  it('leaves out people who are away, absent, inactive or may not answer', async () => {
    await rule('round_robin')
    const [away, gone, inactive] = [await agent(), await agent(), await agent()]
    const absent = await agent()
    await signedIn(parley, client, 'editor')
    await signedIn(parley, client, 'viewer')
    await as(away, 'PATCH', 'account/availability', { takes_chats: false })
    await as(gone, 'DELETE', '../../dashboard/session')
    await as(owner, 'PATCH', `users/${inactive.user.id}`, { is_active: false })
    const long = new Date(Date.now() - 600_000)
    await parley.db('users').where({ id: absent.user.id }).update({ last_seen_at: long })
    const { conversation_id: id, ...handoff } = await handOffNew()
    expect(handoff).to.include({ assignee_id: null, assigned_by: null })
    await round()
    expect((await handoffOf(id)).assignee_id).to.equal(null)
    const { data } = (await as(owner, 'GET', 'users?limit=100')).body
    const states = (person: SignedIn) => {
      const { takes_chats, is_present } = data.find(({ id }: any) => id === person.user.id)
      return [takes_chats, is_present]
    }
    expect([away, gone, absent, owner].map(states)).to.deep.equal([
      [false, true],
      [true, false],
      [true, false],
      [false, true],
    ])
    await as(owner, 'PATCH', `users/${owner.user.id}`, { takes_chats: true })
    await round()
    expect((await handoffOf(id)).assignee_id).to.equal(owner.user.id)
  })

  it('leaves a chat alone that a person takes over or has put back', async () => {
    await rule('round_robin')
    const first = await agent()
    expect(await handOffNew({ reason: 'takeover' })).to.include({ assignee_id: null })
    const { conversation_id: id } = await handOffNew()
    await as(first, 'POST', `conversations/${id}/assign`, { user_id: null })
    await round()
    expect(await handoffOf(id)).to.include({ assignee_id: null, assigned_by: 'person' })
  })

  it('gives the chats of a person who leaves to another', async () => {
    await rule('round_robin')
    const leaving = await agent()
    const { conversation_id: id } = await handOffNew()
    const next = await agent()
    await as(owner, 'DELETE', `users/${leaving.user.id}`)
    await round()
    expect((await handoffOf(id)).assignee_id).to.equal(next.user.id)
  })
})
