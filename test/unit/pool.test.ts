import { expect } from 'chai'
import type { LeasedJob } from '../../shared/jobs/openJobs.ts'
import { type JobSource, makePool, type SlotPool } from '../../workers/jobs/pool.ts'
import { SHUTTING_DOWN } from '../../workers/jobs/runJob.ts'

const jobOf = (id: string) => ({ id }) as LeasedJob
/** Makes a source that claims once for each list of ids, and fails after the last of them. */
const sourceOf = (claims: string[][], error?: Error): JobSource & { asked: number[] } => ({
  asked: [],
  async *offer(most) {
    this.asked.push(most)
    for (const ids of claims.splice(0)) yield ids.slice(0, most).map(jobOf)
    if (error) throw error
  },
})

describe("a worker's pool of slots", () => {
  let pool: SlotPool
  /** The running jobs by id, each with the function that ends it. */
  let running: Map<string, () => void>
  /** The reasons why jobs were stopped, by id. */
  let stopped: Map<string, unknown>
  /** The sources that slots ask after they have ended jobs. */
  let after: JobSource[]
  let failures: unknown[]
  /** The group of each job that has started. */
  let groups: LeasedJob['group'][]
  let deps: Parameters<typeof makePool>[0]
  beforeEach(() => {
    running = new Map()
    stopped = new Map()
    after = []
    failures = []
    groups = []
    deps = {
      slots: 3,
      async run({ id, group }, stop) {
        groups.push(group)
        await new Promise<void>((end) => {
          running.set(id, end)
          stop.signal.addEventListener('abort', () => {
            stopped.set(id, stop.signal.reason)
            end()
          })
        })
        running.delete(id)
      },
      onStart: () => undefined,
      onEnd: () => undefined,
      goesOn: () => after.length > 0,
      sourcesAfter: () => after,
      onFailure: (error) => failures.push(error),
    }
    pool = makePool(deps)
  })
  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  }

  it('asks its sources in order for the slots that are left, and frees what none fills', async () => {
    const [first, second, third] = [sourceOf([['a']]), sourceOf([['b'], []]), sourceOf([])]
    const filled = pool.fill(3, [first, second, third])
    expect(pool.free(), 'while it asks').to.equal(0)
    await filled
    await turns()
    expect([first, second, third].map(({ asked }) => asked)).to.deep.equal([[3], [2], [1]])
    expect([...running.keys()]).to.deep.equal(['a', 'b'])
    expect([pool.busy(), pool.free()]).to.deep.equal([2, 1])
  })

  describe('that runs groups of jobs', () => {
    /** The ids of the jobs by which further jobs were asked for. */
    let askedWith: string[]
    /** How many further groups wait. */
    let waiting: number
    let grouped: SlotPool
    beforeEach(async () => {
      askedWith = []
      waiting = 1
      const claimWith = async ({ id }: LeasedJob) => {
        askedWith.push(id)
        return waiting-- > 0
          ? ['1', '2'].map((nth) => jobOf(`${'abcdefgh'[askedWith.length - 1]}${nth}`))
          : []
      }
      grouped = makePool({ ...deps, claimWith })
      await grouped.fill(1, [sourceOf([['a']])])
      await turns()
    })
    const endAll = async () => {
      for (const end of running.values()) end()
      await turns()
    }

    it('runs the jobs that are claimed beside one in its slot, and frees it when all have ended', async () => {
      expect([...running.keys()]).to.deep.equal(['a', 'a1', 'a2'])
      expect(groups.map((group) => group!.size)).to.deep.equal([3, 3, 3])
      expect(new Set(groups).size).to.equal(1)
      for (const id of ['a', 'a2']) running.get(id)!()
      await turns()
      expect([grouped.busy(), grouped.free()]).to.deep.equal([1, 2])
      running.get('a1')!()
      await turns()
      expect([grouped.busy(), grouped.free()]).to.deep.equal([0, 3])
    })

    it('begins the next group when the one before has been read, and holds two at most', async () => {
      waiting = 9
      groups[0]!.onRead()
      await turns()
      expect([...running.keys()]).to.deep.equal(['a', 'a1', 'a2', 'b1', 'b2'])
      groups[3]!.onRead()
      await turns()
      expect(askedWith).to.have.length(2)
      expect([grouped.busy(), grouped.free()]).to.deep.equal([1, 2])
    })

    it('looks for jobs of other organizations after five groups', async () => {
      waiting = 100
      after = [sourceOf([['other']])]
      for (let nth = 1; nth <= 5; nth++) await endAll()
      expect(askedWith).to.have.length(6)
      expect(askedWith.at(-1)).to.equal('other')
    })

    it('claims no further group while it drains', async () => {
      waiting = 9
      const drained = grouped.drain(60_000)
      await endAll()
      await drained
      expect(askedWith).to.deep.equal(['a'])
    })
  })

  it('runs a job alone if no others can be claimed beside it', async () => {
    const claimWith = () => Promise.reject(new Error('away'))
    const grouped = makePool({ ...deps, claimWith })
    await grouped.fill(1, [sourceOf([['a']])])
    await turns()
    expect([...running.keys()]).to.deep.equal(['a'])
    expect(failures).to.have.length(1)
  })

  it('asks no source once all slots have jobs', async () => {
    const last = sourceOf([['c']])
    await pool.fill(2, [sourceOf([['a', 'b']]), last])
    expect(last.asked).to.deep.equal([])
    expect(pool.free()).to.equal(1)
  })

  it('runs what a source has claimed before it failed, and frees the other slots', async () => {
    const failure = await pool
      .fill(3, [sourceOf([['a']], new Error('away'))])
      .catch((error) => error)
    await turns()
    expect(failure).to.include({ message: 'away' })
    expect([...running.keys()]).to.deep.equal(['a'])
    expect(pool.free()).to.equal(2)
  })

  it('frees a slot whose search for the next job fails', async () => {
    await pool.fill(1, [sourceOf([['a']])])
    await turns()
    after = [sourceOf([], new Error('away'))]
    running.get('a')!()
    await turns()
    expect(failures).to.have.length(1)
    expect(pool.free()).to.equal(3)
  })

  it('lets slots that become free during a claim share the next', async () => {
    await pool.fill(3, [sourceOf([['a', 'b', 'c']])])
    await turns()
    let answer = (): void => undefined
    const next: JobSource & { asked: number[] } = {
      asked: [],
      async *offer(most) {
        this.asked.push(most)
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        yield []
      },
    }
    after = [next]
    for (const end of running.values()) end()
    await turns()
    expect(next.asked).to.deep.equal([1])
    answer()
    await turns()
    expect(next.asked).to.deep.equal([1, 2])
  })

  it('stops taking jobs when drained, waits for running jobs, and stops them when its time is over', async () => {
    await pool.fill(2, [sourceOf([['a', 'b']])])
    await turns()
    after = [sourceOf([['c']])]
    const drained = pool.drain(1)
    expect(pool.free()).to.equal(0)
    running.get('a')!()
    await turns()
    expect(running.has('c')).to.equal(false)
    await drained
    expect(stopped.get('b')).to.equal(SHUTTING_DOWN)
    expect(pool.busy()).to.equal(0)
  })

  it('is drained only after unfinished claims have ended, with the jobs that they bring', async () => {
    let answer = (): void => undefined
    const slow: JobSource = {
      async *offer() {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        yield [jobOf('late')]
      },
    }
    const filled = pool.fill(1, [slow])
    const drained = pool.drain(60_000)
    await turns()
    answer()
    await filled
    await turns()
    expect(pool.busy()).to.equal(1)
    running.get('late')!()
    await drained
    expect(pool.busy()).to.equal(0)
  })
})
