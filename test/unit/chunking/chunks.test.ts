import { expect } from 'chai'
import { wordsOf } from '../../../shared/lib/text/words.ts'
import { costOf } from '../../../shared/models/prices.ts'
import { chunkPair, chunkText } from '../../../workers/chunking/splitText.ts'

describe('chunks', () => {
  it('of a short pair are one: the question, then the answer', () => {
    expect(chunkPair(' When?\n Now? ', 'At nine.\nOr ten.')).to.deep.equal([
      'When? Now?\nAt nine.\nOr ten.',
    ])
  })

  it('of a long text are cut between sentences and hold all of it', () => {
    const sentences = Array.from(
      { length: 100 },
      (_, n) => `This is sentence number ${n} of the text.`,
    )
    const chunks = chunkText(sentences.join(' '))
    expect(chunks.length).to.be.above(2)
    for (const chunk of chunks) expect(chunk.length).to.be.at.most(1500)
    expect(chunks.join('')).to.equal(sentences.join(' '))
  })

  it('of a text without an end to its sentence are cut all the same', () => {
    const chunks = chunkText('x'.repeat(4000))
    expect(chunks.map(({ length }) => length)).to.deep.equal([1500, 1500, 1000])
  })

  it('each repeat the question of their pair', () => {
    const chunks = chunkPair('Why?', 'Because it is so. '.repeat(200))
    expect(chunks.length).to.be.above(1)
    for (const chunk of chunks) expect(chunk).to.match(/^Why\?\nBecause/)
  })
})

describe('chunks of a pair', () => {
  it('are one after the other its answer, with its line ends and blanks', () => {
    const answer = Array.from({ length: 90 }, (_, n) => `- Step ${n}.  Do it!\n\n`)
      .join('')
      .trim()
    const pieces = chunkPair('How?', answer).map((chunk) => chunk.replace(/^How\?\n/, ''))
    expect(pieces.length).to.be.above(1)
    expect(pieces.join('')).to.equal(answer)
  })
})

describe('words', () => {
  it('are found in languages that write without spaces', () => {
    expect(wordsOf('我们周日休息。')).to.include.members(['我们', '周日', '休息'])
  })
})

describe('the cost of a call', () => {
  const tokens = { input_tokens: 1_000_000, output_tokens: 500_000 }

  it('follows the list price, also of a dated name', () => {
    expect(costOf('openai:gpt-4o-mini', tokens, {})).to.be.closeTo(0.45, 1e-9)
    expect(costOf('openai:gpt-4o-mini-2024-07-18', tokens, {})).to.be.closeTo(0.45, 1e-9)
  })

  it("follows the operator's price before the list's", () => {
    expect(costOf('openai:gpt-4o-mini', tokens, { 'gpt-4o-mini': [1, 1] })).to.be.closeTo(1.5, 1e-9)
  })

  it('has a price of its own for tokens from the cache, if the provider has one', () => {
    const cached = { ...tokens, cached_tokens: 600_000 }
    expect(costOf('openai:gpt-4o-mini', cached, {})).to.be.closeTo(0.06 + 0.045 + 0.3, 1e-9)
    expect(costOf('groq:m', cached, { m: [1, 2] })).to.be.closeTo(2, 1e-9)
    expect(costOf('groq:m', cached, { m: [1, 2, 0.5] })).to.be.closeTo(1.7, 1e-9)
  })

  it('is nothing on own machines, and unknown where no price is', () => {
    expect(costOf('builtin:extractive', tokens, {})).to.equal(0)
    expect(costOf('ollama:llama3:8b', tokens, {})).to.equal(0)
    expect(costOf('openai:brand-new', tokens, {})).to.equal(null)
  })
})
