import { expect } from 'chai'
import { NIL, v7 as uuid } from 'uuid'
import { createKey } from '../../../shared/applications/applications.ts'
import { relayEvents } from '../../../shared/events/relay.ts'
import { makeDb } from '../../../shared/lib/db/db.ts'
import { sql } from '../../../shared/lib/db/statements.ts'
import { type Fact, makeEvent, relayAll, writeEvent } from '../../support/data/events.ts'
import { bearer, signedIn } from '../../support/http/access.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const PATH = '/api/v1/events'
const STREAM = { Accept: 'text/event-stream' }
const WRITERS = 50
const EACH = 8

describe('the feed of events', () => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ workers: false })
  })
  after(() => parley.stop())

  /** Makes a client of a new organization, and a writer of events there. */
  async function makeFeed(name: string) {
    const client = await parley.another(name)
    const { organizationId: organization_id } = client
    await relayAll(parley.db)
    await parley.db('events').where({ organization_id }).delete()
    const make = (fact: Omit<Fact, 'organization_id'> = {}) =>
      makeEvent(parley.db, { organization_id, ...fact })
    const list = async (query: Record<string, string> = {}, headers?: Record<string, string>) => {
      const { status, body } = await client.get(`${PATH}?${new URLSearchParams(query)}`, headers)
      expect(status, JSON.stringify(body)).to.equal(200)
      return body
    }
    const ids = async (
      query?: Record<string, string>,
      headers?: Record<string, string>,
    ): Promise<string[]> => (await list(query, headers)).data.map(({ id }: { id: string }) => id)
    return { client, organization_id, make, list, ids }
  }

  it('continues after the last event that was read, also with later events', async () => {
    const { make, list, ids } = await makeFeed('reader')
    const [one, two, three] = [await make(), await make(), await make()]
    const first = await list({ limit: '2' })
    expect(first.data.map(({ id }: any) => id)).to.deep.equal([one, two])
    expect(first.pagination).to.deep.include({ limit: 2, has_more: true, next_cursor: two })
    const second = await list({ limit: '2', after: two })
    expect(second.pagination).to.deep.include({ limit: 2, has_more: false, next_cursor: three })
    const nothing = await list({ after: three })
    expect(nothing.data).to.deep.equal([])
    expect(nothing.pagination.next_cursor).to.equal(three)
    const four = await make()
    expect(await ids({ after: three })).to.deep.equal([four])
    expect(await ids({ order: 'desc', limit: '3' })).to.deep.equal([four, three, two])
    expect(await ids({ order: 'desc', after: two })).to.deep.equal([one])
  })

  it('shows how long the oldest event waits, so that a stopped relay is noticed', async () => {
    const { client, organization_id, list } = await makeFeed('waiter')
    const ready = async () => (await client.get('/ready')).body
    const isFresh = async () => (await list()).pagination.lag_seconds === 0
    await eventually(isFresh, 30)
    const id = await writeEvent(parley.db, { organization_id })
    await parley.db.raw(
      `update event_outbox set created_at = now() - interval '90 s' where id = ?`,
      [id],
    )
    await eventually(async () => (await list()).pagination.lag_seconds >= 90, 30)
    expect((await list()).data).to.deep.equal([])
    const { data, detail } = await ready()
    expect(data.relay_lag_seconds).to.be.at.least(90)
    expect(detail).to.match(/^Ready; .*events have waited for 9\d s for a worker-deliver\.$/)
    await relayAll(parley.db)
    await eventually(isFresh, 30)
    expect((await ready()).data.relay_lag_seconds).to.equal(0)
  })

  it('begins before the first event, also while there are no events', async () => {
    const { make, list, ids } = await makeFeed('beginner')
    expect((await list()).pagination).to.deep.include({ has_more: false, next_cursor: NIL })
    const one = await make()
    expect(await ids({ after: NIL })).to.deep.equal([one])
  })

  it('filters by type, record and thread, and continues past what does not match', async () => {
    const { make, list, ids } = await makeFeed('filters')
    const [record, thread] = [uuid(), uuid()]
    const about = await make({ target_id: record, type: 'connection.created' })
    const opened = await make({
      type: 'session.created',
      target_kind: 'session',
      target_id: thread,
      thread_id: thread,
    })
    const closed = await make({
      type: 'session.closed',
      target_kind: 'session',
      target_id: thread,
      thread_id: thread,
    })
    const last = await make()
    expect(await ids({ target_id: record })).to.deep.equal([about])
    expect(await ids({ type: 'connection.created' })).to.deep.equal([about])
    expect(await ids({ type: 'connection.created', target_id: thread })).to.deep.equal([])
    const ofThread = await list({ thread_id: thread, limit: '1' })
    expect(ofThread.data[0]).to.include({
      id: opened,
      sequence: 1,
      thread_id: thread,
      object: 'event',
    })
    expect(await ids({ thread_id: thread, after: opened })).to.deep.equal([closed])
    expect((await list({ type: 'user.joined' })).pagination.next_cursor).to.equal(last)
  })

  it('reads a bounded number of events at a time, and misses none behind them', async () => {
    const { organization_id, make, list } = await makeFeed('long')
    await parley.db.raw(
      `insert into event_outbox (id, organization_id, type, target_kind, target_id)
       select gen_random_uuid(), ?, 'agent.changed', 'agent', gen_random_uuid() from generate_series(1, 5200)`,
      [organization_id],
    )
    await relayAll(parley.db)
    const rare = await make()
    const short = await list({ type: 'connection.changed' })
    expect(short.data).to.deep.equal([])
    expect(short.pagination.has_more).to.equal(true)
    const rest = await list({ type: 'connection.changed', after: short.pagination.next_cursor })
    expect(rest.data.map(({ id }: any) => id)).to.deep.equal([rare])
    expect(rest.pagination).to.deep.include({ has_more: false, next_cursor: rare })
  })

  it('refuses to continue after an event that is unknown, too old, or of another organization', async () => {
    const { client, make, organization_id } = await makeFeed('lost')
    const stranger = await makeFeed('strange')
    const expired = await make()
    await make()
    await parley.db('events').where({ organization_id, id: expired }).delete()
    const lost = [expired, uuid(), await stranger.make()]
    const headersOf = (id: string): Record<string, string>[] => [
      {},
      STREAM,
      { ...STREAM, 'Last-Event-ID': id },
    ]
    for (const after of lost)
      for (const headers of headersOf(after)) {
        const { status, body } = await client.get(`${PATH}?after=${after}`, headers)
        expect([status, body.code]).to.deep.equal([410, 'cursor_expired'])
      }
    const junk = await client.get(PATH, { ...STREAM, 'Last-Event-ID': 'junk' })
    expect(junk.status).to.equal(410)
  })

  it('shows a single event, and none of another organization', async () => {
    const { client, make } = await makeFeed('single')
    const stranger = await makeFeed('stranger')
    const id = await make({ type: 'connection.deleted' })
    const { body } = await client.get(`${PATH}/${id}`)
    expect(body.data).to.deep.include({
      id,
      type: 'connection.deleted',
      sequence: null,
      is_test: false,
    })
    expect(body.data.data).to.include({ object: 'connection', deleted: true })
    expect((await stranger.client.get(`${PATH}/${id}`)).status).to.equal(404)
    expect(await stranger.ids()).to.deep.equal([])
  })

  it("gives a key of single agents only these agents' events, and a test key only those of tests", async () => {
    const { client, make, ids, organization_id } = await makeFeed('keys')
    const [mine, other] = [(await client.makeAgent()).id, (await client.makeAgent()).id]
    const application = await parley.db('applications').where({ organization_id }).first()
    const keyOf = async (rights: object) => {
      const fields = {
        name: 'Feed',
        scopes: ['read' as const],
        agent_ids: null,
        is_test: false,
        ...rights,
      }
      const { secret } = await createKey(parley.db, application, fields)
      return bearer(secret)
    }
    const [ofMine, tests, all] = [
      await keyOf({ agent_ids: [mine] }),
      await keyOf({ is_test: true }),
      await keyOf({}),
    ]
    await relayAll(parley.db)
    const after = (await ids({ order: 'desc', limit: '1' }))[0] ?? NIL
    const thread = { type: 'session.created', target_kind: 'session' } as const
    const general = await make()
    const live = await make({ ...thread, thread_id: uuid(), agent_id: mine })
    const foreign = await make({ ...thread, thread_id: uuid(), agent_id: other })
    const test = await make({ ...thread, thread_id: uuid(), agent_id: mine, is_test: true })
    const { cookie } = await signedIn(parley, client, 'viewer')
    await relayAll(parley.db)
    const seen = async (headers: Record<string, string>) => {
      const response = await fetch(`${client.address}${PATH}?after=${after}`, { headers })
      return ((await response.json()) as any).data
        .map(({ id }: any) => id)
        .filter((id: string) => [general, live, foreign, test].includes(id))
    }
    expect(await seen(all)).to.deep.equal([general, live, foreign])
    expect(await seen(ofMine)).to.deep.equal([live])
    expect(await seen(tests)).to.deep.equal([general, test])
    expect(await seen(cookie)).to.deep.equal([general, live, foreign, test])
    const one = async (id: string, headers: Record<string, string>) =>
      (await fetch(`${client.address}${PATH}/${id}`, { headers })).status
    expect([
      await one(live, ofMine),
      await one(foreign, ofMine),
      await one(test, ofMine),
    ]).to.deep.equal([200, 404, 404])
    // The positions of events out of reach are no secret: the key continues after them.
    expect(
      await (await fetch(`${client.address}${PATH}?after=${foreign}`, { headers: ofMine })).json(),
    ).to.deep.include({ data: [] })
  })

  it('gives two readers beside 50 writers every committed event once, in one order', async () => {
    const { client, organization_id } = await makeFeed('crowd')
    const writers = makeDb(parley.env.DATABASE_URL!, WRITERS)
    const committed: string[] = []
    let open = WRITERS
    /** Commits early or late, or not at all: the first transactions often end last. */
    async function write(nth: number): Promise<void> {
      for (let count = 0; count < EACH; count++) {
        const ids: string[] = []
        const isKept = (nth + count) % 3 !== 0
        await writers
          .transaction(async (transaction) => {
            ids.push(await writeEvent(transaction, { organization_id }))
            // Other writers and readers run in between, and their later ids are committed first.
            for (let turn = 0; turn < (nth * 7 + count * 3) % 10; turn++)
              await sql(transaction)`select`
            ids.push(await writeEvent(transaction, { organization_id }))
            if (!isKept) throw new Error('undone')
          })
          .catch((error) => expect(error.message).to.equal('undone'))
        if (isKept) committed.push(...ids)
      }
      open--
    }
    const isLeft = async () =>
      (await parley.db('event_outbox').where({ organization_id }).limit(1)).length > 0
    let isMoved = false
    /** Two relays, as in two processes. */
    async function relay(): Promise<void> {
      while (open > 0 || (await isLeft())) await relayEvents(parley.db)
      isMoved = true
    }
    async function read(limit: number): Promise<string[]> {
      const ids: string[] = []
      for (let after = NIL; ; ) {
        const wasMoved = isMoved
        const { body } = await client.get(`${PATH}?limit=${limit}&after=${after}`)
        ids.push(...body.data.map(({ id }: any) => id))
        after = body.pagination.next_cursor
        if (wasMoved && !body.pagination.has_more) return ids
      }
    }
    const writing = Array.from({ length: WRITERS }, (_, nth) => write(nth))
    const [some, others] = await Promise.all([read(3), read(50), relay(), relay(), ...writing])
    await writers.destroy()
    expect(committed).to.have.length.above(WRITERS * EACH)
    expect(some).to.have.members(committed)
    expect(others).to.deep.equal(some)
  })
})
