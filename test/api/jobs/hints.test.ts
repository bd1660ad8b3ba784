import { EventEmitter } from 'node:events'
import { expect } from 'chai'
import { type JobWaiter, makeJobWaiter } from '../../../api/replies/jobWaiter.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import type { WakeUps } from '../../../shared/lib/queue/queue.ts'
import { eventually } from '../../support/http/client.ts'
import { onBothQueues, type Parley, startParley } from '../../support/product/parley.ts'

onBothQueues('lost notifications', (backend) => {
  let parley: Parley
  before(async () => {
    parley = await startParley({ backend })
  })
  after(() => parley.stop())

  it('cost no reply: the waiting request reads the row each second', async () => {
    const { client, db } = parley
    parley.model.behave(() => ({ text: 'found without a hint' }))
    const conversation = await client.makeConversation()
    // The worker notifies an address without a listener.
    await db.raw(`create function misdirect() returns trigger language plpgsql as
      $$ begin new.reply_to := 'nobody'; return new; end $$`)
    await db.raw(
      'create trigger misdirect before insert on open_jobs for each row execute function misdirect()',
    )
    const { status, body } = await client.say(conversation.id, 'Hi', { Prefer: 'wait=5' })
    expect(status).to.equal(201)
    expect(body.data.content).to.equal('found without a hint')
  })
})

describe('waiting for a row', () => {
  const silent = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
  const wakeUps = { send: async () => true } as unknown as WakeUps
  const job = (id: string) => ({ id, organization_id: 'o', request_id: 'r' })
  let finished: { id: string }[]
  let reads: string[][]
  let failing: boolean
  let ask: JobWaiter<{ id: string }>
  beforeEach(() => {
    finished = []
    reads = []
    failing = false
    const read = async (ids: string[]) => {
      reads.push(ids)
      if (failing) throw new Error('the database is away')
      return finished.filter(({ id }) => ids.includes(id))
    }
    ask = makeJobWaiter({
      lane: 'reply',
      wakeUps,
      read,
      maxWaiters: 3,
      rereadMs: TIMES.rereadMs,
      log: silent,
    })
  })
  afterEach(() => ask.close())

  it('ends at a hint', async () => {
    const waiting = ask.ask(job('a'), 10, new EventEmitter())
    finished = [{ id: 'a' }]
    ask.refresh('a')
    expect(await waiting).to.deep.equal({ id: 'a' })
    expect(ask.size).to.equal(0)
  })

  it('reads once for all hints that come together', async () => {
    const waiting = ['a', 'b'].map((id) => ask.ask(job(id), 10, new EventEmitter()))
    finished = [{ id: 'a' }, { id: 'b' }]
    for (const id of ['a', 'b', 'a', 'nobody']) ask.refresh(id)
    await Promise.all(waiting)
    expect(reads).to.deep.equal([['a', 'b']])
  })

  it('reads many rows in several batches, between which other work runs', async () => {
    const read = async (ids: string[]) => {
      reads.push(ids)
      return ids.map((id) => ({ id }))
    }
    const crowd = makeJobWaiter({
      lane: 'reply',
      wakeUps,
      read,
      maxWaiters: 1_000,
      rereadMs: TIMES.rereadMs,
      log: silent,
    })
    const ids = Array.from({ length: 120 }, (_, nth) => `crowd-${nth}`)
    const waiting = ids.map((id) => crowd.ask(job(id), 10, new EventEmitter()))
    for (const id of ids) crowd.refresh(id)
    expect(await Promise.all(waiting)).to.deep.equal(ids.map((id) => ({ id })))
    expect(reads.map(({ length }) => length)).to.deep.equal([50, 50, 20])
    crowd.close()
  })

  it('continues after a wrong hint', async () => {
    const waiting = ask.ask(job('a'), 10, new EventEmitter())
    ask.refresh('a')
    await eventually(async () => reads.length === 1)
    finished = [{ id: 'a' }]
    expect(await waiting).to.deep.equal({ id: 'a' })
  })

  it('continues after a failed read @long', async () => {
    failing = true
    const waiting = ask.ask(job('a'), 10, new EventEmitter())
    await eventually(async () => reads.length === 1)
    failing = false
    finished = [{ id: 'a' }]
    expect(await waiting).to.deep.equal({ id: 'a' })
  })

  it('ends undecided at its limit', async () => {
    expect(await ask.ask(job('a'), 0.05, new EventEmitter())).to.equal(undefined)
    expect(ask.size).to.equal(0)
  })

  it('ends when the waiting client disconnects', async () => {
    const client = new EventEmitter()
    const waiting = ask.ask(job('a'), 10, client)
    client.emit('close')
    expect(await waiting).to.equal(undefined)
    expect(client.listenerCount('close')).to.equal(0)
  })

  it('refuses clients beyond its bound at once, and asks them to come back', async () => {
    const inside = ['a', 'b', 'c'].map((id) => ask.ask(job(id), 10, new EventEmitter()))
    expect(await ask.ask(job('d'), 10, new EventEmitter())).to.equal(undefined)
    ask.close()
    expect(await Promise.all(inside)).to.deep.equal([undefined, undefined, undefined])
  })
})
