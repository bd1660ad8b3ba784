import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { timesAt } from '../../../shared/lib/config/times.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { makeMoment } from '../../support/servers/model.ts'

const SCALE = 0.3
const { renewMs, rowLockedMs } = timesAt(SCALE)

describe('replies whose rows another transaction locks', () => {
  let parley: Parley
  before(async () => {
    const settings = { REPLY_DEADLINE_SECONDS: '110', TIME_SCALE: String(SCALE) }
    parley = await startParley({ settings })
  })
  after(() => parley.stop())
  beforeEach(() => parley.model.reset())

  /**
   * Posts messages in separate threads, and locks their replies' rows once the model was called.
   */
  async function whileHeld(
    count: number,
    work: () => Promise<unknown>,
    text = 'In the box.',
  ): Promise<any[]> {
    const { client, model, db } = parley
    const asked = makeMoment()
    model.behave(() => ({ text, after: asked.promise }))
    const answers = Array.from({ length: count }, async () =>
      client.say((await client.makeConversation()).id, 'Where?'),
    )
    await eventually(async () => model.requests.length === count)
    await db.knexTransaction(async (holder) => {
      await holder('messages').where({ status: 'processing' }).orderBy('id').forUpdate()
      model.behave(() => ({ text: 'Here.' }))
      asked.come()
      await work()
    })
    return Promise.all(answers)
  }

  it('leave connections to other requests, however many replies there are', async () => {
    const { client } = parley
    const answers = await whileHeld(30, async () => {
      // Longer than the time between renewals of a lease.
      await setTimeout(1.1 * renewMs)
      await eventually(async () => parley.db.use().waiting === 0)
      const other = await client.say((await client.makeConversation()).id, 'And the others?')
      expect(other.body.data.content).to.equal('Here.')
    })
    for (const { status, body } of answers) {
      expect(status).to.equal(201)
      expect(body.data.content).to.equal('In the box.')
    }
    expect(parley.model.requests).to.have.length(31)
  })

  it('leave connections to other requests also when they are to be retried @long', async () => {
    const { client } = parley
    const work = async () => {
      await setTimeout(1_000)
      await eventually(async () => parley.db.use().waiting === 0)
      const other = await client.say((await client.makeConversation()).id, 'And the others?')
      expect(other.body.data.content).to.equal('Here.')
    }
    for (const { status, body } of await whileHeld(30, work, '')) {
      expect(status).to.equal(201)
      expect(body.data.content).to.equal('Here.')
    }
    expect(parley.model.requests).to.have.length(61)
  })

  it("are stored after the lock ends, even if it outlasts a statement's time @long", async () => {
    const [answer] = await whileHeld(1, () => setTimeout(1.2 * rowLockedMs))
    expect(answer.status).to.equal(201)
    expect(answer.body.data.content).to.equal('In the box.')
    expect(parley.model.requests).to.have.length(1)
    expect(await parley.db('jobs').where({ target_id: answer.body.data.id })).to.have.length(1)
  })
})
