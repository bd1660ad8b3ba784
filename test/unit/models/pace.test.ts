import { expect } from 'chai'
import { timesAt } from '../../../shared/lib/config/times.ts'
import type { Log } from '../../../shared/lib/observability/log.ts'
import { makePace } from '../../../workers/models/pace.ts'

const LIMIT_MS = 2_000
const SLOW_MS = 1_500
const FAST_MS = 400

describe('the pace of a model', () => {
  let logged: string[]
  const log = { warn: (_: object, text: string) => logged.push(text) } as unknown as Log
  beforeEach(() => {
    logged = []
  })

  /** @param pauseMs 0: a trial is due at once */
  function make({ pauseMs = 60_000 } = {}) {
    const pace = makePace('openai:m', log, { ...timesAt(1), queriesPauseMs: pauseMs })
    const took = (...times: number[]) => {
      for (const ms of times) pace.begin()?.ended(ms)
    }
    return { pace, took, isCalled: () => pace.begin() !== undefined }
  }

  it('is too slow from five calls on whose median is over 1.2 s', () => {
    const { took, isCalled } = make()
    took(SLOW_MS, SLOW_MS, SLOW_MS, SLOW_MS)
    expect(isCalled(), 'after four').to.equal(true)
    took(SLOW_MS)
    expect(isCalled(), 'after five').to.equal(false)
    expect(logged).to.deep.equal([
      'a model is too slow to wait for; it is called only now and then',
    ])
  })

  it('counts a call that ran out of time as its limit, and forgives some', () => {
    const { took, isCalled } = make()
    took(FAST_MS, LIMIT_MS, FAST_MS, LIMIT_MS, FAST_MS, LIMIT_MS, FAST_MS, LIMIT_MS)
    expect(isCalled(), 'half').to.equal(true)
    took(LIMIT_MS)
    expect(isCalled(), 'more than half').to.equal(false)
  })

  it('is that of the last nine calls', () => {
    const { took, isCalled } = make()
    took(...Array(50).fill(FAST_MS), ...Array(4).fill(SLOW_MS))
    expect(isCalled()).to.equal(true)
    took(SLOW_MS)
    expect(isCalled()).to.equal(false)
  })

  it('is tried by one call after a pause, which doubles with each slow trial', () => {
    const { pace, took } = make({ pauseMs: 0.001 })
    took(...Array(5).fill(SLOW_MS))
    const trial = pace.begin()
    expect(trial).not.to.equal(undefined)
    trial!.ended(SLOW_MS)
    for (let trials = 0; trials < 40; trials++) pace.begin()?.ended(SLOW_MS)
    expect(pace.begin(), 'its pause is longer than this test').to.equal(undefined)
    expect(logged, 'logged once').to.have.length(1)
  })

  it('is tried by the next call if a trial was not made', () => {
    const { pace, took } = make({ pauseMs: 100 })
    took(...Array(5).fill(SLOW_MS))
    const until = performance.now() + 150
    while (performance.now() < until);
    const trial = pace.begin()!
    expect(pace.begin(), 'one at a time').to.equal(undefined)
    trial.notMade()
    expect(pace.begin()).not.to.equal(undefined)
  })

  it('is as before after a fast trial, and judged anew', () => {
    const { took, isCalled } = make({ pauseMs: 0.001 })
    took(...Array(5).fill(SLOW_MS), FAST_MS)
    expect(logged.at(-1)).to.equal('a model is fast enough again')
    took(SLOW_MS, SLOW_MS, SLOW_MS)
    expect(isCalled()).to.equal(true)
    expect(logged).to.have.length(2)
  })

  it('learns nothing from calls that were under way when it was found slow', () => {
    const { pace, took, isCalled } = make()
    const late = pace.begin()!
    took(...Array(5).fill(SLOW_MS))
    late.ended(FAST_MS)
    expect(isCalled()).to.equal(false)
  })
})
