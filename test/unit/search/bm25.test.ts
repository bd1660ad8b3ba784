import { expect } from 'chai'
import { saturationOf, weightOf } from '../../../shared/search/wordIndex/bm25.ts'

describe('BM25', () => {
  const score = saturationOf(10)

  // Calculated by hand from the formula of Robertson and Zaragoza (2009) with k1 = 1.2 and b =
  // 0.75.
  for (const [frequency, length, share] of [
    [1, 10, 1 / 2.2],
    [1, 20, 1 / 3.1],
    [1, 5, 1 / 1.75],
    [3, 10, 3 / 4.2],
    [3, 30, 3 / 6],
  ] as const)
    it(`scores ${frequency} of a term in ${length} words, where 10 are usual, as published`, () => {
      expect(score(frequency, length)).to.be.closeTo(share, 1e-12)
    })

  it('gives a long chunk that has a term three times less than a usual chunk that has it twice', () => {
    expect(score(3, 30)).to.be.below(score(2, 10))
  })

  it('weighs a term more, the fewer chunks have it, and never as nothing', () => {
    const weights = [1, 10, 100, 1_000].map((documents) => weightOf(documents, 1_000))
    expect(weights).to.deep.equal(weights.toSorted((a, b) => b - a))
    expect(weights[0]).to.be.closeTo(2.2 * Math.log(1 + 999.5 / 1.5), 1e-12)
    expect(weights.at(-1)).to.be.above(0)
  })
})
