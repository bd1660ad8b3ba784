import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { notify } from '../../../shared/lib/db/health.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeNotificationSender } from '../../../shared/lib/queue/notifications.ts'
import { type SignedIn, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type EventStream, openStream } from '../../support/http/stream.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/api/v1/thread-events'

onOneQueue('the stream of changed threads', (backend) => {
  let parley: Parley
  let client: Client
  let user: SignedIn
  let agent: any
  const streams: EventStream[] = []
  before(async () => {
    // Pings come every half second, and check whether the session is valid.
    parley = await startParley({ backend, settings: { TIME_SCALE: '0.05' } })
    client = parley.client
    agent = await client.makeAgent()
    user = await signedIn(parley, client, 'viewer')
  })
  after(() => parley.stop())
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.leave()
  })

  const follow = async (by: SignedIn = user): Promise<EventStream> => {
    const stream = await openStream(
      { address: client.address, authorization: by.cookie } as Client,
      PATH,
    )
    streams.push(stream)
    if (stream.status === 200) await stream.until('ready')
    return stream
  }
  const signalledIds = (stream: EventStream): string[] =>
    stream.events.flatMap(({ event, data }) => (event === 'threads.changed' ? data.thread_ids : []))
  const isSignalled = (stream: EventStream, id: string, times = 1) =>
    eventually(async () => signalledIds(stream).filter((one) => one === id).length >= times)
  const change = (path: string, body: object) =>
    client.send('PATCH', path, JSON.stringify(body), { 'Content-Type': 'application/json' })

  it('announces a question, its reply, a rating, a change and the end, to every follower', async () => {
    const [one, other] = [await follow(), await follow()]
    const { id } = await client.makeConversation({ agent_id: agent.id })
    const path = `/api/v1/conversations/${id}`
    const steps = [
      () => client.say(id, 'Hi', { Prefer: 'respond-async' }),
      () => client.post(`${path}/feedback`, { reviewer: 'zoe', rating: 1 }),
      () => change(path, { status: 'closed' }),
      () => client.send('DELETE', path),
    ]
    await isSignalled(one, id)
    // A reply that a worker stores is announced without a request.
    await steps[0]!()
    await isSignalled(one, id, 3)
    for (const [nth, step] of steps.slice(1).entries()) {
      await step()
      await isSignalled(one, id, 4 + nth)
    }
    await isSignalled(other, id, 6)
  })

  it('announces a failed and a cancelled reply as well', async () => {
    const stream = await follow()
    parley.model.behave(() => ({ status: 401 }))
    const failing = await client.makeSession({ agent_id: agent.id })
    await client.post(`/api/v1/sessions/${failing.id}/messages`, { content: 'Hi' })
    await isSignalled(stream, failing.id, 2)
    parley.model.behave(() => ({ pieces: ['Never '], everyMs: 0, ending: 'hang' }))
    const { id } = await client.makeConversation({ agent_id: agent.id })
    const asked = await client.say(id, 'Hi', { Prefer: 'respond-async' })
    const before = signalledIds(stream).filter((one) => one === id).length
    await client.send('DELETE', `/api/v1/conversations/${id}/messages/${asked.body.data.id}`)
    await isSignalled(stream, id, before + 1)
    parley.model.reset()
  })

  it('says that any thread may have changed when an agent is deleted with its threads', async () => {
    const stream = await follow()
    const gone = await client.makeAgent()
    expect((await client.send('DELETE', `/api/v1/agents/${gone.id}`)).status).to.equal(200)
    await eventually(async () =>
      stream.events.some(
        ({ event, data }) => event === 'threads.changed' && !data.thread_ids.length,
      ),
    )
  })

  it('opens while changes come', async () => {
    const busy = await parley.another(`A busy one ${backend}`)
    const owner = await signedIn(parley, busy, 'owner')
    const config = loadConfig(parley.env)
    const send = (channel: string, payload: string) => notify(parley.db, channel, payload)
    const sender = makeNotificationSender(config, send, makeLog('test', config))
    let isOpen = false
    const changing = (async () => {
      while (!isOpen) {
        await Promise.all(Array.from({ length: 20 }, () => sender.send(busy.organizationId, '[]')))
        await nextTurn()
      }
    })()
    const stream = await follow(owner).finally(() => {
      isOpen = true
    })
    await changing
    const { id } = await busy.makeConversation()
    await isSignalled(stream, id)
    expect(stream.events[0]!.event).to.equal('ready')
    await sender.close()
  })

  it('announces nothing of another organization', async () => {
    const stranger = await parley.another(`A stranger ${backend}`)
    const stream = await follow(await signedIn(parley, stranger, 'owner'))
    const mine = await follow()
    const foreign = await client.makeConversation({ agent_id: agent.id })
    await isSignalled(mine, foreign.id)
    const own = await stranger.makeConversation()
    await isSignalled(stream, own.id)
    expect(signalledIds(stream)).to.not.include(foreign.id)
    expect(signalledIds(mine)).to.not.include(own.id)
  })

  it("ends when the session is over, and when the user's role changes", async () => {
    const [leaving, demoted] = [
      await signedIn(parley, client, 'owner'),
      await signedIn(parley, client, 'editor'),
    ]
    const first = await follow(leaving)
    const second = await follow(demoted)
    await parley.db('dashboard_sessions').where({ user_id: leaving.user.id }).delete()
    await parley.db('users').where({ id: demoted.user.id }).update({ role: 'viewer' })
    for (const stream of [first, second]) {
      const events = await stream.end()
      expect(events.at(-1)!.event).to.equal('ended')
    }
    expect((await follow(leaving)).status).to.equal(401)
    expect((await follow(demoted)).status).to.equal(200)
  })

  it('does not keep an unused session alive', async () => {
    const idle = await signedIn(parley, client, 'owner')
    const stream = await follow(idle)
    const at = new Date(Date.now() - 3_600_000)
    const session = () => parley.db('dashboard_sessions').where({ user_id: idle.user.id })
    await session().update({ last_seen_at: at })
    const pings = () => stream.events.filter(({ event }) => event === 'ping').length
    const before = pings()
    await eventually(async () => pings() >= before + 2)
    expect((await session().first()).last_seen_at).to.deep.equal(at)
  })

  it('has a bounded number of followers, and frees the places of those that leave @long', async () => {
    const crowded = await parley.another(`A crowd ${backend}`)
    const one = await signedIn(parley, crowded, 'owner')
    const { limit } = (await openCount(one)).data
    for (let count = 0; count < limit; count++) await follow(one)
    const refused = await follow(one)
    expect(refused.status).to.equal(503)
    expect(refused.headers.get('retry-after')).to.equal('30')
    // Other organizations are not refused.
    expect((await follow()).status).to.equal(200)
    for (const stream of streams.splice(0)) stream.leave()
    await eventually(async () => (await openCount(one)).data.open === 0)
    expect((await follow(one)).status).to.equal(200)
  })

  const openCount = async (by: SignedIn) =>
    (await fetch(client.address + PATH, { headers: by.cookie })).json() as Promise<any>
})
