import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { makeEventFeed } from '../../../api/replies/eventFeed.ts'
import { createKey } from '../../../shared/applications/applications.ts'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { notify } from '../../../shared/lib/db/health.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import {
  makeNotificationReceiver,
  makeNotificationSender,
  type NotificationSender,
} from '../../../shared/lib/queue/notifications.ts'
import { type Fact, makeEvent, relayAll, writeEvent } from '../../support/data/events.ts'
import { bearer, signedIn } from '../../support/http/access.ts'
import { type Client, eventually } from '../../support/http/client.ts'
import { type EventStream, openStream } from '../../support/http/stream.ts'
import { onOneQueue, type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/api/v1/events'

/** Returns the ids of the stream's events. */
const idsOf = ({ events }: EventStream) =>
  events.flatMap(({ event, data }) => (event === 'message' ? [data.id] : []))
/** Returns the id from which a client of this stream continues. */
const lastIdOf = ({ events }: EventStream) => events.findLast(({ id }) => id)!.id!

onOneQueue('the stream of events', (backend) => {
  let parley: Parley
  let sender: NotificationSender
  const streams: EventStream[] = []
  before(async () => {
    // Streams look by themselves every 0.1 s, and ping every 0.5 s.
    parley = await startParley({ backend, workers: false, settings: { TIME_SCALE: '0.05' } })
    const config = loadConfig(parley.env)
    const log = makeLog('test', config)
    sender = makeNotificationSender(
      config,
      (channel, payload) => notify(parley.db, channel, payload),
      log,
    )
  })
  after(async () => {
    await sender.close()
    await parley.stop()
  })
  afterEach(() => {
    for (const stream of streams.splice(0)) stream.leave()
  })

  /** Starts another process on the same database, with production's times. */
  const startCalm = () =>
    startParley({ backend, workers: false, databaseUrl: parley.env.DATABASE_URL! })

  async function follow(
    { address, authorization }: Pick<Client, 'address' | 'authorization'>,
    query = '',
    headers: Record<string, string> = {},
  ): Promise<EventStream> {
    const stream = await openStream({ address, authorization } as Client, `${PATH}${query}`, {
      headers,
    })
    streams.push(stream)
    if (stream.status === 200) await stream.until('ready')
    return stream
  }
  const has = (stream: EventStream, ...ids: string[]) =>
    eventually(async () => ids.every((id) => idsOf(stream).includes(id)))
  const makerOf =
    ({ organizationId: organization_id }: Client) =>
    (fact: Omit<Fact, 'organization_id'> = {}) =>
      makeEvent(parley.db, { organization_id, ...fact })
  /** Makes a client of a new organization without events. */
  async function quiet(name: string): Promise<Client> {
    const client = await parley.another(`${name} ${backend}`)
    await relayAll(parley.db)
    await parley.db('events').where({ organization_id: client.organizationId }).delete()
    return client
  }

  it('sends new events, as the feed shows them, to each follower of the organization', async () => {
    const client = await quiet('followed')
    const make = makerOf(client)
    const before = await make()
    const [one, other] = [await follow(client), await follow(client)]
    const foreign = await follow(await quiet('foreign'))
    const ids = [await make(), await make({ type: 'connection.deleted' })]
    await has(one, ...ids)
    await has(other, ...ids)
    expect(idsOf(one)).to.deep.equal(ids)
    const shown = (await client.get(`${PATH}?after=${before}`)).body.data
    const received = one.events.filter(({ event }) => event === 'message')
    expect(received.map(({ data }) => data)).to.deep.equal(shown)
    expect(received.map(({ id }) => id)).to.deep.equal(ids)
    expect(idsOf(foreign)).to.deep.equal([])
  })

  it('is woken for new events by a signal for its organization', async () => {
    // With production's times: a busy machine must not look like a lost connection, after which all
    // are signalled.
    const config = loadConfig({ ...parley.env, TIME_SCALE: '1' })
    const receiver = await makeNotificationReceiver(config, makeLog('test', config))
    const feed = await makeEventFeed(receiver, 2)
    const received: string[] = []
    const follower = (name: string) => ({
      onSignal: () => void received.push(name),
      onClose: () => void received.push(`${name} closed`),
    })
    const [mine, theirs] = [uuid(), uuid()]
    const leave = feed.follow(mine, follower('mine'))!
    feed.follow(theirs, follower('theirs'))
    expect(feed.follow(uuid(), follower('too many'))).to.equal(undefined)
    // More organizations than one signal can name.
    sender.events.changed([...Array.from({ length: 250 }, () => uuid()), mine])
    await eventually(async () => received.includes('mine'))
    leave()
    sender.events.changed([theirs, mine])
    await eventually(async () => received.includes('theirs'))
    feed.close()
    expect(feed.follow(mine, follower('late'))).to.equal(undefined)
    await receiver.close()
    expect(received).to.deep.equal(['mine', 'theirs', 'theirs closed'])
  })

  it('continues without a gap or a repetition after a cut at any place', async () => {
    const client = await quiet('cut')
    const make = makerOf(client)
    const made: string[] = []
    const received: string[] = []
    // At first there is no event to continue after.
    let stream = await follow(client)
    for (let cut = 0; cut < 6; cut++) {
      // Some events come while the stream is open, some while it is closed; the last may be a ping.
      for (let count = 0; count < cut % 3; count++) made.push(await make())
      await has(stream, ...made.slice(received.length))
      received.push(...idsOf(stream))
      stream.leave()
      for (let count = 0; count < 2; count++) made.push(await make())
      stream = await follow(client, '', { 'Last-Event-ID': lastIdOf(stream) })
    }
    await has(stream, ...made.slice(received.length))
    expect([...received, ...idsOf(stream)]).to.deep.equal(made)
    const all = await follow(client, '?after=00000000-0000-0000-0000-000000000000')
    await has(all, ...made)
    expect(idsOf(all)).to.deep.equal(made)
    // The header counts: a browser sends it when it opens the same address again.
    const rest = await follow(client, `?after=${made[0]}`, { 'Last-Event-ID': made.at(-2)! })
    await has(rest, made.at(-1)!)
    expect(idsOf(rest)).to.deep.equal([made.at(-1)])
  })

  it('sends an event that is committed late, and none that was rolled back', async () => {
    const client = await quiet('late')
    const { organizationId: organization_id } = client
    const stream = await follow(client)
    let undone = ''
    let late = ''
    const failing = parley.db.transaction(async (transaction) => {
      undone = await writeEvent(transaction, { organization_id })
      throw new Error('undone')
    })
    await failing.catch(() => undefined)
    let early = ''
    await parley.db.transaction(async (transaction) => {
      late = await writeEvent(transaction, { organization_id })
      early = await makerOf(client)()
      await has(stream, early)
    })
    await relayAll(parley.db)
    await has(stream, late)
    expect(idsOf(stream)).to.deep.equal([early, late])
    expect(idsOf(stream)).to.not.include(undone)
  })

  it('sends only what the filter asks for, and continues past the rest', async () => {
    const client = await quiet('filtered')
    const make = makerOf(client)
    const agent = (await client.makeAgent()).id
    await relayAll(parley.db)
    const application = await parley
      .db('applications')
      .where({ organization_id: client.organizationId })
      .first()
    const rights = { name: 'Feed', scopes: ['read' as const], agent_ids: [agent], is_test: false }
    const { secret } = await createKey(parley.db, application, rights)
    await relayAll(parley.db)
    const stream = await follow(client, '?type=connection.deleted')
    const limited = await follow({ address: client.address, authorization: bearer(secret) })
    await make()
    const wanted = await make({ type: 'connection.deleted' })
    const ofAgent = await make({ agent_id: agent })
    const last = await make()
    await has(stream, wanted)
    await has(limited, ofAgent)
    // A ping has the id of the last event that was looked at.
    await eventually(async () => lastIdOf(stream) === last && lastIdOf(limited) === last)
    expect([idsOf(stream), idsOf(limited)]).to.deep.equal([[wanted], [ofAgent]])
  })

  it('ends when its key is revoked, or its session is over', async () => {
    const client = await quiet('revoked')
    const where = { organization_id: client.organizationId }
    const user = await signedIn(parley, client, 'viewer')
    const byKey = await follow(client)
    const bySession = await follow({ address: client.address, authorization: user.cookie })
    await parley.db('application_secrets').where(where).delete()
    await parley.db('dashboard_sessions').where({ user_id: user.user.id }).delete()
    for (const stream of [byKey, bySession])
      expect((await stream.end()).at(-1)).to.deep.include({ event: 'ended' })
  })

  it('waits for a slow reader, and cuts off a reader that takes nothing at all @long', async () => {
    const client = await quiet('slow')
    const { organizationId: organization_id } = client
    await parley.db.raw(
      `insert into event_outbox (id, organization_id, type, target_kind, target_id, facts)
       select gen_random_uuid(), ?, 'agent.changed', 'agent', gen_random_uuid(), jsonb_build_object('x', repeat('x', 20000))
         from generate_series(1, 1000)`,
      [organization_id],
    )
    await relayAll(parley.db)
    const [host, port] = new URL(client.address).host.split(':') as [string, string]
    const socket = connect(Number(port), host)
    await once(socket, 'connect')
    socket.pause()
    const headers = { Host: host, Accept: 'text/event-stream', ...client.authorization }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const start = '?after=00000000-0000-0000-0000-000000000000'
    socket.write(`GET ${PATH}${start} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    let isCut = false
    socket.on('error', () => {
      isCut = true
    })
    // A paused socket learns only when it sends that the other end is gone.
    await eventually(async () => isCut || void socket.write('\r\n'))
    socket.destroy()
    const all = await follow(client, start)
    await eventually(async () => idsOf(all).length === 1000)
    expect(new Set(idsOf(all))).to.have.property('size', 1000)
  })

  it('has a bounded number of followers for an organization, and frees the places of those that leave @long', async () => {
    const calm = await startCalm()
    const open = ({ authorization }: Client) =>
      follow({ address: calm.client.address, authorization })
    const client = await quiet('crowded')
    for (let count = 0; count < 100; count++) expect((await open(client)).status).to.equal(200)
    const refused = await open(client)
    expect(refused.status).to.equal(503)
    expect(refused.headers.get('retry-after')).to.equal('30')
    expect((await open(await quiet('uncrowded'))).status).to.equal(200)
    for (const stream of streams.splice(0)) stream.leave()
    await eventually(async () => (await open(client)).status === 200)
    await calm.stop()
  })

  it('ends when the process stops, so that clients continue at another', async () => {
    const leaving = await startCalm()
    const stream = await follow({
      address: leaving.client.address,
      authorization: parley.client.authorization,
    })
    await leaving.stop()
    await stream.end()
    const again = await follow(parley.client, '', { 'Last-Event-ID': lastIdOf(stream) })
    const id = await makerOf(parley.client)()
    await has(again, id)
  })
})
