import { expect } from 'chai'
import { TIMES } from '../../../shared/lib/config/times.ts'
import { AppError, type ErrorCode, RetryLater } from '../../../shared/lib/errors.ts'
import type { Log } from '../../../shared/lib/observability/log.ts'
import { breakerKeyOf, makeBreakers } from '../../../shared/models/circuitBreaker.ts'

describe('the breaker of a model', () => {
  let logged: string[]
  const log = { warn: (_: object, note: string) => logged.push(note) } as unknown as Log
  let breakers: ReturnType<typeof makeBreakers>
  const { now } = performance
  let clock: number
  beforeEach(() => {
    clock = 1_000_000
    performance.now = () => clock
    logged = []
    breakers = makeBreakers(log, TIMES)
  })
  afterEach(() => {
    performance.now = now
  })
  const pass = (ms: number) => {
    clock += ms
  }

  const well = (provider = 'p') => breakers.admit(provider)(Promise.resolve('well'))
  const failure = (code: ErrorCode = 'model_unavailable') =>
    Promise.reject(new AppError(code, 'no'))
  /** Returns the error of a call of a failing provider, or of the refusal to make it. */
  async function fail(code?: ErrorCode, provider = 'p'): Promise<AppError> {
    try {
      return await breakers.admit(provider)(failure(code))
    } catch (error) {
      return error as AppError
    }
  }
  async function open() {
    for (let n = 0; n < 5; n++) await fail()
    expect(breakers.capacity('p')).to.equal(0)
  }

  it('lets four failures in a row pass, and opens at the fifth', async () => {
    for (let n = 0; n < 4; n++) expect(await fail()).not.to.be.instanceOf(RetryLater)
    expect(breakers.capacity('p')).to.equal(Infinity)
    expect(await fail())
      .to.be.instanceOf(RetryLater)
      .with.property('code', 'model_unavailable')
    expect(breakers.capacity('p')).to.equal(0)
    expect(() => breakers.admit('p')).to.throw(RetryLater)
  })

  it('sends callers away until the provider is tried again, spread over a second', async () => {
    await open()
    const times: number[] = []
    for (let n = 0; n < 100; n++) times.push((await fail()).retryAfter!)
    for (const time of times) expect(time).to.be.within(2, 3)
    expect(Math.max(...times) - Math.min(...times)).to.be.above(0.5)
  })

  it('counts anew after an answer, be it a refusal or nonsense', async () => {
    const answers = ['model_rate_limited', 'model_rejected', 'model_bad_output'] as const
    for (const answer of [() => well(), ...answers.map((code) => () => fail(code))]) {
      for (let n = 0; n < 4; n++) await fail()
      await answer()
    }
    for (let n = 0; n < 20; n++) await fail('model_rate_limited')
    expect(breakers.capacity('p')).to.equal(Infinity)
  })

  it('ignores a call that was ended or never made', async () => {
    for (let n = 0; n < 4; n++) await fail()
    await fail('model_not_configured')
    await fail('deadline_exceeded')
    expect(await fail()).to.be.instanceOf(RetryLater)
  })

  it('belongs to one provider', async () => {
    await open()
    expect(breakers.capacity('another')).to.equal(Infinity)
    expect(await well('another')).to.equal('well')
  })

  it('lets one trial call pass in the end, and all when that is answered, with each change logged once', async () => {
    await open()
    for (let n = 0; n < 20; n++) await fail()
    pass(2_000)
    expect(breakers.capacity('p')).to.equal(1)
    const trial = breakers.admit('p')
    expect(() => breakers.admit('p')).to.throw(RetryLater)
    expect(breakers.capacity('p')).to.equal(0)
    await trial(Promise.resolve())
    expect(breakers.capacity('p')).to.equal(Infinity)
    for (let n = 0; n < 20; n++) await well()
    expect(logged).to.deep.equal([
      'a model is down; it is called only now and then',
      'a model answers again',
    ])
  })

  it('is not shown as open after a minute without a trial', async () => {
    await open()
    expect(breakers.states()).to.deep.equal([{ model: 'p', open: true }])
    pass(62_000)
    expect(breakers.states()).to.deep.equal([{ model: 'p', open: false }])
    expect(breakers.capacity('p'), 'the next message tries it, alone').to.equal(1)
  })

  it('stays open longer after a failed trial, whose message comes after the others', async () => {
    await open()
    pass(2_000)
    const trial = await fail()
    expect(trial).to.be.instanceOf(RetryLater)
    expect(trial.retryAfter).to.be.within(5, 6)
    expect((await fail()).retryAfter).to.be.within(4, 5)
    expect(logged).to.have.length(1)
  })

  it('stays open for up to the time that a caller gives', async () => {
    const fail = () =>
      breakers
        .admit(
          'helper',
          60_000,
        )(failure())
        .catch(() => undefined)
    for (let n = 0; n < 5; n++) await fail()
    const { breakerFirstOpenMs: first, breakerMaxOpenMs: longest } = TIMES
    for (let rest: number = first; rest < 60_000; rest *= 2) {
      pass(rest - 1)
      expect(breakers.capacity('helper'), `${rest} ms`).to.equal(0)
      pass(1)
      await fail()
    }
    pass(longest)
    expect(breakers.capacity('helper')).to.equal(0)
    pass(60_000 - longest)
    expect(breakers.capacity('helper')).to.equal(1)
  })

  it('lets the next call try when the first hangs', async () => {
    await open()
    pass(2_000)
    breakers.admit('p')(new Promise(() => undefined))
    expect(() => breakers.admit('p')).to.throw(RetryLater)
    pass(2_000)
    expect(await well()).to.equal('well')
  })

  it('ignores calls that began before it opened, except an answer', async () => {
    const [early, answered] = [breakers.admit('p'), breakers.admit('p')]
    await open()
    const late = await early(failure()).catch((error) => error)
    expect(late).to.be.instanceOf(RetryLater)
    expect(late.retryAfter).to.be.below(3)
    await answered(Promise.resolve())
    expect(await well()).to.equal('well')
  })

  it('belongs to a connection in its organization, or to a provider for all', () => {
    expect(breakerKeyOf('o1', 'openai:gpt:4')).to.equal('openai:gpt:4')
    expect(breakerKeyOf('o1', 'mine:gpt:4')).to.equal('o1/mine:gpt:4')
  })

  describe('that is shared', () => {
    const DOWN = { key: 'p', open_ms: 2_000, trial_ms: 1_500, tried_ms: 500, is_taken: false }
    beforeEach(() => breakers.share(() => undefined))

    it('announces its opening, a failed trial, and an answer, each once', async () => {
      await open()
      expect(breakers.takeChanges()).to.deep.equal([{ key: 'p', event: 'opened', openMs: 2_000 }])
      expect(breakers.takeChanges()).to.deep.equal([])
      breakers.learn([{ ...DOWN, is_taken: true }])
      await fail()
      expect(breakers.takeChanges()).to.deep.equal([
        { key: 'p', event: 'trial_failed', openMs: 4_000 },
      ])
      breakers.learn([{ ...DOWN, is_taken: true }])
      await well()
      expect(breakers.takeChanges()).to.deep.equal([{ key: 'p', event: 'closed', openMs: 2_000 }])
    })

    it('still announces an opening when a trial has failed before that was passed on', async () => {
      await open()
      const unsent = breakers.takeChanges()
      breakers.returnChanges(unsent)
      pass(2_000)
      await fail()
      expect(breakers.takeChanges()).to.deep.equal([{ key: 'p', event: 'opened', openMs: 4_000 }])
    })

    it('opens by what another worker has found, and tries only if it has claimed the trial', () => {
      breakers.learn([DOWN])
      expect(breakers.down()).to.deep.equal(['p'])
      pass(60_000)
      expect(breakers.capacity('p'), 'due, but not taken').to.equal(0)
      expect(breakers.down()).to.deep.equal(['p'])
      breakers.learn([{ ...DOWN, is_taken: true }])
      expect(breakers.capacity('p')).to.equal(1)
      pass(2_000)
      expect(breakers.capacity('p'), "the next one is anybody's").to.equal(0)
      expect(logged).to.have.length(1)
    })

    it('closes when others have found the model up, but not by what was read before it opened', async () => {
      breakers.learn([DOWN])
      breakers.learn([])
      expect(breakers.capacity('p')).to.equal(Infinity)
      await open()
      breakers.learn([])
      expect(breakers.capacity('p')).to.equal(0)
    })

    it('is not opened again by what was read before an answer', async () => {
      breakers.learn([{ ...DOWN, is_taken: true }])
      await well()
      breakers.learn([DOWN])
      expect(breakers.capacity('p')).to.equal(Infinity)
    })
  })
})
