import { expect } from 'chai'
import { AppError } from '../../../shared/lib/errors.ts'
import {
  callOfRerank,
  callsSince,
  costOfCall,
  type ModelCall,
  notMade,
  reranksOf,
  spentOf,
  triedOf,
  usageOf,
} from '../../../workers/models/calls.ts'

/** A call of the model that answers, which took 5 of 8 ms. */
const call = (fields: Partial<ModelCall> = {}): ModelCall => ({
  purpose: 'reply',
  attempt: 1,
  model: 'openai:m',
  begun: 100,
  asked: 103,
  firstText: null,
  ended: 108,
  tokens: { input_tokens: 10, output_tokens: 2 },
  cost_usd: 0.5,
  outcome: 'answered',
  ...fields,
})
const UNTOLD = { tokens: null, cost_usd: null }
const failed = (fields: Partial<ModelCall> = {}) => {
  const error = new AppError('model_unavailable', 'It does not answer.')
  return call({ ...UNTOLD, outcome: error.code, error, prompt: {} as never, ...fields })
}

describe('the calls of a reply', () => {
  it('add up to its usage, with those of helper models', () => {
    const calls = [call({ purpose: 'queries' }), call(), call({ purpose: 'grounding' })]
    expect(usageOf(calls)).to.deep.equal({
      input_tokens: 30,
      output_tokens: 6,
      cached_tokens: 0,
      cost_usd: 1.5,
      model_ms: 5,
    })
    expect(usageOf([]).cost_usd).to.equal(null)
  })

  it('take the time of the answer, its correction and rounds of tools', () => {
    const calls = [call(), call({ purpose: 'tool_round' }), call({ purpose: 'correction' })]
    expect(usageOf(calls).model_ms).to.equal(15)
    expect(usageOf([call({ asked: null })]).model_ms).to.equal(0)
  })

  it('have an unknown cost if a call has, unless it failed before its provider counted', () => {
    expect(usageOf([call(), call({ cost_usd: null })]).cost_usd).to.equal(null)
    expect(usageOf([failed(), call()])).to.include({ cost_usd: 0.5, input_tokens: 10 })
    expect(usageOf([failed()]).cost_usd).to.equal(null)
  })

  it('count a rerank model only if it has a price', () => {
    const about = { model: 'jina:m', passages: 3, ms: 4, error: null }
    const priced = callOfRerank({ ...about, tokens: 50, cost_usd: 0.1 }, 1)
    const unpriced = callOfRerank({ ...about, tokens: 50, cost_usd: null }, 1)
    const free = callOfRerank({ ...about, tokens: null, cost_usd: 0 }, 1)
    expect(usageOf([call(), priced])).to.include({ input_tokens: 60, cost_usd: 0.6, model_ms: 5 })
    expect(usageOf([call(), unpriced])).to.include({ input_tokens: 10, cost_usd: 0.5 })
    expect(usageOf([call(), free])).to.include({ input_tokens: 10, cost_usd: 0.5 })
  })

  it('add up to at most what a row can hold', () => {
    const tokens = {
      input_tokens: 2 ** 31 - 1,
      output_tokens: 10_000_000,
      cached_tokens: 2 ** 31 - 1,
    }
    const calls = Array.from({ length: 300 }, () => call({ tokens, cost_usd: 500_000 }))
    expect(usageOf(calls)).to.include({
      input_tokens: 2 ** 31 - 1,
      output_tokens: 2 ** 31 - 1,
      cached_tokens: 2 ** 31 - 1,
      cost_usd: 999_999,
    })
  })

  it('spend their cost from a budget, while those of the built-in model spend nothing', () => {
    const calls = [call(), call({ model: 'builtin:extractive', cost_usd: 0 })]
    expect(spentOf(calls, { unit: 'tokens' })).to.equal(12)
    expect(spentOf(calls, { unit: 'usd' })).to.equal(0.5)
    expect(spentOf([failed()], { unit: 'usd' })).to.equal(0)
  })

  it('belong to the fencing token under which they were made', () => {
    const calls = [failed(), call({ attempt: 2 })]
    expect(callsSince(calls, 2)).to.deep.equal([calls[1]])
    expect(callsSince(calls, 1)).to.deep.equal(calls)
  })

  it('name the models that could not answer, but no helper and no model that a budget replaced', () => {
    const error = new AppError('model_unavailable', 'It is down.')
    const calls = [
      notMade({ purpose: 'reply', attempt: 1, model: 'openai:down', error }),
      failed({ purpose: 'queries', error: undefined }),
      failed({ model: 'openai:failed' }),
      call({
        ...UNTOLD,
        outcome: 'budget_reached',
        reached: { budgets: ['b'], instead: 'openai:m' },
      }),
      call(),
      failed({ purpose: 'correction' }),
      failed({ outcome: 'stopped', error: undefined }),
    ]
    expect(triedOf(calls)).to.deep.equal([
      { model: 'openai:down', code: 'model_unavailable', ms: null },
      { model: 'openai:failed', code: 'model_unavailable', ms: 8 },
    ])
  })

  it('show a call of a rerank model as the search recorded it', () => {
    const noted = { model: 'jina:m', passages: 3, ms: 0, tokens: null, cost_usd: null }
    for (const error of ['model_unavailable', 'unexpected', null])
      expect(reranksOf([callOfRerank({ ...noted, error }, 1)])).to.deep.equal([{ ...noted, error }])
  })

  it('cost what each of their requests cost', () => {
    const request = { input_tokens: 1, output_tokens: 2, cached_tokens: 1, cost_usd: 3 }
    expect(costOfCall([request, request])).to.deep.equal({
      tokens: { input_tokens: 2, output_tokens: 4, cached_tokens: 2 },
      cost_usd: 6,
    })
    expect(costOfCall([request, { ...request, cost_usd: null }]).cost_usd).to.equal(null)
    expect(costOfCall([])).to.deep.equal(UNTOLD)
  })
})
