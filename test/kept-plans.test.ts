import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Db, makeDb } from '../shared/db.ts'
import { makeAccept, type NewMessage } from '../shared/store/accept.ts'
import { type Claim, claimDue, claimRung } from '../shared/store/claims.ts'
import { failOverdue } from '../shared/store/leases.ts'
import { readFinishedReplies } from '../shared/store/messages.ts'
import { completeReplies } from '../shared/store/replies.ts'
import { makeDatabase } from './support/servers.ts'

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

describe('a plan that is kept from when there were no messages', () => {
  let db: Db
  let drop: () => Promise<void>
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    // One connection: statements are prepared on each.
    db = makeDb(database.url, 1, 10)
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  it('looks for messages by an index, in every statement of a message', async () => {
    const ids = { id: randomUUID(), organization_id: randomUUID() }
    const message: NewMessage = {
      organization_id: ids.organization_id,
      thread: { kind: 'conversation', id: randomUUID() },
      ...{ subject: null, content: 'Hi', metadata: {}, on_busy: 'queue', request_id: 'r', waiter: 'w' },
      ...{ streamed: false, traced: false, deadline_seconds: 60, room: { organization: 1000, total: 1000 } },
    }
    const accept = makeAccept(db)
    await Promise.allSettled(
      Array.from({ length: 5 }, () =>
        accept({ ...message, thread: { ...message.thread, id: randomUUID() } }),
      ),
    )
    const claimant = { worker: 'w', organizationConcurrency: 100 }
    await claimRung(db, 'reply', [ids], claimant)
    await claimDue(db, 'reply', { ...claimant, limit: 10, takeOver: true, suspects: false })
    await claimDue(db, 'reply', {
      ...claimant,
      limit: 10,
      takeOver: false,
      suspects: false,
      threadIds: [ids.id],
    })
    await failOverdue(db, 'reply', 'w', { code: 'deadline_exceeded', detail: 'x' })
    await readFinishedReplies(db, [ids.id])
    const claim = { ...ids, attempt: 1 } as Claim
    const job = {
      ...{ organization_id: ids.organization_id, lane: 'reply' as const, target_id: ids.id, request_id: 'r' },
      ...{ worker: 'w', attempt: 1, outcome: 'completed' as const, error_code: null, wait_ms: 1, run_ms: 1 },
    }
    const usage = { model: 'm', input_tokens: 1, output_tokens: 1, cost_usd: null, model_ms: 1 }
    const reply = { content: 'x', citations: [], grounded: false, finish_reason: 'stop' }
    await completeReplies(db, [{ claim, reply, usage, job }])

    await db.raw('set plan_cache_mode = force_generic_plan')
    const { rows: statements } = await db.raw(
      `select name, statement, cardinality(parameter_types) as parameters from pg_prepared_statements where name like 'parley_%'`,
    )
    expect(
      statements,
      'two to accept, three to claim, the deadline, the reading, the completion',
    ).to.have.length(8)
    for (const { name, statement, parameters } of statements) {
      const nulls = parameters ? `(${Array(parameters).fill('null').join(', ')})` : ''
      const { rows } = await db.raw(`explain (format json) execute ${name}${nulls}`)
      const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) =>
        node['Node Type'].endsWith('Scan'),
      )
      const read = scans.filter((node) => GROWING.includes(node['Relation Name']!))
      expect(read, statement).not.to.be.empty
      for (const node of read) expect(node['Node Type'], statement).to.match(/^(Index|Bitmap Heap)/)
      const bitmaps = scans.filter((node) => node['Node Type'] === 'Bitmap Index Scan')
      for (const node of [...read, ...bitmaps])
        if (node['Index Name']) expect(node['Index Name'], statement).to.match(GOOD)
    }
  })
})
