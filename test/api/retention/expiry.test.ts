import { expect } from 'chai'
import { expireIdleSessions } from '../../../shared/chat/threads.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { doChores } from '../../../workers/jobs/housekeeping.ts'
import type { Client } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const AS_JSON = { 'Content-Type': 'application/json' }

describe('sessions', () => {
  let parley: Parley
  let client: Client
  before(async () => {
    parley = await startParley({ settings: { SESSION_IDLE_DAYS: '7' } })
    client = parley.client
  })
  after(() => parley.stop())

  const doAll = (threadChanged?: (...changed: unknown[]) => void) => {
    const config = loadConfig(parley.env)
    return doChores(parley.db, config, makeLog('test', config), threadChanged && { threadChanged })
  }
  /** Moves a thread's times so many days into the past. */
  const age = (id: string, { created, changed }: { created: number; changed: number }) =>
    parley.db.raw(
      `update threads set created_at = now() - make_interval(days => ?), updated_at = now() - make_interval(days => ?)
        where id = ?`,
      [created, changed, id],
    )
  const statusOf = async (id: string, kind = 'sessions') =>
    (await client.get(`/api/v1/${kind}/${id}`)).body.data.status
  const makeExpired = async () => {
    const session = await client.makeSession()
    await client.post(`/api/v1/sessions/${session.id}/messages`, { content: 'Hi' })
    await age(session.id, { created: 9, changed: 8 })
    await doAll()
    return session
  }

  it('expire when nothing has happened in them for SESSION_IDLE_DAYS', async () => {
    const idle = await client.makeSession()
    const young = await client.makeSession()
    const busy = await client.makeSession()
    const closed = await client.makeSession()
    const conversation = await client.makeConversation()
    await client.send('PATCH', `/api/v1/sessions/${closed.id}`, '{"status":"closed"}', AS_JSON)
    await age(idle.id, { created: 8, changed: 8 })
    await age(young.id, { created: 6, changed: 6 })
    await age(busy.id, { created: 90, changed: 6 })
    await age(closed.id, { created: 8, changed: 8 })
    await age(conversation.id, { created: 90, changed: 90 })
    await doAll()
    expect(await statusOf(idle.id)).to.equal('expired')
    expect(await statusOf(young.id)).to.equal('active')
    expect(await statusOf(busy.id)).to.equal('active')
    expect(await statusOf(closed.id)).to.equal('closed')
    expect(await statusOf(conversation.id, 'conversations')).to.equal('open')
  })

  it('are kept alive by a message, and by a change', async () => {
    for (const keepAlive of [
      (id: string) => client.post(`/api/v1/sessions/${id}/messages`, { content: 'Hi' }),
      (id: string) => client.send('PATCH', `/api/v1/sessions/${id}`, '{"locale":"de"}', AS_JSON),
    ]) {
      const { id } = await client.makeSession()
      await age(id, { created: 8, changed: 8 })
      await keepAlive(id)
      await doAll()
      expect(await statusOf(id)).to.equal('active')
    }
  })

  it('that expired refuse messages with 409 thread_closed, and say why', async () => {
    const { id } = await makeExpired()
    const { status, body } = await client.post(`/api/v1/sessions/${id}/messages`, {
      content: 'Again',
    })
    expect(status).to.equal(409)
    expect(body.code).to.equal('thread_closed')
    expect(body.detail).to.match(/^This session has expired/)
  })

  it('that expired stay readable, with their messages', async () => {
    const { id } = await makeExpired()
    expect(await statusOf(id)).to.equal('expired')
    expect((await client.get(`/api/v1/sessions/${id}/messages`)).body.data).to.have.length(2)
  })

  it('that expired are not opened again by a PATCH', async () => {
    const { id } = await makeExpired()
    for (const status of ['active', 'open', 'expired']) {
      const answer = await client.send(
        'PATCH',
        `/api/v1/sessions/${id}`,
        JSON.stringify({ status }),
        AS_JSON,
      )
      // Setting the current status is not a change.
      expect(answer.status).to.equal(status === 'expired' ? 200 : 422)
    }
    await client.send('PATCH', `/api/v1/sessions/${id}`, '{"locale":"de"}', AS_JSON)
    expect(await statusOf(id)).to.equal('expired')
  })

  it('that expired are listed by that status', async () => {
    const organization = await parley.another('With an expired session')
    const session = await organization.makeSession()
    await organization.makeSession()
    await age(session.id, { created: 8, changed: 8 })
    await doAll()
    const listed = await organization.get('/api/v1/sessions?status=expired')
    expect(listed.body.data.map(({ id }: any) => id)).to.deep.equal([session.id])
  })

  it('are announced to the dashboards when they expire', async () => {
    const session = await client.makeSession()
    await age(session.id, { created: 8, changed: 8 })
    const signalled: unknown[] = []
    await doAll((...changed) => signalled.push(changed))
    expect(signalled).to.deep.include([client.organizationId, session.id])
  })

  it('expire in batches, oldest first, also when two workers look at once', async () => {
    await doAll()
    const sessions = []
    for (const days of [10, 12, 11]) {
      const session = await client.makeSession()
      await age(session.id, { created: days, changed: 8 })
      sessions.push(session)
    }
    const [ten, twelve, eleven] = sessions.map(({ id }) => id)
    expect(await expireIdleSessions(parley.db, 7, 1)).to.deep.equal([
      { id: twelve, organization_id: client.organizationId },
    ])
    expect(await statusOf(twelve)).to.equal('expired')
    const expired = await Promise.all([1, 2].map(() => expireIdleSessions(parley.db, 7, 10)))
    expect(expired.flat()).to.have.length(2)
    expect([await statusOf(ten), await statusOf(eleven)]).to.deep.equal(['expired', 'expired'])
  })
})
