import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeAccept } from '../../../shared/chat/accept.ts'
import type { NewMessage } from '../../../shared/chat/acceptStatement.ts'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import { getMessage, readFinishedReplies } from '../../../shared/chat/messages.ts'
import {
  makeLoadDelivery,
  makeStoreDelivered,
  storeTry,
} from '../../../shared/events/deliveryJobs.ts'
import { claimDue, claimWoken } from '../../../shared/jobs/claims.ts'
import { findOverdue, makeRenewLease, releaseLease } from '../../../shared/jobs/leases.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { trackScanBounds } from '../../../shared/jobs/scanBounds.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { sql, sqlText } from '../../../shared/lib/db/statements.ts'
import { makeOwner } from '../../support/data/knowledge.ts'
import { makeTestDb, type TestDb } from '../../support/product/testDb.ts'
import { makeDatabase } from '../../support/servers/servers.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Node[]
}

/** PostgreSQL compiles a plan with a higher estimate, which takes longer than running it. */
const MAX_COST = 100_000

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Tables that grow with each message. */
const GROWING = [
  'messages',
  'threads',
  'idempotency_keys',
  'usages',
  'contexts',
  'open_jobs',
  'webhook_deliveries',
  'delivery_attempts',
]
/**
 * Indexes that find a single row, or the last rows of a thread, and those of unfinished rows, which
 * are few.
 */
const GOOD = /_pkey$|_key$|^open_jobs_/

/**
 * Runs each statement of a message and of a delivery once. @param organization_id their
 * organization, @param threadId one of its threads
 */
async function runEach(db: TestDb, organization_id: string, threadId: string): Promise<void> {
  const ids = { id: randomUUID(), organization_id }
  const message: NewMessage = {
    organization_id,
    thread: { kind: 'conversation', id: threadId },
    subject: null,
    content: 'Hi',
    metadata: {},
    on_busy: 'queue',
    request_id: 'r',
    reply_to: 'w',
    streamed: false,
    traced: false,
    deadline_seconds: 60,
    wake_up_grace_ms: TIMES.wakeUpGraceMs,
    capacity: { organization: 1000, total: 1000, floor: 0 },
  }
  const accept = makeAccept(db, TIMES.rowLockedMs)
  await Promise.allSettled(
    [threadId, randomUUID(), randomUUID()].map((id) =>
      accept({ ...message, thread: { ...message.thread, id } }),
    ),
  )
  const claimant = { worker: 'w', shareConcurrency: 100, leaseMs: TIMES.leaseMs }
  await claimWoken(db, 'reply', [ids], claimant)
  const due = { ...claimant, limit: 10, suspects: false }
  await claimDue(db, 'reply', { ...due, takeOver: true })
  await claimDue(db, 'reply', {
    ...due,
    takeOver: false,
    ended: [{ thread_id: threadId, position: 2 }],
  })
  await findOverdue(db, 'reply', claimant)
  await trackScanBounds('reply').learn(db)
  await getMessage(db, organization_id, threadId, ids.id).catch(() => undefined)
  await readFinishedReplies(db, [ids.id])
  const claim = { ...ids, attempt: 1 } as LeasedJob
  const job = {
    organization_id,
    lane: 'reply' as const,
    target_id: ids.id,
    request_id: 'r',
    worker: 'w',
    attempt: 1,
    outcome: 'completed' as const,
    error_code: null,
    wait_ms: 1,
    run_ms: 1,
  }
  await makeRenewLease(db, 'reply', TIMES)(claim)
  await releaseLease(db, 'reply', claim, { delaySeconds: 1, charge: true }, job, TIMES)
  const usage = { model: 'm', input_tokens: 1, output_tokens: 1, cost_usd: null, model_ms: 1 }
  const reply = { content: 'x', citations: [], grounded: false, finish_reason: 'stop' }
  const end = makeEndReply(db, TIMES.rowLockedMs)
  await end({ claim, status: 'completed', reply, usage, jobs: [job] })
  await deliverEach(db, organization_id)
}

/** Runs each statement of a delivery once. */
async function deliverEach(db: TestDb, organization_id: string): Promise<void> {
  const ids = { id: randomUUID(), organization_id }
  const claimant = {
    worker: 'w',
    shareConcurrency: 5,
    leaseMs: TIMES.leaseMs,
    share: 'endpoint_id',
  } as const
  await claimWoken(db, 'deliver', [ids], claimant)
  await claimDue(db, 'deliver', { ...claimant, limit: 10, suspects: false, takeOver: true })
  await trackScanBounds('deliver', 'endpoint_id').learn(db)
  const claim = { ...ids, attempt: 1 }
  await makeLoadDelivery(db)({ claim, at: new Date() })
  const tried = {
    endpoint_id: randomUUID(),
    status: 200,
    error: null,
    duration_ms: 1,
    response_head: null,
    at: new Date(),
  }
  const attempt = {
    organization_id,
    lane: 'deliver' as const,
    target_id: ids.id,
    request_id: 'r',
    attempt: 1,
  }
  const figures = { outcome: 'completed' as const, error_code: null, wait_ms: 1, run_ms: 1 }
  await makeStoreDelivered(db)({ claim, tried, job: { ...attempt, worker: 'w', ...figures } })
  const failed = { ...tried, status: 500 }
  await storeTry(db, claim, failed, { status: 'pending', seconds: 5, charge: 1 }, [])
}

/**
 * Two to accept, three to claim, the bounds, the deadlines, two to read, four to renew, hand back,
 * end and look again; six of a delivery.
 */
const STATEMENTS = 13 + 6

describe('a kept query plan', () => {
  let db: TestDb
  let drop: () => Promise<void>
  beforeEach(async () => {
    const database = await makeDatabase()
    drop = database.drop
    // One connection, because statements are prepared on each.
    db = makeTestDb(database.url, 1, 10)
  })
  afterEach(async () => {
    await db.destroy()
    await drop()
  })

  it('from an empty table still uses an index, in every statement of a message', async () => {
    await runEach(db, randomUUID(), randomUUID())
    await expectIndexes()
  })

  it('from a full table uses an index, too', async () => {
    const { organizationId } = await makeOwner(db, 'Large')
    const [threadId] = await fill(organizationId)
    await db.raw('analyze messages, threads, open_jobs')
    await runEach(db, organizationId, threadId!)
    await expectIndexes()
  })

  it('from an idle queue does not read all unfinished rows', async () => {
    const { organizationId } = await makeOwner(db, 'Small')
    await fill(organizationId, 20, 6)
    await db.raw('vacuum analyze open_jobs')
    await runEach(db, organizationId, randomUUID())
    await expectIndexes(['open_jobs'])
  })

  it('from a time with 20,000 running jobs is too cheap for jit @long', async () => {
    const { organizationId } = await makeOwner(db, 'Crowd')
    await fill(organizationId, 20, 6)
    await db.raw(
      `insert into open_jobs (lane, id, organization_id, request_id, sweep_at, deadline_at, worker, claimed_at, lease_expires_at)
       select 'reply', gen_random_uuid(), ?, 'r', now(), now() + interval '1 hour', 'w', now(), now() + interval '10 s'
         from generate_series(1, 20000)`,
      [organizationId],
    )
    await db.raw('vacuum analyze open_jobs')
    await runEach(db, organizationId, randomUUID())
    await expectIndexes([])
  })

  /**
   * Stores 2,000 threads, of which a few have 15,000 messages and two are unfinished. @returns the
   * ids of the unfinished
   */
  async function fill(organizationId: string, threads = 2000, seqs = 300): Promise<string[]> {
    const [agent] = await db('agents')
      .insert({ id: randomUUID(), organization_id: organizationId, name: 'Ada' })
      .returning('id')
    await db.raw(
      `insert into threads (id, organization_id, agent_id, kind, status, last_seq)
       select gen_random_uuid(), ?, ?, 'conversation', 'open', ? from generate_series(1, ?::integer)`,
      [organizationId, agent.id, seqs, threads],
    )
    const busy = await db('threads').limit(50).pluck('id')
    await db.raw(
      `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, completed_at)
       select gen_random_uuid(), organization_id, t.id, agent_id, seq, case seq % 2 when 1 then 'user' else 'assistant' end,
              'completed', repeat('Lorem ipsum. ', 20), 'r', now()
         from threads t, generate_series(1, :seqs::integer) seq where t.id = any(:busy)`,
      { busy, seqs },
    )
    await db.raw(
      `insert into open_jobs (lane, id, organization_id, thread_id, position, request_id, sweep_at, deadline_at)
       select 'reply', gen_random_uuid(), organization_id, id, last_seq, 'r', now() + interval '1 hour', now() + interval '1 hour'
         from threads where id = any(:waiting)`,
      { waiting: busy.slice(0, 2) },
    )
    return busy
  }

  async function expectIndexes(tables = GROWING): Promise<void> {
    await sql(db)`set plan_cache_mode = force_generic_plan`
    const statements = await sqlText<{
      name: string
      statement: string
      parameters: number | null
    }>(
      db,
      `select name, statement, cardinality(parameter_types) as parameters from pg_prepared_statements where name like 'parley_%'`,
    )
    expect(statements).to.have.length(STATEMENTS)
    const bad: string[] = []
    for (const { name, statement, parameters } of statements) {
      const nulls = parameters ? `(${Array(parameters).fill('null').join(', ')})` : ''
      const rows = await sqlText<any>(db, `explain (format json) execute ${name}${nulls}`)
      const plan = rows[0]['QUERY PLAN'][0].Plan
      const scans = nodesOf(plan).filter((node) => node['Node Type'].endsWith('Scan'))
      const read = scans.filter((node) => tables.includes(node['Relation Name']!))
      if (/history/.test(statement))
        expect(JSON.stringify(rows), 'what is read of a thread').to.match(
          /"Index Cond":"[^"]*seq >= \(/,
        )
      const bitmaps = scans.filter((node) => node['Node Type'] === 'Bitmap Index Scan')
      for (const node of [...read, ...bitmaps]) {
        const isGood = node['Index Name']
          ? GOOD.test(node['Index Name']) && node['Index Cond']
          : /^Bitmap Heap/.test(node['Node Type'])
        if (!isGood)
          bad.push(
            `${node['Node Type']} ${node['Relation Name']} ${node['Index Name']}: ${statement.slice(0, 200)}`,
          )
      }
      expect(plan['Total Cost'], `cost: ${statement}`).to.be.below(MAX_COST)
    }
    expect(bad.join('\n')).to.equal('')
  }
})
