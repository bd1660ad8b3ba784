import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeAccept } from '../../../shared/chat/accept.ts'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import { listMessages } from '../../../shared/chat/messages.ts'
import { claimDue, claimWoken } from '../../../shared/jobs/claims.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeOwner, type Owner } from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

/** The statements are those of the release before 0046, as its processes send them. */
describe('code of the version before, on the table of open jobs', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let owner: Owner
  let thread_id: string
  /** What was unfinished when the database was migrated. */
  let queued: string
  let held: string
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 4, 10)
    owner = await makeOwner(db, 'Live')
    while ((await db('pg_tables').where({ tablename: 'open_jobs' })).length) await db.migrate.down()
    thread_id = await open()
    held = await oldAccept(await open())
    expect(await oldClaim(held)).to.equal(1)
    queued = await oldAccept(thread_id)
    await db.migrate.latest()
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  const ids = () => ({ organization_id: owner.organizationId, agent_id: owner.agentId })
  async function open(): Promise<string> {
    const [{ id }] = await db('threads')
      .insert({ ...ids(), id: randomUUID(), kind: 'conversation', status: 'open' })
      .returning('id')
    return id
  }
  /** Seconds from now, as SQL. */
  const now = (seconds: number) => db.raw(`now() + interval '${seconds} seconds'`)

  async function oldAccept(thread: string): Promise<string> {
    const [{ last_seq }] = await db('threads')
      .where({ id: thread })
      .update({ last_seq: db.raw('last_seq + 2'), active_at: db.fn.now() })
      .returning('last_seq')
    const [question, reply] = [randomUUID(), randomUUID()]
    const common = { ...ids(), thread_id: thread, request_id: 'r' }
    const asked = { role: 'user', status: 'completed', content: 'Hi', completed_at: db.fn.now() }
    await db('messages').insert({ ...common, ...asked, id: question, seq: last_seq - 1 })
    await db('messages').insert({
      ...common,
      id: reply,
      seq: last_seq,
      role: 'assistant',
      status: 'queued',
      in_reply_to: question,
      waiter: 'w',
      wake_at: now(1),
      deadline_at: now(60),
    })
    return reply
  }
  /** @returns the attempt; undefined: refused */
  async function oldClaim(id: string): Promise<number | undefined> {
    const [row] = await db('messages')
      .where({ id, status: 'queued' })
      .update({
        status: 'processing',
        attempt: db.raw('attempt + 1'),
        worker: 'old',
        claimed_at: db.fn.now(),
        wake_at: now(10),
      })
      .returning('attempt')
    return row?.attempt
  }
  const oldEnd = (id: string, attempt: number, content: string) =>
    db('messages').where({ id, attempt, status: 'processing' }).update({
      status: 'completed',
      content,
      wake_at: null,
      completed_at: db.fn.now(),
    })
  const newAccept = async (thread: string) => {
    const accepted = await makeAccept(
      db,
      TIMES.rowLockedMs,
    )({
      organization_id: owner.organizationId,
      thread: { kind: 'conversation', id: thread },
      subject: null,
      content: 'Hi',
      metadata: {},
      on_busy: 'queue',
      request_id: 'r',
      reply_to: 'w',
      streamed: false,
      traced: false,
      deadline_seconds: 60,
      wake_up_grace_ms: 500,
      capacity: { organization: 100, total: 100, floor: 0 },
    })
    return accepted!.id
  }
  const claimant = { worker: 'new', shareConcurrency: 10, leaseMs: TIMES.leaseMs }
  const newClaim = async (id: string) =>
    (await claimWoken(db, 'reply', [{ id, organization_id: owner.organizationId }], claimant))[0]
  const newEnd = (claim: NonNullable<Awaited<ReturnType<typeof newClaim>>>, content: string) =>
    makeEndReply(
      db,
      TIMES.rowLockedMs,
    )({
      claim,
      status: 'completed',
      reply: { content, citations: [], grounded: false, finish_reason: 'stop' },
    })
  const openJob = (id: string) => db('open_jobs').where({ id }).first()
  const contentsOf = async (thread: string) => {
    const { rows } = await listMessages(db, owner.organizationId, thread, {
      limit: 100,
      order: 'asc',
    })
    return rows
      .filter(({ role }) => role === 'assistant')
      .map(({ status, content }) => content ?? status)
  }

  it('ends what it held when the database was migrated; new code takes what waited, and cannot take what is held', async () => {
    expect(await openJob(held)).to.include({ worker: 'old', attempt: 1 })
    expect(await newClaim(held)).to.equal(undefined)
    expect(await oldEnd(held, 1, 'by old code')).to.equal(1)
    expect(await openJob(held)).to.equal(undefined)
    const claim = (await newClaim(queued))!
    expect(claim).to.include({ attempt: 1 })
    expect(await oldClaim(queued), 'held by new code').to.equal(undefined)
    expect(await newEnd(claim, 'by new code')).to.equal(true)
    expect(await contentsOf(thread_id)).to.deep.equal(['by new code'])
  })

  it('has its messages answered by new code, in their order', async () => {
    const thread = await open()
    const [first, second] = [await oldAccept(thread), await oldAccept(thread)]
    expect(await newClaim(second)).to.equal(undefined)
    expect(await newEnd((await newClaim(first))!, 'one')).to.equal(true)
    expect(await newEnd((await newClaim(second))!, 'two')).to.equal(true)
    expect(await contentsOf(thread)).to.deep.equal(['one', 'two'])
    expect(await db('open_jobs').where({ thread_id: thread })).to.deep.equal([])
  })

  it('sees and answers what new code accepted, in its order', async () => {
    const thread = await open()
    const [first, second] = [await newAccept(thread), await newAccept(thread)]
    expect(await db('messages').where({ id: first }).first()).to.include({
      status: 'queued',
      seq: 2,
    })
    expect(await contentsOf(thread), 'each once').to.deep.equal(['queued', 'queued'])
    expect(await oldClaim(second), 'after the first').to.equal(undefined)
    expect(await oldClaim(first)).to.equal(1)
    expect(await newClaim(first)).to.equal(undefined)
    expect(await contentsOf(thread)).to.deep.equal(['processing', 'queued'])
    expect(await oldEnd(first, 1, 'one')).to.equal(1)
    expect(await oldClaim(second)).to.equal(1)
    expect(await oldEnd(second, 1, 'two')).to.equal(1)
    expect(await contentsOf(thread)).to.deep.equal(['one', 'two'])
    expect(await db('open_jobs').where({ thread_id: thread })).to.deep.equal([])
  })

  it('keeps its lease by renewing it, and stores nothing once new code has ended the reply', async () => {
    const id = await newAccept(await open())
    expect(await oldClaim(id)).to.equal(1)
    const before = await openJob(id)
    await db('messages')
      .where({ id, attempt: 1, status: 'processing' })
      .update({ wake_at: now(20) })
    expect((await openJob(id)).lease_expires_at > before.lease_expires_at).to.equal(true)
    const ago = now(-60)
    await db('open_jobs').where({ id }).update({ claimed_at: ago, lease_expires_at: ago })
    const due = { ...claimant, limit: 10, takeOver: true, suspects: false } as const
    const [taken] = await claimDue(db, 'reply', due)
    expect(taken).to.include({ id, attempt: 2, taken_over: true })
    expect(await newEnd(taken!, 'of the second')).to.equal(true)
    expect(await oldEnd(id, 1, 'of a zombie')).to.equal(0)
    expect(await db('messages').where({ id }).first()).to.include({
      content: 'of the second',
      attempt: 2,
    })
  })

  it('hands back and cancels', async () => {
    const [back, cancelled] = [await newAccept(await open()), await newAccept(await open())]
    await oldClaim(back)
    const released = { status: 'queued', failures: 1, queued_at: now(0), wake_at: now(0) }
    await db('messages').where({ id: back, attempt: 1 }).update(released)
    expect(await newClaim(back)).to.include({ attempt: 2, failures: 1 })
    await db('messages')
      .where({ id: cancelled })
      .update({ status: 'cancelled', wake_at: null, completed_at: db.fn.now() })
    expect(await openJob(cancelled)).to.equal(undefined)
  })

  it('finds in the order of activity what new code posts to', async () => {
    const [one, two] = [await open(), await open()]
    await newAccept(one)
    const rows = await db('threads_by_activity')
      .whereIn('thread_id', [one, two])
      .orderBy('active_at', 'desc')
    expect(rows.map((row) => row.thread_id)).to.deep.equal([one, two])
    const count = async (table: string) => (await db(table)).length
    expect(await count('threads_by_activity')).to.equal(await count('threads'))
  })
})
