import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { acceptMessage } from '../../../shared/chat/accept.ts'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import { claimDue, type Due } from '../../../shared/jobs/claims.ts'
import { makeRenewLease } from '../../../shared/jobs/leases.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { RetryLater } from '../../../shared/lib/errors.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import { makeRunJob, type Perform } from '../../../workers/jobs/runJob.ts'
import { makeOwner, type Owner } from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

const DUE: Due = {
  worker: 'w',
  shareConcurrency: 100,
  leaseMs: TIMES.leaseMs,
  limit: 10,
  takeOver: true,
  suspects: false,
}
const REPLY = { content: 'the reply', citations: [], grounded: false, finish_reason: 'stop' }
const USAGE = { model: 'm', input_tokens: 1, output_tokens: 1, cost_usd: null, model_ms: 1 }
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)
const nothing = async () => undefined

/** Tests which attempts count against a job, and which do not. */
describe('a retried reply', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let owner: Owner
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 2, 30)
    owner = await makeOwner(db, 'Ada & Co')
  })
  after(async () => {
    await db.destroy()
    await drop()
  })
  afterEach(() => db('open_jobs').delete())

  async function makeThread(): Promise<string> {
    const id = randomUUID()
    await db('threads').insert({
      id,
      organization_id: owner.organizationId,
      agent_id: owner.agentId,
      kind: 'conversation',
      status: 'open',
    })
    return id
  }

  /**
   * Posts to a thread without waking a worker, and lets a sweep find the reply at once. @returns
   * the reply's id
   */
  async function post(threadId: string): Promise<string> {
    const { id } = await acceptMessage(db, {
      organization_id: owner.organizationId,
      thread: { kind: 'conversation', id: threadId },
      content: 'Hi',
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
    return id
  }

  const set = (id: string, columns: object) => db('open_jobs').where({ id }).update(columns)
  const read = (id: string) => db('open_jobs').where({ id }).first()
  const messageOf = (id: string) => db('messages').where({ id }).first()
  const sweep = (due: Partial<Due> = {}) => claimDue(db, 'reply', { ...DUE, ...due })

  /** Makes a worker with these jobs. By default, they store a reply. */
  function worker(perform?: Perform) {
    const end = makeEndReply(db, TIMES.rowLockedMs)
    const complete: Perform = (claim, _, completed) =>
      end({ claim, status: 'completed', reply: REPLY, usage: USAGE, jobs: [completed()] })
    return makeRunJob('reply', perform ?? complete, {
      db,
      fail: (claim, error, jobs) => end({ claim, status: 'failed', error, jobs }),
      failIfFree: (claim, error, jobs) => end({ claim, status: 'failed', error, jobs }),
      wakeUps: { send: async () => true } as never,
      notifications: { send: nothing, threads: { tell: () => undefined } } as never,
      log: makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
      worker: 'w',
      times: TIMES,
    })
  }

  it('fails without another try when its fifth worker has died, and takes no other message with it', async () => {
    const threadId = await makeThread()
    const [poisoned, next] = [await post(threadId), await post(threadId)]
    const died = { worker: 'gone', claimed_at: ago(20), lease_expires_at: ago(1) }
    const tried: string[] = []
    const run = worker(async ({ id }) => Boolean(tried.push(id)))
    for (const crashes of [3, 4]) {
      // The lease of a dead worker has expired.
      await set(poisoned, { ...died, crashes })
      expect(await sweep(), 'beside others').to.deep.equal([])
      const [claim] = await sweep({ suspects: true })
      expect(claim).to.include({ id: poisoned, crashes: crashes + 1 })
      await run(claim!, new AbortController())
    }
    expect(tried, 'after four crashes, and not after five').to.deep.equal([poisoned])
    expect(await messageOf(poisoned)).to.include({ status: 'failed' })
    expect((await messageOf(poisoned)).error.code).to.equal('worker_crashed')
    const [claim] = await sweep()
    expect(claim).to.include({ id: next, crashes: 0 })
    await worker()(claim!, new AbortController())
    expect(await messageOf(next)).to.include({ status: 'completed', content: 'the reply' })
  })

  it('still belongs to its worker after its lease ran out if no other worker has claimed it', async () => {
    const id = await post(await makeThread())
    const [claim] = await sweep()
    await set(id, { lease_expires_at: ago(30) })
    expect(await makeRenewLease(db, 'reply', TIMES)(claim!)).to.equal(true)
    expect(await sweep(), 'for anybody else').to.deep.equal([])
    await worker()(claim!, new AbortController())
    expect(await messageOf(id)).to.include({ status: 'completed', attempt: 1 })
    const jobs = await db('jobs').where({ target_id: id })
    expect(jobs.map(({ outcome }) => outcome)).to.deep.equal(['completed'])
  })

  it('counts no failure while its model is down, however often, and is answered afterwards', async () => {
    const id = await post(await makeThread())
    const isDown = worker(async () => {
      throw new RetryLater('model_unavailable', 'The model is down.', { retryAfter: 1 })
    })
    for (let attempt = 1; attempt <= 8; attempt++) {
      const [claim] = await sweep()
      expect(claim).to.include({ id, attempt, failures: 0 })
      await isDown(claim!, new AbortController())
      await set(id, { run_at: ago(1), sweep_at: ago(1) })
    }
    expect(await read(id)).to.include({ failures: 0, crashes: 0 })
    const [claim] = await sweep()
    await worker()(claim!, new AbortController())
    expect(await messageOf(id)).to.include({ status: 'completed' })
  })
})
