import { expect } from 'chai'
import { seedGrowth, sizesOf } from '../../bench/growth/seed.ts'
import { acceptMessage } from '../../shared/chat/accept.ts'
import { loadReplyInputs } from '../../shared/chat/replies.ts'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { findPassages } from '../../shared/search/retrieval.ts'
import { makeTestDb, type TestDb } from '../support/product/testDb.ts'
import { makeDatabase } from '../support/servers/servers.ts'

const SIZES = { messages: 400, threads: 40, longest: 60, chunks: 250, requests: 1_000 }
const UNTIL = Date.parse('2026-01-15T12:00:00Z')

describe('seeding the data of a grown service @long', () => {
  const databases: { url: string; drop: () => Promise<void>; db: TestDb }[] = []

  async function seeded() {
    const database = await makeDatabase()
    const db = makeTestDb(database.url, 2)
    databases.push({ ...database, db })
    const seeded = await seedGrowth(database.url, SIZES, {
      name: 'Growth',
      until: UNTIL,
      log: () => undefined,
    })
    return { ...seeded, db, url: database.url }
  }

  after(async () => {
    for (const { db, drop } of databases) {
      await db.destroy()
      await drop()
    }
  })

  const count = async (db: TestDb, rows: string) =>
    Number((await db.raw(`select count(*) from ${rows}`)).rows[0].count)

  it('makes as many rows as are asked for, most of them one organization’s', async () => {
    const { db, organizationId, longestThreadId } = await seeded()
    expect(await count(db, 'messages')).to.equal(SIZES.messages)
    expect(await count(db, 'threads')).to.equal(SIZES.threads)
    expect(await count(db, 'chunks')).to.equal(SIZES.chunks)
    expect(await count(db, 'request_logs')).to.equal(SIZES.requests)
    expect(await count(db, `messages where thread_id = '${longestThreadId}'`)).to.equal(
      SIZES.longest,
    )
    expect(await count(db, `threads where organization_id = '${organizationId}'`)).to.be.above(
      SIZES.threads / 2,
    )
    expect(await count(db, 'organizations')).to.equal(20)
  })

  it('leaves the rows that the service itself would have left', async () => {
    const { db } = databases[0]!
    const replies = await count(db, "messages where role = 'assistant'")
    const completed = await count(db, "messages where role = 'assistant' and status = 'completed'")
    expect(await count(db, 'jobs')).to.equal(replies)
    expect(await count(db, 'usages')).to.equal(completed)
    const wrong = `threads t where last_seq <> (select max(seq) from messages m where m.thread_id = t.id)
      or last_seq <> (select count(*) from messages m where m.thread_id = t.id)`
    expect(await count(db, wrong)).to.equal(0)
    const early = `messages m join messages q on q.id = m.in_reply_to where q.seq <> m.seq - 1 or q.created_at > m.completed_at`
    expect(await count(db, early)).to.equal(0)
    for (const rollUp of ['request_rollups', 'request_durations', 'endpoint_durations'])
      expect((await db.raw(`select sum(count)::int from ${rollUp}`)).rows[0].sum).to.equal(
        SIZES.requests,
      )
  })

  it('makes postings as indexing would, so that its chunks are found', async () => {
    const { db } = databases[0]!
    const { rows } = await db.raw(
      'select organization_id, text, id from chunks order by id limit 1',
    )
    const [{ organization_id: organizationId, text, id }] = rows
    const agentId = (await db('agents').where({ organization_id: organizationId }).first()).id
    const rare = text.split(' ').at(-1)
    const found = await findPassages(db, {
      organizationId,
      agentId,
      question: rare,
      language: 'en',
      limit: 20,
    })
    expect(found.map(({ chunk_id }) => chunk_id)).to.include(id)
    const unlike = `chunks c where length <> (select max(length) from postings p where p.chunk_id = c.id)`
    expect(await count(db, unlike)).to.equal(0)
  })

  it('makes threads that the next message can continue', async () => {
    const { db } = databases[0]!
    const { thread_id, organization_id } = await db('messages').orderBy('seq', 'desc').first()
    const { kind } = await db('threads').where({ id: thread_id }).first()
    const { id } = await acceptMessage(db, {
      organization_id,
      thread: { kind, id: thread_id },
      subject: null,
      content: 'And now?',
      metadata: {},
      on_busy: 'queue',
      request_id: 'r',
      reply_to: 'w',
      streamed: false,
      traced: false,
      deadline_seconds: 60,
      wake_up_grace_ms: 1,
      capacity: { organization: 9, total: 9, floor: 0 },
    })
    const inputs = await loadReplyInputs(db, { id, organization_id } as LeasedJob)
    await db('threads')
      .where({ id: thread_id })
      .update({ last_seq: db.raw('last_seq - 2') })
    await db('messages').where({ content: 'And now?' }).delete()
    expect(inputs?.history).to.have.length.within(50, 60)
  })

  it('makes the same rows each time', async () => {
    const first = databases[0]!.db
    const { db } = await seeded()
    const sums = `select md5(string_agg(r::text, ' ' order by r::text)) as sum from`
    const unlike = `(select id, seq, status, content, created_at from messages) r`
    for (const rows of [unlike, '(select term, chunk_id, frequency from postings) r'])
      expect((await db.raw(`${sums} ${rows}`)).rows).to.deep.equal(
        (await first.raw(`${sums} ${rows}`)).rows,
      )
  })

  it('refuses to seed a database twice', async () => {
    const { url } = databases[0]!
    const again = seedGrowth(url, SIZES, { name: 'Growth', until: UNTIL, log: () => undefined })
    const error = await again.then(
      () => undefined,
      (error: Error) => error,
    )
    expect(error?.message).to.include('was seeded before')
  })

  it('has fractions of the full sizes', () => {
    expect(sizesOf(0.1)).to.include({ messages: 100_000, threads: 10_000, requests: 500_000 })
  })
})
