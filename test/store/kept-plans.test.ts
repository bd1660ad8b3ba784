import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { TIMES } from '../../shared/config/times.ts'
import { type Db, makeDb } from '../../shared/db/db.ts'
import { makeAccept } from '../../shared/store/chat/accept.ts'
import type { NewMessage } from '../../shared/store/chat/acceptStatement.ts'
import { cancelReply, readFinishedReplies } from '../../shared/store/chat/messages.ts'
import { makeComplete } from '../../shared/store/chat/replies.ts'
import { claimDue, claimWoken, type LeasedJob } from '../../shared/store/queue/claims.ts'
import { failJob, failOverdue, releaseLease, renewLease } from '../../shared/store/queue/leases.ts'
import { makeOwner } from '../support/data/knowledge.ts'
import { makeDatabase } from '../support/servers/servers.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Tables that grow with each message. */
const GROWING = ['messages', 'threads', 'idempotency_keys', 'usages', 'contexts']
/** Those by which a row is found alone, or the last ones of a thread; and of what is unfinished, of which there is little. */
const GOOD = /_pkey$|_key$|_waiting_of$|_unfinished_of$/

/** Runs each statement of a message once. @param organization_id whose, @param threadId of its threads */
async function runEach(db: Db, organization_id: string, threadId: string): Promise<void> {
  const ids = { id: randomUUID(), organization_id }
  const message: NewMessage = {
    organization_id,
    thread: { kind: 'conversation', id: threadId },
    ...{ subject: null, content: 'Hi', metadata: {}, on_busy: 'queue', request_id: 'r', waiter: 'w' },
    ...{ streamed: false, traced: false, deadline_seconds: 60, wake_up_grace_ms: TIMES.wakeUpGraceMs },
    capacity: { organization: 1000, total: 1000, floor: 0 },
  }
  const accept = makeAccept(db, TIMES.rowLockedMs)
  await Promise.allSettled(
    [threadId, randomUUID(), randomUUID()].map((id) =>
      accept({ ...message, thread: { ...message.thread, id } }),
    ),
  )
  const claimant = { worker: 'w', organizationConcurrency: 100, leaseMs: TIMES.leaseMs }
  await claimWoken(db, 'reply', [ids], claimant)
  const due = { ...claimant, limit: 10, suspects: false }
  await claimDue(db, 'reply', { ...due, takeOver: true })
  await claimDue(db, 'reply', { ...due, takeOver: false, threadIds: [threadId] })
  await failOverdue(db, 'reply', claimant, { code: 'deadline_exceeded', detail: 'x' })
  await readFinishedReplies(db, [ids.id])
  const claim = { ...ids, attempt: 1 } as LeasedJob
  const job = {
    ...{ organization_id, lane: 'reply' as const, target_id: ids.id, request_id: 'r' },
    ...{ worker: 'w', attempt: 1, outcome: 'completed' as const, error_code: null, wait_ms: 1, run_ms: 1 },
  }
  await renewLease(db, 'reply', claim, TIMES)
  await releaseLease(db, 'reply', claim, { delaySeconds: 1, charge: true }, job, TIMES)
  await failJob(db, 'reply', claim, { code: 'internal', detail: 'x' }, job, TIMES)
  await cancelReply(db, organization_id, threadId, ids.id, TIMES.rowLockedMs)
  const usage = { model: 'm', input_tokens: 1, output_tokens: 1, cost_usd: null, model_ms: 1 }
  const reply = { content: 'x', citations: [], grounded: false, finish_reason: 'stop' }
  const complete = makeComplete(db, TIMES.rowLockedMs)
  await Promise.all([1, 2, 3].map(() => complete({ claim, reply, usage, job })))
}

/** Two to accept, three to claim, the deadline, the reading; to renew, hand back, fail, cancel and complete. */
const STATEMENTS = 12

describe('a plan that is kept', () => {
  let db: Db
  let drop: () => Promise<void>
  beforeEach(async () => {
    const database = await makeDatabase()
    drop = database.drop
    // One connection: statements are prepared on each.
    db = makeDb(database.url, 1, 10)
  })
  afterEach(async () => {
    await db.destroy()
    await drop()
  })

  it('from when there were no messages looks for them by an index, in every statement of a message', async () => {
    await runEach(db, randomUUID(), randomUUID())
    await expectIndexes()
  })

  it('from when there were many does so, too', async () => {
    const { organizationId } = await makeOwner(db, 'Large')
    const [threadId] = await fill(organizationId)
    await db.raw('analyze')
    await runEach(db, organizationId, threadId!)
    await expectIndexes()
  })

  it('is the only one, also where it has become dearer', async () => {
    const { organizationId } = await makeOwner(db, 'Growing')
    for (let n = 0; n < 6; n++) await runEach(db, organizationId, randomUUID())
    const threads = await fill(organizationId)
    await db.raw('analyze')
    for (let n = 0; n < 12; n++) await runEach(db, organizationId, threads[n]!)
    const { rows } = await db.raw(
      `select statement, generic_plans > 0 as is_kept, custom_plans::int from pg_prepared_statements where name like 'parley_%'`,
    )
    expect(rows).to.have.length(STATEMENTS)
    for (const { statement, is_kept, custom_plans } of rows) {
      expect(is_kept, statement).to.equal(true)
      expect(custom_plans, statement).to.equal(0)
    }
  })

  /** 2,000 threads, of which a few have 15,000 messages; two are unfinished. @returns the ids of those */
  async function fill(organizationId: string): Promise<string[]> {
    const [agent] = await db('agents')
      .insert({ id: randomUUID(), organization_id: organizationId, name: 'Ada' })
      .returning('id')
    await db.raw(
      `insert into threads (id, organization_id, agent_id, kind, status, last_seq)
       select gen_random_uuid(), ?, ?, 'conversation', 'open', 300 from generate_series(1, 2000)`,
      [organizationId, agent.id],
    )
    const busy = await db('threads').limit(50).pluck('id')
    await db.raw(
      `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, completed_at, wake_at)
       select gen_random_uuid(), organization_id, t.id, agent_id, seq, case seq % 2 when 1 then 'user' else 'assistant' end,
              case when is_waiting then 'queued' else 'completed' end, case when not is_waiting then repeat('Lorem ipsum. ', 20) end, 'r',
              case when not is_waiting then now() end, case when is_waiting then now() + interval '1 hour' end
         from threads t, generate_series(1, 300) seq, lateral (select seq = 300 and t.id = any(:waiting) as is_waiting) of
        where t.id = any(:busy)`,
      { busy, waiting: busy.slice(0, 2) },
    )
    return busy
  }

  async function expectIndexes(): Promise<void> {
    await db.raw('set plan_cache_mode = force_generic_plan')
    const { rows: statements } = await db.raw(
      `select name, statement, cardinality(parameter_types) as parameters from pg_prepared_statements where name like 'parley_%'`,
    )
    expect(statements).to.have.length(STATEMENTS)
    for (const { name, statement, parameters } of statements) {
      const nulls = parameters ? `(${Array(parameters).fill('null').join(', ')})` : ''
      const { rows } = await db.raw(`explain (format json) execute ${name}${nulls}`)
      const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) =>
        node['Node Type'].endsWith('Scan'),
      )
      const read = scans.filter((node) => GROWING.includes(node['Relation Name']!))
      expect(read, statement).not.to.be.empty
      if (/history/.test(statement))
        expect(JSON.stringify(rows), 'what is read of a thread').to.match(/"Index Cond":"[^"]*seq >= \(/)
      // One row, by its id: not all of its thread.
      const good = /with free as/.test(statement) ? /_pkey$|_id_key$/ : GOOD
      for (const node of read) expect(node['Node Type'], statement).to.match(/^(Index|Bitmap Heap)/)
      const bitmaps = scans.filter((node) => node['Node Type'] === 'Bitmap Index Scan')
      for (const node of [...read, ...bitmaps])
        if (node['Index Name']) expect(node['Index Name'], statement).to.match(good)
    }
  }
})
