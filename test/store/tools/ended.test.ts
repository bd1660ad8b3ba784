import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { loadConfig } from '../../../shared/lib/config/config.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import type { AskProbe } from '../../../shared/tools/callAnswer.ts'
import { endCalls } from '../../../workers/jobs/endCalls.ts'
import { makeEventWorld } from '../../support/data/events.ts'
import { makeWaitingReply } from '../../support/data/toolCalls.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)

describe('calls of tools that nobody else ends', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let world: Awaited<ReturnType<typeof makeEventWorld>>
  let thread_id: string
  let changed: string[]
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    world = await makeEventWorld(db)
    thread_id = (await world.makeThread()).id
    changed = []
  })

  const make = (fields: object, others: object[] = []) =>
    makeWaitingReply(db, { organization_id: world.organization_id, thread_id }, fields, others)
  const round = (askProbe: AskProbe = async () => undefined) =>
    endCalls({
      db,
      log: makeLog('test', loadConfig({ DATABASE_URL: 'postgres://x', LOG_LEVEL: 'silent' })),
      askProbe,
      threadChanged: (_, id) => changed.push(id),
      stop: new AbortController().signal,
    })
  const stateOf = async ({ call_id }: { call_id: string }) =>
    (await db('reply_steps').where({ call_id }).first()).state
  const openJob = (fields: object) =>
    world.insert('open_jobs', {
      lane: 'reply',
      thread_id,
      position: 9,
      request_id: 'r',
      sweep_at: new Date(),
      run_at: new Date(),
      deadline_at: new Date(),
      ...fields,
    })
  /** A tool that can be asked what became of a call. */
  const probed = async () =>
    (
      await world.insert('tools', {
        name: `refund_${randomUUID().slice(0, 8).replaceAll('-', '_')}`,
        title: 'Refund',
        description: 'Refunds.',
        kind: 'http',
        input_schema: { type: 'object' },
        effect: 'write',
        url_template: 'https://shop.example.com',
        probe: JSON.stringify({ url_template: 'https://shop.example.com/{{call.id}}' }),
      })
    ).id
  const interrupted = (seconds: number, fields: object = {}) =>
    make({
      state: 'pending',
      decides: null,
      run_by: randomUUID(),
      attempt: 1,
      started_at: ago(seconds),
      ...fields,
    })

  it('expire at their time, and their threads are signalled', async () => {
    const due = await make({ expires_at: ago(1) })
    const waiting = await make({})
    expect(await round()).to.equal(1)
    expect(await stateOf(due)).to.equal('expired')
    expect(await stateOf(waiting)).to.equal('waiting')
    expect(changed).to.deep.equal([thread_id])
  })

  it('fail if they were approved and no reply begins them any more', async () => {
    const approved = { state: 'approved', decided_at: ago(61) }
    const left = await make(approved)
    const fresh = await make({ state: 'approved', decided_at: ago(1) })
    const beside = await make(approved, [{}])
    const begun = await make(approved)
    await openJob({ question_id: begun.id, asked_id: begun.question_id })
    expect(await round()).to.equal(1)
    const row = await db('reply_steps').where({ call_id: left.call_id }).first()
    expect(row.state).to.equal('failed')
    expect(row.error.code).to.equal('tool_not_done')
    for (const call of [fresh, beside, begun]) expect(await stateOf(call)).to.equal('approved')
  })

  it('are left alone while their reply runs, and for a minute', async () => {
    const run_by = (await openJob({})).id
    const running = await interrupted(300, { run_by })
    const fresh = await interrupted(30)
    expect(await round()).to.equal(0)
    for (const call of [running, fresh]) expect(await stateOf(call)).to.equal('pending')
  })

  it('fail if they only read, and are unknown if they write and nothing can be asked', async () => {
    const read = await interrupted(61, { effect: 'read' })
    const write = await interrupted(61)
    expect(await round()).to.equal(2)
    expect(await stateOf(read)).to.equal('failed')
    expect(await stateOf(write)).to.equal('unknown')
  })

  it('are as the other system says, which is asked for their id until it is too late', async () => {
    const tool_id = await probed()
    const done = await interrupted(61, { tool_id })
    const not = await interrupted(61, { tool_id })
    const silent = await interrupted(61, { tool_id })
    const asked: string[] = []
    const answers = new Map([
      [done.call_id, 'done'],
      [not.call_id, 'not_done'],
    ] as const)
    const askProbe: AskProbe = async ({ facts }) => {
      asked.push(facts.call_id)
      return answers.get(facts.call_id)
    }
    expect(await round(askProbe)).to.equal(1)
    expect(asked).to.have.members([done.call_id, not.call_id, silent.call_id])
    expect(await stateOf(done)).to.equal('succeeded')
    // Its worker may be cut off, and send it yet.
    expect(await stateOf(not)).to.equal('pending')
    expect(await stateOf(silent)).to.equal('pending')
    const grow = ({ call_id }: { call_id: string }) =>
      db('reply_steps')
        .where({ call_id })
        .update({ started_at: ago(121) })
    await grow(not)
    expect(await round(askProbe)).to.equal(1)
    expect(await stateOf(not)).to.equal('failed')
    await grow(silent)
    const fails: AskProbe = async () => {
      throw new Error('no')
    }
    expect(await round(fails)).to.equal(1)
    expect(await stateOf(silent)).to.equal('unknown')
  })
})
