import { expect } from 'chai'
import { chunkPair, chunkText } from '../../../workers/chunking/splitText.ts'

describe('chunks', () => {
  it('of a short pair are one chunk: the question, then the answer', () => {
    expect(chunkPair(' When?\n Now? ', 'At nine.\nOr ten.')).to.deep.equal([
      'When? Now?\nAt nine.\nOr ten.',
    ])
  })

  it('of a long text are cut between sentences and together contain all of it', () => {
    const sentences = Array.from(
      { length: 100 },
      (_, n) => `This is sentence number ${n} of the text.`,
    )
    const chunks = chunkText(sentences.join(' '))
    expect(chunks.length).to.be.above(2)
    for (const chunk of chunks) expect(chunk.length).to.be.at.most(1500)
    expect(chunks.join('')).to.equal(sentences.join(' '))
  })

  it('of a text without an end to its sentence are cut nonetheless', () => {
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
  it('are in their order its answer, with its line ends and blanks', () => {
    const answer = Array.from({ length: 90 }, (_, n) => `- Step ${n}.  Do it!\n\n`)
      .join('')
      .trim()
    const pieces = chunkPair('How?', answer).map((chunk) => chunk.replace(/^How\?\n/, ''))
    expect(pieces.length).to.be.above(1)
    expect(pieces.join('')).to.equal(answer)
  })
})
