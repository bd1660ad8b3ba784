import { expect } from 'chai'
import { v7 as uuid } from 'uuid'
import { MAX_RELAYED, makeRelay, type Relayed, relayEvents } from '../../../shared/events/relay.ts'
import { makeReadRelayLag } from '../../../shared/events/relayLag.ts'
import { makeEventWorld } from '../../support/data/events.ts'
import { eventually } from '../../support/http/client.ts'
import { planOf } from '../../support/product/plans.ts'
import { countStatements } from '../../support/product/statements.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

type World = Awaited<ReturnType<typeof makeEventWorld>>

describe('the events relay', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let world: World
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 20)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    await db('event_outbox').delete()
    world = await makeEventWorld(db)
    await relayAll()
  })

  const settings = { ENDPOINT_MAX_WAITING: 1_000, times: { wakeUpGraceMs: 500 } }
  async function relayAll(relay: () => Promise<Relayed> = () => relayEvents(db)): Promise<Relayed> {
    const all: Relayed = { moved: 0, organizations: [], deliveries: [] }
    for (;;) {
      const { moved, organizations, deliveries } = await relay()
      if (moved === 0) return all
      all.moved += moved
      all.organizations.push(...organizations)
      all.deliveries.push(...deliveries)
    }
  }
  const eventsOf = ({ organization_id }: { organization_id: string }) =>
    db('events').where({ organization_id }).orderBy('position')
  /** Executes a statement in a transaction that stays open until it is ended. */
  async function hold(text: string, values: unknown[]) {
    let end!: (how: 'commit' | 'rollback') => void
    const ending = new Promise<'commit' | 'rollback'>((resolve) => {
      end = resolve
    })
    let begun!: () => void
    const ready = new Promise<void>((resolve) => {
      begun = resolve
    })
    const ended = db
      .transaction(async (transaction) => {
        await transaction.query({ text, values })
        begun()
        if ((await ending) === 'rollback') throw new Error('rolled back')
      })
      .catch((error: Error) => {
        if (error.message !== 'rolled back') throw error
      })
    await Promise.race([ready, ended])
    return async (how: 'commit' | 'rollback') => {
      end(how)
      await ended
    }
  }
  const writing = ({
    id = uuid(),
    organization_id,
    type,
    target_id,
  }: ReturnType<typeof row> & { id?: string }) =>
    hold(
      "insert into event_outbox (id, organization_id, type, target_kind, target_id) values ($1, $2, $3, 'agent', $4)",
      [id, organization_id, type, target_id],
    )
  const deleting = (table: string, id: string) => hold(`delete from ${table} where id = $1`, [id])
  const row = (fields: object = {}) => ({
    organization_id: world.organization_id,
    type: 'agent.changed',
    target_kind: 'agent',
    target_id: uuid(),
    ...fields,
  })

  it('gives events their order, and counts those of each thread from 1', async () => {
    const [one, other] = [await world.makeThread(), await world.makeThread()]
    await world.makeReply(one.id)
    await world.makeReply(other.id)
    const first = await relayEvents(db)
    expect(first.moved).to.equal(4)
    expect(first.organizations).to.deep.equal([world.organization_id])
    await world.makeReply(one.id)
    await db('threads').where({ id: one.id }).update({ status: 'closed' })
    await relayEvents(db)
    expect((await relayEvents(db)).moved).to.equal(0)
    const events = await eventsOf(world)
    const ofThreads = events.filter(({ thread_id }) => thread_id)
    expect(
      ofThreads.map(({ type, thread_id, sequence }) => [
        type,
        thread_id === one.id ? 'one' : 'other',
        sequence,
      ]),
    ).to.deep.equal([
      ['conversation.created', 'one', 1],
      ['conversation.created', 'other', 1],
      ['message.completed', 'one', 2],
      ['message.completed', 'other', 2],
      ['message.completed', 'one', 3],
      ['conversation.closed', 'one', 4],
    ])
    expect(
      events.filter(({ thread_id }) => !thread_id).map(({ type, sequence }) => [type, sequence]),
    ).to.deep.equal([['agent.created', null]])
    expect(new Set(events.map(({ position }) => position)).size).to.equal(events.length)
    expect(await db('event_outbox')).to.deep.equal([])
  })

  it('counts up to the deletion of a thread, and then forgets the count', async () => {
    const thread = await world.makeThread()
    await relayEvents(db)
    await world.makeReply(thread.id)
    await db('threads').where({ id: thread.id }).delete()
    await relayEvents(db)
    const sequences = (await eventsOf(world))
      .filter(({ thread_id }) => thread_id)
      .map(({ type, sequence }) => [type, sequence])
    expect(sequences).to.deep.equal([
      ['conversation.created', 1],
      ['message.completed', 2],
      ['conversation.deleted', 3],
    ])
    expect(await db('thread_sequences').where({ thread_id: thread.id })).to.deep.equal([])
    const short = await world.makeThread()
    await db('threads').where({ id: short.id }).delete()
    await relayEvents(db)
    expect(
      (await db('events').where({ thread_id: short.id }).orderBy('position')).map(
        ({ sequence }) => sequence,
      ),
    ).to.deep.equal([1, 2])
  })

  it('skips uncommitted events, relays them later with a later position, and never relays rolled-back events', async () => {
    const late = row({ type: 'agent.created' })
    const commit = await writing(late)
    const rollBack = await writing(row())
    const early = row()
    await db('event_outbox').insert(early)
    expect((await relayEvents(db)).moved).to.equal(1)
    await commit('commit')
    await rollBack('rollback')
    expect((await relayEvents(db)).moved).to.equal(1)
    expect((await relayEvents(db)).moved).to.equal(0)
    const targets = (await eventsOf(world)).slice(-2)
    expect(targets.map(({ target_id }) => target_id)).to.deep.equal([
      early.target_id,
      late.target_id,
    ])
    // It was written first.
    expect(targets[1].id < targets[0].id).to.equal(true)
  })

  it('makes a delivery and a job for each active endpoint that takes the type, in the same statement', async () => {
    const all = await world.makeEndpoint()
    const some = await world.makeEndpoint({ events: ['message.completed', 'agent.deleted'] })
    await world.makeEndpoint({ events: ['message.failed'] })
    await world.makeEndpoint({ is_active: false })
    await world.makeEndpoint({ disabled_at: new Date(), disabled_reason: 'gone' })
    const other = await makeEventWorld(db)
    await other.makeEndpoint()
    await relayAll()
    await db('webhook_deliveries').delete()
    await db('open_jobs').delete()
    const thread = await world.makeThread()
    await world.makeReply(thread.id)
    const { deliveries } = await relayEvents(db)
    const stored = await db('webhook_deliveries').orderBy('id')
    const completed = (await eventsOf(world)).at(-1)
    expect(
      stored.map(({ endpoint_id, event_type }) => [endpoint_id, event_type]),
    ).to.have.deep.members([
      [all.id, 'conversation.created'],
      [all.id, 'message.completed'],
      [some.id, 'message.completed'],
    ])
    for (const { status, organization_id, next_attempt_at } of stored) {
      expect({ status, organization_id }).to.deep.equal({
        status: 'pending',
        organization_id: world.organization_id,
      })
      expect(next_attempt_at).to.be.an.instanceOf(Date)
    }
    const jobs = await db('open_jobs').orderBy('id')
    expect(jobs.map(({ id, endpoint_id, lane }) => [id, endpoint_id, lane])).to.deep.equal(
      stored.map(({ id, endpoint_id }) => [id, endpoint_id, 'deliver']),
    )
    expect(deliveries).to.have.deep.members(
      jobs.map(({ id, organization_id, request_id }) => ({ id, organization_id, request_id })),
    )
    expect(jobs.map(({ request_id }) => request_id)).to.include(completed.id)
  })

  it('skips deliveries to an endpoint with too many waiting, and opens no job for them', async () => {
    const crowded = await world.makeEndpoint()
    const free = await world.makeEndpoint()
    for (let nth = 0; nth < 3; nth++) await db('event_outbox').insert(row())
    await relayEvents(db)
    await db('open_jobs').where({ endpoint_id: free.id }).delete()
    await db('event_outbox').insert(row())
    const { deliveries } = await makeRelay(db, { ...settings, ENDPOINT_MAX_WAITING: 3 })()
    expect(deliveries).to.have.length(1)
    const [event] = (await eventsOf(world)).slice(-1)
    const made = await db('webhook_deliveries').where({ event_id: event.id })
    expect(
      made.map(({ endpoint_id, status, last_error }) => ({ endpoint_id, status, last_error })),
    ).to.have.deep.members([
      { endpoint_id: crowded.id, status: 'skipped', last_error: 'too_many_waiting' },
      { endpoint_id: free.id, status: 'pending', last_error: null },
    ])
    expect(await db('open_jobs').where({ endpoint_id: crowded.id })).to.have.length(3)
  })

  it('drops the events of a deleted organization', async () => {
    await db('event_outbox').insert([row(), row({ organization_id: uuid() }), row()])
    await relayEvents(db)
    expect(await db('event_outbox')).to.deep.equal([])
    expect(await eventsOf(world)).to.have.length(3)
  })

  it('does not wait while an organization or an endpoint is being deleted: only its events wait', async () => {
    const [dying, cut] = [await makeEventWorld(db), await makeEventWorld(db)]
    const endpoint = await cut.makeEndpoint()
    await relayAll()
    const events = [dying, cut].flatMap(({ organization_id }) =>
      Array.from({ length: MAX_RELAYED }, () => row({ organization_id })),
    )
    await db.batchInsert('event_outbox', events, 500)
    await db('event_outbox').insert(row())
    const endOne = await deleting('organizations', dying.organization_id)
    const endOther = await deleting('webhook_endpoints', endpoint.id)
    const relay = makeRelay(db, settings)
    const before = (await eventsOf(world)).length
    await relayAll(relay)
    expect(await eventsOf(world), 'of the others').to.have.length(before + 1)
    expect(await eventsOf(cut)).to.have.length(1)
    await endOne('commit')
    await endOther('rollback')
    await relayAll(relay)
    expect(await eventsOf(cut)).to.have.length(1 + MAX_RELAYED)
    expect(await db('webhook_deliveries').where({ endpoint_id: endpoint.id })).to.have.length(
      1 + MAX_RELAYED,
    )
    expect(await eventsOf(dying)).to.deep.equal([])
    expect(await db('event_outbox')).to.deep.equal([])
  })

  it('finds events of long transactions, a minute later at most', async () => {
    const relay = makeRelay(db, settings)
    await db('event_outbox').insert(row())
    await relayAll(relay)
    const old = uuid({ msecs: Date.now() - 60_000 })
    await db('event_outbox').insert(row({ id: old }))
    await relay()
    expect(await db('event_outbox'), 'looks behind the rows of a dump').to.have.length(1)
    // Another process begins with a full search.
    expect((await makeRelay(db, settings)()).moved).to.equal(1)
    expect((await eventsOf(world)).at(-1).id).to.equal(old)
  })

  it('looks back 10 s while a transaction of that time may still commit, and 1 s otherwise', async () => {
    const old = () => row({ id: uuid({ msecs: Date.now() - 5_000 }) })
    const end = await writing(old())
    const relay = makeRelay(db, settings)
    await relayAll(relay)
    await relayAll(relay)
    await db('event_outbox').insert(row())
    await relayAll(relay)
    await end('commit')
    expect((await relay()).moved).to.equal(1)
    // A transaction of another database of this server may be open for a while.
    await eventually(async () => {
      await db('event_outbox').insert(old())
      const { moved } = await relay()
      await relayEvents(db)
      if (moved === 0) return true
      await db('event_outbox').insert(row())
      return void (await relayAll(relay))
    })
  })

  it('sends the refusals of a limit after their minute is over, in one event', async () => {
    const block = (created_at: Date) =>
      world.insert('limit_blocks', { endpoint: '/api/v1/agents', bucket: 'api', created_at })
    const minute = new Date(Math.floor(Date.now() / 60_000 - 5) * 60_000)
    for (let second = 0; second < 7; second++) await block(new Date(Number(minute) + second * 1000))
    await block(new Date())
    await relayAll(makeRelay(db, settings))
    const relayed = (await eventsOf(world)).filter(({ type }) => type === 'limit.blocked')
    expect(
      relayed.map(({ facts, target_id }) => ({
        ...facts,
        minute: new Date(facts.minute),
        target_id,
      })),
    ).to.deep.equal([{ bucket: 'api', minute, count: 7, target_id: world.organization_id }])
    expect(await db('limit_minutes')).to.have.length(1)
  })

  it('loses and repeats nothing with two relays, fifty writers, late commits and rollbacks, and a reader skips nothing', async () => {
    const endpoint = await world.makeEndpoint()
    const threads = await Promise.all(Array.from({ length: 10 }, () => world.makeThread()))
    let isWriting = true
    let isRelaying = true
    const committed: string[] = []
    const undone: string[] = []
    async function write(writer: number) {
      for (let nth = 0; nth < 12; nth++) {
        const ids = [uuid(), uuid()]
        const isUndone = (writer + nth) % 5 === 0
        const work = db.transaction(async (transaction) => {
          for (const target_id of ids) {
            const { id, organization_id } = {
              id: threads[(writer + nth) % 10].id,
              organization_id: world.organization_id,
            }
            await transaction.query({
              text: `insert into event_outbox (organization_id, type, target_kind, target_id, thread_id)
                     select $1, 'message.completed', 'message', $2, $3 from pg_sleep($4)`,
              values: [organization_id, target_id, id, (nth % 4) / 200],
            })
          }
          if (isUndone) throw new Error('undone')
        })
        await work.catch((error: Error) => expect(error.message).to.equal('undone'))
        ;(isUndone ? undone : committed).push(...ids)
      }
    }
    const read: string[] = []
    async function follow() {
      let after = '0'
      for (let isLast = false; ; isLast = !isRelaying) {
        const rows = await db('events')
          .where({ organization_id: world.organization_id })
          .where('position', '>', after)
          .orderBy('position')
          .limit(100)
        read.push(...rows.map(({ id }) => id))
        after = rows.at(-1)?.position ?? after
        if (isLast && rows.length === 0) return
      }
    }
    async function relaying() {
      const relay = makeRelay(db, settings)
      for (let isLast = false; ; isLast = !isWriting) {
        const { moved } = await relay()
        if (isLast && moved === 0) return
      }
    }
    const relays = [relaying(), relaying()]
    const readers = [follow()]
    await Promise.all(Array.from({ length: 50 }, (_, writer) => write(writer)))
    isWriting = false
    await Promise.all(relays)
    isRelaying = false
    await Promise.all(readers)
    const events = await eventsOf(world)
    const relayed = events
      .filter(({ type }) => type === 'message.completed')
      .map(({ target_id }) => target_id)
    expect(relayed.slice().sort()).to.deep.equal(committed.slice().sort())
    expect(undone).to.have.length.above(100)
    expect(read, 'by the reader').to.deep.equal(events.map(({ id }) => id))
    for (const { id } of threads) {
      const sequences = events
        .filter(({ thread_id }) => thread_id === id)
        .map(({ sequence }) => sequence)
      expect(sequences).to.deep.equal(sequences.map((_, nth) => nth + 1))
    }
    const delivered = await db('webhook_deliveries')
      .where({ endpoint_id: endpoint.id })
      .pluck('event_id')
    expect(new Set(delivered).size).to.equal(delivered.length)
    expect(delivered.slice().sort()).to.deep.equal(
      events
        .filter(({ type }) => type !== 'agent.created')
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('does its work completely or not at all when its connection breaks', async () => {
    const endpoint = await world.makeEndpoint()
    let isWritten = false
    const relaying = (async () => {
      const outcomes: Relayed[] = []
      for (;;) {
        const outcome = await relayEvents(db).catch(() => undefined)
        if (outcome) outcomes.push(outcome)
        if (outcome?.moved === 0 && isWritten) return outcomes
      }
    })()
    for (let nth = 0; nth < 40; nth++) {
      await db.batchInsert(
        'event_outbox',
        Array.from({ length: 20 }, () => row()),
        20,
      )
      await db.raw(
        `select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      )
    }
    isWritten = true
    await relaying
    const events = await eventsOf(world)
    expect(events.filter(({ type }) => type === 'agent.changed')).to.have.length(800)
    expect(await db('webhook_deliveries').where({ endpoint_id: endpoint.id })).to.have.length(800)
    expect(await db('open_jobs').where({ endpoint_id: endpoint.id })).to.have.length(800)
    expect(await db('event_outbox')).to.deep.equal([])
  })

  describe('and its age', () => {
    const age = (text: string) =>
      db
        .raw(`update event_outbox set created_at = now() - interval '${text}'`)
        .then(() => undefined)

    it('is that of the oldest event without a position, which one statement a second reads by the primary key', async () => {
      const read = makeReadRelayLag(db, 0)
      expect(await read()).to.equal(0)
      await db('event_outbox').insert({
        organization_id: world.organization_id,
        type: 'connection.changed',
        target_kind: 'connection',
        target_id: uuid(),
      })
      await age('75 s')
      expect(await read()).to.be.within(75, 80)
      await relayAll()
      expect(await read()).to.equal(0)
      const remembering = makeReadRelayLag(db, 60_000)
      const both = async () => {
        await remembering()
        await remembering()
      }
      expect(await countStatements(both, /event_outbox/)).to.equal(1)
      const plan = await planOf(db, (asked) => makeReadRelayLag(asked, 0)().catch(() => undefined))
      expect(plan).to.contain('using event_outbox_pkey').and.not.contain('Seq Scan')
    })
  })
})
