import { expect } from 'chai'
import { Client, eventually } from '../../support/http/client.ts'
import { onOneQueue, startParley } from '../../support/product/parley.ts'
import { killAll, runApi } from '../../support/product/processes.ts'
import { waitsForLock } from '../../support/product/statements.ts'

onOneQueue('a process that is killed during a low rating', (backend) => {
  it('stores neither rating nor handoff, and both once when the rating is sent again @long', async () => {
    const parley = await startParley({ backend, workers: false })
    try {
      const { client, db } = parley
      const there = await runApi(parley.env)
      const agent = await client.makeAgent({ handoff_policy: { on_low_rating: true } })
      const { id } = await client.makeConversation({ agent_id: agent.id })
      const path = `/api/v1/conversations/${id}/feedback`
      const rate = (address: string) =>
        new Client(address, client.credentials).post(
          path,
          { reviewer: 'zoe', rating: 1 },
          { 'Idempotency-Key': 'once' },
        )
      const rows = async (table: string) => (await db(table).where({ thread_id: id })).length
      const held = await db.knexTransaction()
      // The rating is written, and the handoff waits.
      await held.raw('lock table handoffs in share mode')
      const answer = rate(there.address).catch((error: unknown) => error)
      await waitsForLock(db)
      there.signal('SIGKILL')
      expect(await there.ended).to.equal('SIGKILL')
      expect(await answer).to.be.instanceOf(Error)
      await held.commit()
      await eventually(async () => {
        const { rows } = await db.raw(
          `select from pg_stat_activity where datname = current_database() and query like '%insert into handoffs%' and pid <> pg_backend_pid()
              and state <> 'idle'`,
        )
        return rows.length === 0
      })
      expect([
        await rows('feedback'),
        await rows('handoffs'),
        await rows('messages'),
      ]).to.deep.equal([0, 0, 0])
      for (let times = 0; times < 3; times++)
        expect((await rate(client.address)).status).to.equal(201)
      expect([
        await rows('feedback'),
        await rows('handoffs'),
        await rows('messages'),
      ]).to.deep.equal([1, 1, 1])
      const events = await db('event_outbox').where({ thread_id: id })
      expect(events.map(({ type }) => type)).to.include.members([
        'feedback.created',
        'handoff.requested',
      ])
    } finally {
      await killAll()
      await parley.stop()
    }
  })
})
