import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { makeHandoffs } from '../../shared/handoffs/handoffs.ts'
import { TIMES } from '../../shared/lib/config/times.ts'
import { makeOwner } from '../support/data/knowledge.ts'
import { eventually } from '../support/http/client.ts'
import { makeTestDb, type TestDb } from '../support/product/testDb.ts'
import { makeDatabase } from '../support/servers/servers.ts'

describe('the times of a handoff, its cancellations and its event', () => {
  let db: TestDb
  let drop: () => Promise<void>
  let thread: { organization_id: string; id: string; kind: 'conversation' }
  const handoffs = makeHandoffs(TIMES.rowLockedMs)
  before(async () => {
    const database = await makeDatabase()
    drop = database.drop
    db = makeTestDb(database.url, 3, 30)
    const { organizationId: organization_id, agentId: agent_id } = await makeOwner(db, 'Handed off')
    thread = { organization_id, id: randomUUID(), kind: 'conversation' }
    await db('threads').insert({ ...thread, agent_id, status: 'open', last_seq: 4 })
  })
  after(async () => {
    await db.destroy()
    await drop()
  })

  const fields = { reason: 'other', note: null, requested_by: 'key' } as const
  const isBefore = async (earlier: string, later: string) =>
    (await db.raw(`select (${earlier}) <= (${later}) as is_before`)).rows[0].is_before

  it('come after the reply that the handoff waited for', async () => {
    const [stored, cancelled] = [randomUUID(), randomUUID()]
    const soon = db.raw("now() + interval '1 minute'")
    await db('open_jobs').insert(
      [stored, cancelled].map((id, nth) => ({
        lane: 'reply',
        id,
        organization_id: thread.organization_id,
        thread_id: thread.id,
        agent_id: (db as any).raw('(select agent_id from threads where id = ?)', thread.id),
        position: 2 + 2 * nth,
        request_id: 'r',
        sweep_at: soon,
        deadline_at: soon,
      })),
    )
    let handingOff: Promise<unknown> | undefined
    await db.transaction(async (transaction) => {
      await transaction.query({ text: `delete from open_jobs where id = '${stored}'` })
      handingOff = handoffs.handOff(db, thread, fields, {
        author_id: null,
        author_name: null,
        request_id: 'r',
      })
      await eventually(
        async () =>
          (
            await db.raw(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rowCount > 0,
      )
      await transaction.query({
        text: `insert into messages (id, organization_id, thread_id, agent_id, seq, role, status, content, request_id, completed_at)
               select '${stored}', organization_id, id, agent_id, 2, 'assistant', 'completed', 'Hi', 'r', clock_timestamp()
                 from threads where id = '${thread.id}'`,
      })
    })
    await handingOff
    const reply = `select completed_at from messages where id = '${stored}'`
    expect(await isBefore(reply, 'select created_at from handoffs')).to.equal(true)
    expect(await isBefore(reply, 'select waiting_since from handoffs')).to.equal(true)
    expect(
      await isBefore(reply, `select completed_at from messages where id = '${cancelled}'`),
    ).to.equal(true)
    expect(
      await isBefore(reply, "select created_at from event_outbox where type = 'handoff.requested'"),
    ).to.equal(true)
  })
})
