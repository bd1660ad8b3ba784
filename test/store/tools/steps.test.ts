import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { acceptMessage } from '../../../shared/chat/accept.ts'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import { claimWoken } from '../../../shared/jobs/claims.ts'
import { beginNextAttempt } from '../../../shared/jobs/leases.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { RowLocked } from '../../../shared/lib/db/lockRetry.ts'
import { beginAgain, beginCall, type NewCall } from '../../../shared/tools/beginCall.ts'
import { type CallEnd, endCall } from '../../../shared/tools/endCall.ts'
import { type NewRound, storeRound } from '../../../shared/tools/storeRound.ts'
import { makeOwner, type Owner } from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const CLAIMANT = { worker: 'w', shareConcurrency: 100, leaseMs: TIMES.leaseMs }
const LOCKED_MS = 5_000
const USAGE = { input_tokens: 10, output_tokens: 2, cost_usd: 0.25, model_ms: 40 }
const DIGEST = 'ab'.repeat(32)
const outcomeOf = (end: Partial<CallEnd> & Pick<CallEnd, 'call_id' | 'attempt'>): CallEnd => ({
  state: 'succeeded',
  http_status: 200,
  result: { done: true },
  is_cut: false,
  error: null,
  ...end,
})

describe('stored steps of replies', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let owner: Owner
  let tool: { id: string; updated_at: Date }
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 4, 30)
    owner = await makeOwner(db, 'Ada & Co')
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  beforeEach(async () => {
    tool = await makeTool()
  })
  afterEach(async () => {
    await db('open_jobs').delete()
    await db('reply_steps').delete()
    await db('tools').delete()
  })

  async function makeTool() {
    const [row] = await db('tools')
      .insert({
        id: randomUUID(),
        organization_id: owner.organizationId,
        name: `refund_${randomUUID().slice(0, 8)}`,
        title: 'Refund',
        description: 'Refunds an order',
        kind: 'http',
        input_schema: {},
        effect: 'write',
        url_template: 'https://shop.example/refunds',
      })
      .returning(['id', 'updated_at'])
    return row as { id: string; updated_at: Date }
  }

  /** Posts a question to a thread of its own, and claims its reply. */
  async function claimReply(): Promise<LeasedJob> {
    const threadId = randomUUID()
    await db('threads').insert({
      id: threadId,
      organization_id: owner.organizationId,
      agent_id: owner.agentId,
      kind: 'conversation',
      status: 'open',
    })
    const { id } = await acceptMessage(db, {
      organization_id: owner.organizationId,
      thread: { kind: 'conversation', id: threadId },
      content: 'Refund my order',
      metadata: {},
      subject: null,
      streamed: false,
      traced: false,
      on_busy: 'queue',
      request_id: 'r',
      reply_to: 'nobody',
      deadline_seconds: 60,
      wake_up_grace_ms: 0,
      capacity: { organization: 100, total: 100, floor: 0 },
    })
    return claimAgain(id)
  }

  const claimAgain = async (id: string): Promise<LeasedJob> => {
    const woken = [{ id, organization_id: owner.organizationId }]
    const [claim] = await claimWoken(db, 'reply', woken, CLAIMANT)
    return claim!
  }

  /** Lets another worker take the job of a claim, as after the end of its lease. */
  async function steal({ id }: LeasedJob): Promise<LeasedJob> {
    await db('open_jobs').where({ id }).update({
      worker: null,
      claimed_at: null,
      lease_expires_at: null,
    })
    return claimAgain(id)
  }

  const roundOf = (fields: Partial<NewRound> = {}): NewRound => ({
    step: 1,
    model: 'openai:m',
    said: {
      text: 'Let me see.',
      calls: [{ call_id: randomUUID(), own_id: 'c1', name: 'refund', input: {}, written: '{}' }],
    },
    usage: USAGE,
    spent: [],
    ...fields,
  })
  const callOf = (fields: Partial<NewCall> = {}): NewCall => ({
    step: 2,
    call_id: randomUUID(),
    asked_in: 1,
    same_as: null,
    tool,
    name: 'refund',
    title: 'Refund',
    effect: 'write',
    arguments: { order: '1001' },
    digest: DIGEST,
    state: 'pending',
    decides: null,
    expires_ms: null,
    http_status: null,
    result: null,
    is_cut: false,
    error: null,
    ...fields,
  })

  const round = (claim: LeasedJob, fields?: Partial<NewRound>) =>
    storeRound(db, claim, roundOf(fields), LOCKED_MS)
  const begin = (claim: LeasedJob, call: NewCall, ms = LOCKED_MS) => beginCall(db, claim, call, ms)
  const again = (
    claim: LeasedJob,
    { call_id }: NewCall,
    was: 'approved' | 'pending',
    digest = DIGEST,
  ) => beginAgain(db, claim, { call_id, was, digest, tool }, LOCKED_MS)
  const end = (fields: Parameters<typeof outcomeOf>[0]) =>
    endCall(db, owner.organizationId, outcomeOf(fields))
  const rows = (): Promise<Record<string, unknown>[]> => db('reply_steps').orderBy('step')
  const jobOf = ({ id }: LeasedJob) => db('open_jobs').where({ id }).first()
  const handOff = async ({ thread_id }: LeasedJob) => {
    await db('threads')
      .where({ id: thread_id })
      .update({ handoff_epoch: db.raw('handoff_epoch + 1') })
  }

  /** Tries a statement that stores nothing for these reasons, and that may not wait for them. */
  function refusesAll(attempt: (claim: LeasedJob) => Promise<unknown>, lost: unknown) {
    it('stores nothing after the lease was stolen', async () => {
      const claim = await claimReply()
      await steal(claim)
      expect(await attempt(claim)).to.deep.equal(lost)
      expect(await rows()).to.deep.equal([])
    })

    it('stores nothing under an older token of the same worker', async () => {
      const claim = await claimReply()
      await beginNextAttempt(db, 'reply', { ...claim }, TIMES)
      expect(await attempt(claim)).to.deep.equal(lost)
      expect(await rows()).to.deep.equal([])
    })

    it('stores nothing after a handoff', async () => {
      const claim = await claimReply()
      await handOff(claim)
      expect(await attempt(claim)).to.deep.equal(lost)
      expect(await rows()).to.deep.equal([])
    })

    it('stores nothing after the reply was cancelled', async () => {
      const claim = await claimReply()
      const cancel = { claim: { id: claim.id, organization_id: owner.organizationId } }
      await makeEndReply(db, LOCKED_MS)({ ...cancel, status: 'cancelled' })
      expect(await attempt(claim)).to.deep.equal(lost)
      expect(await rows()).to.deep.equal([])
    })

    it('stores nothing after the thread was deleted', async () => {
      const claim = await claimReply()
      await db('threads').where({ id: claim.thread_id }).delete()
      expect(await attempt(claim)).to.deep.equal(lost)
      expect(await rows()).to.deep.equal([])
    })

    it('stores nothing for another organization', async () => {
      const claim = await claimReply()
      const other = await makeOwner(db, `Other ${randomUUID()}`)
      expect(await attempt({ ...claim, organization_id: other.organizationId })).to.deep.equal(lost)
      expect(await rows()).to.deep.equal([])
    })

    for (const [table, key] of [
      ['open_jobs', 'id'],
      ['threads', 'thread_id'],
    ] as const)
      it(`waits for a locked row of ${table}, without holding a connection`, async () => {
        const claim = await claimReply()
        const stored = await db.knexTransaction(async (transaction) => {
          await transaction(table).where({ id: claim[key] }).forUpdate()
          const stored = attempt(claim)
          // Others get connections meanwhile: all four would be taken by waiting statements.
          for (let nth = 0; nth < 4; nth++) await db.query({ text: 'select pg_sleep(0.005)' })
          expect(await rows()).to.deep.equal([])
          return { stored }
        })
        expect(await stored.stored).not.to.deep.equal(lost)
        expect(await rows()).to.have.length(1)
      })
  }

  describe('the round of a model', () => {
    refusesAll((claim) => round(claim), false)

    it('is stored with its usage, and gives the next call a token', async () => {
      const claim = await claimReply()
      const { attempt } = claim
      expect(await round(claim)).to.equal(true)
      expect(claim.attempt).to.equal(attempt + 1)
      expect(await jobOf(claim)).to.include({ attempt: attempt + 1, steps: 1, draft: null })
      const [row] = await rows()
      expect(row).to.include({ kind: 'model', step: 1, reply_id: claim.id, attempt })
      const [used] = await db('usages').where({ reply_id: claim.id })
      expect(used).to.include({
        attempt,
        outcome: 'tool_round',
        input_tokens: 10,
        model: 'openai:m',
      })
      expect(Number(used.cost_usd)).to.equal(0.25)
    })

    it('counts once if the acknowledgement of its commit was lost', async () => {
      const claim = await claimReply()
      const asked = roundOf()
      const lost = { ...claim }
      await storeRound(db, lost, asked, LOCKED_MS)
      expect(await storeRound(db, claim, asked, LOCKED_MS)).to.equal(true)
      expect(claim.attempt).to.equal(lost.attempt)
      expect(await rows()).to.have.length(1)
      expect(await db('usages').where({ reply_id: claim.id })).to.have.length(1)
    })

    it('lets only one of two workers with the same token go on', async () => {
      const claim = await claimReply()
      const stored = await Promise.all([round({ ...claim }), round({ ...claim })])
      expect(stored.toSorted()).to.deep.equal([false, true])
      expect(await rows()).to.have.length(1)
    })

    it('stores texts that PostgreSQL refuses as they are', async () => {
      const claim = await claimReply()
      const bad = 'a\u0000b\ud800'
      const call = { call_id: randomUUID(), own_id: null, name: bad, written: bad }
      const said = { text: bad, calls: [{ ...call, input: { [bad]: [bad] } }] }
      expect(await round(claim, { said })).to.equal(true)
      const [row] = (await rows()) as unknown as { said: typeof said }[]
      expect(row!.said.calls[0]!.input).to.deep.equal({ 'ab\ufffd': ['ab\ufffd'] })
    })
  })

  describe('the beginning of a call', () => {
    const lost = { kind: 'lost' }
    refusesAll((claim) => begin(claim, callOf()), lost)

    it('is stored before its socket may open', async () => {
      const claim = await claimReply()
      const call = callOf()
      const begun = await begin(claim, call)
      expect(begun.kind).to.equal('begun')
      const left = begun.kind === 'begun' ? begun.until - performance.now() : 0
      expect(left).to.be.above(0).and.at.most(TIMES.leaseMs)
      expect((await rows())[0]).to.include({
        state: 'pending',
        tries: 1,
        run_by: claim.id,
        attempt: claim.attempt,
        ended_at: null,
        tool_id: tool.id,
      })
      expect(await jobOf(claim)).to.include({ steps: 2 })
    })

    it('is stored once if the acknowledgement of its commit was lost', async () => {
      const claim = await claimReply()
      const call = callOf()
      await begin(claim, call)
      expect((await begin(claim, call)).kind).to.equal('begun')
      expect(await rows()).to.have.length(1)
    })

    it('is refused for the 17th call of a question', async () => {
      const claim = await claimReply()
      for (let step = 2; step < 18; step++)
        expect((await begin(claim, callOf({ step }))).kind).to.equal('begun')
      expect(await begin(claim, callOf({ step: 18 }))).to.deep.equal({ kind: 'full' })
      expect(await rows()).to.have.length(16)
      expect(await jobOf(claim)).to.include({ steps: 17 })
    })

    for (const [how, change] of [
      ['changed', { title: 'Other', updated_at: new Date(Date.now() + 5) }],
      ['switched off', { is_active: false }],
      ['changed by its server', { mcp_change: {} }],
    ] as const)
      it(`is refused for a tool that was ${how}`, async () => {
        const claim = await claimReply()
        await db('tools').where({ id: tool.id }).update(change)
        expect(await begin(claim, callOf())).to.deep.equal({ kind: 'changed' })
        expect(await begin(claim, callOf({ state: 'waiting' }))).to.deep.equal({ kind: 'changed' })
        expect(await rows()).to.deep.equal([])
        const failed = callOf({ state: 'failed', error: { code: 'tool_unavailable', detail: '' } })
        expect((await begin(claim, failed)).kind).to.equal('begun')
      })

    it('is refused for a tool that was deleted, or is of another organization', async () => {
      const claim = await claimReply()
      await db('tools').where({ id: tool.id }).delete()
      expect(await begin(claim, callOf())).to.deep.equal({ kind: 'changed' })
      const other = await makeOwner(db, `Other ${randomUUID()}`)
      tool = await makeTool()
      await db('tools').update({ organization_id: other.organizationId })
      expect(await begin(claim, callOf())).to.deep.equal({ kind: 'changed' })
      const failed = await begin(claim, callOf({ state: 'failed' }))
      expect(failed.kind).to.equal('begun')
      expect((await rows())[0]).to.include({ tool_id: null, state: 'failed', tries: 0 })
    })

    it('keeps a call that waits for a decision, with its end', async () => {
      const claim = await claimReply()
      const call = callOf({ state: 'waiting', decides: 'customer', expires_ms: 3_600_000 })
      const begun = await begin(claim, call)
      expect(begun).to.include({ kind: 'begun' })
      const [row] = await rows()
      expect(row).to.include({ state: 'waiting', started_at: null, ended_at: null, tries: 0 })
      expect(Number(row!.expires_at) - Number(row!.created_at)).to.be.closeTo(3_600_000, 5_000)
      if (begun.kind === 'begun')
        expect(Date.parse(begun.expires_at!)).to.equal(Number(row!.expires_at))
    })

    it('gives up on a row that stays locked', async () => {
      const claim = await claimReply()
      await db.knexTransaction(async (transaction) => {
        await transaction('open_jobs').where({ id: claim.id }).forUpdate()
        const failure = await begin(claim, callOf(), 1).catch((error) => error)
        expect(failure).to.be.instanceOf(RowLocked)
      })
    })
  })

  describe('a call that begins again', () => {
    /** A call that is begun, with its worker dead and its job taken over. */
    async function interrupted() {
      const first = await claimReply()
      const call = callOf()
      await begin(first, call)
      return { first, call, claim: await steal(first) }
    }
    async function approved() {
      const claim = await claimReply()
      const call = callOf({ state: 'waiting', decides: 'customer', expires_ms: 60_000 })
      await begin(claim, call)
      await db('reply_steps').update({ state: 'approved' })
      return { claim, call }
    }

    it('keeps its row and its id, and is counted', async () => {
      const { claim, call } = await interrupted()
      expect((await again(claim, call, 'pending')).kind).to.equal('begun')
      const [row, ...others] = await rows()
      expect(others).to.deep.equal([])
      expect(row).to.include({ tries: 2, attempt: claim.attempt, call_id: call.call_id })
    })

    it('is refused for the worker that has lost the job', async () => {
      const { first, claim, call } = await interrupted()
      expect(await again(first, call, 'pending')).to.deep.equal({ kind: 'lost' })
      await handOff(claim)
      expect(await again(claim, call, 'pending')).to.deep.equal({ kind: 'lost' })
    })

    it('is begun once if the acknowledgement of its commit was lost', async () => {
      const { claim, call } = await interrupted()
      await beginNextAttempt(db, 'reply', claim, TIMES)
      expect((await again(claim, call, 'pending')).kind).to.equal('begun')
      expect((await again(claim, call, 'pending')).kind).to.equal('begun')
      expect((await rows())[0]).to.include({ tries: 2 })
    })

    it('is refused once its outcome is stored', async () => {
      const { first, claim, call } = await interrupted()
      await end({ call_id: call.call_id, attempt: first.attempt })
      expect(await again(claim, call, 'pending')).to.deep.equal({ kind: 'refused' })
    })

    it('is refused after four tries', async () => {
      const { call, claim } = await interrupted()
      await db('reply_steps').update({ tries: 4 })
      expect(await again(claim, call, 'pending')).to.deep.equal({ kind: 'refused' })
    })

    it('is refused with other arguments, or of a tool that was changed', async () => {
      const { call, claim } = await interrupted()
      expect(await again(claim, call, 'pending', 'cd'.repeat(32))).to.deep.equal({
        kind: 'refused',
      })
      await db('tools').update({ updated_at: new Date(Date.now() + 5) })
      expect(await again(claim, call, 'pending')).to.deep.equal({ kind: 'refused' })
      expect((await rows())[0]).to.include({ tries: 1 })
    })

    it('uses an approval up', async () => {
      const { claim, call } = await approved()
      expect((await again(claim, call, 'approved')).kind).to.equal('begun')
      const next = await steal(claim)
      expect(await again(next, call, 'approved')).to.deep.equal({ kind: 'refused' })
      expect((await rows())[0]).to.include({ state: 'pending', tries: 1, attempt: claim.attempt })
    })

    it('uses an approval up once, for one of two workers', async () => {
      const { claim, call } = await approved()
      const other = { ...claim }
      await beginNextAttempt(db, 'reply', other, TIMES)
      const begun = await Promise.all([
        again(claim, call, 'approved'),
        again(other, call, 'approved'),
      ])
      expect(begun.map(({ kind }) => kind).toSorted()).to.deep.equal(['begun', 'lost'])
      expect((await rows())[0]).to.include({ tries: 1 })
    })

    for (const state of ['waiting', 'denied', 'expired', 'unknown', 'succeeded', 'failed'])
      it(`is refused while it is ${state}`, async () => {
        const { claim, call } = await approved()
        await db('reply_steps').update({ state })
        expect(await again(claim, call, 'approved')).to.deep.equal({ kind: 'refused' })
      })

    it('is refused if it was approved for a tool that was changed', async () => {
      const { claim, call } = await approved()
      await db('tools').update({ updated_at: new Date(Date.now() + 5) })
      expect(await again(claim, call, 'approved')).to.deep.equal({ kind: 'refused' })
      expect((await rows())[0]).to.include({ state: 'approved' })
    })
  })

  describe('the end of a call', () => {
    async function begun() {
      const claim = await claimReply()
      const call = callOf()
      await begin(claim, call)
      return { claim, call_id: call.call_id, attempt: claim.attempt }
    }

    it('is stored once, and read by whoever comes later', async () => {
      const { call_id, attempt } = await begun()
      expect(await end({ call_id, attempt })).to.include({ state: 'succeeded', http_status: 200 })
      const later = await end({ call_id, attempt, state: 'failed', result: null })
      expect(later).to.deep.include({ state: 'succeeded', result: { done: true } })
    })

    it('is stored after a handoff, a lost lease and the end of the reply', async () => {
      const { claim, call_id, attempt } = await begun()
      await handOff(claim)
      await steal(claim)
      await db('open_jobs').delete()
      expect(await end({ call_id, attempt })).to.include({ state: 'succeeded' })
    })

    it('settles an unknown call by its late answer', async () => {
      const { call_id, attempt } = await begun()
      await end({ call_id, attempt, state: 'unknown', result: null })
      expect((await rows())[0]).to.include({ state: 'unknown', settled_as: null })
      expect(await end({ call_id, attempt })).to.include({
        state: 'succeeded',
        settled_as: 'answer',
      })
    })

    it('does not take the failure of one request for that of a later one', async () => {
      const { claim, call_id, attempt } = await begun()
      const next = await steal(claim)
      await again(next, callOf({ call_id }), 'pending')
      for (const state of ['failed', 'unknown'] as const)
        expect(await end({ call_id, attempt, state })).to.include({ state: 'pending' })
      expect(await end({ call_id, attempt })).to.include({ state: 'succeeded' })
    })

    it('leaves what a person has settled', async () => {
      const { call_id, attempt } = await begun()
      await db('reply_steps').update({ state: 'failed', settled_as: 'person' })
      expect(await end({ call_id, attempt })).to.include({ state: 'failed', settled_as: 'person' })
    })

    it('keeps what PostgreSQL refuses as it is, and leaves out what is nested too deeply', async () => {
      const { call_id, attempt } = await begun()
      let deep: unknown = 'x'
      for (let level = 0; level < 20_000; level++) deep = [deep]
      expect(await end({ call_id, attempt, state: 'unknown', result: deep })).to.deep.include({
        result: null,
        is_cut: true,
      })
      const result = { 'k\u0000': 'v\ud83d', big: Number.POSITIVE_INFINITY }
      expect(await end({ call_id, attempt, result })).to.deep.include({
        result: { k: 'v\ufffd', big: null },
      })
    })

    it('is undefined once the thread was deleted', async () => {
      const { claim, call_id, attempt } = await begun()
      await db('threads').where({ id: claim.thread_id }).delete()
      expect(await end({ call_id, attempt })).to.equal(undefined)
    })

    it('reaches no call of another organization', async () => {
      const { call_id, attempt } = await begun()
      const other = await makeOwner(db, `Other ${randomUUID()}`)
      const ended = await endCall(db, other.organizationId, outcomeOf({ call_id, attempt }))
      expect(ended).to.equal(undefined)
      expect((await rows())[0]).to.include({ state: 'pending' })
    })
  })
})
