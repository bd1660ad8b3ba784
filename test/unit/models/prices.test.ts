import { expect } from 'chai'
import { costOf } from '../../../shared/models/prices.ts'

describe('the cost of a call', () => {
  const tokens = { input_tokens: 1_000_000, output_tokens: 500_000 }

  it('follows the list price, also of a dated name', () => {
    expect(costOf('openai:gpt-4o-mini', tokens, {})).to.be.closeTo(0.45, 1e-9)
    expect(costOf('openai:gpt-4o-mini-2024-07-18', tokens, {})).to.be.closeTo(0.45, 1e-9)
  })

  it("follows the operator's price before the list's", () => {
    expect(costOf('openai:gpt-4o-mini', tokens, { 'gpt-4o-mini': [1, 1] })).to.be.closeTo(1.5, 1e-9)
  })

  it('has a separate price for tokens from the cache, if the provider has such a price', () => {
    const cached = { ...tokens, cached_tokens: 600_000 }
    expect(costOf('openai:gpt-4o-mini', cached, {})).to.be.closeTo(0.06 + 0.045 + 0.3, 1e-9)
    expect(costOf('groq:m', cached, { m: [1, 2] })).to.be.closeTo(2, 1e-9)
    expect(costOf('groq:m', cached, { m: [1, 2, 0.5] })).to.be.closeTo(1.7, 1e-9)
  })

  it('is higher for tokens that the cache has stored', () => {
    const stored = { input_tokens: 1_000_000, output_tokens: 0, written_tokens: 400_000 }
    expect(costOf('anthropic:m', stored, { m: [1, 2, 0.1] })).to.be.closeTo(1.1, 1e-9)
    expect(
      costOf('anthropic:m', { ...stored, cached_tokens: 600_000 }, { m: [1, 2, 0.1] }),
    ).to.be.closeTo(0.4 * 1.25 + 0.06, 1e-9)
  })

  it('is zero on own machines, and unknown without a price', () => {
    expect(costOf('builtin:extractive', tokens, {})).to.equal(0)
    expect(costOf('ollama:llama3:8b', tokens, {})).to.equal(0)
    expect(costOf('openai:brand-new', tokens, {})).to.equal(null)
  })
})
