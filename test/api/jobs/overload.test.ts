import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Answer, Client } from '../../support/http/client.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { makeMoment } from '../../support/servers/model.ts'

describe('replies beyond what can be answered in time', () => {
  const MOST = 200
  let parley: Parley
  let answered: ReturnType<typeof makeMoment>
  before(async () => {
    const settings = {
      REPLY_CONCURRENCY: '2',
      REPLY_DEADLINE_SECONDS: '60',
      ORGANIZATION_MIN_QUEUED: '3',
      TIME_SCALE: '0.1',
    }
    parley = await startParley({ settings })
    answered = makeMoment()
    parley.model.behave(() => ({ text: 'Yes.', after: answered.promise }))
  })
  after(async () => {
    answered.come()
    await parley.stop()
  })

  /** Stores finished replies of these durations. */
  async function lasting(client: Client, run_ms: number): Promise<void> {
    const job = {
      organization_id: client.organizationId,
      lane: 'reply',
      request_id: 'r',
      worker: 'w',
      attempt: 1,
      outcome: 'completed',
      wait_ms: 0,
      run_ms,
    }
    await parley
      .db('jobs')
      .insert([0, 1, 2].map(() => ({ id: randomUUID(), target_id: randomUUID(), ...job })))
  }

  /** Posts until a message is refused. */
  async function fill(client: Client): Promise<{ taken: number; refused: Answer }> {
    const { id: agent_id } = await client.makeAgent()
    for (let taken = 0; taken < MOST; taken++) {
      const { id } = await client.makeConversation({ agent_id })
      const posted = await client.say(id, 'Hi', { Prefer: 'respond-async' })
      if (posted.status !== 202) return { taken, refused: posted }
    }
    return expect.fail('none was refused')
  }

  it('are refused with 503, judged by the duration of earlier replies', async () => {
    await eventually(async () => (await parley.db('workers').where({ lane: 'reply' })).length === 1)
    const slow = await parley.another('slow')
    await lasting(slow, 12_000)
    const { taken, refused } = await fill(slow)
    expect(refused.status).to.equal(503)
    expect(refused.body.code).to.equal('queue_full')
    expect(Number(refused.headers.get('retry-after'))).to.be.above(0)
    // Two slots answer ten in 60 s, and two more are running.
    expect(taken).to.be.within(10, 12 + 3)
    const slower = await parley.another('slower')
    await lasting(slower, 600_000)
    expect((await fill(slower)).taken, 'the floor').to.be.within(3, 10)
  })
})
