import { expect } from 'chai'
import type { LeasedJob } from '../../../shared/jobs/openJobs.ts'
import { makeFairLoop } from '../../../shared/lib/async/fairLoop.ts'
import { timesAt } from '../../../shared/lib/config/times.ts'
import type { Db } from '../../../shared/lib/db/db.ts'
import { AppError } from '../../../shared/lib/errors.ts'
import type { Log } from '../../../shared/lib/observability/log.ts'
import { makeBreakers } from '../../../shared/models/circuitBreaker.ts'
import type { Passage } from '../../../shared/search/retrieval.ts'
import { LEASE_LOST } from '../../../workers/jobs/keepLease.ts'
import { callsSince, triedOf, usageOf } from '../../../workers/models/calls.ts'
import { makeCallModel } from '../../../workers/models/model.ts'
import { promptFor } from '../../../workers/prompt/promptFor.ts'
import { makeCallOnce } from '../../../workers/reply/callOnce.ts'
import { makeChooseModel } from '../../../workers/reply/chooseModel.ts'
import { makeCorrect, makeGenerate } from '../../../workers/reply/generate.ts'
import { makeRecordFailure } from '../../../workers/reply/recordFailure.ts'
import type { Reservations } from '../../../workers/reply/reserve.ts'
import { beginRun, fallbackFor, modelOf, type ReplyConfig } from '../../../workers/reply/run.ts'
import { makeTentative, type Tentative } from '../../../workers/reply/tentative.ts'
import { ASKED, PLAIN_AGENT } from '../../support/data/replyInputs.ts'
import { type Behaviour, type FakeModel, startFakeModel } from '../../support/servers/model.ts'

const DEAD: Behaviour = { status: 503 }
const TEXT = 'Roses need sun. '.repeat(160)
const PASSAGES = Array.from({ length: 50 }, (_, at) => {
  return {
    chunk_id: `${at}`,
    kind: 'file',
    title: `Roses ${at}`,
    heading: '',
    text: TEXT,
  } as Passage
})

describe('a reply that calls models', () => {
  let model: FakeModel
  before(async () => {
    model = await startFakeModel()
  })
  after(() => model.close())
  beforeEach(() => model.reset())

  const behave = (ways: Record<string, Behaviour>) =>
    model.behave((request) => ways[request.model] ?? { text: `I am ${request.model}.` })
  const called = () => model.requests.map((request) => request.model)

  /** @param reserve by default every budget has room */
  function begin(
    models: readonly string[],
    reserve: Reservations['reserve'] = async () => undefined,
    { signal } = new AbortController(),
  ) {
    const log = { info: () => {}, warn: () => {} } as unknown as Log
    const config = {
      LLM_MODEL: 'openai:unused',
      MODEL_TIMEOUT_SECONDS: 45,
      REPLY_DEADLINE_SECONDS: 120,
      HISTORY_TOKENS: 1_000,
      KNOWLEDGE_TOKENS: 30_000,
      times: timesAt(1),
    } as ReplyConfig
    const breakers = makeBreakers(log, config.times)
    const callModel = makeCallModel({
      OPENAI_BASE_URL: model.url,
      OLLAMA_BASE_URL: model.url,
      MODEL_TIMEOUT_SECONDS: 45,
    })
    const chooseModel = makeChooseModel({ breakers, probe: () => {} })
    const shown: string[] = []
    const notifications = {
      send: async (_: string, piece: string) => shown.push(piece),
    } as never
    const callOnce = makeCallOnce({
      db: {} as never,
      notifications,
      callModel,
      reserve,
      log,
      config,
    })
    const asking = { chooseModel, callOnce, config, log }
    const claim = {
      id: 'r',
      organization_id: 'o',
      request_id: 'q',
      attempt: 1,
      failures: 0,
    } as LeasedJob
    const inputs = {
      agent: { ...PLAIN_AGENT, model: models[0]!, fallback_models: models.slice(1) },
      question: 'What do roses need?',
      question_metadata: {},
      ...ASKED,
      locale: null,
      traits: null,
      history: [],
      traced: false,
      is_test: false,
      knowledge_version: '1',
      budgets: null,
    }
    const loop = makeFairLoop()
    const run = beginRun(
      { ...claim, deadline_ms: 120_000 },
      signal,
      inputs,
      { config, loop },
      performance.now(),
    )
    const generate = makeGenerate(asking, async ({ claim }) => {
      claim.attempt++
    })
    const ask = () => generate(run, chooseModel(run), { passages: PASSAGES, files: new Map() })
    return {
      run,
      ask,
      shown,
      callEarly(tentative: Tentative) {
        const turn = chooseModel(run)
        const prompt = promptFor(turn.model, inputs, { passages: [], files: new Map() }, config)
        return callOnce(run, turn, { purpose: 'reply', prompt, tentative })
      },
      recordFailure: (db: Db) => makeRecordFailure(db, log, config),
      correct: makeCorrect(asking),
      outcomes: () => run.calls.map(({ outcome }) => outcome),
    }
  }

  /**
   * Returns the answer of a budget that is reached for a model, and whose owner wants another model
   * instead.
   */
  const reachedFor =
    (model: string, instead: string): Reservations['reserve'] =>
    async (_, call) =>
      call.model === model ? { budgets: ['b'], instead } : undefined

  it('lists each call once, under the fencing token that it had', async () => {
    behave({ first: DEAD })
    const { run, ask, outcomes } = begin(['openai:first', 'openai:second'])
    expect((await ask()).text).to.equal('I am second.')
    expect(outcomes()).to.deep.equal(['model_unavailable', 'answered'])
    expect(run.calls.map(({ attempt }) => attempt)).to.deep.equal([1, 2])
    expect(run.claim.asked).to.deep.equal({ models: 2, passedOn: 1 })
    expect(triedOf(run.calls).map(({ model }) => model)).to.deep.equal(['openai:first'])
    expect(usageOf(callsSince(run.calls, 1)).input_tokens).to.equal(11)
    expect(usageOf(callsSince(run.calls, 2)).input_tokens).to.equal(11)
    expect([modelOf(run), fallbackFor(run)]).to.deep.equal(['openai:second', 'openai:first'])
  })

  it('gives each model a prompt that fits it', async () => {
    behave({ first: DEAD, small: DEAD })
    const { run, ask } = begin(['openai:first', 'ollama:small'])
    expect(await ask().catch(({ code }) => code)).to.equal('model_unavailable')
    const [large, small] = run.calls.map(({ prompt }) => prompt!)
    expect(large!.budget.knowledge).to.equal(30_000)
    expect(small!.budget.knowledge).to.be.below(16_384)
    expect(small!.sources.length).to.be.below(large!.sources.length)
    expect(small!.given.length).to.be.below(large!.given.length)
  })

  it('calls the model that an owner has chosen for a reached budget, and no other', async () => {
    const { run, ask, outcomes } = begin(
      ['openai:dear', 'openai:spare'],
      reachedFor('openai:dear', 'openai:cheap'),
    )
    expect((await ask()).turn.model).to.equal('openai:cheap')
    expect(called()).to.deep.equal(['cheap'])
    expect(outcomes()).to.deep.equal(['budget_reached', 'answered'])
    expect(run.claim.attempt, 'no call was made before').to.equal(1)
    expect(triedOf(run.calls)).to.deep.equal([])
    behave({ cheap: DEAD })
    const failing = begin(
      ['openai:dear', 'openai:spare'],
      reachedFor('openai:dear', 'openai:cheap'),
    )
    expect(await failing.ask().catch(({ code }) => code)).to.equal('model_unavailable')
    expect(called()).to.deep.equal(['cheap', 'cheap'])
  })

  it('ends with the refusal of a budget, unless a model that failed may answer later', async () => {
    const refusal = new AppError('budget_reached', 'Nothing is left.')
    const refused = begin(['openai:first', 'openai:second'], async () => ({ refusal }))
    expect(await refused.ask().catch((error) => error)).to.equal(refusal)
    expect(called()).to.deep.equal([])
    expect(triedOf(refused.run.calls).map(({ code }) => code)).to.deep.equal(['budget_reached'])
    behave({ first: DEAD })
    const later = begin(['openai:first', 'openai:second'], async (_, { model }) =>
      model === 'openai:second' ? { refusal } : undefined,
    )
    expect(await later.ask().catch(({ code }) => code)).to.equal('model_unavailable')
  })

  it('belongs to the model that wrote it, also if another model could not correct it', async () => {
    let isReached = false
    const { run, ask, correct } = begin(['openai:dear'], async (_, call) =>
      isReached && call.model === 'openai:dear'
        ? { budgets: ['b'], instead: 'openai:cheap' }
        : undefined,
    )
    const answer = await ask()
    isReached = true
    behave({ cheap: DEAD })
    const error = await correct(run, answer, [{ role: 'user', content: 'Again' }]).catch(
      ({ code }) => code,
    )
    expect(error).to.equal('model_unavailable')
    expect(called()).to.deep.equal(['dear', 'cheap'])
    expect([modelOf(run), fallbackFor(run)]).to.deep.equal(['openai:dear', null])
    expect(triedOf(run.calls)).to.deep.equal([])
    behave({})
    expect((await correct(run, answer, [{ role: 'user', content: 'Again' }])).text).to.equal(
      'I am cheap.',
    )
    expect(modelOf(run)).to.equal('openai:cheap')
  })

  it('keeps what it was given, and the outcome, when it is stopped during a call', async () => {
    const stop = new AbortController()
    model.behave(() => {
      stop.abort(new Error('cancelled'))
      return { hang: true }
    })
    const { run, ask, outcomes } = begin(['openai:first', 'openai:second'], undefined, stop)
    expect((await ask().catch((error) => error)).message).to.equal('cancelled')
    expect(outcomes()).to.deep.equal(['stopped'])
    expect(run.calls[0]!.prompt!.given).to.contain('What do roses need?')
    expect(usageOf(run.calls).model_ms).to.be.above(0)
    expect(triedOf(run.calls)).to.deep.equal([])
  })

  it('records the usage of an attempt once, also if it loses its lease while it goes on', async () => {
    behave({})
    const { run, ask, recordFailure } = begin(['openai:first'])
    await ask()
    const statements: unknown[] = []
    const query = async (statement: unknown) => {
      statements.push(statement)
      return { rows: [] }
    }
    const record = recordFailure({ query } as unknown as Db)
    await record(run)
    await record(run, { error: LEASE_LOST, results: {} })
    expect(statements).to.have.length(1)
    run.claim.attempt++
    run.calls.push({ ...run.calls[0]!, attempt: run.claim.attempt })
    await record(run)
    expect(statements).to.have.length(2)
  })

  it('shows the text of an early call once it is kept, but not if the call has failed by then', async () => {
    for (const ending of ['hang', 'reset'] as const) {
      behave({ first: { pieces: ['Roses need ', 'sun.'], everyMs: 0, ending } })
      const stop = new AbortController()
      const { run, shown, callEarly } = begin(['openai:first'], undefined, stop)
      run.claim.streamed = true
      const tentative = makeTentative({ model: 'openai:w', messages: [], max_output_tokens: 1 })
      const call = callEarly(tentative).catch((error) => error)
      if (ending === 'reset') expect((await call).outcome).to.equal('model_unavailable')
      else while (!run.partial) await new Promise(setImmediate)
      expect(shown, 'held back').to.deep.equal([])
      tentative.decide(true)
      if (ending === 'hang') while (!shown.length) await new Promise(setImmediate)
      else await new Promise(setImmediate)
      stop.abort(new Error('the end'))
      await call
      run.partial?.end()
      expect(shown.length > 0).to.equal(ending === 'hang')
    }
  })
})
