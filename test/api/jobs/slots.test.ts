import { expect } from 'chai'
import { makeEndReply } from '../../../shared/chat/endReplies.ts'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { trackScanBounds } from '../../../shared/jobs/scanBounds.ts'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { makeLog } from '../../../shared/lib/observability/log.ts'
import type { ModelAvailability } from '../../../workers/jobs/modelAvailability.ts'
import type { Fail } from '../../../workers/jobs/runJob.ts'
import { makeSlots, type Slots } from '../../../workers/jobs/slots.ts'
import { eventually } from '../../support/http/client.ts'
import { type Parley, startParley } from '../../support/product/parley.ts'
import { countStatements, interceptStatements } from '../../support/product/statements.ts'

describe("a worker's slots", () => {
  let parley: Parley
  let slots: Slots
  let models: ModelAvailability
  let haveSlots: (count: number) => void
  /** The running jobs by the reply's id, each with the function that ends it. */
  let running: Map<string, () => void>
  /** Ids in the order in which they were started. */
  let started: string[]
  /** Whether completing a reply announces more due jobs. */
  let moreDue: boolean
  /** Sends notifications. */
  let send: () => Promise<void>
  /** Ids that were sent on to other workers. */
  let sentOn: string[]
  before(async () => {
    parley = await startParley({ workers: false })
  })
  beforeEach(() => {
    running = new Map()
    started = []
    sentOn = []
    moreDue = true
    send = async () => undefined
    const { db } = parley
    const run = async (claim: LeasedJob) => {
      const { id } = claim
      started.push(id)
      await new Promise<void>((end) => running.set(id, end))
      running.delete(id)
      await db('open_jobs').where({ id }).delete()
      claim.moreDue = moreDue
    }
    const endReply = makeEndReply(db, TIMES.rowLockedMs)
    const fail: Fail = (claim, error, jobs) => endReply({ claim, status: 'failed', error, jobs })
    const wakeUps = {
      send: async () => true,
      sendOn: async (_: string, jobs: readonly { id: string }[]) => {
        sentOn.push(...jobs.map(({ id }) => id))
        return true
      },
      isReachable: async () => true,
      wasReachable: () => true,
      close: async () => undefined,
    }
    const notifications = {
      send: () => send(),
      live: { presenceChanged: () => undefined },
      threads: { changed: () => undefined },
      events: { changed: () => undefined },
      close: async () => undefined,
    }
    const log = makeLog('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' })
    const failIfFree = fail
    const deps = {
      db,
      fail,
      failIfFree,
      wakeUps,
      notifications,
      log,
      worker: 'w',
      shareConcurrency: 100,
    }
    models = { down: () => undefined, toTry: () => [] }
    haveSlots = (count) => {
      slots = makeSlots('reply', run, {
        ...deps,
        slots: count,
        models,
        bounds: trackScanBounds('reply'),
        times: TIMES,
      })
    }
    haveSlots(2)
  })
  afterEach(async () => {
    const drained = slots.drain(0)
    await eventually(async () => {
      for (const end of running.values()) end()
      return Promise.race([
        drained.then(() => true),
        new Promise((resolve) => setTimeout(resolve, 20, false)),
      ])
    })
    await parley.db('open_jobs').delete()
  })
  after(() => parley.stop())

  const organization_id = () => parley.client.organizationId
  const wakeAll = (ids: string[], { sentOn = false } = {}) =>
    slots.answer({
      jobs: ids.map((id) => ({ id, organization_id: organization_id(), request_id: 'r' })),
      sentOn,
    })
  const wake = (id: string) => wakeAll([id])
  const ends = async (id: string) => (await eventually(async () => running.get(id)))()
  const isRunning = (...ids: string[]) => eventually(async () => ids.every((id) => running.has(id)))
  const set = (id: string, columns: object) => parley.db('open_jobs').where({ id }).update(columns)
  const overdue = { sweep_at: new Date(0) }
  /** The columns of a dead worker's claim. */
  const left = { worker: 'gone', claimed_at: new Date(0), lease_expires_at: new Date(0) }

  async function post(conversation?: string): Promise<string> {
    const { client } = parley
    const id = conversation ?? (await client.makeConversation()).id
    return (await client.say(id, 'Hi', { Prefer: 'respond-async' })).body.data.id
  }

  it('answer a wake-up at once while some are free, else when a slot becomes free again', async () => {
    haveSlots(3)
    const [one, ...others] = [await post(), await post(), await post()]
    await wake(one)
    await isRunning(one)
    let answered = false
    const woken = wakeAll(others).then(() => (answered = true))
    await isRunning(...others)
    expect(answered).to.equal(false)
    moreDue = false
    await ends(one)
    await woken
    expect(sentOn).to.deep.equal([])
  })

  it('send on the jobs of a wake-up beyond them, and claim those that were sent on before when a slot is free', async () => {
    const [one, two, three, four] = [await post(), await post(), await post(), await post()]
    wakeAll([one, two, three])
    await isRunning(one, two)
    expect(sentOn).to.deep.equal([three])
    await set(three, { sweep_at: new Date(Date.now() + 60_000) })
    await set(four, { sweep_at: new Date(Date.now() + 60_000) })
    wakeAll([three, four], { sentOn: true })
    await ends(one)
    await isRunning(three)
    expect(sentOn, 'no further').to.deep.equal([three])
    expect(started).not.to.include(four)
  })

  for (const hasMore of [true, false])
    it(`go on with a thread's next at once, ${hasMore ? 'which the last completion announced' : 'though the last completion announced none'}`, async () => {
      const { id: conversation } = await parley.client.makeConversation()
      const [first, second] = [await post(conversation), await post(conversation)]
      await set(second, { sweep_at: new Date(Date.now() + 60_000) })
      wake(first)
      await isRunning(first)
      await wake(second)
      expect(started).to.deep.equal([first])
      moreDue = hasMore
      await ends(first)
      await isRunning(second)
    })

  it('look for no more jobs after a wake-up for a job that had been claimed', async () => {
    const id = await post()
    const woken = wake(id)
    await isRunning(id)
    await wake(id)
    moreDue = false
    const looks = async () => {
      await ends(id)
      await woken
      await slots.drain(0)
    }
    expect(await countStatements(looks, /waiting_shares/)).to.equal(0)
  })

  it('each continue with one overdue job when several become free together', async () => {
    const ids = [await post(), await post(), await post(), await post()]
    wake(ids[0]!)
    wake(ids[1]!)
    await isRunning(ids[0]!, ids[1]!)
    await set(ids[2]!, overdue)
    await set(ids[3]!, overdue)
    running.get(ids[0]!)!()
    running.get(ids[1]!)!()
    await isRunning(ids[2]!, ids[3]!)
    expect(started).to.have.length(4)
  })

  it('drop a wake-up that finds them taken: its job is found when it is overdue', async () => {
    const [one, two, three] = [await post(), await post(), await post()]
    wake(one)
    wake(two)
    await isRunning(one, two)
    await wake(three)
    expect(started).not.to.include(three)
    await set(three, overdue)
    await ends(one)
    await isRunning(three)
  })

  it('hold one suspect at a time, then the next, and other jobs beside it', async () => {
    const [one, two, other] = [await post(), await post(), await post()]
    await set(one, { ...left, crashes: 1 })
    await set(two, { ...left, crashes: 1, lease_expires_at: new Date(1) })
    await slots.sweep(true)
    await isRunning(one)
    wake(other)
    await slots.sweep(true)
    await isRunning(one, other)
    expect(running.has(two)).to.equal(false)
    await ends(one)
    await isRunning(two)
  })

  it('give a quarter of their number to suspects with equally many crashes, and run the others after these', async () => {
    haveSlots(8)
    const posted = await Promise.all(Array.from({ length: 5 }, post))
    const [one, two, three, oftener, another] = posted as [string, string, string, string, string]
    for (const [nth, id] of posted.entries())
      await set(id, { ...left, crashes: 1, lease_expires_at: new Date(nth) })
    await set(oftener, { crashes: 2 })
    await slots.sweep(true)
    await isRunning(one, two)
    await slots.sweep(true)
    expect([...running.keys()]).to.have.members([one, two])
    await ends(one)
    await isRunning(three)
    await ends(two)
    await isRunning(another)
    expect(running.has(oftener)).to.equal(false)
    await ends(three)
    await ends(another)
    await isRunning(oftener)
  })

  it("take over a dead worker's jobs and a suspect when they become free, if the sweep finds none free", async () => {
    const [one, two, behind, suspect] = [await post(), await post(), await post(), await post()]
    wake(one)
    wake(two)
    await isRunning(one, two)
    await set(behind, left)
    await set(suspect, { ...left, crashes: 1 })
    await slots.sweep(false)
    await ends(one)
    await eventually(async () => slots.busy() === 1)
    expect(started, 'soon after an outage a lease may have run out because of it').to.have.length(2)
    const three = await post()
    wake(three)
    await isRunning(two, three)
    await slots.sweep(true)
    await ends(two)
    await isRunning(suspect)
    await ends(three)
    await isRunning(behind)
  })

  it('are never exceeded by wake-ups during a claim of the sweep', async () => {
    const [one, two, three, four] = [await post(), await post(), await post(), await post()]
    await set(one, overdue)
    await set(two, overdue)
    let woken: Promise<void>[] = []
    const end = interceptStatements((text, pass) => {
      if (woken.length === 0 && text.includes('waiting_shares')) woken = [wake(three), wake(four)]
      return pass()
    })
    await slots.sweep(false)
    end()
    expect(woken).to.have.length(2)
    await Promise.all(woken)
    await isRunning(one, two)
    expect(started).to.have.members([one, two])
  })

  it('are never exceeded when a slot becomes free and wake-ups come during a claim of the sweep', async () => {
    const [one, due, three, four] = [await post(), await post(), await post(), await post()]
    wake(one)
    await isRunning(one)
    await set(due, overdue)
    moreDue = false
    let woken = false
    const end = interceptStatements(async (text, pass) => {
      if (!woken && text.includes('waiting_shares')) {
        woken = true
        await ends(one)
        await eventually(async () => !(await parley.db('open_jobs').where({ id: one }).first()))
        wakeAll([three, four])
      }
      return pass()
    })
    await slots.sweep(false)
    end()
    await isRunning(due)
    await eventually(async () => sentOn.includes(four))
    expect(slots.busy()).to.be.at.most(2)
  })

  it('are free again for a wake-up when the sweep has found less than it may take', async () => {
    const [one, two] = [await post(), await post()]
    await set(one, overdue)
    let woken: Promise<void> | undefined
    const end = interceptStatements((text, pass) => {
      if (text.includes('waiting_shares')) woken ??= wake(two)
      return pass()
    })
    await slots.sweep(false)
    end()
    await isRunning(one, two)
    await ends(two)
    await woken
  })

  it('are filled by the sweep while notifications hang', async () => {
    const [late, due] = [await post(), await post()]
    await set(late, { ...overdue, deadline_at: new Date(0), reply_to: 'somebody' })
    await set(due, overdue)
    let sent = 0
    send = () => {
      sent++
      return new Promise(() => undefined)
    }
    expect(await slots.sweep(false)).to.equal(true)
    await isRunning(due)
    expect(sent).to.equal(1)
  })

  it('are filled by a late sweep with queued jobs only, not with those of dead workers', async () => {
    const [queued, taken] = [await post(), await post()]
    await set(queued, overdue)
    await set(taken, left)
    const end = interceptStatements(async (text, pass) => {
      if (text.includes('deadline_at <= now()'))
        await new Promise((resolve) => setTimeout(resolve, 1_100))
      return pass()
    })
    try {
      expect(await slots.sweep(true)).to.equal(false)
    } finally {
      end()
    }
    await isRunning(queued)
    expect(started).to.deep.equal([queued])
  })

  it('take over no job when they become free after a failed sweep', async () => {
    const [first, taken] = [await post(), await post()]
    let isOver = false
    wake(first).then(() => {
      isOver = true
    })
    await isRunning(first)
    await set(taken, left)
    const end = interceptStatements(async (text, pass) => {
      if (text.includes('waiting_shares')) throw new Error('the database is away')
      return pass()
    })
    const failure = await slots.sweep(true).catch((error: Error) => error)
    end()
    expect(failure).to.be.an('error')
    await ends(first)
    await eventually(async () => isOver || started.length > 1)
    expect(started).to.deep.equal([first])
  })

  it('take over no job with an expired lease if takeover is off', async () => {
    const id = await post()
    await set(id, left)
    await slots.sweep(false)
    expect(started).to.deep.equal([])
    await slots.sweep(true)
    await isRunning(id)
  })
})
