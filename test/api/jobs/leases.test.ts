import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { acceptMessage } from '../../../shared/chat/accept.ts'
import { type EndReply, makeEndReply } from '../../../shared/chat/endReplies.ts'
import { messageOf, readFinishedReplies } from '../../../shared/chat/messages.ts'
import { recordFailedUsage } from '../../../shared/chat/replies.ts'
import { type LoadedInputs, REPLY_INPUTS } from '../../../shared/chat/replyInputs.ts'
import type { AttemptOutcome } from '../../../shared/jobs/attempts.ts'
import { claimDue, claimWoken, type Due } from '../../../shared/jobs/claims.ts'
import {
  beginNextAttempt,
  findOverdue,
  makeRenewLease,
  releaseLease,
} from '../../../shared/jobs/leases.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { LEASE_LOST, makeKeepLease } from '../../../workers/jobs/keepLease.ts'
import { NO_MODELS } from '../../../workers/jobs/modelAvailability.ts'
import { endOverdue } from '../../../workers/jobs/overdue.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'

const FREE = {
  worker: 'w',
  shareConcurrency: 1000,
  leaseMs: TIMES.leaseMs,
  inputs: REPLY_INPUTS,
}
/** The jobs that a sweep asks for. */
const ALL: Due = { ...FREE, limit: 10, takeOver: true, suspects: false }
const REPLY = { content: 'the reply', citations: [], grounded: false, finish_reason: 'stop' }
const USAGE = { model: 'm', input_tokens: 1, output_tokens: 1, cost_usd: null, model_ms: 1 }
const jobOf = ({ id, organization_id, attempt }: LeasedJob, outcome: AttemptOutcome) => ({
  organization_id,
  lane: 'reply' as const,
  target_id: id,
  request_id: 'r',
  worker: 'w',
  attempt,
  outcome,
  error_code: null,
  wait_ms: 1.5,
  run_ms: 2.5,
})
const ERROR = { code: 'internal' as const, detail: 'x' }

/** Returns the inputs that the claim of a reply loaded. */
const inputsOf = (claim: LeasedJob | undefined) => claim!.inputs as LoadedInputs

describe('a claim of a job', () => {
  let parley: Parley
  let end: EndReply
  before(async () => {
    parley = await startParley({ workers: false })
    end = makeEndReply(parley.db, TIMES.rowLockedMs)
  })
  after(() => parley.stop())
  afterEach(() => parley.db('open_jobs').delete())

  const organization_id = () => parley.client.organizationId
  const claimAll = (ids: string[], shareConcurrency = 1000, by = organization_id()) =>
    claimWoken(
      parley.db,
      'reply',
      ids.map((id) => ({ id, organization_id: by })),
      { ...FREE, shareConcurrency },
    )
  const claim = async (id: string, shareConcurrency?: number, by?: string) =>
    (await claimAll([id], shareConcurrency, by))[0]
  const complete = (claim: LeasedJob, reply = REPLY) =>
    end({ claim, status: 'completed', reply, usage: USAGE, jobs: [jobOf(claim, 'completed')] })
  const fail = (claim: LeasedJob) =>
    end({ claim, status: 'failed', error: ERROR, jobs: [jobOf(claim, 'failed')] })
  const release = (
    claim: LeasedJob,
    how: { delaySeconds: number; charge: boolean },
    outcome: AttemptOutcome,
  ) => releaseLease(parley.db, 'reply', claim, how, jobOf(claim, outcome), TIMES)
  const sweep = (due: Partial<Due> = {}) => claimDue(parley.db, 'reply', { ...ALL, ...due })
  const idsOf = (claims: LeasedJob[]) => claims.map(({ id }) => id)
  const set = (id: string, columns: object) => parley.db('open_jobs').where({ id }).update(columns)
  const read = (id: string) => parley.db('open_jobs').where({ id }).first()
  const readMessage = (id: string) => parley.db('messages').where({ id }).first()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

  /** Makes a claim that a crash of PostgreSQL undoes, and the next claim. */
  async function claimUndone(id: string): Promise<{ lost: LeasedJob; again: LeasedJob }> {
    const before = await read(id)
    const lost = (await claim(id))!
    await set(id, before)
    return { lost, again: (await claim(id))! }
  }

  /** Posts a message without waking a worker, to a new thread by default. */
  async function post(threadId?: string): Promise<string> {
    const thread = threadId ?? (await parley.client.makeConversation()).id
    const { id } = await acceptMessage(parley.db, {
      organization_id: organization_id(),
      thread: { kind: 'conversation', id: thread },
      content: 'Hi',
      metadata: {},
      subject: null,
      streamed: false,
      traced: false,
      on_busy: 'queue',
      request_id: 'r',
      reply_to: 'nobody',
      deadline_seconds: 60,
      wake_up_grace_ms: TIMES.wakeUpGraceMs,
      capacity: { organization: 100, total: 100, floor: 0 },
    })
    return id
  }

  it('is given to only one of twenty simultaneous requests', async () => {
    const id = await post()
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(id)))
    expect(claims.filter(Boolean)).to.have.length(1)
  })

  it('is refused during its lease, and given again after it, with a higher fencing token and a counted crash', async () => {
    const id = await post()
    expect(await claim(id)).to.include({ attempt: 1, crashes: 0 })
    expect(await sweep()).to.deep.equal([])
    await set(id, { lease_expires_at: ago(0.01) })
    expect(await claim(id), 'by wake-up').to.equal(undefined)
    expect(await sweep({ takeOver: false }), 'in passing').to.deep.equal([])
    const [again] = await sweep()
    expect(again).to.include({ attempt: 2, crashes: 1, failures: 0 })
  })

  it('records the attempt of a dead worker, by name and until its last sign of life', async () => {
    const id = await post()
    await claim(id)
    await set(id, { worker: 'the late one', claimed_at: ago(12), lease_expires_at: ago(0.01) })
    await sweep()
    const [job] = await parley.db('jobs').where({ target_id: id })
    expect(job).to.include({ attempt: 1, outcome: 'crashed', worker: 'the late one' })
    expect(job.run_ms).to.be.within(1_900, 2_900)
    expect(await read(id)).to.include({ worker: 'w' })
  })

  it("measures the wait from the job's turn, even if an earlier job of the thread was cancelled", async () => {
    const { id: threadId } = await parley.client.makeConversation()
    const [first, cancelled, last] = [
      await post(threadId),
      await post(threadId),
      await post(threadId),
    ]
    for (const id of [first, cancelled, last]) await set(id, { run_at: ago(100) })
    await end({ claim: { id: cancelled, organization_id: organization_id() }, status: 'cancelled' })
    const held = (await claim(first))!
    expect(held.wait_ms).to.be.within(100_000, 110_000)
    await complete(held)
    expect((await claim(last))!.wait_ms, 'since the first was completed').to.be.within(0, 10_000)
    const times = { run_at: ago(40), claimed_at: ago(30), lease_expires_at: ago(20) }
    await set(last, times)
    const [again] = await sweep()
    expect(again!.wait_ms, 'since its lease ran out').to.be.within(20_000, 30_000)
    const [crashed] = await parley.db('jobs').where({ target_id: last })
    expect(crashed.wait_ms, 'until its worker that ended took it').to.be.within(9_900, 19_900)
  })

  it('stores nothing after another holder has claimed the job', async () => {
    const { db } = parley
    const id = await post()
    const first = (await claim(id))!
    await set(id, { lease_expires_at: ago(0.01) })
    const [second] = (await sweep()) as [LeasedJob]
    expect(await makeRenewLease(db, 'reply', TIMES)(first)).to.equal(false)
    expect(await complete(first, { ...REPLY, content: 'of a zombie' })).to.equal(false)
    expect(await fail(first)).to.equal(false)
    expect(await release(first, { delaySeconds: 0, charge: true }, 'retried')).to.equal(false)
    // Twice, because its holder may not know that it was stored.
    for (let n = 0; n < 2; n++) expect(await complete(second)).to.equal(true)
    expect(await complete(first)).to.equal(false)
    expect(await readMessage(id)).to.include({
      content: 'the reply',
      status: 'completed',
      attempt: 2,
    })
    expect(await db('usages').where({ reply_id: id })).to.have.length(1)
    const jobs = await db('jobs').where({ target_id: id }).orderBy('attempt')
    expect(jobs.map(({ outcome }: any) => outcome)).to.deep.equal(['crashed', 'completed'])
    expect(jobs[1]).to.include({
      attempt: 2,
      outcome: 'completed',
      worker: 'w',
      wait_ms: 1.5,
      run_ms: 2.5,
    })
    expect(jobs[1].created_at).to.be.a('date')
  })

  it('continues under its next number, which voids the number before', async () => {
    const { db } = parley
    const id = await post()
    const held = (await claim(id))!
    const before = { ...held }
    await set(id, { draft: 'what the first model said' })
    expect(await beginNextAttempt(db, 'reply', held, TIMES)).to.equal(true)
    expect(held.attempt).to.equal(2)
    expect(await read(id)).to.include({
      attempt: 2,
      failures: 0,
      crashes: 0,
      draft: null,
      worker: 'w',
    })
    expect(await beginNextAttempt(db, 'reply', before, TIMES), 'twice').to.equal(false)
    expect(before.attempt).to.equal(1)
    expect(await complete(before)).to.equal(false)
    expect(await complete(held)).to.equal(true)
    expect(await beginNextAttempt(db, 'reply', held, TIMES), 'once it has ended').to.equal(false)
  })

  it('keeps its lease while it goes on, and notices its loss', async () => {
    const { db } = parley
    const id = await post()
    const held = (await claim(id))!
    const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
    const stop = new AbortController()
    const keep = makeKeepLease('reply', {
      db,
      log,
      times: { ...TIMES, renewMs: 1, renewRetryMs: 1 },
    })
    const lease = keep(held, stop)
    try {
      for (let n = 0; n < 50; n++)
        expect(await beginNextAttempt(db, 'reply', held, TIMES)).to.equal(true)
      expect(held.attempt).to.equal(51)
      expect(stop.signal.aborted).to.equal(false)
      await set(id, { attempt: 60 })
      await eventually(async () => stop.signal.aborted)
      expect(stop.signal.reason).to.equal(LEASE_LOST)
    } finally {
      lease.end()
    }
  })

  it('stores its reply during a renewal of its lease', async () => {
    const { db } = parley
    const held = (await claim(await post()))!
    let stored!: Promise<boolean | undefined>
    await db.transaction(async (renewal) => {
      expect(await makeRenewLease(renewal, 'reply', TIMES)(held)).to.equal(true)
      stored = complete(held)
      await setTimeout(50)
    })
    expect(await stored).to.equal(true)
    expect(await readMessage(held.id)).to.include({ status: 'completed' })
  })

  it('is undone by a crash of PostgreSQL without a second reply', async () => {
    const { db } = parley
    const id = await post()
    const { lost, again } = await claimUndone(id)
    expect(again.attempt, 'two holders of one fence').to.equal(lost.attempt)
    for (const [held, content] of [
      [lost, 'the first'],
      [again, 'the second'],
    ] as const)
      expect(await complete(held, { ...REPLY, content })).to.equal(true)
    expect(await readMessage(id)).to.include({ content: 'the first', status: 'completed' })
    expect(await db('usages').where({ reply_id: id })).to.have.length(1)
    expect(await db('jobs').where({ target_id: id })).to.have.length(1)
  })

  it("that was undone is completed by its second holder, though the first has recorded its call's usage", async () => {
    const { db } = parley
    const id = await post()
    const { lost, again } = await claimUndone(id)
    const { agent_id } = await read(id)
    await recordFailedUsage(db, lost, agent_id, {
      ...USAGE,
      input_tokens: 40,
      output_tokens: 2,
      cost_usd: 0.5,
    })
    expect(await complete(again)).to.equal(true)
    const [used, ...others] = await db('usages').where({ reply_id: id })
    expect(others).to.deep.equal([])
    const { input_tokens, output_tokens } = USAGE
    expect(used).to.include({ outcome: 'completed', attempt: 1 })
    expect(used).to.include({ input_tokens: input_tokens + 40, output_tokens: output_tokens + 2 })
  })

  it("that was undone is completed by its second holder, whatever both calls' usage adds up to", async () => {
    const { db } = parley
    const id = await post()
    const { lost, again } = await claimUndone(id)
    const { agent_id } = await read(id)
    const most = {
      input_tokens: 2 ** 31 - 1,
      output_tokens: 2 ** 31 - 1,
      cached_tokens: 2 ** 31 - 1,
    }
    await recordFailedUsage(db, lost, agent_id, { ...USAGE, ...most, cost_usd: 999_999 })
    expect(await complete(again)).to.equal(true)
    expect(await db('usages').where({ reply_id: id }).first()).to.include({
      outcome: 'completed',
      ...most,
    })
  })

  it('that was undone and claimed again is void once one of its holders has handed it back', async () => {
    const id = await post()
    const { lost, again } = await claimUndone(id)
    await release(again, { delaySeconds: 0, charge: false }, 'released')
    expect(await complete(lost)).to.equal(false)
    expect(await claim(id)).to.include({ attempt: 2 })
    expect(await complete(lost)).to.equal(false)
    expect(await read(id)).to.include({ worker: 'w', attempt: 2 })
    expect(await readMessage(id)).to.equal(undefined)
  })

  it('loads what the reply is made from, and waits for no disk', async () => {
    const { client, db } = parley
    const agent = await client.makeAgent({ name: 'Ada' })
    const thread = await client.makeConversation({ agent_id: agent.id })
    const inputs = inputsOf(await claim(await post(thread.id)))
    expect(inputs).to.deep.include({
      question: 'Hi',
      question_metadata: {},
      history: [],
      traced: false,
    })
    expect(inputs.agent).to.include({ id: agent.id, name: 'Ada' })
    const { rows } = await db.raw("select current_setting('synchronous_commit') as now")
    expect(rows, 'of its own transaction alone').to.deep.equal([{ now: 'on' }])
  })

  it('loads what was said in the last 60 to 89 messages, from a multiple of 30 on', async () => {
    const { id: threadId } = await parley.client.makeConversation()
    await parley.db.raw(
      `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, completed_at)
       select gen_random_uuid(), organization_id, id, agent_id, seq, case when seq % 2 = 1 then 'user' else 'assistant' end,
              case when seq % 2 = 1 or seq <= 40 then 'completed' else 'failed' end,
              case when seq % 2 = 1 or seq <= 40 then 'turn ' || seq end, 'r', now()
         from threads, generate_series(1, 200) seq where id = ?`,
      [threadId],
    )
    await parley.db('threads').where({ id: threadId }).update({ last_seq: 200 })
    const inputs = inputsOf(await claim(await post(threadId)))
    const questions = Array.from({ length: 40 }, (_, at) => `turn ${121 + 2 * at}`)
    expect(inputs.history.map(({ content }) => content)).to.deep.equal(questions)
  })

  it('is refused while an earlier reply of its thread is unfinished', async () => {
    const { id: threadId } = await parley.client.makeConversation()
    const [first, second] = [await post(threadId), await post(threadId)]
    await set(second, { sweep_at: ago(-60) })
    expect(await claim(second)).to.equal(undefined)
    const held = (await claim(first))!
    expect(await claim(second)).to.equal(undefined)
    await complete(held)
    expect(await sweep(), 'its wake-up may still arrive').to.deep.equal([])
    const next = await sweep({ limit: 1, takeOver: false, ended: [held] })
    expect(idsOf(next)).to.deep.equal([second])
  })

  const completed = async (id: string) => {
    const held = (await claim(id))!
    await complete(held)
    return held
  }

  it('learns at its completion whether its thread or its organization has more due jobs', async () => {
    const { id: threadId } = await parley.client.makeConversation()
    const [first, second, elsewhere] = [await post(threadId), await post(threadId), await post()]
    for (const id of [second, elsewhere]) await set(id, { sweep_at: ago(-60) })
    expect(await completed(first), 'the next of its thread').to.include({ moreDue: true })
    expect(await completed(second), 'another may still be woken for').to.include({ moreDue: false })
    const late = await post()
    await set(late, { sweep_at: ago(0.01) })
    expect(await completed(elsewhere), 'nobody rang for another').to.include({ moreDue: true })
  })

  it('handed back at a shutdown is available at once, and is not counted as a failure', async () => {
    const id = await post()
    const held = (await claim(id))!
    await release(held, { delaySeconds: 0, charge: false }, 'released')
    expect(await claim(id)).to.include({ attempt: 2, failures: 0 })
  })

  it('handed back with a delay is unavailable until the delay is over, whatever wakes workers', async () => {
    const id = await post()
    const held = (await claim(id))!
    await release(held, { delaySeconds: 30, charge: true }, 'retried')
    expect(await claim(id)).to.equal(undefined)
    expect(await sweep()).to.deep.equal([])
    await set(id, { run_at: ago(0.01), sweep_at: ago(0.01) })
    expect(await claim(id)).to.include({ attempt: 2, failures: 1 })
  })

  it('by the sweep takes overdue jobs, longest due first, and no more than asked for', async () => {
    const ids = [await post(), await post(), await post()]
    for (const id of ids) await set(id, { sweep_at: ago(-60) })
    expect(await sweep()).to.deep.equal([])
    for (const [index, id] of ids.entries()) await set(id, { sweep_at: ago(10 + index) })
    const swept = await sweep({ limit: 2 })
    expect(idsOf(swept)).to.have.members([ids[1], ids[2]])
  })

  it("stays within the organization's share, by wake-up and by sweep", async () => {
    const ids = [await post(), await post(), await post(), await post()]
    for (const id of ids) await set(id, { sweep_at: ago(1) })
    const swept = await sweep({ shareConcurrency: 3 })
    expect(swept).to.have.length(3)
    const left = ids.find((id) => !swept.some((job) => job.id === id))!
    expect(await claim(left, 3)).to.equal(undefined)
    expect(await claim(left, 4)).to.include({ id: left })
  })

  it('of an organization whose workers all died at its share is available again', async () => {
    const ids = [await post(), await post()]
    for (const id of ids) await claim(id)
    for (const id of ids) await set(id, { lease_expires_at: ago(1) })
    expect(await sweep({ shareConcurrency: 2 })).to.have.length(2)
  })

  it('does not count against another organization', async () => {
    const other = await parley.another('a neighbour')
    const conversation = await other.makeConversation()
    const posted = await other.say(conversation.id, 'Hi', { Prefer: 'respond-async' })
    expect(await claim(await post(), 1)).to.include({ attempt: 1 })
    expect(await claim(posted.body.data.id, 1, other.organizationId)).to.include({ attempt: 1 })
  })

  it('of several jobs at once is given as far as each organization has room', async () => {
    const other = await parley.another('another one at once')
    const conversation = await other.makeConversation()
    const theirs = (await other.say(conversation.id, 'Hi', { Prefer: 'respond-async' })).body.data
      .id
    await claim(await post())
    const own = [await post(), await post(), await post()]
    const woken = [
      ...own.map((id) => ({ id, organization_id: organization_id() })),
      { id: theirs, organization_id: other.organizationId },
    ]
    const claims = await claimWoken(parley.db, 'reply', woken, { ...FREE, shareConcurrency: 2 })
    expect(idsOf(claims)).to.have.members([own[0], theirs])
    for (const one of claims) expect(one.inputs).to.include({ question: 'Hi' })
  })

  it('of several jobs in one thread is given for the first', async () => {
    const { id: threadId } = await parley.client.makeConversation()
    const ids = [await post(threadId), await post(threadId), await post(threadId)]
    expect(idsOf(await claimAll(ids))).to.deep.equal([ids[0]])
  })

  it('stores several replies at once, each by its own fencing token', async () => {
    const ids = [await post(), await post(), await post()]
    const claims = await claimAll(ids)
    const overtaken = claims.find(({ id }) => id === ids[1])!
    await set(overtaken.id, { lease_expires_at: ago(0.01) })
    await sweep()
    const completions = claims.map((claim) => ({
      claim,
      status: 'completed' as const,
      reply: { ...REPLY, content: `to ${claim.id}` },
      usage: { ...USAGE, cost_usd: 0.000018100000000000003 },
      jobs: [jobOf(claim, 'completed')],
    }))
    expect(await Promise.all(completions.map(end))).to.deep.equal(
      claims.map((claim) => claim !== overtaken),
    )
    for (const { id } of claims)
      expect((await readMessage(id))?.content).to.equal(
        id === overtaken.id ? undefined : `to ${id}`,
      )
    for (const { id, finished } of claims)
      expect(finished && [messageOf(finished)]).to.deep.equal(
        id === overtaken.id ? undefined : await readFinishedReplies(parley.db, [id]),
      )
    expect(await parley.db('usages').whereIn('reply_id', ids)).to.have.length(2)
    expect(
      await parley.db('jobs').whereIn('target_id', ids).where({ outcome: 'completed' }),
    ).to.have.length(2)
  })

  it('stores other replies while another transaction locks the row of one reply', async () => {
    const ids = [await post(), await post(), await post()]
    const [first, held, other] = await claimAll(ids)
    let waiting!: ReturnType<typeof complete>
    await parley.db.knexTransaction(async (transaction) => {
      await transaction('open_jobs').where({ id: held!.id }).forUpdate()
      const alone = complete(first!)
      waiting = complete(held!)
      expect(await Promise.all([alone, complete(other!)])).to.deep.equal([true, true])
    })
    expect(await waiting).to.equal(true)
  })

  it('is handed back, failed or cancelled after a lock on its row ends, without waiting for the lock', async () => {
    const { id: threadId } = await parley.client.makeConversation()
    const ids = [await post(), await post(), await post(threadId)]
    const claims = await Promise.all(ids.map((id) => claim(id)))
    const [back, failing] = claims as [LeasedJob, LeasedJob]
    const now = { delaySeconds: 0, charge: true }
    let ends!: Promise<boolean[]>
    await parley.db.knexTransaction(async (transaction) => {
      await transaction('open_jobs').whereIn('id', ids).forUpdate()
      ends = Promise.all([
        release(back, now, 'retried'),
        fail(failing),
        end({ claim: { id: ids[2]!, organization_id: organization_id() }, status: 'cancelled' }),
      ])
      await setTimeout(300)
      const { rows } = await parley.db.raw(
        `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).to.deep.equal([])
    })
    expect(await ends).to.deep.equal([true, true, true])
    const rows = await Promise.all(ids.map(readMessage))
    expect(rows.map((row) => row?.status)).to.deep.equal([undefined, 'failed', 'cancelled'])
    expect(await read(ids[0]!)).to.include({ worker: null, attempt: 1, failures: 1 })
    const jobs = await parley.db('jobs').whereIn('target_id', ids)
    expect(jobs.map(({ outcome }) => outcome)).to.have.members(['retried', 'failed'])
  })

  it('goes first to the organization with the fewest running, however long another has been waiting', async () => {
    const other = await parley.another('a modest one')
    const ids = await Promise.all(Array.from({ length: 8 }, () => post()))
    for (const id of ids) await set(id, { sweep_at: ago(20) })
    const modest: string[] = []
    for (let n = 0; n < 2; n++) {
      const conversation = await other.makeConversation()
      const posted = await other.say(conversation.id, 'Hi', { Prefer: 'respond-async' })
      modest.push(posted.body.data.id)
      await set(posted.body.data.id, { sweep_at: ago(1) })
    }
    expect(idsOf(await sweep({ limit: 1 }))).not.to.have.members(modest)
    expect(idsOf(await sweep({ limit: 1 }))).to.deep.equal([modest[0]])
    const both = await sweep({ limit: 2 })
    expect(both.filter(({ id }) => modest.includes(id))).to.have.length(1)
    expect(await sweep({ limit: 100 })).to.have.length(6)
  })

  it('of a job that two workers died with is left to the sweep, apart from all others', async () => {
    const [suspect, crashedOnce, other] = [await post(), await post(), await post()]
    const lost = { worker: 'the late one', claimed_at: ago(20) }
    await set(suspect, { ...lost, crashes: 1, lease_expires_at: ago(9) })
    await set(crashedOnce, { ...lost, crashes: 0, lease_expires_at: ago(8) })
    await set(other, { sweep_at: ago(1) })
    expect(idsOf(await sweep())).to.have.members([crashedOnce, other])
    const [held] = (await sweep({ suspects: true })) as [LeasedJob]
    expect(held).to.include({ id: suspect, crashes: 2 })
    await release(held, { delaySeconds: 0, charge: false }, 'released')
    expect(await claim(suspect)).to.equal(undefined)
    await set(suspect, { sweep_at: ago(1) })
    expect(await sweep()).to.deep.equal([])
    expect(idsOf(await sweep({ suspects: true }))).to.deep.equal([suspect])
  })

  it('is refused if it names the wrong organization', async () => {
    const other = await parley.another('a stranger')
    expect(await claim(await post(), 1000, other.organizationId)).to.equal(undefined)
  })

  it('is not needed to fail an idle job past its deadline', async () => {
    const { id: threadId } = await parley.client.makeConversation()
    const [first, blocked, running] = [await post(threadId), await post(threadId), await post()]
    await claim(running)
    for (const id of [first, blocked, running]) await set(id, { deadline_at: ago(1) })
    for (const id of [first, blocked]) await set(id, { sweep_at: ago(1) })
    const overdue = await findOverdue(parley.db, 'reply', FREE)
    expect(idsOf(overdue)).to.have.members([first, blocked])
    for (const job of overdue) expect(await fail(job)).to.equal(true)
    expect((await readMessage(first)).error).to.deep.equal(ERROR)
    expect(await findOverdue(parley.db, 'reply', FREE)).to.deep.equal([])
    expect(await read(running)).to.include({ worker: 'w' })
  })

  it('of a job past its deadline is left to the next sweep while its row is locked', async () => {
    const id = await post()
    await set(id, { deadline_at: ago(1), sweep_at: ago(1) })
    const endIfFree = makeEndReply(parley.db, 0)
    const sweepOverdue = () =>
      endOverdue('reply', FREE, NO_MODELS, {
        db: parley.db,
        log: makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
        failIfFree: (claim, error, jobs) => endIfFree({ claim, status: 'failed', error, jobs }),
        notifications: { send: async () => undefined } as never,
      })
    await parley.db.knexTransaction(async (transaction) => {
      await transaction('open_jobs').where({ id }).forUpdate()
      await sweepOverdue()
      expect(await readMessage(id)).to.equal(undefined)
    })
    await sweepOverdue()
    expect(await readMessage(id)).to.include({ status: 'failed' })
  })

  it('is recorded as crashed if its worker died and its deadline passed, with the time without a holder', async () => {
    const { id: threadId } = await parley.client.makeConversation()
    const [held, isHeadOfThread, blocked] = [
      await post(),
      await post(threadId),
      await post(threadId),
    ]
    await claim(held)
    const past = { deadline_at: ago(1), run_at: ago(30), sweep_at: ago(1) }
    await set(held, {
      ...past,
      claimed_at: ago(20),
      lease_expires_at: ago(5),
      worker: 'the late one',
    })
    for (const id of [isHeadOfThread, blocked]) await set(id, past)
    const overdue = await findOverdue(parley.db, 'reply', FREE)
    const taken_over = Object.fromEntries(overdue.map((job) => [job.id, job.taken_over]))
    expect(taken_over).to.deep.equal({ [held]: true, [isHeadOfThread]: false, [blocked]: false })
    await endOverdue('reply', FREE, NO_MODELS, {
      db: parley.db,
      log: makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
      failIfFree: (claim, error, jobs) => end({ claim, status: 'failed', error, jobs }),
      notifications: { send: async () => undefined } as never,
    })
    const jobs = await parley.db('jobs').whereIn('target_id', [held, isHeadOfThread, blocked])
    const waitOf = (target_id: string, outcome: string) =>
      jobs.find((job: any) => job.target_id === target_id && job.outcome === outcome).wait_ms
    expect(jobs.filter(({ outcome }: any) => outcome === 'crashed')).to.have.length(1)
    expect(waitOf(held, 'crashed')).to.be.within(9_900, 19_900)
    expect(waitOf(held, 'failed'), 'since its lease ran out').to.be.within(5_000, 10_000)
    expect(waitOf(isHeadOfThread, 'failed')).to.be.within(30_000, 35_000)
    expect(waitOf(blocked, 'failed'), 'its turn never came').to.equal(0)
    expect(jobs.find(({ outcome }: any) => outcome === 'crashed')).to.include({
      worker: 'the late one',
      attempt: 1,
    })
  })
})
