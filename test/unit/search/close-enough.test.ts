import { expect } from 'chai'
import { closeEnough } from '../../../shared/search/closeEnough.ts'
import type { Passage } from '../../../shared/search/retrieval.ts'

const ranked = (...scores: number[]): Passage[] =>
  scores.map((score, at) => ({
    knowledge_id: 'k',
    chunk_id: `${at}`,
    kind: 'file',
    title: null,
    heading: '',
    url: null,
    text: '',
    score,
  }))
const kept = (...scores: number[]) => closeEnough(ranked(...scores)).map(({ score }) => score)

describe('the passages of a question', () => {
  it('are all kept if they match nearly as well as the best, as in long documents', () => {
    const scores = Array.from({ length: 20 }, (_, at) => 10 - at / 4)
    expect(kept(...scores)).to.deep.equal(scores)
  })

  it('are the first six, however badly the others match', () => {
    expect(kept(20, 1, 1, 1, 1, 1, 1, 1)).to.deep.equal([20, 1, 1, 1, 1, 1])
  })

  it('are, after the sixth, those with a quarter of the best score, in any order', () => {
    expect(kept(20, 9, 9, 9, 9, 9, 5, 4.9, 6)).to.deep.equal([20, 9, 9, 9, 9, 9, 5, 6])
  })

  it('are none if none were found', () => {
    expect(kept()).to.deep.equal([])
  })
})
