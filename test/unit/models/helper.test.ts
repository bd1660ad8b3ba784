import { expect } from 'chai'
import { timesAt } from '../../../shared/lib/config/times.ts'
import type { Log } from '../../../shared/lib/observability/log.ts'
import { makeBreakers } from '../../../shared/models/circuitBreaker.ts'
import { type ModelCall, usageOf } from '../../../workers/models/calls.ts'
import { makeAskHelper } from '../../../workers/models/helperCall.ts'
import { makeCallModel } from '../../../workers/models/model.ts'
import type { Pace } from '../../../workers/models/pace.ts'
import { type FakeModel, makeMoment, startFakeModel } from '../../support/servers/model.ts'

describe('a helper call that a reply can do without', () => {
  let model: FakeModel
  // An open breaker's 20 s do not end during the test.
  const times = timesAt(10)
  const log = { warn: () => {} } as unknown as Log
  before(async () => {
    model = await startFakeModel()
  })
  after(() => model.close())
  beforeEach(() => model.reset())

  function makeHelper({ maxMs, pace }: { maxMs: number; pace?: Pace }) {
    const breakers = makeBreakers(log, times)
    const callModel = makeCallModel({
      OPENAI_BASE_URL: model.url,
      MODEL_TIMEOUT_SECONDS: 45,
      LLM_PRICES: { m: [10, 20] },
    })
    const config = { times }
    const ask = makeAskHelper(
      { callModel, breakers, config, log },
      {
        purpose: 'queries',
        model: 'openai:m',
        instructions: 'Write.',
        maxMs,
        max_output_tokens: 9,
        ...(pace && { pace }),
        warning: 'no',
      },
    )
    const calls: ModelCall[] = []
    const askWith = (signal: AbortSignal, hasRoom = true) =>
      ask({
        input: 'x',
        calls,
        attempt: 1,
        hasRoom: async () => hasRoom,
        signal,
        organization_id: 'o',
        request_id: 'r',
      })
    return { breakers, calls, askWith }
  }

  it('ends with the signal of its reply, which is no failure of the model', async () => {
    const { breakers, calls, askWith } = makeHelper({ maxMs: 60_000 })
    for (let nth = 0; nth < 6; nth++) {
      const asked = makeMoment()
      model.behave(() => {
        asked.come()
        return { hang: true }
      })
      const stop = new AbortController()
      const answer = askWith(stop.signal).catch((error) => error)
      await asked.promise
      stop.abort(new Error('cancelled'))
      expect((await answer).message).to.equal('cancelled')
    }
    expect(breakers.down()).to.deep.equal([])
    expect(new Set(calls.map(({ outcome }) => outcome))).to.deep.equal(new Set(['stopped']))
    for (const { tokens } of calls) expect(tokens!.input_tokens, 'may be billed').to.be.above(0)
  })

  it('that takes too long is a failure of the model, for its own breaker only', async () => {
    const { breakers, calls, askWith } = makeHelper({ maxMs: 10 })
    model.behave(() => ({ hang: true }))
    const { signal } = new AbortController()
    for (let nth = 0; nth < 5; nth++)
      expect(await askWith(signal)).to.deep.equal({ text: null, failure: 'timeout' })
    expect(breakers.down()).to.deep.equal(['queries openai:m'])
    expect(await askWith(signal)).to.deep.equal({ text: null, failure: 'model_down' })
    expect(breakers.capacity('openai:m')).to.equal(Infinity)
    expect(calls, 'the last was not made').to.have.length(5)
  })

  it('that was sent and took too long is counted: its prompt, at the price of the model', async () => {
    const { calls, askWith } = makeHelper({ maxMs: 300 })
    model.behave(() => ({ hang: true }))
    // On a busy machine a call may end before it is sent, and then it costs nothing.
    for (let nth = 0; nth < 4 && model.requests.length === 0; nth++)
      await askWith(new AbortController().signal)
    const { tokens, cost_usd, outcome } = calls.at(-1)!
    expect(outcome).to.equal('model_unavailable')
    expect(tokens!.input_tokens).to.be.above(0)
    expect(tokens!.output_tokens).to.equal(0)
    expect(cost_usd).to.be.closeTo((tokens!.input_tokens * 10) / 1e6, 1e-12)
    expect(usageOf(calls).input_tokens).to.equal(tokens!.input_tokens)
  })

  it('that was refused or reached no server is not counted', async () => {
    const { calls, askWith } = makeHelper({ maxMs: 60_000 })
    for (const way of [{ status: 400 }, { status: 503 }, { reset: true }] as const) {
      model.behave(() => way)
      await askWith(new AbortController().signal)
    }
    expect(calls.map(({ tokens }) => tokens)).to.deep.equal([null, null, null])
  })

  it('is not made while its model is too slow', async () => {
    const { calls, askWith } = makeHelper({
      maxMs: 60_000,
      pace: { begin: () => undefined },
    })
    expect(await askWith(new AbortController().signal)).to.deep.equal({
      text: null,
      failure: 'too_slow',
    })
    expect(calls).to.deep.equal([])
  })

  it('says to its pace that it was not made: no budget has room, or its model is down', async () => {
    const noted: string[] = []
    const pace: Pace = {
      begin: () => ({
        ended: () => noted.push('ended'),
        notMade: () => noted.push('not made'),
      }),
    }
    const { askWith } = makeHelper({ maxMs: 60_000, pace })
    const { signal } = new AbortController()
    expect((await askWith(signal, false)).failure).to.equal('budget_reached')
    expect(noted).to.deep.equal(['not made'])
    model.behave(() => ({ status: 503 }))
    for (let nth = 0; nth < 5; nth++) await askWith(signal)
    expect(noted, 'failures say nothing about the speed').to.have.length(1)
    expect((await askWith(signal)).failure).to.equal('model_down')
    expect(noted).to.deep.equal(['not made', 'not made'])
  })
})
